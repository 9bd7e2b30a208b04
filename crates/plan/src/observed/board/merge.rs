//! The inventory of board and machine together.

use std::collections::BTreeMap;

use narrows_catalog::board::{
    Board, BoardRule, BoardSlot, Offers, RuleEffect, SlotBus, SlotForm, SlotOffer, apply,
};
use narrows_messages::Message;
use narrows_topology::graph::{AttachmentPoint, FactBasis, Id, TopologyNote};

use super::matching::{self, SlotMatch};
use super::places::BoardNodes;
use super::{agreement, uses};
use crate::feasibility::{SlotFacts, known};
use crate::inventory::{InventorySlot, SlotInventory};
use crate::observed::body;
use crate::placement::DeviceLocation;

/// Slots in the board's order, followed by those that the board does not have.
pub(super) fn merge(
    mut inventory: SlotInventory,
    board: &Board,
    pairs: &[SlotMatch],
    places: &BoardNodes,
) -> SlotInventory {
    let mut merging = BoardMerge { board, rules: board.rules.clone(), notes: Vec::new() };
    // A slot in use is not off, whatever else is in use.
    let used = uses(&inventory, merging.board, pairs);
    for pair in pairs.iter().filter(|pair| pair.device.is_some()) {
        let slot = &merging.board.slots[pair.slot].id;
        let mut is_off = false;
        for rule in merging.rules.iter_mut().filter(|it| it.holds(&used, &inventory.settings)) {
            for effect in rule.then.iter_mut().filter(|effect| effect.slot == *slot) {
                is_off |= std::mem::take(&mut effect.off);
            }
        }
        if is_off {
            let on = &inventory.slots[pair.observed].on;
            merging.remark("seen-slot-is-on", on, |text| text.with("slot", slot));
        }
    }
    // Only now, when what observations disprove is out of the rules.
    let offers = merging.offers(&inventory, pairs);
    let mut slots = Vec::new();
    let mut moved: BTreeMap<usize, usize> = BTreeMap::new();
    for (index, slot) in board.slots.iter().enumerate() {
        let observed = match pairs.iter().find(|pair| pair.slot == index) {
            Some(pair) => {
                moved.insert(pair.observed, slots.len());
                Some(merging.observed(&inventory, slot, pair, &offers, places))
            }
            None => unobserved(board, slot, places),
        };
        slots.extend(observed);
    }
    for (index, observed) in inventory.slots.iter().enumerate() {
        if !moved.contains_key(&index) && matching::device_in(&inventory, index).is_some() {
            moved.insert(index, slots.len());
            merging.remark("seen-no-slot", &observed.on, |text| text.with("seat", &observed.id));
            slots.push(observed.clone());
        }
    }
    merging.guessed(&inventory, pairs);
    inventory.slots = slots;
    merging.rename(&mut inventory, pairs);
    for location in &mut inventory.today.locations {
        if let DeviceLocation::Slot(observed) = location {
            *observed = moved.get(observed).copied().unwrap_or(*observed);
        }
    }
    // The rules that still say something, on the nodes of the machine.
    let mut rules = std::mem::take(&mut merging.rules);
    for effect in rules.iter_mut().flat_map(|rule| &mut rule.then) {
        if let Some(id) = effect.on.as_ref().and_then(|on| places.get(on)) {
            effect.on = Some(id.to_string());
        }
    }
    // Effects that an observation contradicts were emptied above.
    for rule in &mut rules {
        rule.then.retain(|it| it.off || it.link.is_some() || it.on.is_some());
    }
    rules.retain(|rule| !rule.then.is_empty());
    inventory.rules = rules;
    inventory.fixed.topology.notes.extend(merging.notes);
    inventory
}

struct BoardMerge<'a> {
    board: &'a Board,
    rules: Vec<BoardRule>,
    notes: Vec<TopologyNote>,
}

