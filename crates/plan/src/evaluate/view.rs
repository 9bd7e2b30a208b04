//! A placement that is possible, with what each piece gets in it.

use narrows_model::Machine;
use narrows_topology::Id;
use narrows_topology::graph::Node;
use narrows_units::LinkWidth;

use super::{Judge, Refusal};
use crate::ask::ArrayWish;
use crate::feasibility::{self, Evidence, Fact, Means, Placed};
use crate::placement::{Attachment, Placement, Spot};
use crate::site::Seat;

/// A placement that is possible.
#[derive(Clone, Debug)]
pub struct View<'a> {
    /// Who looks.
    pub judge: &'a Judge<'a>,
    /// What is where.
    pub at: &'a Placement,
    /// What each piece gets.
    pub places: Vec<Attachment>,
    /// SATA ports that stay usable and empty.
    pub free_sata: usize,
}

/// The shape of a machine: placements with the same one differ in names alone. Each piece by its
/// class, where it hangs, the lanes that it gets and whether it has other things there for having
/// been seen there; and the means.
pub type Key = (Vec<(usize, Id, Option<(u8, u8)>, bool)>, Vec<Means>);

impl<'a> View<'a> {
    /// Looks at `at`.
    ///
    /// # Errors
    /// What stands against it.
    pub fn new(judge: &'a Judge<'a>, at: &'a Placement) -> Result<Self, Refusal> {
        let places = judge.site.places(judge.pieces, at).map_err(Refusal::Clashes)?;
        let mut view = Self { judge, at, places, free_sata: 0 };
        view.free_sata = view.count_free_sata();
        Ok(view)
    }

    /// The machine with each array made by its means.
    pub fn machine(&self, means: &[Means]) -> Machine {
        let arrays: Vec<(&ArrayWish, Means)> =
            self.judge.ask.arrays.iter().zip(means.iter().copied()).collect();
        // It is possible: its places were found.
        self.judge.site.machine(self.judge.pieces, self.at, &arrays).unwrap_or_default()
    }

    /// The shape of the machine.
    pub fn key(&self, means: &[Means]) -> Key {
        let wide = |link: LinkWidth| (link.rate.generation(), link.lanes.get());
        let of = |(index, place): (usize, &Attachment)| {
            let Judge { site, pieces, apart, .. } = self.judge;
            let is_apart = apart[index] && site.is_apart(&pieces[index], place);
            (self.judge.alike[index], place.on.clone(), place.offered.map(wide), is_apart)
        };
        let mut pieces: Vec<_> = self.places.iter().enumerate().map(of).collect();
        pieces.sort();
        (pieces, means.to_vec())
    }

    /// The seat that a piece is in, or that its carrier is in.
    pub fn seat(&self, piece: usize) -> Option<(usize, &'a Seat)> {
        let index = match *self.at.spots.get(piece)? {
            Spot::Seat(seat) => seat,
            Spot::Bay(carrier, _) => match *self.at.spots.get(carrier)? {
                Spot::Seat(seat) => seat,
                Spot::Bay(..) => return None,
            },
        };
        Some((index, self.judge.site.seats.get(index)?))
    }

    /// The link that a piece runs; none where it has none or nobody says.
    pub fn link(&self, piece: usize) -> Option<LinkWidth> {
        let (own, offered) = (self.judge.pieces.get(piece)?.link, self.places.get(piece)?.offered);
        match (own, offered) {
            (Some(own), Some(offered)) => Some(own.common(offered)),
            (own, offered) => own.or(offered),
        }
    }

    /// What a piece hangs on, from the nearest node of the site upwards.
    pub fn above(&self, piece: usize) -> Vec<(&Id, &Node)> {
        let outer = match self.at.spots.get(piece) {
            Some(&Spot::Bay(carrier, _)) => carrier,
            _ => piece,
        };
        let place = self.places.get(outer);
        place.map(|place| self.judge.above(&place.on).collect()).unwrap_or_default()
    }

    /// A drive as the rules about starting and RAID see it; none for what is no drive.
    pub fn placed(&self, piece: usize) -> Option<Placed> {
        let drive = self.judge.pieces.get(piece)?.raid.clone()?;
        let (_, seat) = self.seat(piece)?;
        let place = self.places.get(piece)?;
        let mut slot = feasibility::SlotFacts { name: place.slot.clone(), ..seat.raid.clone() };
        let changed =
            |holds: &str| Evidence::inferred(holds.to_owned(), narrows_catalog::Confidence::Medium);
        let lanes = place.offered.map(|link| link.lanes.get());
        if let Some(lanes) = lanes.filter(|_| place.offered != seat.link) {
            slot.width = Fact::new(lanes, changed("the board's rules"));
        }
        // A slot that this placement leaves narrower than it could be is not to be set wider:
        // rates, free ports and what is in use elsewhere rest on that.
        if let Some(lanes) = lanes.filter(|lanes| slot.widest.value() > Some(lanes)) {
            let narrow = Fact::new(lanes, changed("this placement"));
            (slot.width, slot.widest) = (narrow.clone(), narrow);
        }
        // A rule has the seat hang on something else.
        if place.on != seat.on && matches!(self.at.spots.get(piece), Some(Spot::Seat(_))) {
            slot.on_chipset = Fact::new(self.on_chipset(piece), changed("the board's rules"));
        }
        Some(Placed { drive, slot })
    }

    /// The SATA ports that are on and in which nothing is.
    fn count_free_sata(&self) -> usize {
        let offers = self.judge.site.offers(self.judge.pieces, self.at);
        let seats = self.judge.site.seats.iter().enumerate();
        let is_free = |(index, seat): &(usize, &Seat)| {
            let is_on = offers.get(&seat.id).is_some_and(Option::is_some);
            seat.is_sata_port() && is_on && !self.at.spots.contains(&Spot::Seat(*index))
        };
        seats.filter(is_free).count()
    }
}

impl Seat {
    /// It takes SATA drives and nothing else.
    pub fn is_sata_port(&self) -> bool {
        self.devices == [narrows_catalog::board::Device::Sata]
    }
}
