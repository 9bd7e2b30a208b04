//! Devices in the slots of a machine file, and the machine without them.

use std::collections::{BTreeMap, BTreeSet};

use narrows_catalog::board::{SlotBus, SlotForm};
use narrows_catalog::card::{self, Card};
use narrows_catalog::drive::{self, DriveForm, DriveModel};
use narrows_model::Machine;
use narrows_plan::device::{CardBay, DeviceBody, DeviceShape, MovableDevice, Thickness};
use narrows_plan::inventory::InventorySlot;
use narrows_plan::placement::{DeviceLocation, Placement};
use narrows_topology::Id;
use narrows_topology::graph::NodeKind;

use super::bodies::MachineTree;
use super::known;
use crate::machine_file::{MachineFile, MachineOccupant};

/// Devices, their locations, and the machine without them.
pub(super) struct InstalledDevices {
    pub devices: Vec<MovableDevice>,
    pub today: Placement,
    pub fixed: Machine,
}

/// Takes the devices out of the machine's slots, in the slots' order.
pub(super) fn of(file: &MachineFile, slots: &[InventorySlot]) -> InstalledDevices {
    let tree = MachineTree::of(&file.machine);
    let mut installed = InstalledDevices {
        devices: Vec::new(),
        today: Placement::default(),
        fixed: Machine::default(),
    };
    let mut moved = BTreeSet::new();
    for (index, slot) in slots.iter().enumerate() {
        let Some(occupant) = file.occupants.get(&slot.id) else { continue };
        let body = tree.body(&occupant.id);
        moved.extend(body.nodes.iter().map(|(id, _)| id.clone()));
        moved.extend(body.drives.keys().cloned());
        installed.devices.push(device(occupant, slot, body));
        installed.today.locations.push(DeviceLocation::Slot(index));
    }
    // The machine without these nodes and drives.
    let mut fixed = file.machine.clone();
    let stays = |id: &Id| !moved.contains(id);
    fixed.topology.nodes.retain(|id, _| stays(id));
    fixed.topology.drives.retain(|id, _| stays(id));
    retain(&mut fixed.figures, &moved);
    retain(&mut fixed.ceilings, &moved);
    fixed.demands.retain(|demand| stays(&demand.node));
    installed.fixed = fixed;
    installed
}

fn device(occupant: &MachineOccupant, slot: &InventorySlot, body: DeviceBody) -> MovableDevice {
    let link = occupant.link.filter(|_| occupant.bus == SlotBus::Pcie);
    // A card with one drive has its own name: the drive is the occupant if the names agree.
    let mut drives = body.drives.iter();
    let only = drives.next().filter(|(id, _)| drives.next().is_none() && **id == occupant.id);
    let kind = match body.nodes.first().map(|(_, node)| node.kind) {
        Some(NodeKind::Storage(kind)) => Some(kind),
        _ => None,
    };
    let model = only.and_then(|(_, drive)| {
        drive::all().iter().find(|model| drive.model.as_ref() == Some(&model.name))
    });
    let card = card_of(&body).filter(|_| body.drives.is_empty());
    let known = model.map(|model| model.id.as_str()).or(card.map(|card| card.id.as_str()));
    MovableDevice {
        id: occupant.id.to_string(),
        model: known.map_or_else(
            || {
                let named = body.nodes.first().and_then(|(_, node)| node.name.clone());
                named.unwrap_or_else(|| occupant.id.to_string())
            },
            str::to_owned,
        ),
        shape: match only {
            Some(_) => drive_shape(model, occupant, slot.form),
            None => card_shape(card, occupant, slot),
        },
        bus: occupant.bus,
        link,
        raid: only.map(|(id, drive)| known::drive(id, drive, kind)),
        bays: 0,
        bay: CardBay::default(),
        thickness: card.and_then(thickness),
        body,
    }
}

