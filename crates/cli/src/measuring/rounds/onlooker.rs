//! Who looks on while a round runs.
//!
//! Threads that issue requests never wait for it: they count in gauges of their own, and the
//! supervising thread reports the rest.

use narrows_engine::Gauge;
use narrows_topology::Id;

use crate::measuring::watch::TargetReadings;

/// An observer of a round; `()` is none.
pub trait RoundObserver: Sync {
    /// Called with the share of the round that has passed, 0 to 1, about twenty times a second.
    fn passed(&self, share: f64);

    fn gauge(&self, _target: &Id) -> Option<Gauge> {
        None
    }

    fn wants_surroundings(&self) -> bool {
        false
    }

    fn readings(&self, _target: &Id, _readings: TargetReadings) {}
}

impl RoundObserver for () {
    fn passed(&self, _share: f64) {}
}
