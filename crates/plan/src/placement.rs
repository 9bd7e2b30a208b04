//! What is where: whether that is possible, what each piece gets there, and the machine it makes.

mod machine;
mod split;
mod supply;

use std::collections::{BTreeMap, BTreeSet};

use narrows_catalog::board::{Device, Offer, Offers, Rule, Settings, SlotUse, apply};
use narrows_topology::Id;
use narrows_units::{Lanes, LinkWidth};

use crate::piece::{Fit, Piece};
use crate::site::{Seat, Site};

pub use split::Split;
pub use supply::Supply;

/// What is where.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Placement {
    /// One for each piece.
    pub spots: Vec<Spot>,
    /// The settings that the plan chose, beside those in force.
    pub settings: Settings,
}

/// Where a piece is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Spot {
    /// In the seat of this index.
    Seat(usize),
    /// In this bay, counted from 0, of the carrier with this index among the pieces.
    Bay(usize, u8),
}

/// What a piece gets where it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attachment {
    /// The node that it hangs on.
    pub on: Id,
    /// The most that its port does; none for a SATA port and inside a carrier with a switch.
    pub offered: Option<LinkWidth>,
    /// The slot as people call it, with `/2` for the second part of one that is split.
    pub slot: String,
    /// How it fits.
    pub fit: Fit,
}

/// Why a placement is not possible. Pieces and seats by their index.
#[derive(Clone, Debug, PartialEq)]
pub enum Clash {
    /// A piece does not fit there.
    NoFit(usize, Spot),
    /// Two pieces are in one place.
    Taken(usize, usize),
    /// What is in use elsewhere switches its seat off; the rule says what.
    Off(usize, Box<Rule>),
    /// Its seat has no lanes left for it, or its processor has none.
    NoLanes(usize),
    /// Firmware cannot split the seat as this card needs it for what is in its bays.
    NoSplit(usize),
    /// It is a bay of something that carries nothing.
    NoBay(usize),
}

impl Site {
    /// What every piece gets; none of it if the placement is not possible.
    ///
    /// # Errors
    /// What stands against it, one for each piece that it stands against.
    pub fn places(&self, pieces: &[Piece], at: &Placement) -> Result<Vec<Attachment>, Vec<Clash>> {
        let offers = self.offers(pieces, at);
        let mut clashes = self.taken_twice(at);
        let mut places = Vec::new();
        for index in 0..pieces.len() {
            match self.place(pieces, at, &offers, index) {
                Ok(place) => places.push(place),
                Err(clash) => clashes.push(clash),
            }
        }
        if clashes.is_empty() {
            clashes = self.too_many_lanes(pieces, at, &places);
        }
        if clashes.is_empty() { Ok(places) } else { Err(clashes) }
    }

    /// What each seat offers with these pieces in use, by its name; none for one that is off.
    pub fn offers(&self, pieces: &[Piece], at: &Placement) -> Offers {
        let offer = |seat: &Seat| Offer { on: seat.on.to_string(), link: seat.link };
        let mut offers: Offers =
            self.seats.iter().map(|seat| (seat.id.clone(), Some(offer(seat)))).collect();
        apply(&mut offers, &self.rules, &self.uses(pieces, at), &self.all_settings(at));
        offers
    }

    /// The settings in force with those of the placement.
    pub fn all_settings(&self, at: &Placement) -> Settings {
        let mut settings = self.settings.clone();
        settings.extend(at.settings.clone());
        settings
    }

    /// The seats in use, each with the kind of device in it.
    pub fn uses(&self, pieces: &[Piece], at: &Placement) -> BTreeSet<SlotUse> {
        let used = pieces.iter().zip(&at.spots).filter_map(|(piece, spot)| {
            let Spot::Seat(seat) = spot else { return None };
            let slot = self.seats.get(*seat)?.id.clone();
            Some(SlotUse { slot, device: Some(piece.device) })
        });
        used.collect()
    }

    fn taken_twice(&self, at: &Placement) -> Vec<Clash> {
        let mut by: BTreeMap<Spot, usize> = BTreeMap::new();
        let mut clashes = Vec::new();
        for (index, &spot) in at.spots.iter().enumerate() {
            if let Some(&other) = by.get(&spot) {
                clashes.push(Clash::Taken(index, other));
            }
            by.insert(spot, index);
        }
        clashes
    }