fn card_of(body: &DeviceBody) -> Option<&'static Card> {
    card::find(body.nodes.first()?.1.name.as_deref()?)
}

/// Of the forms the model is sold in, one that fits its current slot.
fn drive_shape(
    model: Option<&DriveModel>,
    occupant: &MachineOccupant,
    form: Option<SlotForm>,
) -> DeviceShape {
    if occupant.bus == SlotBus::Sata {
        return if form == Some(SlotForm::M2) { DeviceShape::M2 } else { DeviceShape::Sata };
    }
    let lanes = occupant.link.map_or(4, |link| link.lanes.get());
    let shapes: Vec<DeviceShape> =
        model.iter().flat_map(|it| it.forms()).map(|it| shape_of(*it, lanes)).collect();
    let here = shapes.iter().find(|shape| Some(**shape) == native(form, lanes));
    match (here.or(shapes.first()), form) {
        (Some(shape), _) => *shape,
        (None, Some(SlotForm::M2)) => DeviceShape::M2,
        (None, Some(SlotForm::U2 | SlotForm::SlimSas | SlotForm::Mcio | SlotForm::OcuLink)) => {
            DeviceShape::U2
        }
        (None, _) => DeviceShape::Unknown,
    }
}

/// The shape that a slot must take, by drive form and number of lanes.
pub(super) fn shape_of(form: DriveForm, lanes: u8) -> DeviceShape {
    match form {
        DriveForm::M2 => DeviceShape::M2,
        DriveForm::Aic => DeviceShape::Card(lanes),
        DriveForm::U2 => DeviceShape::U2,
        DriveForm::Sata => DeviceShape::Sata,
    }
}

/// The shape that such a slot was made for.
fn native(form: Option<SlotForm>, lanes: u8) -> Option<DeviceShape> {
    match form? {
        SlotForm::M2 => Some(DeviceShape::M2),
        SlotForm::U2 | SlotForm::SlimSas | SlotForm::Mcio | SlotForm::OcuLink => {
            Some(DeviceShape::U2)
        }
        SlotForm::Sata | SlotForm::Sata3g => Some(DeviceShape::Sata),
        SlotForm::X16 | SlotForm::X8 | SlotForm::X4 | SlotForm::X1 => {
            Some(DeviceShape::Card(lanes))
        }
        SlotForm::MiniSasHd | SlotForm::MiniSas | SlotForm::SataExpress | SlotForm::MiniPcie => {
            None
        }
    }
}

/// The shape of a catalogue card that a slot must take.
pub(super) fn shape_of_card(card: &Card) -> DeviceShape {
    match card.plugs {
        Some(SlotForm::M2) => DeviceShape::M2,
        _ => DeviceShape::Card(card.length),
    }
}

/// Thickness of a card of the catalogue, if known; assumed if designs differ.
pub(super) fn thickness(card: &Card) -> Option<Thickness> {
    let is_assumed = card.slots_thick_between.is_some();
    card.slots_thick.map(|slots| Thickness { slots, is_assumed })
}

/// A card is as long as the catalogue or its link says, and no longer than its slot.
fn card_shape(
    card: Option<&Card>,
    occupant: &MachineOccupant,
    slot: &InventorySlot,
) -> DeviceShape {
    let longest = match slot.form {
        Some(SlotForm::X16) => 16,
        Some(SlotForm::X8) => 8,
        Some(SlotForm::X4) => 4,
        Some(SlotForm::X1) => 1,
        Some(_) => return DeviceShape::Unknown,
        None => u8::MAX,
    };
    let lanes = occupant.link.or(slot.link).map(|link| link.lanes.get());
    match card.map(|card| card.length).or(lanes) {
        Some(length) => DeviceShape::Card(length.min(longest)),
        None => DeviceShape::Unknown,
    }
}

fn retain<T>(of: &mut BTreeMap<Id, T>, moved: &BTreeSet<Id>) {
    of.retain(|id, _| !moved.contains(id));
}
