//! Facts about the board from one capture.

use std::collections::{BTreeMap, BTreeSet};

use narrows_catalog::board::{CHIPSET, CPU, SlotBus, SlotForm};
use narrows_topology::evidence::{SlotSource, SystemSlot};
use narrows_topology::graph::{
    AttachmentPoint, Id, Node, NodeKind, NodeLink, StorageControllerKind, Topology,
};
use narrows_units::LinkWidth;

use super::{LearnedSwitch, LearnedUser, NamedCapture};
use crate::inventory::{InventorySlot, SlotInventory};
use crate::observed::{self, port_path, words};
use crate::placement::DeviceLocation;

/// One capture's ports, devices that stay, and SATA drives.
pub(super) struct CaptureView {
    pub name: String,
    pub ports: Vec<CapturePort>,
    pub soldered: Vec<LearnedUser>,
    pub switches: Vec<LearnedSwitch>,
    /// Drives on SATA controllers, by the controllers' attachment.
    pub sata: BTreeMap<String, u8>,
    pub system_slots: Vec<SystemSlot>,
    /// Whether some link could not be read.
    pub is_blind: bool,
}

pub(super) struct CapturePort {
    pub key: String,
    pub port: Option<String>,
    pub address: String,
    pub group: Option<String>,
    pub label: Option<String>,
    pub on: Option<String>,
    pub link: Option<LinkWidth>,
    pub is_least: bool,
    pub form: Option<SlotForm>,
    pub is_form_known: bool,
    pub held: Option<PortOccupant>,
}

pub(super) struct PortOccupant {
    pub device: String,
    pub link: Option<LinkWidth>,
}

impl CaptureView {
    pub fn of(capture: &NamedCapture<'_>) -> Self {
        let whole = &capture.machine.topology;
        let inventory = observed::inventory(capture.machine);
        let mut view = Self {
            name: capture.name.to_owned(),
            ports: Vec::new(),
            soldered: Vec::new(),
            switches: Vec::new(),
            sata: BTreeMap::new(),
            system_slots: whole.system_slots.clone(),
            is_blind: is_blind(whole),
        };
        for (index, slot) in inventory.slots.iter().enumerate() {
            match slot.devices.contains(&SlotBus::Pcie) {
                true => view.ports.push(port(whole, &inventory, index, slot)),
                false => view.count_sata(&inventory.fixed.topology, slot),
            }
        }
        view.soldered = soldered(&inventory.fixed.topology);
        // The board's switches that ports and devices hang on, those nearer to the processor first.
        let ports = view.ports.iter().filter_map(|port| port.on.as_ref());
        let devices = view.soldered.iter().filter_map(|user| user.on.as_ref());
        let named: BTreeSet<&String> = ports.chain(devices).collect();
        let is_named = |id: &Id| named.contains(&switch_id(whole, id));
        let mut by_depth: Vec<(usize, LearnedSwitch)> = whole
            .nodes
            .iter()
            .filter(|(id, node)| node.kind == NodeKind::Switch && is_named(id))
            .filter_map(|(id, node)| Some((whole.path(id).count(), switch(whole, id, node)?)))
            .collect();
        by_depth.sort_by_key(|(depth, _)| *depth);
        view.switches.extend(by_depth.into_iter().map(|(_, switch)| switch));
        view
    }

    fn count_sata(&mut self, topology: &Topology, slot: &InventorySlot) {
        let Some(controller) = topology.nodes.get(&slot.on) else { return };
        let is_inside = controller.link.as_ref().is_none_or(|link| link.internal);
        let on = match is_inside {
            true => place(topology, &slot.on),
            false => {
                // A controller with ports of its own, unless too little is known of it.
                let id = switch_id(topology, &slot.on);
                if !self.switches.iter().any(|switch| switch.id == id) {
                    let Some(switch) = switch(topology, &slot.on, controller) else { return };
                    self.switches.push(switch);
                }
                Some(id)
            }
        };
        if let Some(on) = on {
            let count = self.sata.entry(on).or_default();
            *count = count.saturating_add(1);
        }
    }
}

fn switch(topology: &Topology, id: &Id, node: &Node) -> Option<LearnedSwitch> {
    Some(LearnedSwitch {
        id: switch_id(topology, id),
        name: called(node).unwrap_or_else(|| id.to_string()),
        on: place(topology, node.parent.as_ref()?)?,
        link: link_of(node.link.as_ref()?)?,
    })
}

/// The name of a switch or controller by the port that leads to it, because its address shifts.
fn switch_id(topology: &Topology, id: &Id) -> String {
    let port = topology.nodes.get(id).and_then(|node| port_path(topology, node.parent.as_ref()?));
    port.map_or_else(|| id.to_string(), |port| format!("behind-{}", port.replace([':', '/'], "-")))
}

