//! Which of two placements is better.

use std::collections::BTreeMap;

use narrows_topology::Id;

use super::{Judge, View};
use crate::ask::Aim;
use crate::evaluate::aims::rated;
use crate::makeshift;
use crate::placement::Spot;

/// How a placement compares with others: greater is better. Rates within about 0.1 % count as the
/// same, so that the last digits of arithmetic decide nothing.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Rank {
    /// What it makes do with, below 0: see [`crate::makeshift`].
    pub makeshifts: i64,
    /// The aims, the most important first.
    pub aims: Vec<i64>,
    /// Drives on another processor than the card that they are to feed, below 0: what that costs
    /// nobody has measured, but nothing is gained by it.
    pub crossings: i64,
    /// Pieces that move, below 0.
    pub moves: i64,
    /// Lanes of cards that carry no drive.
    pub card_lanes: i64,
    /// Adapters, below 0.
    pub adapters: i64,
    /// Settings to choose, below 0.
    pub settings: i64,
    /// SATA ports that stay usable and empty: nobody gives one up for nothing.
    pub free_sata: i64,
}

/// Steps in a natural logarithm: 0.1 % each.
const STEPS: f64 = 1000.0;

impl Rank {
    /// Of a placement that comes to `scores`.
    pub fn new(view: &View<'_>, scores: &[f64]) -> Self {
        let adapters = view.places.iter().filter(|place| place.fit.is_adapted()).count();
        let spots: Vec<Option<Spot>> = view.at.spots.iter().copied().map(Some).collect();
        Self {
            makeshifts: -(makeshift::of(view.judge, &spots).len() as i64),
            aims: steps(&view.judge.ask.aims, scores),
            crossings: -(crossings(view.judge, &spots) as i64),
            moves: -(moves(view) as i64),
            card_lanes: card_lanes(view),
            adapters: -(adapters as i64),
            settings: -(view.at.settings.len() as i64),
            free_sata: view.free_sata as i64,
        }
    }
}

/// Scores as they are compared.
pub fn steps(aims: &[Aim], scores: &[f64]) -> Vec<i64> {
    let step = |(aim, score): (&Aim, &f64)| match rated(aim) {
        Some(_) if *score <= 0.0 => i64::MIN,
        Some(_) => (score.ln() * STEPS).round() as i64,
        None => (score * STEPS).round() as i64,
    };
    aims.iter().zip(scores).map(step).collect()
}

/// How many drives are on another processor than a card that an aim has them feed. What has no
/// place yet counts as none.
pub fn crossings(judge: &Judge<'_>, spots: &[Option<Spot>]) -> usize {
    let cards = judge.ask.aims.iter().filter_map(|aim| match aim {
        Aim::ToCard(card, _) => processor(judge, spots, *card),
        _ => None,
    });
    let drives = || judge.pieces.iter().enumerate().filter(|(_, it)| !it.body.drives.is_empty());
    let away = |card: &Id| {
        let others = drives().filter_map(|(drive, _)| processor(judge, spots, drive));
        others.filter(|other| *other != card).count()
    };
    cards.map(away).sum()
}

/// The top of the tree that a piece hangs in.
fn processor<'s>(judge: &Judge<'s>, spots: &[Option<Spot>], piece: usize) -> Option<&'s Id> {
    let seat = match (*spots.get(piece)?)? {
        Spot::Seat(seat) => seat,
        Spot::Bay(carrier, _) => match (*spots.get(carrier)?)? {
            Spot::Seat(seat) => seat,
            Spot::Bay(..) => return None,
        },
    };
    let on = &judge.site.seats.get(seat)?.on;
    judge.site.fixed.topology.path(on).last().map(|(id, _)| id)
}

fn card_lanes(view: &View<'_>) -> i64 {
    let cards = view.judge.pieces.iter().enumerate().filter(|(_, piece)| piece.is_card());
    let lanes = cards.map(|(index, _)| view.link(index).map_or(0, |link| link.lanes.get()));
    lanes.map(i64::from).sum()
}

impl crate::piece::Piece {
    /// It is a card and no drive is on it.
    pub fn is_card(&self) -> bool {
        self.body.drives.is_empty() && !self.body.nodes.is_empty()
    }
}

/// How many pieces are elsewhere than today. Those that can be exchanged for each other count as
/// moved only if the places that they have together change.
pub fn moves(view: &View<'_>) -> usize {
    let mut places: BTreeMap<usize, (Vec<Spot>, Vec<Spot>)> = BTreeMap::new();
    let Judge { site, alike, .. } = view.judge;
    for (piece, spot) in view.at.spots.iter().enumerate() {
        let Some(class) = alike.get(piece) else { continue };
        let (today, planned) = places.entry(*class).or_default();
        today.extend(site.today.spots.get(piece).copied().map(host));
        planned.push(host(*spot));
    }
    places.into_values().map(|(today, planned)| gone(today, planned)).sum()
}

/// Bays of one carrier are all the same.
pub fn host(spot: Spot) -> Spot {
    match spot {
        Spot::Bay(carrier, _) => Spot::Bay(carrier, 0),
        seat @ Spot::Seat(_) => seat,
    }
}

/// How many of these are not among those.
pub fn gone(today: Vec<Spot>, mut planned: Vec<Spot>) -> usize {
    let mut gone = 0;
    for spot in today {
        match planned.iter().position(|at| *at == spot) {
            Some(at) => drop(planned.swap_remove(at)),
            None => gone += 1,
        }
    }
    gone
}
