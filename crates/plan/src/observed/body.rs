//! The contents of a slot, taken out of the machine as a device.

use std::collections::BTreeSet;

use narrows_catalog::board::{SlotBus, SlotForm};
use narrows_catalog::drive::{self, DriveForm, DriveModel};
use narrows_model::Machine;
use narrows_topology::graph::{Drive, Id, Node, NodeKind, Topology};
use narrows_units::LinkWidth;

use super::port::ObservedPort;
use super::ports;
use crate::device::{CardBay, DeviceBody, DeviceShape, MovableDevice};
use crate::feasibility::{self, known, shown};

/// Graphics cards occupy a slot of sixteen lanes' length, even those with eight lanes.
const GRAPHICS_LENGTH: u8 = 16;

/// Where facts come from that twins share.
pub(super) const SOURCE: &str = "this machine";

/// A machine from which devices are taken.
pub(super) struct DeviceExtractor<'a> {
    whole: &'a Machine,
    left: Machine,
}

impl<'a> DeviceExtractor<'a> {
    pub fn of(whole: &'a Machine) -> Self {
        Self { whole, left: whole.clone() }
    }

    /// The rest of the machine.
    pub fn left(self) -> Machine {
        self.left
    }

    pub fn take(&mut self, port: &ObservedPort, form: Option<SlotForm>) -> MovableDevice {
        let nodes = self.nodes(port);
        let owned: BTreeSet<&Id> = nodes.iter().map(|(id, _)| id).collect();
        let is_in = |drive: &Drive| drive.controller.as_ref().is_some_and(|at| owned.contains(at));
        let drives = self.left.topology.drives.iter().filter(|(_, drive)| is_in(drive));
        let drives: Vec<Id> = drives.map(|(id, _)| id.clone()).collect();
        let mut body = DeviceBody::default();
        drives.iter().for_each(|id| self.move_drive(id, &mut body));
        let topology = &self.whole.topology;
        let first = nodes.first().map(|(id, _)| id.clone()).unwrap_or_else(|| port.on.clone());
        let link = nodes.first().and_then(|(_, node)| node.link.as_ref()?.possible);
        let model = model(topology, &drives, &nodes);
        let shape = match port.is_drive(topology) {
            true => drive_shape(&model, form, link),
            false => card_shape(topology, &port.body),
        };
        let device = MovableDevice {
            id: one(&drives).unwrap_or(&first).to_string(),
            model,
            shape,
            bus: SlotBus::Pcie,
            link,
            raid: one(&drives).map(|id| raid(topology, id)),
            bays: 0,
            bay: CardBay::default(),
            thickness: None,
            body: DeviceBody::default(),
        };
        // The nodes take along all that is recorded about them.
        for (id, _) in &nodes {
            self.left.topology.nodes.remove(id);
            if let Some(ceilings) = self.left.ceilings.remove(id) {
                body.ceilings.insert(id.clone(), ceilings);
            }
            let (own, others) = std::mem::take(&mut self.left.demands)
                .into_iter()
                .partition(|demand| demand.node == *id);
            self.left.demands = others;
            body.demands.extend::<Vec<_>>(own);
        }
        MovableDevice { body: DeviceBody { nodes, ..body }, ..device }
    }

    /// Takes a drive from the controller that stays; `None` if it went with a card.
    pub fn take_drive(&mut self, id: &Id) -> Option<(Id, MovableDevice)> {
        let controller = self.left.topology.drives.get(id)?.controller.clone()?;
        let mut body = DeviceBody::default();
        self.move_drive(id, &mut body);
        let topology = &self.whole.topology;
        let device = MovableDevice {
            id: id.to_string(),
            model: model(topology, std::slice::from_ref(id), &[]),
            shape: DeviceShape::Sata,
            bus: SlotBus::Sata,
            link: None,
            raid: Some(raid(topology, id)),
            bays: 0,
            bay: CardBay::default(),
            thickness: None,
            body,
        };
        Some((controller, device))
    }

    fn nodes(&self, port: &ObservedPort) -> Vec<(Id, Node)> {
        let node = |id: &Id| Some((id.clone(), self.whole.topology.nodes.get(id)?.clone()));
        let mut nodes: Vec<(Id, Node)> = port.body.iter().filter_map(node).collect();
        let label = nodes.iter().find_map(|(_, node)| Some(node.slot.clone()?.1));
        for (_, node) in nodes.iter_mut().filter(|(_, n)| n.parent.as_ref() == Some(&port.on)) {
            node.slot = label.map(|source| (port.name.clone(), source));
        }
        nodes
    }

    fn move_drive(&mut self, id: &Id, body: &mut DeviceBody) {
        if let Some(drive) = self.left.topology.drives.remove(id) {
            body.drives.insert(id.clone(), drive);
        }
        if let Some(figures) = self.left.figures.remove(id) {
            body.figures.insert(id.clone(), figures);
        }
    }
}

/// Has the device know the slot in which it was observed by this name.
pub(super) fn rename(device: &mut MovableDevice, name: &str) {
    let own: BTreeSet<Id> = device.body.nodes.iter().map(|(id, _)| id.clone()).collect();
    let is_own = |id: &Id| own.contains(id);
    let roots = device.body.nodes.iter_mut();
    for (_, node) in roots.filter(|(_, node)| !node.parent.as_ref().is_some_and(is_own)) {
        if let Some((slot, _)) = &mut node.slot {
            name.clone_into(slot);
        }
    }
}

