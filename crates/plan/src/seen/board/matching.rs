//! Which seat is which slot of the board.

use narrows_catalog::board::{Board, CHIPSET, CPU, Device, Form, Settings, Slot};
use narrows_topology::graph::{Door, NodeKind};

use super::super::path::port_path;
use crate::piece::{Fit, Piece, Shape};
use crate::placement::Spot;
use crate::site::{Seat, Site};

/// A seat that is a slot of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pair {
    /// The seat.
    pub seat: usize,
    /// The slot.
    pub slot: usize,
    /// What is in it.
    pub piece: Option<usize>,
    /// Whether its name says so, rather than its order among others.
    pub by_name: bool,
}

/// All seats for PCIe that can be told: first those whose port the board names, then those that are named, then those of the same door in
/// their order, then those that hang elsewhere than the manual has them.
pub(super) fn pairs(site: &Site, board: &Board) -> Vec<Pair> {
    let mut found = Found { site, board, pairs: Vec::new() };
    found.by_port();
    found.by_name();
    found.in_order(|seat, slot| seat.1.is_some() && seat.0 == door_of(board, slot));
    found.in_order(|seat, _| seat.1.is_some());
    found.in_order(|seat, slot| seat.1.is_none() && seat.0 == door_of(board, slot));
    found.pairs
}

struct Found<'a> {
    site: &'a Site,
    board: &'a Board,
    pairs: Vec<Pair>,
}

impl Found<'_> {
    /// A slot whose port somebody saw is that of the port, whatever the firmware calls it.
    fn by_port(&mut self) {
        for seat in self.open_seats() {
            let port = port_path(&self.site.fixed.topology, &self.site.seats[seat].on);
            let slot =
                self.open_slots().find(|&it| port.is_some() && self.board.slots[it].port == port);
            let piece = piece_in(self.site, seat);
            let fits = |slot: &usize| self.fit(piece, &self.board.slots[*slot]).is_some();
            if let Some(slot) = slot.filter(fits) {
                self.pairs.push(Pair { seat, slot, piece, by_name: true });
            }
        }
    }

    fn by_name(&mut self) {
        for index in self.open_seats() {
            let name = plain(&self.site.seats[index].id);
            let named = self.open_slots().filter(|&slot| {
                let slot = plain(&self.board.slots[slot].id);
                name == slot || (slot.len() > 3 && name.contains(&slot))
            });
            let longest = named.max_by_key(|&slot| self.board.slots[slot].id.len());
            let piece = piece_in(self.site, index);
            let fits = |slot: &usize| self.fit(piece, &self.board.slots[*slot]).is_some();
            if let Some(slot) = longest.filter(fits) {
                self.pairs.push(Pair { seat: index, slot, piece, by_name: true });
            }
        }
    }

    /// Each seat that is left gets the first slot that fits it best and is one that it may be.
    fn in_order(&mut self, may_be: impl Fn((Door, Option<usize>), &Slot) -> bool) {
        for seat in self.open_seats() {
            let piece = piece_in(self.site, seat);
            let door = door_of_seat(self.site, &self.site.seats[seat]);
            let slots = self.open_slots().filter_map(|slot| {
                let it = &self.board.slots[slot];
                let fit = self.fit(piece, it).filter(|_| may_be((door, piece), it))?;
                let wide = self.narrower(seat, it);
                Some(((fit, wide, slot), slot))
            });
            if let Some((_, slot)) = slots.min() {
                self.pairs.push(Pair { seat, slot, piece, by_name: false });
            }
        }
    }

    /// Whether the slot is too narrow for what was seen, however its rules are.
    fn narrower(&self, seat: usize, slot: &Slot) -> bool {
        let seen = self.site.seats[seat].link.map(|link| link.lanes);
        seen > slot.link.map(|link| link.lanes)
    }

    fn open_seats(&self) -> Vec<usize> {
        let taken = |seat: &usize| self.pairs.iter().any(|pair| pair.seat == *seat);
        let seats = self.site.seats.iter().enumerate();
        let pcie = seats.filter(|(_, seat)| seat.devices.contains(&Device::Pcie));
        pcie.map(|(index, _)| index).filter(|seat| !taken(seat)).collect()
    }

    fn open_slots(&self) -> impl Iterator<Item = usize> {
        let taken = |slot: usize| self.pairs.iter().any(|pair| pair.slot == slot);
        let slots = self.board.slots.iter().enumerate();
        slots
            .filter(|(_, slot)| slot.devices.contains(&Device::Pcie) && slot.link.is_some())
            .map(|(index, _)| index)
            .filter(move |slot| !taken(*slot))
    }

    /// How what is in the seat fits the slot; a drive of unknown shape likeliest as it is.
    fn fit(&self, piece: Option<usize>, slot: &Slot) -> Option<Fit> {
        let Some(piece) = piece.and_then(|index| self.site.pieces.get(index)) else {
            return Some(Fit::Direct);
        };
        let of = |shape| {
            let piece = Piece { shape, ..bare(piece) };
            piece.fit(Some(slot.form), &slot.devices)
        };
        match piece.shape {
            Shape::Card(_) => of(piece.shape),
            // Whether a drive is a module was concluded from its port: either can be.
            _ if matches!(slot.form, Form::SataExpress | Form::MiniPcie | Form::X1) => None,
            _ => [of(Shape::M2), of(Shape::U2)].into_iter().flatten().min(),
        }
    }
}

