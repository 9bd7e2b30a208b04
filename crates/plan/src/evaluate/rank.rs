//! Which of two placements is better.

use std::collections::BTreeMap;

use super::{Judge, View};
use crate::ask::Aim;
use crate::evaluate::aims::rated;
use crate::piece::Fit;
use crate::placement::Spot;

/// How a placement compares with others: greater is better. Rates within about 0.1 % count as the
/// same, so that the last digits of arithmetic decide nothing.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Rank {
    /// The aims, the most important first.
    pub aims: Vec<i64>,
    /// Pieces that move, below 0.
    pub moves: i64,
    /// Lanes of cards that carry no drive.
    pub card_lanes: i64,
    /// Adapters, below 0.
    pub adapters: i64,
    /// Settings to choose, below 0.
    pub settings: i64,
}

/// Steps in a natural logarithm: 0.1 % each.
const STEPS: f64 = 1000.0;

impl Rank {
    /// Of a placement that comes to `scores`.
    pub fn new(view: &View<'_>, scores: &[f64]) -> Self {
        let adapters = view.places.iter().filter(|place| place.fit != Fit::Direct).count();
        Self {
            aims: steps(&view.judge.ask.aims, scores),
            moves: -(moves(view) as i64),
            card_lanes: card_lanes(view),
            adapters: -(adapters as i64),
            settings: -(view.at.settings.len() as i64),
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
