//! Slots as slots; a split slot is one for each of its parts.

use std::collections::BTreeSet;

use narrows_catalog::board::{BoardRule, RuleEffect, SlotBus, SlotForm, SlotUse};
use narrows_plan::feasibility;
use narrows_plan::inventory::{InventorySlot, SlotPart};
use narrows_topology::{FactBasis, Id};
use narrows_units::{Lanes, LinkWidth};

use super::known;
use crate::machine_file::{MachineFile, MachineOccupant, MachineSlot};

/// The slots, in the order of the board and then of the file.
pub(super) fn of(file: &MachineFile) -> Vec<InventorySlot> {
    let slots = file.slot_order.iter().filter_map(|id| file.slots.get_key_value(id));
    let slots = slots.filter(|(_, slot)| stays(file, slot));
    slots.flat_map(|(id, slot)| parts(file, id, slot)).collect()
}

/// Whether the slot's parent is fixed: a slot on a card moves with the card.
fn stays(file: &MachineFile, slot: &MachineSlot) -> bool {
    let on = Id::new(&slot.on);
    file.machine.topology.path(&on).all(|(_, node)| node.slot.is_none())
}

fn parts(file: &MachineFile, id: &str, slot: &MachineSlot) -> Vec<InventorySlot> {
    let raid = known::slot(file, id, slot);
    let entry = known::entry(file, id, slot);
    let form = known::form(file, id, slot);
    let part_of = |id: String, link: Option<LinkWidth>| InventorySlot {
        raid: feasibility::SlotFacts { name: id.clone(), ..raid.clone() },
        id,
        link,
        form,
        devices: slot.devices.clone(),
        splits: slot.splits.clone(),
        split_setting: entry.and_then(|entry| entry.split_setting.clone()),
        row: entry.and_then(|entry| entry.row),
        basis: FactBasis::Documented,
        ..InventorySlot::below(Id::new(&slot.on))
    };
    let slots = match (split_of(file, id, slot), slot.link) {
        (Some(way), Some(whole)) => (0..way.len())
            .map(|index| InventorySlot {
                splits: Vec::new(),
                row: None,
                part: Some(SlotPart { slot: id.to_owned(), way: way.clone(), index }),
                ..part_of(part_name(id, index), share(whole, &way, index))
            })
            .collect(),
        _ => vec![part_of(id.to_owned(), slot.link)],
    };
    slots.into_iter().filter(|slot| can_move(file, &slot.id)).collect()
}

/// The parts of a slot: those given in the file, and the halves of an eight-lane connector, whose
/// cables have a plug for a four-lane drive at each.
fn split_of(file: &MachineFile, id: &str, slot: &MachineSlot) -> Option<Vec<Lanes>> {
    let form = known::form(file, id, slot);
    let is_cabled = matches!(form, Some(SlotForm::SlimSas | SlotForm::Mcio | SlotForm::OcuLink));
    let in_fours = |way: &&Vec<Lanes>| way.iter().all(|part| part.get() == CABLE);
    let by_cable = || slot.splits.iter().find(in_fours).filter(|_| is_cabled).cloned();
    slot.split.clone().or_else(by_cable)
}

/// Lanes of each plug of a cable to drives.
const CABLE: u8 = 4;

/// As machine files name a part, counted from 0.
pub(super) fn part_name(slot: &str, part: usize) -> String {
    format!("{slot}/{}", part + 1)
}

/// The lanes of a part; `None` if those before it leave too few.
fn share(whole: LinkWidth, split: &[Lanes], part: usize) -> Option<LinkWidth> {
    let before = split.get(..=part)?.iter().map(|lanes| u32::from(lanes.get())).sum::<u32>();
    let fits = before <= u32::from(whole.lanes.get());
    split.get(part).filter(|_| fits).map(|&lanes| LinkWidth { lanes, ..whole })
}

/// Whether a plan can put something else there: a SAS or USB drive that a file has in a PCIe slot
/// hangs on something that the file does not tell of.
fn can_move(file: &MachineFile, slot: &str) -> bool {
    let Some(MachineOccupant { id, bus, .. }) = file.occupants.get(slot) else { return true };
    let drive = file.machine.topology.drives.get(id);
    *bus == SlotBus::Sata || drive.is_none_or(|drive| drive.transport.is_none())
}

/// The rules in terms of the slots. A device in a slot outside this list stays there: whether that
/// slot is used never changes.
pub(super) fn rules(file: &MachineFile, slots: &[InventorySlot]) -> Vec<BoardRule> {
    let slots: BTreeSet<&str> = slots.iter().map(|slot| slot.id.as_str()).collect();
    let mut rules = Vec::new();
    for rule in &file.rules {
        let then: Vec<RuleEffect> =
            rule.then.iter().flat_map(|effect| on_parts(file, effect)).collect();
        // The same condition for each way to fulfil it by slots: any part of a split slot will do.
        let mut ways: Vec<Vec<SlotUse>> = vec![Vec::new()];
        for condition in &rule.when {
            let Some(by) = fulfilled_by(file, &slots, condition) else { continue };
            let with = |way: &Vec<SlotUse>| {
                let way = way.clone();
                by.iter()
                    .map(move |it| [way.as_slice(), std::slice::from_ref(it)].concat())
                    .collect::<Vec<_>>()
            };
            ways = ways.iter().flat_map(with).take(MOST_WAYS).collect();
        }
        for when in ways {
            rules.push(BoardRule { when, then: then.clone(), ..rule.clone() });
        }
    }
    rules
}

/// The parts of the slot with this name; `None` if not split.
fn parts_of(file: &MachineFile, id: &str) -> Option<Vec<Lanes>> {
    split_of(file, id, file.slots.get(id)?)
}

/// Splits an effect on a split slot into effects on its parts.
fn on_parts(file: &MachineFile, effect: &RuleEffect) -> Vec<RuleEffect> {
    let Some(split) = parts_of(file, &effect.slot) else { return vec![effect.clone()] };
    let split = &split;
    let part = |part: usize| {
        let link = effect.link.map(|whole| share(whole, split, part));
        RuleEffect {
            slot: part_name(&effect.slot, part),
            // A part that the narrower link leaves no lanes for is off.
            off: effect.off || link == Some(None),
            link: link.flatten(),
            on: effect.on.clone(),
        }
    };
    (0..split.len()).map(part).collect()
}

/// More than any board has; a file with more loses the rest.
const MOST_WAYS: usize = 256;

/// The slot uses that fulfil a condition; `None` if it is met whatever is moved.
fn fulfilled_by(
    file: &MachineFile,
    slots: &BTreeSet<&str>,
    condition: &SlotUse,
) -> Option<Vec<SlotUse>> {
    let names: Vec<String> = match parts_of(file, &condition.slot) {
        Some(split) => (0..split.len()).map(|part| part_name(&condition.slot, part)).collect(),
        None => vec![condition.slot.clone()],
    };
    let stays = |name: &String| {
        let by = file.occupants.get(name).filter(|_| !slots.contains(name.as_str()));
        by.is_some_and(|by| condition.bus.is_none_or(|bus| bus == by.bus))
    };
    if names.iter().any(stays) {
        return None;
    }
    let here = names.into_iter().filter(|name| slots.contains(name.as_str()));
    Some(here.map(|slot| SlotUse { slot, bus: condition.bus }).collect())
}
