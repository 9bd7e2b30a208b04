//! Which ports lead to removable devices, and which to soldered ones.
//!
//! The rules, in this order:
//! - What hangs on a port moves as a whole: all functions of a device, and all behind its switch.
//! - What is behind a Volume Management Device, a Thunderbolt or USB4 router, or a link inside the
//!   silicon stays; so does what is labelled as on-board.
//! - NVMe drives, SAS and RAID controllers and graphics cards are taken out; not a BMC's graphics,
//!   and not paravirtual devices.
//! - A SATA function is a drive of its own, unless its maker builds controllers for boards.
//! - Network cards and other devices are cards from eight lanes on: narrower ones are soldered far
//!   more often. A slot that the user or the board's port map names makes them cards, too.
//! - USB controllers stay, unless their slot is named in such a way; so does all on a root bus, which has no port.
//! - A switch is on a card with what is behind it, if both are by one maker, as on graphics cards;
//!   or if up to four drives are behind it and its ports have no slots of their own. Any other is
//!   part of the board or of a backplane, and its ports are slots.
//! - An empty port is a slot if it has a slot's number or name.

use std::collections::{BTreeMap, BTreeSet};

use narrows_topology::evidence::SlotSource;
use narrows_topology::graph::{Id, Node, NodeKind, StorageControllerKind, Topology};
use narrows_topology::pci::APPLE;

use super::port::{ObservedPort, is_port};

/// Makers of graphics in board management controllers: ASPEED, Matrox.
const BMC_GRAPHICS: [u16; 2] = [0x1a03, 0x102b];
/// Makers of SATA controllers that are soldered on: ASMedia, JMicron, Marvell (two ids), Silicon
/// Image, VIA; and the chipsets' own makers.
const SATA_MAKERS: [u16; 8] = [0x1b21, 0x197b, 0x1b4b, 0x11ab, 0x1095, 0x1106, 0x8086, 0x1022];
/// More drives than usual carriers have are behind a switch of the board or a backplane.
const CARRIED: usize = 4;
/// Red Hat's id for paravirtual devices.
const VIRTIO: u16 = 0x1af4;
/// A device with this many lanes or more is a card.
const CARD_LANES: u8 = 8;

/// All slots behind ports and slots, from the processor down.
pub(super) fn find(topology: &Topology) -> Vec<ObservedPort> {
    let mut tree = PortTree::of(topology);
    let tops: Vec<&Id> =
        topology.nodes.iter().filter(|(_, node)| node.parent.is_none()).map(|(id, _)| id).collect();
    for top in tops {
        // Depth first without recursion: trees in captures can be as deep as their author liked.
        let mut left = vec![top];
        let mut passed = BTreeSet::new();
        while let Some(id) = left.pop() {
            if !passed.insert(id) {
                continue;
            }
            let placed = tree.slots_at(id);
            // What is in a slot moves with it and has no slots of its own.
            let on: BTreeSet<&Id> = placed.into_iter().collect();
            left.extend(tree.below(id).into_iter().rev().filter(|below| !on.contains(below)));
        }
    }
    // A name shared by several slots identifies none of them.
    let mut count: BTreeMap<String, usize> = BTreeMap::new();
    for port in &tree.ports {
        *count.entry(port.name.clone()).or_default() += 1;
    }
    for port in &mut tree.ports {
        if count.get(&port.name).is_some_and(|count| *count > 1) {
            port.name = port.address(tree.topology);
        }
    }
    tree.ports
}

struct PortTree<'a> {
    topology: &'a Topology,
    children: BTreeMap<&'a Id, Vec<&'a Id>>,
    ports: Vec<ObservedPort>,
}

impl<'a> PortTree<'a> {
    fn of(topology: &'a Topology) -> Self {
        let mut children: BTreeMap<&Id, Vec<&Id>> = BTreeMap::new();
        for (id, node) in &topology.nodes {
            if let Some(parent) = &node.parent {
                children.entry(parent).or_default().push(id);
            }
        }
        Self { topology, children, ports: Vec::new() }
    }

