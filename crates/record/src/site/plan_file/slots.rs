//! Slots and rules.

use std::collections::BTreeSet;

use narrows_catalog::board::{Effect, Rule};
use narrows_plan::placement::Spot;
use narrows_plan::site::Seat;
use narrows_topology::Id;
use narrows_units::Lanes;

use super::Writer;
use crate::machine_file::description::{self, OneOrMore, Split};
use crate::machine_file::slip::Name;

/// Lanes of an M.2 drive on a carrier.
const BAY: u8 = 4;

impl Writer<'_> {
    /// Those that the board does not say by itself, and those that a carrier takes split.
    pub fn slots(&self) -> Vec<description::DescribedSlot> {
        let split = self.split_seats();
        let seats = self.site.seats.iter().enumerate();
        let said = seats.filter(|(index, seat)| split.contains(index) || !self.is_boards(seat));
        said.map(|(index, seat)| self.slot(seat, split.contains(&index))).collect()
    }

    /// Seats with a carrier that passes lanes on to more than one drive.
    fn split_seats(&self) -> BTreeSet<usize> {
        let pieces = self.pieces.iter().zip(&self.at.spots);
        let carriers = pieces.filter(|(piece, _)| piece.needs_split());
        let seats = carriers.filter_map(|(_, spot)| match spot {
            Spot::Seat(seat) => Some(*seat),
            Spot::Bay(..) => None,
        });
        let is_wide = |seat: &usize| {
            let link = self.site.seats.get(*seat).and_then(|seat| seat.link);
            link.is_some_and(|link| link.lanes.get() > BAY)
        };
        seats.filter(is_wide).collect()
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

    fn slot(&self, seat: &Seat, is_split: bool) -> description::DescribedSlot {
        let in_fours = in_fours(seat).filter(|_| is_split);
        // A split that nobody says the firmware offers stands without the list of those it does.
        let listed = in_fours.as_ref().is_none_or(|split| seat.splits.contains(split));
        let splits = seat.splits.iter().filter(|_| listed);
        description::DescribedSlot {
            id: self.layout.slot_name(&seat.id).into(),
            on: self.layout.on(Some(&seat.on)).into(),
            link: seat.link.map(Into::into),
            splits: splits.map(|split| Split(split.clone()).into()).collect(),
            split: in_fours.map(|split| Split(split).into()),
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

/// The way to share all lanes of a slot out in fours; none for one that has no more.
fn in_fours(seat: &Seat) -> Option<Vec<Lanes>> {
    let parts = seat.link?.lanes.get() / BAY;
    (parts > 1).then(|| vec![Lanes::new(BAY); usize::from(parts)].into_iter().flatten().collect())
}
