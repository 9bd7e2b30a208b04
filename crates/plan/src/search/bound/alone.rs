//! What each piece brings in each seat with nothing else in the machine.
//!
//! Among others it brings no more: they leave it less of what they share. Not here: what is shared
//! (`tree`).

use std::collections::BTreeMap;

use narrows_model::{Machine, WorkloadOnTarget, predict_asked};
use narrows_topology::Id;
use narrows_units::{Bytes, LinkWidth};
use narrows_workload::Workload;

use super::Spots;
use crate::evaluate::Judge;
use crate::piece::Piece;
use crate::placement::{Placement, Spot};
use crate::search::options::Offering;
use crate::site::{Seat, Site};

/// What each piece brings alone, in MB/s.
pub struct Rates {
    /// By piece and seat.
    pub in_seat: Vec<Vec<f64>>,
    /// The same at worst, whatever the rules make of the seat.
    pub at_worst: Vec<Vec<f64>>,
    /// With its own link as the only limit.
    pub anywhere: Vec<f64>,
    /// The most of all places.
    pub most: Vec<f64>,
}

impl Rates {
    /// What a piece brings where it is.
    pub fn at(&self, piece: usize, spot: Spot) -> f64 {
        match spot {
            Spot::Seat(seat) => self.in_seat[piece][seat],
            Spot::Bay(..) => self.anywhere[piece],
        }
    }

    /// What a piece brings, at most if it is not placed.
    pub fn of(&self, piece: usize, spots: &Spots) -> f64 {
        spots[piece].map_or(self.most[piece], |spot| self.at(piece, spot))
    }
}

/// A class of pieces, what it hangs on, the link there, and the slot if it was seen there.
type Key = (usize, Id, Option<(u8, u8)>, String);

/// What pieces bring with nothing else in the machine.
pub struct Alone<'a> {
    judge: &'a Judge<'a>,
    workload: &'a Workload,
    known: BTreeMap<Key, f64>,
}

impl<'a> Alone<'a> {
    /// Running this.
    pub fn new(judge: &'a Judge<'a>, workload: &'a Workload) -> Self {
        Self { judge, workload, known: BTreeMap::new() }
    }

    /// Of every piece in the seats that it can be in.
    pub fn rates(mut self, offerings: &[Offering], seats: &[Vec<usize>]) -> Rates {
        let nowhere = Id::new("");
        let (mut in_seat, mut at_worst) = (Vec::new(), Vec::new());
        let (mut anywhere, mut most) = (Vec::new(), Vec::new());
        for (piece, own) in self.judge.pieces.iter().enumerate() {
            let (mut rates, mut worst) = (vec![0.0; offerings.len()], vec![0.0; offerings.len()]);
            for &seat in &seats[piece] {
                let all = self.in_any_case(piece, seat, &offerings[seat]);
                rates[seat] = all.iter().copied().fold(0.0, f64::max);
                worst[seat] = all.into_iter().fold(rates[seat], f64::min);
            }
            let free = self.rate(piece, "", &nowhere, own.link);
            let best = rates.iter().copied().fold(0.0, f64::max);
            let in_bay = self.judge.pieces.iter().any(|card| card.bays > 0);
            most.push(if in_bay { best.max(free) } else { best });
            anywhere.push(free);
            in_seat.push(rates);
            at_worst.push(worst);
        }
        Rates { in_seat, at_worst, anywhere, most }
    }

    fn in_any_case(&mut self, piece: usize, seat: usize, offering: &Offering) -> Vec<f64> {
        let slot = self.judge.site.seats[seat].id.as_str();
        let slot = if was_in(&self.judge.pieces[piece], slot) { slot } else { "" };
        let mut all = Vec::new();
        for on in &offering.on {
            for &link in &offering.links {
                all.push(self.rate(piece, slot, on, link));
            }
        }
        all
    }

    /// All its drives, each by itself.
    fn rate(&mut self, piece: usize, slot: &str, on: &Id, link: Option<LinkWidth>) -> f64 {
        let class = self.judge.alike[piece];
        let wide = link.map(|link| (link.rate.generation(), link.lanes.get()));
        let key = (class, on.clone(), wide, slot.to_owned());
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let rate = self.modelled(&self.judge.pieces[class], slot, on, link);
        self.known.insert(key, rate);
        rate
    }

    fn modelled(&self, piece: &Piece, slot: &str, on: &Id, link: Option<LinkWidth>) -> f64 {
        if piece.body.drives.is_empty() {
            return 0.0;
        }
        let Some(machine) = alone(self.judge.site, piece, slot, on, link) else { return 0.0 };
        let one = |id: &Id| {
            let outcomes = predict_asked(&machine, &[WorkloadOnTarget::new(id, self.workload)]);
            outcomes.first().map_or(0.0, |outcome| outcome.rate.as_mb_s())
        };
        piece.body.drives.keys().map(one).sum()
    }
}

/// Whether a node of the piece says that it was in this slot.
fn was_in(piece: &Piece, seat: &str) -> bool {
    let slots = piece.body.nodes.iter().filter_map(|(_, node)| node.slot.as_ref());
    slots.into_iter().any(|(slot, _)| slot == seat)
}

/// Of what the piece has of its own and of what it gets, the largest.
fn most_payload(site: &Site, piece: &Piece) -> Option<Bytes> {
    let of_piece = piece.body.nodes.iter().map(|(_, node)| node);
    let of_site = site.fixed.topology.nodes.values().filter(|_| site.max_payload.is_none());
    let links = of_piece.chain(of_site).filter_map(|node| node.link.as_ref());
    links.filter_map(|link| link.max_payload).chain(site.max_payload).max()
}

/// The machine with this piece alone, in a seat of its own with this name; on a node that is not
/// there with the largest packets that it has anywhere.
pub(super) fn alone(
    site: &Site,
    piece: &Piece,
    slot: &str,
    on: &Id,
    link: Option<LinkWidth>,
) -> Option<Machine> {
    let like = site.seats.first()?;
    let is_there = site.fixed.topology.nodes.contains_key(on);
    let seat = Seat {
        id: slot.to_owned(),
        on: on.clone(),
        link,
        form: None,
        devices: vec![piece.device],
        splits: Vec::new(),
        ..like.clone()
    };
    let site = Site {
        fixed: site.fixed.clone(),
        seats: vec![seat],
        max_payload: if is_there { site.max_payload } else { most_payload(site, piece) },
        ..Site::default()
    };
    let at = Placement { spots: vec![Spot::Seat(0)], ..Placement::default() };
    let mut machine = site.machine(std::slice::from_ref(piece), &at, &[]).ok()?;
    // What others move leaves it less, and may itself be slowed by those that are not here.
    machine.demands.clear();
    Some(machine)
}
