//! Names in the file, and the entries it contains.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use narrows_catalog::board::{self, Board};
use narrows_catalog::chipset::{self, Chipset};
use narrows_model::Machine;
use narrows_plan::device::MovableDevice;
use narrows_plan::inventory::SlotInventory;
use narrows_plan::placement::{DeviceLocation, Placement};
use narrows_topology::Id;
use narrows_topology::graph::{Node, NodeKind, StorageControllerKind};
use narrows_units::LinkWidth;

/// Names, and where each device is.
pub(super) struct PlanFileLayout {
    written: BTreeSet<Id>,
    /// Controllers that are only part of a drive.
    drives_own: BTreeSet<Id>,
    /// The name to write for an attachment point.
    names: BTreeMap<Id, String>,
    /// The slot of a device's first node or of its drive, and the link that the device says itself.
    slots: BTreeMap<Id, (String, Option<LinkWidth>)>,
}

/// The board, where slots and rules are as the catalogue has them, others only added.
pub(super) fn as_the_catalogue_has_it(inventory: &SlotInventory) -> Option<Cow<'static, Board>> {
    let board = inventory.board.as_deref().and_then(board::board)?;
    let part_of = |slot: &str| {
        let parts = inventory.slots.iter().filter_map(|slot| slot.part.as_ref());
        parts.into_iter().any(|part| part.slot == slot)
    };
    let has_slots =
        board.slots.iter().all(|slot| inventory.slot(&slot.id).is_some() || part_of(&slot.id));
    let nodes = &inventory.fixed.topology.nodes;
    let switches = board.switches.iter().map(|switch| switch.id.as_str());
    let mut places = switches.chain([board::CPU, board::CHIPSET]);
    let has_places = places.all(|id| nodes.contains_key(&Id::new(id)));
    // The reader fits the board to its processor: the fitted rules are those that must agree.
    let fitted = board.with_processor(inventory.fixed.topology.host.cpu.as_deref());
    (has_slots && has_places && inventory.rules.starts_with(&fitted.rules)).then_some(fitted)
}

/// The chipset that the host names: one of the catalogue with the uplink that the catalogue has.
pub(super) fn host_chipset(machine: &Machine) -> Option<&'static Chipset> {
    let node = machine.topology.nodes.get(&Id::new(board::CHIPSET))?;
    let known = chipset::named(node.name.as_deref()?)?;
    let uplink = known.uplink.as_ref().map(|uplink| uplink.link);
    let link = node.link.as_ref().and_then(|link| link.current);
    let on_first = node.package.is_none_or(|package| package == 0);
    (node.kind == NodeKind::Chipset && uplink == link && on_first).then_some(known)
}

impl PlanFileLayout {
    pub fn of(
        inventory: &SlotInventory,
        devices: &[MovableDevice],
        at: &Placement,
        machine: &Machine,
    ) -> Self {
        let drives_own = drives_own(machine);
        let implied = implied(inventory, machine);
        let nodes = &machine.topology.nodes;
        let leaves = leaves(machine);
        let written = nodes.iter().filter(|(id, node)| {
            let is_idle = leaves.contains(*id) && is_inside(node);
            let has_word = match node.kind {
                NodeKind::Processor
                | NodeKind::RootPort
                | NodeKind::DownstreamPort
                | NodeKind::Bridge
                | NodeKind::Storage(
                    StorageControllerKind::Virtio
                    | StorageControllerKind::Loop
                    | StorageControllerKind::Other,
                ) => false,
                NodeKind::Switch => node.link.is_some(),
                NodeKind::Chipset => node.link.is_some(),
                _ => true,
            };
            has_word && !is_idle && !drives_own.contains(*id) && !implied.contains(*id)
        });
        let written: BTreeSet<Id> = written.map(|(id, _)| id.clone()).collect();
        let mut layout =
            Self { names: BTreeMap::new(), slots: BTreeMap::new(), written, drives_own };
        for id in nodes.keys() {
            // The nearest ancestor that the file has: the node itself, or the node its port is on.
            let mut path = machine.topology.path(id);
            let named = path.find_map(|(id, node)| match node.kind {
                NodeKind::Processor => Some(socket(node)),
                _ if implied.contains(id) || layout.written.contains(id) => Some(id.to_string()),
                _ => None,
            });
            let name = named.unwrap_or_else(|| board::CPU.to_owned());
            layout.names.insert(id.clone(), name);
        }
        for (device, location) in devices.iter().zip(&at.locations) {
            let Some(slot) = layout.slot(inventory, devices, at, location) else { continue };
            let first = device.body.nodes.first().map(|(id, _)| id);
            let Some(id) = first.or(device.body.drives.keys().next()) else { continue };
            // A machine file has no word for a card that only passes lanes on.
            let carrier = match location {
                DeviceLocation::Bay(carrier, _) => devices.get(*carrier).and_then(|card| card.link),
                DeviceLocation::Slot(_) => None,
            };
            let bounded = |own: LinkWidth| match carrier {
                Some(card) => LinkWidth { rate: own.rate.min(card.rate), ..own },
                None => own,
            };
            layout.slots.insert(id.clone(), (slot, device.link.map(bounded)));
        }
        layout
    }