/// A piece without its body, for asking what it fits.
fn bare(piece: &Piece) -> Piece {
    Piece { body: crate::piece::Body::default(), raid: None, ..piece.clone() }
}

/// Drives on the chipset's SATA controller, in order, on the ports that are on.
pub(super) fn sata(site: &Site, board: &Board, pairs: &[Pair], settings: &Settings) -> Vec<Pair> {
    let offers = super::offers(site, board, pairs, settings);
    let is_on = |slot: &Slot| offers.get(&slot.id).is_some_and(Option::is_some);
    let ports = board.slots.iter().enumerate();
    let ports = ports.filter(|(_, slot)| is_port(slot.form) && is_on(slot));
    let seats = site.seats.iter().enumerate();
    let seats = seats.filter(|(_, seat)| {
        seat.devices == [Device::Sata] && door_of_seat(site, seat) == Door::Chipset
    });
    let pair = |((seat, _), (slot, _)): ((usize, &Seat), (usize, &Slot))| Pair {
        seat,
        slot,
        piece: piece_in(site, seat),
        by_name: false,
    };
    seats.zip(ports).map(pair).collect()
}

pub(super) const fn is_port(form: Form) -> bool {
    matches!(form, Form::Sata | Form::Sata3g)
}

/// What is in a seat today.
pub(super) fn piece_in(site: &Site, seat: usize) -> Option<usize> {
    site.today.spots.iter().position(|spot| *spot == Spot::Seat(seat))
}

/// Letters and digits of a name.
fn plain(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).collect::<String>().to_lowercase()
}

/// The door of a slot as the manual has it.
pub(super) fn door_of(board: &Board, slot: &Slot) -> Door {
    door_on(board, &slot.on)
}

/// The door of `cpu`, `chipset` or a switch of the board.
pub(super) fn door_on(board: &Board, on: &str) -> Door {
    let mut on = on;
    // Switches stand before what hangs on them: no chain is longer than their number.
    for _ in &board.switches {
        let Some(switch) = board.switches.iter().find(|switch| switch.id == on) else { break };
        on = &switch.on;
    }
    match on {
        CPU => Door::Cpu,
        CHIPSET => Door::Chipset,
        _ => Door::Unknown,
    }
}

/// The door that was seen.
pub(super) fn door_of_seat(site: &Site, seat: &Seat) -> Door {
    let node = site.fixed.topology.nodes.get(&seat.on);
    node.map_or(Door::Unknown, |node| match node.kind {
        NodeKind::Chipset => Door::Chipset,
        NodeKind::Processor | NodeKind::RootComplex => Door::Cpu,
        _ => node.door,
    })
}