impl BoardMerge<'_> {
    fn remark(&mut self, id: &'static str, about: &Id, values: impl Fn(Message) -> Message) {
        let text = values(Message::new(id));
        self.notes.push(TopologyNote { about: Some(about.clone()), text });
    }

    /// Where several slots could be meant, order decided.
    fn guessed(&mut self, inventory: &SlotInventory, pairs: &[SlotMatch]) {
        let guessed = pairs.iter().filter(|pair| !pair.by_name && pair.device.is_some());
        let names: Vec<String> = guessed
            .map(|pair| {
                let (observed, slot) =
                    (&inventory.slots[pair.observed], &self.board.slots[pair.slot]);
                format!("{} = {}", observed.id, slot.id)
            })
            .collect();
        if !names.is_empty() {
            let text = Message::new("seen-slots-by-order").with("slots", names.join(", "));
            self.notes.push(TopologyNote { about: None, text });
        }
    }

    fn effects<'r>(&'r mut self, slot: &'r str) -> impl Iterator<Item = &'r mut RuleEffect> {
        let effects = self.rules.iter_mut().flat_map(|rule| &mut rule.then);
        effects.filter(move |effect| effect.slot == slot)
    }

    /// Each slot's offer today under the remaining rules.
    fn offers(&self, inventory: &SlotInventory, pairs: &[SlotMatch]) -> Offers {
        let offer = |slot: &BoardSlot| SlotOffer { on: slot.on.clone(), link: slot.link };
        let slots = self.board.slots.iter();
        let mut offers: Offers = slots.map(|it| (it.id.clone(), Some(offer(it)))).collect();
        apply(&mut offers, &self.rules, &uses(inventory, self.board, pairs), &inventory.settings);
        offers
    }

    fn observed(
        &mut self,
        inventory: &SlotInventory,
        slot: &BoardSlot,
        pair: &SlotMatch,
        offers: &Offers,
        places: &BoardNodes,
    ) -> InventorySlot {
        let observed = &inventory.slots[pair.observed];
        let offer = offers.get(&slot.id).and_then(Option::as_ref);
        let on = self.on(inventory, slot, observed, offer, places);
        let link = self.link(inventory, slot, pair, offer);
        let by_board = of_board(self.board, slot, on);
        let raid = SlotFacts {
            on_chipset: by_board.raid.on_chipset.and(observed.raid.on_chipset.clone()),
            width: by_board.raid.width.and(observed.raid.width.clone()),
            entry: by_board.raid.entry.and(observed.raid.entry.clone()),
            ..by_board.raid
        };
        InventorySlot { link, basis: FactBasis::Observed, raid, ..by_board }
    }

    /// Its attachment unless a rule says otherwise.
    fn on(
        &mut self,
        inventory: &SlotInventory,
        slot: &BoardSlot,
        observed: &InventorySlot,
        offer: Option<&SlotOffer>,
        places: &BoardNodes,
    ) -> Id {
        let attachment = matching::attachment_of_slot(inventory, observed);
        let stated = offer.map_or(&slot.on, |offer| &offer.on);
        let by_manual = matching::attachment_on(self.board, stated);
        if !agreement::is_same_attachment(attachment, by_manual) {
            let (name, is) = (slot.id.clone(), observed.on.clone());
            self.effects(&name).for_each(|effect| effect.on = None);
            let id = match attachment {
                AttachmentPoint::Chipset => "seen-slot-on-chipset",
                _ => "seen-slot-on-cpu",
            };
            self.remark(id, &is, |text| text.with("slot", &name));
            return is;
        }
        // Today a rule has it hang there: that is the observed port.
        let (stated, is) = (stated.clone(), observed.on.to_string());
        let by_rule = stated != slot.on;
        let moved = self.effects(&slot.id).filter(|it| by_rule && it.on.as_ref() == Some(&stated));
        moved.for_each(|effect| effect.on = Some(is.clone()));
        // By the manual the slot hangs elsewhere, and the rule brings it to the observed
        // port: without the rule it must go back.
        let manual = places.get(&slot.on).filter(|_| by_rule);
        manual.unwrap_or(&observed.on).clone()
    }

    /// Its link unless a rule says otherwise.
    fn link(
        &mut self,
        inventory: &SlotInventory,
        slot: &BoardSlot,
        pair: &SlotMatch,
        offer: Option<&SlotOffer>,
    ) -> Option<narrows_units::LinkWidth> {
        let observed = &inventory.slots[pair.observed];
        let device = pair.device.and_then(|index| inventory.devices.get(index));
        let is_same = offer.is_none_or(|offer| agreement::is_same_link(offer, observed, device));
        let (Some(offer), false, Some(link)) = (offer, is_same, observed.link) else {
            return slot.link.or(observed.link);
        };
        self.effects(&slot.id).for_each(|effect| effect.link = None);
        let stated = offer.link.map_or_else(String::new, |link| link.to_string());
        let name = slot.id.clone();
        self.remark("seen-slot-link", &observed.on, |text| {
            text.with("slot", &name).with("seen", link).with("said", &stated)
        });
        Some(link)
    }

    /// Devices know the slots in which they were observed by the board's names, and drives the shape
    /// that these tell.
    fn rename(&self, inventory: &mut SlotInventory, pairs: &[SlotMatch]) {
        for pair in pairs {
            let slot = &self.board.slots[pair.slot];
            let Some(device) = pair.device.and_then(|index| inventory.devices.get_mut(index))
            else {
                continue;
            };
            body::rename(device, &slot.id);
            body::reshape(device, slot.form);
        }
    }
}

/// A slot that was not observed; `None` if its attachment was not observed either.
fn unobserved(board: &Board, slot: &BoardSlot, places: &BoardNodes) -> Option<InventorySlot> {
    let is_port = matches!(slot.form, SlotForm::Sata | SlotForm::Sata3g);
    let sata = places.sata().filter(|_| is_port && slot.devices == [SlotBus::Sata]);
    Some(of_board(board, slot, sata.or_else(|| places.get(&slot.on))?.clone()))
}

/// A slot as the board's entry has it.
fn of_board(board: &Board, slot: &BoardSlot, on: Id) -> InventorySlot {
    InventorySlot {
        id: slot.id.clone(),
        link: slot.link,
        form: Some(slot.form),
        devices: slot.devices.clone(),
        splits: slot.splits.clone(),
        split_setting: slot.split_setting.clone(),
        row: slot.row,
        basis: FactBasis::Documented,
        raid: known::slot(board, slot, None),
        ..InventorySlot::below(on)
    }
}
