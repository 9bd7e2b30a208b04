//! The site of board and machine together.

use std::collections::BTreeMap;

use narrows_catalog::board::{Board, Device, Effect, Form, Offer, Offers, Rule, Slot, apply};
use narrows_messages::Message;
use narrows_topology::graph::{Basis, Door, Id, Note};

use super::matching::{self, Pair};
use super::places::Places;
use super::{said, uses};
use crate::feasibility::{SlotFacts, known};
use crate::placement::Spot;
use crate::seen::body;
use crate::site::{Seat, Site};

/// Seats in the board's order, those that the board does not have after them.
pub(super) fn merge(mut site: Site, board: &Board, pairs: &[Pair], places: &Places) -> Site {
    let mut merging = Merging { board, rules: board.rules.clone(), notes: Vec::new() };
    merging.keep_on(&site, pairs);
    let offers = merging.offers(&site, pairs);
    let mut seats = Vec::new();
    let mut moved: BTreeMap<usize, usize> = BTreeMap::new();
    for (index, slot) in board.slots.iter().enumerate() {
        let seat = match pairs.iter().find(|pair| pair.slot == index) {
            Some(pair) => {
                moved.insert(pair.seat, seats.len());
                Some(merging.seen(&site, slot, pair, &offers, places))
            }
            None => unseen(board, slot, places),
        };
        seats.extend(seat);
    }
    for (index, seat) in site.seats.iter().enumerate() {
        if !moved.contains_key(&index) && matching::piece_in(&site, index).is_some() {
            moved.insert(index, seats.len());
            merging.remark("seen-no-slot", &seat.on, |text| text.with("seat", &seat.id));
            seats.push(seat.clone());
        }
    }
    merging.guessed(&site, pairs);
    site.seats = seats;
    merging.rename(&mut site, pairs);
    for spot in &mut site.today.spots {
        if let Spot::Seat(seat) = spot {
            *seat = moved.get(seat).copied().unwrap_or(*seat);
        }
    }
    site.rules = merging.rules_on(places);
    site.fixed.topology.notes.extend(merging.notes);
    site
}

struct Merging<'a> {
    board: &'a Board,
    rules: Vec<Rule>,
    notes: Vec<Note>,
}

