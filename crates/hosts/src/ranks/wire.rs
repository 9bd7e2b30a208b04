//! Transport of letters between ranks.

use std::time::{SystemTime, UNIX_EPOCH};

use narrows_units::Nanos;

use crate::measuring::now;
use crate::ranks::letter::RankLetter;

/// Carries letters between ranks; those from one to another arrive in their order.
pub trait Wire {
    /// Our own place among the ranks, from 0.
    fn rank(&self) -> u32;

    fn ranks(&self) -> u32;

    /// Sends a letter; returns at once. It travels while [`Self::poll`] and [`Self::is_sent`] are called.
    fn send(&mut self, to: u32, letter: &RankLetter);

    /// The next letter that has arrived, and its sender; `None` if there is none. Returns at once.
    fn poll(&mut self) -> Option<(u32, RankLetter)>;

    /// Whether all that was sent to a rank has left, which it never does if the rank is gone.
    fn is_sent(&mut self, to: u32) -> bool;

    /// From now on no rank is waited for when leaving: a rank is gone or hangs.
    fn abandon(&mut self);

    /// This host's CLOCK_MONOTONIC, the clock in which starts are agreed.
    fn now(&self) -> Nanos {
        now()
    }

    /// This host's wall clock, since 1970 UTC: files carry it, starts do not.
    fn wall(&self) -> Nanos {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Nanos::new(u64::try_from(since.as_nanos()).unwrap_or(u64::MAX))
    }
}
