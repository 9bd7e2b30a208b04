//! Slots and rules.

use std::collections::BTreeMap;

use narrows_catalog::board::{Effect, Rule};
use narrows_plan::placement::Spot;
use narrows_plan::site::Seat;
use narrows_topology::Id;
use narrows_units::{Lanes, LinkWidth};

use super::Writer;
use crate::machine_file::description::{self, OneOrMore, Split};
use crate::machine_file::slip::Name;

impl Writer<'_> {
    /// Those that the board does not say by itself, and those that a carrier takes split.
    pub fn slots(&self) -> Vec<description::DescribedSlot> {
        let split = self.split_seats();
        let seats = self.site.seats.iter().enumerate().filter(|(_, seat)| seat.part.is_none());
        let said = seats.filter(|(index, seat)| split.contains_key(index) || !self.is_boards(seat));
        let whole = said.map(|(index, seat)| self.slot(seat, split.get(&index).copied()));
        whole.chain(self.connectors()).collect()
    }

    /// Seats with a card that passes lanes on to more than one bay, each with the lanes of a bay.
    fn split_seats(&self) -> BTreeMap<usize, u8> {
        let pieces = self.pieces.iter().zip(&self.at.spots);
        let carriers = pieces.filter(|(piece, _)| piece.needs_split());
        let seats = carriers.filter_map(|(piece, spot)| match spot {
            Spot::Seat(seat) => Some((*seat, piece.bay.lanes)),
            Spot::Bay(..) => None,
        });
        let is_wide = |(seat, bay): &(usize, u8)| {
            let link = self.site.seats.get(*seat).and_then(|seat| seat.link);
            link.is_some_and(|link| link.lanes.get() > *bay)
        };
        seats.filter(is_wide).collect()
    }

    /// Slots that are split whatever is in them, each with its parts.
    fn connectors(&self) -> Vec<description::DescribedSlot> {
        let first = |seat: &&Seat| seat.part.as_ref().is_some_and(|part| part.index == 0);
        let whole = self.site.seats.iter().filter(first).filter_map(|seat| {
            let part = seat.part.as_ref()?;
            let lanes = part.way.iter().map(|lanes| lanes.get()).sum();
            let lanes = Lanes::new(lanes)?;
            let link = seat.link.map(|link| LinkWidth { lanes, ..link });
            let whole = Seat { id: part.slot.clone(), link, part: None, ..seat.clone() };
            let split = Some(Split(part.way.clone()).into());
            Some(description::DescribedSlot { split, ..self.slot(&whole, None) })
        });
        whole.collect()
    }

    /// Whether the board has just this slot.
    fn is_boards(&self, seat: &Seat) -> bool {
        let slot = self.board.and_then(|board| board.slot(&seat.id));
        slot.is_some_and(|slot| {
            let (devices, splits) = (&slot.devices, &slot.splits);
            slot.on == seat.on.as_str()
                && slot.link == seat.link
                && (devices, splits) == (&seat.devices, &seat.splits)
                && Some(slot.form) == seat.form
        })
    }

    fn slot(&self, seat: &Seat, bay: Option<u8>) -> description::DescribedSlot {
        let split = bay.and_then(|bay| in_parts_of(seat, bay));
        // A split that nobody says the firmware offers stands without the list of those it does.
        let listed = split.as_ref().is_none_or(|split| seat.splits.contains(split));
        let splits = seat.splits.iter().filter(|_| listed);
        description::DescribedSlot {
            id: self.layout.slot_name(&seat.id).into(),
            on: self.layout.on(Some(&seat.on)).into(),
            link: seat.link.map(Into::into),
            splits: splits.map(|split| Split(split.clone()).into()).collect(),
            split: split.map(|split| Split(split).into()),
            devices: seat.devices.iter().map(|&device| device.into()).collect(),
            form: seat.form.map(Into::into),
        }
    }

    /// Those that the board does not bring along.
    pub fn rules(&self) -> Vec<description::Rule> {
        let of_board = self.board.map_or(0, |board| board.rules.len());
        self.site.rules.iter().skip(of_board).filter_map(|rule| self.rule(rule)).collect()
    }

    /// None for a rule about seats that there are not.
    fn rule(&self, rule: &Rule) -> Option<description::Rule> {
        let has = |slot: &str| self.site.seat(slot).is_some();
        let when = rule.when.iter().map(|when| {
            let name = self.layout.slot_name(&when.slot);
            let name = match when.device {
                Some(device) => format!("{name}:{device}"),
                None => name,
            };
            has(&when.slot).then(|| name.into())
        });
        let when: Vec<Name> = when.collect::<Option<_>>()?;
        let then = rule.then.iter().filter(|effect| has(&effect.slot));
        let then: Vec<_> = then.map(|effect| self.effect(effect)).collect();
        let setting = rule.settings.iter().map(|setting| setting.to_string().into()).collect();
        (!then.is_empty()).then_some(description::Rule { when, setting: OneOrMore(setting), then })
    }

    fn effect(&self, effect: &Effect) -> description::Effect {
        let slot = self.layout.slot_name(&effect.slot).into();
        if effect.off {
            let off = Some(true.into());
            return description::Effect { slot, off, ..description::Effect::default() };
        }
        let on = effect.on.as_ref().map(|on| self.layout.on(Some(&Id::new(on))).into());
        description::Effect { slot, link: effect.link.map(Into::into), on, off: None }
    }
}

/// The way to share all lanes of a slot out in parts of so many; none for one that has no more.
fn in_parts_of(seat: &Seat, lanes: u8) -> Option<Vec<Lanes>> {
    let parts = seat.link?.lanes.get().checked_div(lanes)?;
    (parts > 1).then(|| vec![Lanes::new(lanes); usize::from(parts)].into_iter().flatten().collect())
}