impl Merging<'_> {
    fn remark(&mut self, id: &'static str, about: &Id, values: impl Fn(Message) -> Message) {
        let text = values(Message::new(id));
        self.notes.push(Note { about: Some(about.clone()), text });
    }

    /// Where several slots could be meant, order decided.
    fn guessed(&mut self, site: &Site, pairs: &[Pair]) {
        let guessed = pairs.iter().filter(|pair| !pair.by_name && pair.piece.is_some());
        let names: Vec<String> = guessed
            .map(|pair| {
                let (seat, slot) = (&site.seats[pair.seat], &self.board.slots[pair.slot]);
                format!("{} = {}", seat.id, slot.id)
            })
            .collect();
        if !names.is_empty() {
            let text = Message::new("seen-slots-by-order").with("slots", names.join(", "));
            self.notes.push(Note { about: None, text });
        }
    }

    fn effects<'r>(&'r mut self, slot: &'r str) -> impl Iterator<Item = &'r mut Effect> {
        let effects = self.rules.iter_mut().flat_map(|rule| &mut rule.then);
        effects.filter(move |effect| effect.slot == slot)
    }

    /// A slot in use is not off, whatever else is in use.
    fn keep_on(&mut self, site: &Site, pairs: &[Pair]) {
        let used = uses(site, self.board, pairs);
        for pair in pairs.iter().filter(|pair| pair.piece.is_some()) {
            let slot = &self.board.slots[pair.slot].id;
            let mut is_off = false;
            for rule in self.rules.iter_mut().filter(|it| it.holds(&used, &site.settings)) {
                for effect in rule.then.iter_mut().filter(|effect| effect.slot == *slot) {
                    is_off |= std::mem::take(&mut effect.off);
                }
            }
            if is_off {
                let on = &site.seats[pair.seat].on;
                self.remark("seen-slot-is-on", on, |text| text.with("slot", slot));
            }
        }
    }

    /// What each slot offers today by the rules that are left.
    fn offers(&self, site: &Site, pairs: &[Pair]) -> Offers {
        let offer = |slot: &Slot| Offer { on: slot.on.clone(), link: slot.link };
        let slots = self.board.slots.iter();
        let mut offers: Offers = slots.map(|it| (it.id.clone(), Some(offer(it)))).collect();
        apply(&mut offers, &self.rules, &uses(site, self.board, pairs), &site.settings);
        offers
    }

    /// A slot that was seen.
    fn seen(
        &mut self,
        site: &Site,
        slot: &Slot,
        pair: &Pair,
        offers: &Offers,
        places: &Places,
    ) -> Seat {
        let seat = &site.seats[pair.seat];
        let offer = offers.get(&slot.id).and_then(Option::as_ref);
        let on = self.on(site, slot, seat, offer, places);
        let link = self.link(site, slot, pair, offer);
        let known = known::slot(self.board, slot, None);
        let raid = SlotFacts {
            on_chipset: known.on_chipset.and(seat.raid.on_chipset.clone()),
            width: known.width.and(seat.raid.width.clone()),
            entry: known.entry.and(seat.raid.entry.clone()),
            ..known
        };
        Seat {
            id: slot.id.clone(),
            on,
            link,
            form: Some(slot.form),
            devices: slot.devices.clone(),
            splits: slot.splits.clone(),
            may_split: Vec::new(),
            split_setting: slot.split_setting.clone(),
            part: None,
            row: slot.row,
            basis: Basis::Observed,
            raid,
        }
    }

    /// What it hangs on while no rule says otherwise.
    fn on(
        &mut self,
        site: &Site,
        slot: &Slot,
        seat: &Seat,
        offer: Option<&Offer>,
        places: &Places,
    ) -> Id {
        let seen = matching::door_of_seat(site, seat);
        let says = offer.map_or(&slot.on, |offer| &offer.on);
        if !said::is_same_door(seen, matching::door_on(self.board, says)) {
            let (name, is) = (slot.id.clone(), seat.on.clone());
            self.effects(&name).for_each(|effect| effect.on = None);
            let id = match seen {
                Door::Chipset => "seen-slot-on-chipset",
                _ => "seen-slot-on-cpu",
            };
            self.remark(id, &is, |text| text.with("slot", &name));
            return is;
        }
        // Today a rule has it hang there: that is the port that was seen.
        let (says, is) = (says.clone(), seat.on.to_string());
        let by_rule = says != slot.on;
        let moved = self.effects(&slot.id).filter(|it| by_rule && it.on.as_ref() == Some(&says));
        moved.for_each(|effect| effect.on = Some(is.clone()));
        let manual = places.get(&slot.on).filter(|_| by_rule);
        manual.unwrap_or(&seat.on).clone()
    }

    /// What it offers while no rule says otherwise.
    fn link(
        &mut self,
        site: &Site,
        slot: &Slot,
        pair: &Pair,
        offer: Option<&Offer>,
    ) -> Option<narrows_units::LinkWidth> {
        let seat = &site.seats[pair.seat];
        let piece = pair.piece.and_then(|index| site.pieces.get(index));
        let is_same = offer.is_none_or(|offer| said::is_same_link(offer, seat, piece));
        let (Some(offer), false, Some(seen)) = (offer, is_same, seat.link) else {
            return slot.link.or(seat.link);
        };
        self.effects(&slot.id).for_each(|effect| effect.link = None);
        let said = offer.link.map_or_else(String::new, |link| link.to_string());
        let name = slot.id.clone();
        self.remark("seen-slot-link", &seat.on, |text| {
            text.with("slot", &name).with("seen", seen).with("said", &said)
        });
        Some(seen)
    }

    /// Pieces know the slots in which they were seen by the board's names, and drives the shape
    /// that these tell.
    fn rename(&self, site: &mut Site, pairs: &[Pair]) {
        for pair in pairs {
            let slot = &self.board.slots[pair.slot];
            let Some(piece) = pair.piece.and_then(|index| site.pieces.get_mut(index)) else {
                continue;
            };
            body::rename(piece, &slot.id);
            body::reshape(piece, slot.form);
        }
    }

    /// The rules that still say something, on the nodes of the machine.
    fn rules_on(&mut self, places: &Places) -> Vec<Rule> {
        let mut rules = std::mem::take(&mut self.rules);
        for effect in rules.iter_mut().flat_map(|rule| &mut rule.then) {
            if let Some(id) = effect.on.as_ref().and_then(|on| places.get(on)) {
                effect.on = Some(id.to_string());
            }
        }
        for rule in &mut rules {
            rule.then.retain(|it| it.off || it.link.is_some() || it.on.is_some());
        }
        rules.retain(|rule| !rule.then.is_empty());
        rules
    }
}

/// A slot that nobody saw; none where what it hangs on was not seen either.
fn unseen(board: &Board, slot: &Slot, places: &Places) -> Option<Seat> {
    let is_port = matches!(slot.form, Form::Sata | Form::Sata3g);
    let sata = places.sata().filter(|_| is_port && slot.devices == [Device::Sata]);
    Some(Seat {
        id: slot.id.clone(),
        on: sata.or_else(|| places.get(&slot.on))?.clone(),
        link: slot.link,
        form: Some(slot.form),
        devices: slot.devices.clone(),
        splits: slot.splits.clone(),
        may_split: Vec::new(),
        split_setting: slot.split_setting.clone(),
        part: None,
        row: slot.row,
        basis: Basis::Documented,
        raid: known::slot(board, slot, None),
    })
}
