//! How long an answer may take.

use narrows_plan::evaluate::{Late, never};

/// Whether time is over, as functions that the edge hands in: this room has no clock.
#[derive(Clone, Copy, Debug)]
pub struct TimeBudget {
    /// The search's time is over: the best result so far is the answer.
    pub search: Late,
    /// All time is over: additions to the answer are left out.
    pub all: Late,
}

impl TimeBudget {
    /// It never is.
    pub const UNLIMITED: Self = Self { search: never, all: never };
}