    fn node(&self, id: &Id) -> Option<&'a Node> {
        self.topology.nodes.get(id)
    }

    fn below(&self, id: &Id) -> Vec<&'a Id> {
        self.children.get(id).cloned().unwrap_or_default()
    }

    /// Adds the slots right below a node; the nodes that are in them.
    fn slots_at(&mut self, id: &'a Id) -> Vec<&'a Id> {
        let Some(node) = self.node(id) else { return Vec::new() };
        let below = self.below(id);
        if is_port(node) {
            let is_slot = match below.is_empty() {
                true => node.leads_to_slot() && !node.is_linked,
                false => self.is_removable(&below),
            };
            if !is_slot || node.is_behind_router() {
                return Vec::new();
            }
            self.ports.push(ObservedPort::new(self.topology, id, self.all_from(&below)));
            return below;
        }
        // Described machines have slots without ports.
        let slots = below.into_iter().filter(|below| self.is_in_slot(below));
        let slots: Vec<&Id> = slots.collect();
        for slot in &slots {
            let body = self.all_from(&[*slot]);
            self.ports.push(ObservedPort::new(self.topology, id, body));
        }
        slots
    }

    fn is_in_slot(&self, id: &'a Id) -> bool {
        let Some(node) = self.node(id) else { return false };
        let is_alone = node.link.as_ref().is_some_and(|link| link.port.is_none());
        is_alone && node.slot.is_some() && self.is_removable(&[id])
    }

    /// Nodes with all below them, each before those below it.
    fn all_from(&self, tops: &[&'a Id]) -> Vec<Id> {
        let mut all: Vec<&Id> = Vec::new();
        let mut passed = BTreeSet::new();
        let mut left: Vec<&Id> = tops.iter().rev().copied().collect();
        while let Some(id) = left.pop() {
            if passed.insert(id) {
                all.push(id);
                left.extend(self.below(id).into_iter().rev());
            }
        }
        all.into_iter().cloned().collect()
    }

    /// Whether a device, by its functions, can be taken out.
    fn is_removable(&self, functions: &[&'a Id]) -> bool {
        let nodes: Vec<&Node> = functions.iter().filter_map(|id| self.node(id)).collect();
        let soldered = |node: &&Node| {
            let is_inside = node.link.as_ref().is_some_and(|link| link.internal);
            node.is_labelled_soldered() || is_inside || node.is_behind_router()
        };
        if nodes.iter().any(soldered) {
            return false;
        }
        functions.iter().zip(&nodes).any(|(id, node)| match node.kind {
            NodeKind::Switch => self.is_card(id, node),
            _ => moves(node),
        })
    }

    fn is_card(&self, id: &'a Id, switch: &Node) -> bool {
        let all = self.all_from(&[id]);
        let inside: Vec<&Node> = all.iter().skip(1).filter_map(|id| self.node(id)).collect();
        let movable: Vec<&&Node> = inside.iter().filter(|node| moves(node)).collect();
        let maker = vendor(switch);
        // Graphics cards by AMD and Intel have a switch of their own, such as 1002:1478 above a
        // Navi.
        if maker.is_some() && movable.iter().any(|node| vendor(node) == maker) {
            return true;
        }
        let is_slot = |id: &&&Id| self.node(id).is_some_and(|port| port.slot.is_some());
        let has_slots = self.below(id).iter().any(|id| is_slot(&id));
        let only_drives =
            movable.iter().all(|node| node.kind == NodeKind::Storage(StorageControllerKind::Nvme));
        !has_slots && only_drives && (1..=CARRIED).contains(&movable.len())
    }
}

fn vendor(node: &Node) -> Option<u16> {
    node.pci_id.map(|id| id.vendor)
}

/// Whether a function by itself shows that its device can be taken out.
pub(super) fn moves(node: &Node) -> bool {
    let by = |makers: &[u16]| vendor(node).is_some_and(|vendor| makers.contains(&vendor));
    let is_named = node
        .slot
        .as_ref()
        .is_some_and(|(_, source)| matches!(source, SlotSource::Board | SlotSource::User));
    let possible = node.link.as_ref().and_then(|link| link.possible.or(link.current));
    let is_wide = possible.is_some_and(|link| link.lanes.get() >= CARD_LANES);
    match node.kind {
        // Apple's own controllers are on the board, or on a module that fits no slot but its own.
        NodeKind::Storage(StorageControllerKind::Nvme) => !by(&[APPLE]),
        NodeKind::Storage(StorageControllerKind::Sas | StorageControllerKind::Raid) => true,
        NodeKind::Storage(StorageControllerKind::Scsi) => true,
        NodeKind::Storage(
            StorageControllerKind::Ahci | StorageControllerKind::Ide | StorageControllerKind::Other,
        ) => is_named || !by(&SATA_MAKERS),
        NodeKind::Gpu => !by(&BMC_GRAPHICS),
        NodeKind::Network | NodeKind::Other => (is_named || is_wide) && !by(&[VIRTIO]),
        NodeKind::Usb => is_named,
        _ => false,
    }
}
