//! From a placement to better ones near it: one piece moved, and what was
//! there put where it was or anywhere else.
//!
//! For: a good placement early, so that the walk can leave out more; and the best one can say where
//! the walk does not come to its end.

use std::collections::BTreeSet;

use super::walk::Walk;
use crate::placement::{Placement, Spot};

/// Rounds at most: each ends at the best placement one change away.
const ROUNDS: usize = 30;

impl Walk<'_> {
    /// Goes from the best found to better ones until none is near, with so many looks at most.
    pub fn improve(&mut self, most: u64) {
        let end = self.tried() + most;
        for _ in 0..ROUNDS {
            let Some(best) = self.kept().first().cloned() else { return };
            let left = end.saturating_sub(self.tried());
            for spots in self.near(&best.placement.spots, left) {
                if self.tried() >= end || self.is_late() {
                    return;
                }
                self.look(&Placement { spots, settings: best.placement.settings.clone() });
            }
            let better = self.kept().first().map(|kept| kept.worth.rank.clone());
            if better == Some(best.worth.rank) {
                return;
            }
        }
    }

    /// What is one change away: of pieces and places that can be exchanged for each other one stands
    /// for all. No more than so many.
    fn near(&self, spots: &[Spot], most: u64) -> Vec<Vec<Spot>> {
        let mut near: Vec<Vec<Spot>> = Vec::new();
        let mut seen = BTreeSet::new();
        for piece in 0..spots.len() {
            for to in self.places_of(piece).into_iter().filter(|to| *to != spots[piece]) {
                if near.len() as u64 >= most {
                    return near;
                }
                for changed in self.changed(spots, piece, to) {
                    if seen.insert(self.outline(&changed)) {
                        near.push(changed);
                    }
                }
            }
        }
        near
    }

    /// The piece is put there; what is there comes to where it was, or to any free place.
    fn changed(&self, spots: &[Spot], piece: usize, to: Spot) -> Vec<Vec<Spot>> {
        let mut moved = spots.to_vec();
        moved[piece] = to;
        let Some(other) = spots.iter().position(|spot| *spot == to) else { return vec![moved] };
        let free = self.places_of(other).into_iter().filter(|place| !spots.contains(place));
        let places = free.chain([spots[piece]]);
        let with = |place| {
            let mut moved = moved.clone();
            moved[other] = place;
            moved
        };
        places.map(with).collect()
    }
}
