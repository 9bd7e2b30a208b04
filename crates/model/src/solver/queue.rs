//! Resources in the order in which they will be full.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use narrows_units::Scalar;

/// Resources with the level at which each was to be full when it was last looked at. That level
/// may have risen since, never fallen.
pub(super) struct ResourceQueue(BinaryHeap<Reverse<(Scalar, usize)>>);

impl ResourceQueue {
    /// A queue of `resources`; `fills` gives the level at which each will be full, if ever.
    pub(super) fn new(
        resources: impl Iterator<Item = usize>,
        fills: impl Fn(usize) -> Option<f64>,
    ) -> Self {
        let entry = |at| Some(Reverse((Scalar::new(fills(at)?), at)));
        Self(resources.filter_map(entry).collect())
    }

    /// The resource that is full first as the level rises, and at which level; of several the one
    /// with the lowest number. `None` if no other will be.
    pub(super) fn next_full(
        &mut self,
        fills: impl Fn(usize) -> Option<f64>,
    ) -> Option<(usize, f64)> {
        loop {
            let Reverse((_, resource)) = self.0.pop()?;
            let Some(level) = fills(resource) else { continue };
            // An entry that is out of date goes back with its present level, which is not lower.
            let now = Reverse((Scalar::new(level), resource));
            if self.0.peek().is_none_or(|soonest| now >= *soonest) {
                return Some((resource, level));
            }
            self.0.push(now);
        }
    }
}