    fn place(
        &self,
        pieces: &[Piece],
        at: &Placement,
        offers: &Offers,
        index: usize,
    ) -> Result<Attachment, Clash> {
        match at.spots.get(index) {
            Some(&Spot::Seat(seat)) => self.seated(pieces, at, offers, (index, seat)),
            Some(&Spot::Bay(carrier, bay)) => {
                self.carried(pieces, at, offers, (index, carrier, bay))
            }
            None => Err(Clash::NoFit(index, Spot::Seat(usize::MAX))),
        }
    }

    fn seated(
        &self,
        pieces: &[Piece],
        at: &Placement,
        offers: &Offers,
        (index, seat): (usize, usize),
    ) -> Result<Attachment, Clash> {
        let no_fit = || Clash::NoFit(index, Spot::Seat(seat));
        let (piece, seat) = (&pieces[index], self.seats.get(seat).ok_or_else(no_fit)?);
        let fit = piece.fit_at_all(seat.form, &seat.devices).ok_or_else(no_fit)?;
        let Some(offer) = offers.get(&seat.id).and_then(Option::as_ref) else {
            return Err(self.switched_off(pieces, at, index, &seat.id));
        };
        // A SATA drive in an M.2 slot takes the slot and leaves its lanes alone.
        let offered = offer.link.filter(|_| piece.device == Device::Pcie);
        if piece.link.is_some() && offer.link.is_none() {
            return Err(Clash::NoLanes(index));
        }
        Ok(Attachment { on: Id::new(&offer.on), offered, slot: seat.id.clone(), fit })
    }

    fn carried(
        &self,
        pieces: &[Piece],
        at: &Placement,
        offers: &Offers,
        (index, carrier, bay): (usize, usize, u8),
    ) -> Result<Attachment, Clash> {
        let piece = &pieces[index];
        let card = pieces.get(carrier).filter(|card| bay < card.bays);
        let card = card.ok_or(Clash::NoBay(index))?;
        let fit = piece.fit_in_bay(card).ok_or(Clash::NoFit(index, Spot::Bay(carrier, bay)))?;
        // A carrier in a carrier would be a circle, or nothing that anybody sells.
        let Some(&Spot::Seat(seat)) = at.spots.get(carrier) else {
            return Err(Clash::NoBay(index));
        };
        let outer = self.seated(pieces, at, offers, (carrier, seat))?;
        let slot = format!("{}/{}", outer.slot, bay.saturating_add(1));
        if let Some((controller, _)) = card.body.nodes.first() {
            return Ok(Attachment { on: controller.clone(), offered: None, slot, fit });
        }
        let whole = outer.offered.ok_or(Clash::NoLanes(index))?;
        let has_lanes = bay < whole.lanes.get() / card.bay.lanes.max(1);
        let lanes = Lanes::new(card.bay.lanes).filter(|_| has_lanes);
        let lanes = lanes.ok_or(Clash::NoLanes(index))?;
        if usize::from(bay) >= self.seats[seat].sockets(whole, card).working.len() {
            return Err(Clash::NoSplit(carrier));
        }
        Ok(Attachment { on: outer.on, offered: Some(LinkWidth { lanes, ..whole }), slot, fit })
    }

    /// The last rule that holds and switches the seat off.
    fn switched_off(&self, pieces: &[Piece], at: &Placement, index: usize, seat: &str) -> Clash {
        let (uses, settings) = (self.uses(pieces, at), self.all_settings(at));
        let off = |rule: &&Rule| rule.then.iter().any(|effect| effect.slot == seat && effect.off);
        let mut rules = self.rules.iter().filter(off).filter(|rule| rule.holds(&uses, &settings));
        rules
            .next_back()
            .map_or(Clash::NoLanes(index), |rule| Clash::Off(index, Box::new(rule.clone())))
    }
}

impl Piece {
    /// It carries drives and has no switch, so that the slot must be split.
    pub fn needs_split(&self) -> bool {
        self.bays > 0 && self.body.nodes.is_empty()
    }
}

#[cfg(test)]
pub(crate) mod tests;
