//! Improves a placement by small changes: one device moves, and the one it displaces goes to the
//! vacated location or anywhere else.
//!
//! For: a good placement early, so that the walk can prune more; and the best available if the walk
//! does not finish.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use super::walk::{PlacementWalk, STEPS};
use crate::placement::{DeviceLocation, Placement};

/// Rounds at most: each ends at the best placement one change away.
const ROUNDS: usize = 30;

impl PlacementWalk<'_> {
    /// Moves from the best found to better ones until none is near, evaluating no more than `most`.
    pub fn improve(&mut self, most: u64) {
        let end = self.tried() + most;
        for _ in 0..ROUNDS {
            let Some(best) = self.kept().first().cloned() else { return };
            // A bound costs an eighth of an evaluation: so many more changes may be listed than
            // evaluated.
            let left = end.saturating_sub(self.tried());
            for locations in self.near(&best.placement.locations, left.saturating_mul(STEPS)) {
                if self.tried() >= end || self.is_late() {
                    return;
                }
                if self.cannot_be_kept(&locations) {
                    continue;
                }
                self.look(&Placement { locations, settings: best.placement.settings.clone() });
            }
            let better = self.kept().first().map(|kept| kept.worth.rank.clone());
            if better == Some(best.worth.rank) {
                return;
            }
        }
    }

    /// Placements one change away, most promising first, with one representing all interchangeable devices
    /// and locations. No more than `most`, and no more than time allows.
    fn near(&self, locations: &[DeviceLocation], most: u64) -> Vec<Vec<DeviceLocation>> {
        let mut near: Vec<Vec<DeviceLocation>> = Vec::new();
        let (mut changes, mut outlines) =
            (BTreeSet::new(), BTreeSet::from([self.outline(locations)]));
        for device in 0..locations.len() {
            for to in self.places_of(device).into_iter().filter(|to| *to != locations[device]) {
                if near.len() as u64 >= most || self.is_late() {
                    break;
                }
                let other = locations.iter().position(|location| *location == to);
                let class = |device| self.class(device);
                let (from, onto) = (self.kind(locations[device]), self.kind(to));
                // Hundreds of equal drives have as many changes as different ones, and all come to
                // the same.
                if !changes.insert((class(device), from, onto, other.map(class))) {
                    continue;
                }
                for changed in self.changed(locations, device, to) {
                    if outlines.insert(self.outline(&changed)) {
                        near.push(changed);
                    }
                }
            }
        }
        near.sort_by_cached_key(|locations| Reverse(self.first_compared(locations)));
        near
    }

    /// Moves the device there; any device there goes to the vacated location, or to any free one.
    fn changed(
        &self,
        locations: &[DeviceLocation],
        device: usize,
        to: DeviceLocation,
    ) -> Vec<Vec<DeviceLocation>> {
        let mut moved = locations.to_vec();
        moved[device] = to;
        let Some(other) = locations.iter().position(|location| *location == to) else {
            return vec![moved];
        };
        let mut kinds = BTreeSet::new();
        let free = self.places_of(other).into_iter().filter(|place| !locations.contains(place));
        let free = free.filter(|place| kinds.insert(self.kind(*place)));
        let places = free.chain([locations[device]]);
        let with = |place| {
            let mut moved = moved.clone();
            moved[other] = place;
            moved
        };
        places.map(with).collect()
    }
}
