//! Slots and rules.

use std::collections::BTreeSet;

use narrows_catalog::board::{Effect, Rule};
use narrows_plan::placement::Spot;
use narrows_plan::site::Seat;
use narrows_topology::Id;
use narrows_units::Lanes;

use super::Writer;
use crate::machine_file::write::{self, Table};

/// Lanes of an M.2 drive on a carrier.
const BAY: u8 = 4;

impl Writer<'_> {
    /// Those that the board does not say by itself, and those that a carrier takes split.
    pub fn slots(&self) -> Vec<Table> {
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

    fn slot(&self, seat: &Seat, is_split: bool) -> Table {
        let table = Table::new("[[slot]]").says("id", self.layout.slot_name(&seat.id));
        let table = table.says("on", self.layout.on(Some(&seat.on)));
        let table = table.may_say("link", seat.link.map(write::link));
        let table = table.may_say("form", seat.form);
        let in_fours = in_fours(seat).filter(|_| is_split);
        // A split that nobody says the firmware offers stands without the list of those it does.
        let listed = in_fours.as_ref().is_none_or(|split| seat.splits.contains(split));
        let splits = seat.splits.iter().filter(|_| listed).map(|split| write::split(split));
        let splits: Vec<String> = splits.collect();
        let table = if splits.is_empty() { table } else { table.lists("splits", splits) };
        let table = table.may_say("split", in_fours.map(|split| write::split(&split)));
        table.lists("devices", &seat.devices)
    }

    /// Those that the board does not bring along.
    pub fn rules(&self) -> Vec<Table> {
        let of_board = self.board.map_or(0, |board| board.rules.len());
        self.site.rules.iter().skip(of_board).filter_map(|rule| self.rule(rule)).collect()
    }

    /// None for a rule about seats that there are not.
    fn rule(&self, rule: &Rule) -> Option<Table> {
        let has = |slot: &str| self.site.seat(slot).is_some();
        let when = rule.when.iter().map(|when| {
            let name = self.layout.slot_name(&when.slot);
            let name = match when.device {
                Some(device) => format!("{name}:{device}"),
                None => name,
            };
            has(&when.slot).then_some(name)
        });
        let when: Vec<String> = when.collect::<Option<_>>()?;
        let then = rule.then.iter().filter(|effect| has(&effect.slot));
        let then: Vec<String> = then.map(|effect| self.effect(effect)).collect();
        if then.is_empty() {
            return None;
        }
        let table = Table::new("[[rule]]");
        let table = if when.is_empty() { table } else { table.lists("when", when) };
        let table = match rule.settings.is_empty() {
            true => table,
            false => table.lists("setting", &rule.settings),
        };
        Some(table.raw("then", format!("[{}]", then.join(", "))))
    }

    fn effect(&self, effect: &Effect) -> String {
        let mut parts =
            vec![format!("slot = {}", write::quoted(&self.layout.slot_name(&effect.slot)))];
        if effect.off {
            parts.push("off = true".to_owned());
        } else {
            let link =
                effect.link.map(|link| format!("link = {}", write::quoted(&write::link(link))));
            let on = effect
                .on
                .as_ref()
                .map(|on| format!("on = {}", write::quoted(&self.layout.on(Some(&Id::new(on))))));
            parts.extend(link.into_iter().chain(on));
        }
        format!("{{ {} }}", parts.join(", "))
    }
}

/// The way to share all lanes of a slot out in fours; none for one that has no more.
fn in_fours(seat: &Seat) -> Option<Vec<Lanes>> {
    let parts = seat.link?.lanes.get() / BAY;
    (parts > 1).then(|| vec![Lanes::new(BAY); usize::from(parts)].into_iter().flatten().collect())
}