fn port(
    topology: &Topology,
    inventory: &SlotInventory,
    index: usize,
    slot: &InventorySlot,
) -> CapturePort {
    let node = topology.nodes.get(&slot.on);
    let address = node.and_then(|node| node.address);
    let path = port_path(topology, &slot.on);
    let label = label(topology, inventory, index, slot);
    let form = label.as_deref().and_then(words::form);
    let listed = topology.system_slots.iter().find(|slot| Some(&slot.label) == label.as_ref());
    let listed = listed.and_then(|slot| slot.form);
    // Whether the port reports its own capability, rather than its occupant's.
    let offers = topology.nodes.get(&slot.on).is_some_and(|node| node.offers.is_some());
    let below = topology.nodes.values().filter(|node| node.parent.as_ref() == Some(&slot.on));
    let is_told_by_port = offers
        || below.filter_map(|node| node.link.as_ref()).any(|link| link.port_possible.is_some());
    CapturePort {
        key: path.clone().unwrap_or_else(|| slot.id.clone()),
        group: address.map(|address| address.first_function().to_string()),
        port: path,
        address: address.map_or_else(|| slot.on.to_string(), |address| address.to_string()),
        on: place(topology, &slot.on),
        link: slot.link,
        is_least: !is_told_by_port,
        is_form_known: form.or(listed).is_some(),
        form: listed.or(form).or(slot.form),
        held: holding(topology, inventory, index),
        label,
    }
}

/// The firmware's or the user's label; the number of a slot is none that anybody prints.
fn label(
    topology: &Topology,
    inventory: &SlotInventory,
    index: usize,
    slot: &InventorySlot,
) -> Option<String> {
    let device = inventory.today.device_at(DeviceLocation::Slot(index));
    let inside = device.and_then(|device| inventory.devices.get(device));
    let inside = inside.into_iter().flat_map(|device| device.body.nodes.iter().map(|(id, _)| id));
    let nodes = std::iter::once(&slot.on).chain(inside);
    let mut claims = nodes.filter_map(|id| topology.nodes.get(id)?.slot.as_ref());
    let claim = claims.find(|(_, source)| *source != SlotSource::SlotNumber);
    // In a machine file a colon divides the slot from the kind of device in it.
    claim.map(|(label, _)| label.trim().replace(':', "-")).filter(|label| !label.is_empty())
}

fn holding(topology: &Topology, inventory: &SlotInventory, index: usize) -> Option<PortOccupant> {
    let device = inventory.today.device_at(DeviceLocation::Slot(index))?;
    let device = inventory.devices.get(device)?;
    let first = device.body.nodes.first().and_then(|(id, _)| topology.nodes.get(id));
    Some(PortOccupant {
        device: first
            .and_then(called)
            .filter(|_| device.drive().is_none())
            .unwrap_or_else(|| device.model.clone()),
        link: first.and_then(|node| node.link.as_ref()?.current),
    })
}

/// Fixed devices on links of their own, without bridges and devices inside processor or chipset.
fn soldered(topology: &Topology) -> Vec<LearnedUser> {
    let is_device = |node: &Node| match node.kind {
        NodeKind::Network | NodeKind::Usb | NodeKind::Other | NodeKind::Gpu => true,
        NodeKind::Storage(kind) => kind != StorageControllerKind::Virtio,
        _ => false,
    };
    let is_first = |node: &Node| node.address.is_none_or(|at| at == at.first_function());
    let nodes = topology.nodes.iter().filter(|(_, node)| is_device(node) && is_first(node));
    nodes.filter_map(|(id, node)| user(topology, id, node)).collect()
}

fn user(topology: &Topology, id: &Id, node: &Node) -> Option<LearnedUser> {
    let link = node.link.as_ref().filter(|link| !link.internal)?;
    let port = link.port.as_ref().or(node.parent.as_ref())?;
    Some(LearnedUser {
        name: called(node).unwrap_or_else(|| id.to_string()),
        port: port_path(topology, port)?,
        address: port.to_string(),
        on: place(topology, port),
        link: link_of(link),
        captures: Vec::new(),
    })
}

fn link_of(link: &NodeLink) -> Option<LinkWidth> {
    link.current.or(link.possible)
}

fn called(node: &Node) -> Option<String> {
    node.name.clone().or_else(|| node.pci_id.map(|id| id.to_string()))
}

/// The board's name for the place above a node: a switch of the board, the chipset or a processor;
/// `None` if the capture does not show it.
pub(super) fn place(topology: &Topology, id: &Id) -> Option<String> {
    for (id, node) in topology.path(id) {
        match node.kind {
            NodeKind::Switch if node.attachment != AttachmentPoint::Unknown => {
                return Some(switch_id(topology, id));
            }
            NodeKind::Chipset => return Some(CHIPSET.to_owned()),
            NodeKind::Processor | NodeKind::RootComplex => break,
            _ => {}
        }
    }
    let (_, node) = topology.path(id).next()?;
    match (node.attachment, node.package) {
        (AttachmentPoint::Chipset, _) => Some(CHIPSET.to_owned()),
        (AttachmentPoint::Cpu, None | Some(0)) => Some(CPU.to_owned()),
        (AttachmentPoint::Cpu, Some(socket)) => Some(format!("{CPU}{socket}")),
        (AttachmentPoint::Unknown, _) => None,
    }
}

/// Whether the capture was made without the right to read links.
fn is_blind(topology: &Topology) -> bool {
    let devices = || topology.nodes.values().filter(|node| node.address.is_some());
    let has_link = |node: &Node| {
        node.offers.is_some()
            || node.link.as_ref().is_some_and(|link| link_of(link).is_some() && !link.internal)
    };
    devices().next().is_some() && !devices().any(has_link)
}
