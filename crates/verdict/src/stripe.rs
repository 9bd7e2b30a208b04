//! What arrays of drives would do: which to try, when to stop trying one, and which to take.
//!
//! For: the sweep of `narrows stripe`. [`Plan::candidates`] are all arrangements; [`next`] says what
//! to measure next, dropping what is plainly worse than another; [`conclude`] ranks what is left,
//! says which to take and why, and whether an array is worth it at all.
//!
//! Not here: measuring; how requests are cut (`narrows-array`).

mod advice;
mod asks;
pub mod caches;
mod candidates;
mod capped;
mod conclude;
mod dropped;
mod figures;
mod finding;
mod jobs;
mod objective;
mod ranking;
mod reason;
mod scatter;
mod separate;

use narrows_array::Level;
use narrows_record::word::Set;
use narrows_topology::Id;
use narrows_units::{Bytes, Nanos};
use narrows_workload::Workload;

pub use asks::next;
pub use candidates::{DIRECT, level};
pub use conclude::conclude;
pub use jobs::{grid, job, usual_jobs};
pub use objective::objective;

/// What is to be tried.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The drives, in the order in which they take turns.
    pub drives: Vec<Id>,
    /// The levels.
    pub levels: Vec<Level>,
    /// The chunks, for levels that have them.
    pub chunks: Vec<Bytes>,
    /// Whether arrays of fewer drives are tried, too: the first two, the first three, and so on.
    pub subsets: bool,
    /// What is asked of each, most important first.
    pub workloads: Vec<Workload>,
    /// How long a round counts in the last pass; earlier passes are shorter.
    pub round: Nanos,
}

/// A round to measure.
#[derive(Clone, Debug, PartialEq)]
pub struct Ask {
    /// Candidates that run together: one, or all drives separately.
    pub targets: Vec<Id>,
    /// `array`, `alone` or `all`.
    pub set: Set,
    /// What is asked of each.
    pub workload: Workload,
    /// Counted from 1: the pass. A round that failed is asked for again under the same number.
    pub repeat: u32,
    /// How long it counts.
    pub time: Nanos,
}

#[cfg(test)]
mod tests;