    /// The slot of a location as named in the file; `None` for a bay behind a switch.
    fn slot(
        &self,
        inventory: &SlotInventory,
        devices: &[MovableDevice],
        at: &Placement,
        location: &DeviceLocation,
    ) -> Option<String> {
        match *location {
            DeviceLocation::Slot(slot) => Some(self.slot_name(&inventory.slots.get(slot)?.id)),
            DeviceLocation::Bay(carrier, bay) => {
                let Some(&DeviceLocation::Slot(slot)) = at.locations.get(carrier) else {
                    return None;
                };
                let card = devices.get(carrier).filter(|card| card.needs_split())?;
                let slot = inventory.slots.get(slot)?;
                let name = self.slot_name(&slot.id);
                let lanes = slot.link.map_or(0, |link| link.lanes.get());
                // A slot with the lanes of one bay is written whole, because it cannot be split.
                Some(if lanes > card.bay.lanes { format!("{name}/{}", bay + 1) } else { name })
            }
        }
    }

    /// A slot's name: without the colons of an address, which separate a slot from its occupant,
    /// and distinct from the names of places.
    pub fn slot_name(&self, slot: &str) -> String {
        let name = slot.replace(':', "-");
        if self.written.contains(&Id::new(&name)) { format!("slot {name}") } else { name }
    }

    pub fn is_written(&self, id: &Id) -> bool {
        self.written.contains(id)
    }

    pub fn is_drives_own(&self, id: &Id) -> bool {
        self.drives_own.contains(id)
    }

    pub fn slot_of(&self, id: &Id) -> Option<&(String, Option<LinkWidth>)> {
        self.slots.get(id)
    }

    /// The name to write for an attachment point.
    pub fn on(&self, id: Option<&Id>) -> String {
        let name = id.and_then(|id| self.names.get(id)).cloned();
        name.unwrap_or_else(|| board::CPU.to_owned())
    }
}

fn socket(node: &Node) -> String {
    match node.package {
        None | Some(0) => board::CPU.to_owned(),
        Some(socket) => format!("{}{socket}", board::CPU),
    }
}

/// A function that showed inside a processor or chipset: a bridge to memory, sound, and such.
fn is_inside(node: &Node) -> bool {
    let is_card =
        matches!(node.kind, NodeKind::Gpu | NodeKind::Network | NodeKind::Usb | NodeKind::Other);
    is_card && node.address.is_some() && node.link.as_ref().is_none_or(|link| link.internal)
}

fn leaves(machine: &Machine) -> BTreeSet<Id> {
    let topology = &machine.topology;
    let parents = topology.nodes.values().filter_map(|node| node.parent.as_ref());
    let controllers = topology.drives.values().filter_map(|drive| drive.controller.as_ref());
    let used: BTreeSet<&Id> = parents.chain(controllers).collect();
    topology.nodes.keys().filter(|id| !used.contains(id)).cloned().collect()
}

/// Controllers that are drives: those from a file by name, and those of observed NVMe drives.
fn drives_own(machine: &Machine) -> BTreeSet<Id> {
    let own = machine.topology.drives.iter().filter_map(|(id, drive)| {
        let controller = drive.controller.as_ref()?;
        let node = machine.topology.nodes.get(controller)?;
        let is_nvme = node.kind == NodeKind::Storage(StorageControllerKind::Nvme);
        (controller == id || is_nvme).then(|| controller.clone())
    });
    own.collect()
}

/// Nodes that host and board imply.
fn implied(inventory: &SlotInventory, machine: &Machine) -> BTreeSet<Id> {
    let board = as_the_catalogue_has_it(inventory);
    let switches = board.iter().flat_map(|board| &board.switches).map(|it| Id::new(&it.id));
    let has_chipset = board.is_some() || host_chipset(machine).is_some();
    let chipset = has_chipset.then(|| Id::new(board::CHIPSET));
    switches.chain(chipset).collect()
}
