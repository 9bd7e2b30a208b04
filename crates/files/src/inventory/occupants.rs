//! What is in the slots of a machine file, as devices, and the machine without it.

use std::collections::{BTreeMap, BTreeSet};

use narrows_catalog::board::{Bus, Form};
use narrows_catalog::card::{self, Card};
use narrows_catalog::drive::{self, DriveForm, DriveModel};
use narrows_model::Machine;
use narrows_plan::device::{Bay, Body, Device, Shape, Thickness};
use narrows_plan::inventory::InventorySlot;
use narrows_plan::placement::{Location, Placement};
use narrows_topology::Id;
use narrows_topology::graph::{Drive, NodeKind};

use super::bodies::Tree;
use super::known;
use crate::machine_file::{MachineFile, Occupant};

/// Devices, where they are, and what is left without them.
pub(super) struct Found {
    pub devices: Vec<Device>,
    pub today: Placement,
    pub fixed: Machine,
}

/// Takes out of the machine what is in its slots, in the slots' order.
pub(super) fn of(file: &MachineFile, slots: &[InventorySlot]) -> Found {
    let tree = Tree::of(&file.machine);
    let mut found =
        Found { devices: Vec::new(), today: Placement::default(), fixed: Machine::default() };
    let mut moved = BTreeSet::new();
    for (index, slot) in slots.iter().enumerate() {
        let Some(occupant) = file.occupants.get(&slot.id) else { continue };
        let body = tree.body(&occupant.id);
        moved.extend(body.nodes.iter().map(|(id, _)| id.clone()));
        moved.extend(body.drives.keys().cloned());
        found.devices.push(device(occupant, slot, body));
        found.today.locations.push(Location::Slot(index));
    }
    found.fixed = without(&file.machine, &moved);
    found
}

fn device(occupant: &Occupant, slot: &InventorySlot, body: Body) -> Device {
    let link = occupant.link.filter(|_| occupant.bus == Bus::Pcie);
    let mut drives = body.drives.iter();
    let only = drives.next().filter(|(id, _)| drives.next().is_none() && **id == occupant.id);
    let kind = match body.nodes.first().map(|(_, node)| node.kind) {
        Some(NodeKind::Storage(kind)) => Some(kind),
        _ => None,
    };
    let model = only.and_then(|(_, found)| model_of(found));
    let card = card_of(&body).filter(|_| body.drives.is_empty());
    let known = model.map(|model| model.id.as_str()).or(card.map(|card| card.id.as_str()));
    Device {
        id: occupant.id.to_string(),
        model: known.map_or_else(|| word(occupant, &body), str::to_owned),
        shape: match only {
            Some(_) => drive_shape(model, occupant, slot.form),
            None => card_shape(card, occupant, slot),
        },
        bus: occupant.bus,
        link,
        raid: only.map(|(id, found)| known::drive(id, found, kind)),
        bays: 0,
        bay: Bay::default(),
        thickness: card.and_then(thickness),
        body,
    }
}

fn model_of(found: &Drive) -> Option<&'static DriveModel> {
    drive::all().iter().find(|model| found.model.as_ref() == Some(&model.name))
}

fn card_of(body: &Body) -> Option<&'static Card> {
    card::find(body.nodes.first()?.1.name.as_deref()?)
}

/// What it is, where the catalogue does not know it: its name, else its own id, which no other has.
fn word(occupant: &Occupant, body: &Body) -> String {
    let named = body.nodes.first().and_then(|(_, node)| node.name.clone());
    named.unwrap_or_else(|| occupant.id.to_string())
}

/// Of the forms that the model is sold in, one that fits where it is now.
fn drive_shape(model: Option<&DriveModel>, occupant: &Occupant, form: Option<Form>) -> Shape {
    if occupant.bus == Bus::Sata {
        return if form == Some(Form::M2) { Shape::M2 } else { Shape::Sata };
    }
    let lanes = occupant.link.map_or(4, |link| link.lanes.get());
    let shapes: Vec<Shape> =
        model.iter().flat_map(|it| it.forms()).map(|it| shape_of(*it, lanes)).collect();
    let here = shapes.iter().find(|shape| Some(**shape) == native(form, lanes));
    match (here.or(shapes.first()), form) {
        (Some(shape), _) => *shape,
        (None, Some(Form::M2)) => Shape::M2,
        (None, Some(Form::U2 | Form::SlimSas | Form::Mcio | Form::OcuLink)) => Shape::U2,
        (None, _) => Shape::Unknown,
    }
}

/// What a form is to a slot, of a drive with so many lanes.
pub(super) fn shape_of(form: DriveForm, lanes: u8) -> Shape {
    match form {
        DriveForm::M2 => Shape::M2,
        DriveForm::Aic => Shape::Card(lanes),
        DriveForm::U2 => Shape::U2,
        DriveForm::Sata => Shape::Sata,
    }
}

/// The shape that such a slot was made for.
fn native(form: Option<Form>, lanes: u8) -> Option<Shape> {
    match form? {
        Form::M2 => Some(Shape::M2),
        Form::U2 | Form::SlimSas | Form::Mcio | Form::OcuLink => Some(Shape::U2),
        Form::Sata | Form::Sata3g => Some(Shape::Sata),
        Form::X16 | Form::X8 | Form::X4 | Form::X1 => Some(Shape::Card(lanes)),
        Form::MiniSasHd | Form::MiniSas | Form::SataExpress | Form::MiniPcie => None,
    }
}

/// What a card of the catalogue is to a slot.
pub(super) fn shape_of_card(card: &Card) -> Shape {
    match card.plugs {
        Some(Form::M2) => Shape::M2,
        _ => Shape::Card(card.length),
    }
}

/// How thick a card of the catalogue is, where that is known; assumed where designs differ.
pub(super) fn thickness(card: &Card) -> Option<Thickness> {
    let is_assumed = card.slots_thick_between.is_some();
    card.slots_thick.map(|slots| Thickness { slots, is_assumed })
}

/// A card is as long as the catalogue says or its link is wide, and no longer than the slot that it
/// is in.
fn card_shape(card: Option<&Card>, occupant: &Occupant, slot: &InventorySlot) -> Shape {
    let longest = match slot.form {
        Some(Form::X16) => 16,
        Some(Form::X8) => 8,
        Some(Form::X4) => 4,
        Some(Form::X1) => 1,
        Some(_) => return Shape::Unknown,
        None => u8::MAX,
    };
    let lanes = occupant.link.or(slot.link).map(|link| link.lanes.get());
    match card.map(|card| card.length).or(lanes) {
        Some(length) => Shape::Card(length.min(longest)),
        None => Shape::Unknown,
    }
}

/// The machine without these nodes and drives.
fn without(machine: &Machine, moved: &BTreeSet<Id>) -> Machine {
    let mut fixed = machine.clone();
    let stays = |id: &Id| !moved.contains(id);
    fixed.topology.nodes.retain(|id, _| stays(id));
    fixed.topology.drives.retain(|id, _| stays(id));
    retain(&mut fixed.figures, moved);
    retain(&mut fixed.ceilings, moved);
    fixed.demands.retain(|demand| stays(&demand.node));
    fixed
}

fn retain<T>(of: &mut BTreeMap<Id, T>, moved: &BTreeSet<Id>) {
    of.retain(|id, _| !moved.contains(id));
}