/// Gives a drive the form factor of its slot.
pub(super) fn reshape(device: &mut MovableDevice, form: SlotForm) {
    let is_drive = device.body.nodes.first().is_some_and(|(_, node)| is_drive(node));
    if is_drive {
        device.shape = drive_shape(&device.model, Some(form), device.link);
    }
}

/// Mechanical form of a drive: from its slot, else the one form in which it is sold.
pub(super) fn drive_shape(
    model: &str,
    form: Option<SlotForm>,
    link: Option<LinkWidth>,
) -> DeviceShape {
    let sold = drive::drive(model).map(DriveModel::forms).unwrap_or_default();
    match (form, sold) {
        (Some(SlotForm::M2), _) => DeviceShape::M2,
        (Some(SlotForm::U2 | SlotForm::SlimSas | SlotForm::Mcio | SlotForm::OcuLink), _) => {
            DeviceShape::U2
        }
        // In a slot for cards, and sold as a card.
        (Some(_), sold) if sold.contains(&DriveForm::Aic) => {
            DeviceShape::Card(link.map_or(4, |link| link.lanes.get()))
        }
        (_, [DriveForm::M2]) => DeviceShape::M2,
        (_, [DriveForm::U2]) => DeviceShape::U2,
        _ => DeviceShape::Unknown,
    }
}

fn one(drives: &[Id]) -> Option<&Id> {
    drives.first().filter(|_| drives.len() == 1)
}

/// Key shared by devices of one kind: the drive's catalogue id, its own identification, the name or
/// ids of the card; a device without identification matches no other.
fn model(topology: &Topology, drives: &[Id], nodes: &[(Id, Node)]) -> String {
    let own = |id: &Id| {
        let drive = topology.drives.get(id).filter(|drive| !drive.assumed)?;
        let name = drive.model.clone()?;
        Some(drive::find(&name, drive.size).map_or(name, |model| model.id.clone()))
    };
    let of_drives: Vec<String> = drives.iter().filter_map(own).collect();
    if !of_drives.is_empty() && of_drives.len() == drives.len() {
        return of_drives.join("+");
    }
    // A graphics card has functions for sound beside the one that names it.
    let main = nodes.iter().map(|(_, node)| node).filter(|node| ports::moves(node));
    if let Some(name) = main.filter_map(|node| node.name.as_deref()).next() {
        // The name under which a device is sold, which lists of PCI ids put in brackets at the end.
        let inner = name.strip_suffix(']').and_then(|name| Some(name.rsplit_once('[')?.1));
        let sold_name = inner.filter(|inner| !inner.is_empty()).unwrap_or(name);
        return sold_name.to_owned();
    }
    let of_nodes: Vec<String> =
        nodes.iter().filter_map(|(_, node)| Some(node.pci_id?.to_string())).collect();
    let ids = drives.iter().chain(nodes.iter().map(|(id, _)| id)).map(Id::to_string);
    if of_nodes.is_empty() { ids.collect::<Vec<_>>().join("+") } else { of_nodes.join("+") }
}

/// Catalogue data of the drive and data observed in the machine, the same for twins.
fn raid(topology: &Topology, id: &Id) -> feasibility::DriveBootFacts {
    let mut placed = feasibility::DriveInSlot::default();
    if let Some(drive) = topology.drives.get(id).filter(|drive| !drive.assumed) {
        let name = drive.model.clone().unwrap_or_default();
        placed.drive = drive::find(&name, drive.size).map(known::drive).unwrap_or_default();
        if placed.drive.name.is_empty() {
            placed.drive.name = name;
        }
    }
    if placed.drive.name.is_empty() {
        placed.drive.name = id.to_string();
    }
    shown::drive_as(&mut placed, topology, id, SOURCE);
    placed.drive
}

/// The form of the only kind in which the catalogue knows the drive.
pub(super) fn sold_as(topology: &Topology, body: &[Id]) -> Option<SlotForm> {
    let on = |id: &Id| body.contains(id);
    let mut drives = topology.drives.values();
    let drive = drives.find(|drive| drive.controller.as_ref().is_some_and(on))?;
    let name = drive.model.as_deref().filter(|_| !drive.assumed)?;
    match drive::find(name, drive.size)?.forms() {
        [DriveForm::M2] => Some(SlotForm::M2),
        [DriveForm::U2] => Some(SlotForm::U2),
        [DriveForm::Aic] => Some(SlotForm::X4),
        _ => None,
    }
}

/// The length of the card's edge connector; `None` for a drive.
pub(super) fn card_length(topology: &Topology, body: &[Id]) -> Option<u8> {
    match card_shape(topology, body) {
        DeviceShape::Card(lanes) => Some(lanes),
        _ => None,
    }
}

fn card_shape(topology: &Topology, body: &[Id]) -> DeviceShape {
    let nodes = || body.iter().filter_map(|id| topology.nodes.get(id));
    if nodes().any(|node| node.kind == NodeKind::Gpu) {
        return DeviceShape::Card(GRAPHICS_LENGTH);
    }
    let first = nodes().next();
    let is_card = first.is_some_and(|node| !is_drive(node));
    let link = first.and_then(|node| node.link.as_ref()?.possible).filter(|_| is_card);
    link.map_or(DeviceShape::Unknown, |link| DeviceShape::Card(link.lanes.get()))
}

/// NVMe drives, and SATA functions that are drives of their own.
fn is_drive(node: &Node) -> bool {
    use narrows_topology::graph::StorageControllerKind::{Ahci, Nvme};
    matches!(node.kind, NodeKind::Storage(Nvme | Ahci))
}
