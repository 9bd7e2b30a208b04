//! Compares arrays of drives: which to try, when to stop trying one, and which to take.
//!
//! For: the sweep of `narrows stripe`. [`StripeSweepPlan::candidates`] are all arrangements; [`next`] gives
//! the next measurements, dropping clearly inferior candidates; [`conclude`] ranks the rest,
//! recommends one with the reason, and says whether an array is worth it at all.
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

use narrows_array::RaidLevel;
use narrows_record::word::TargetSet;
use narrows_topology::Id;
use narrows_units::{Bytes, Nanos};
use narrows_workload::Workload;

pub use asks::next;
pub use candidates::{DIRECT, level};
pub use conclude::conclude;
pub use jobs::{grid, job, usual_jobs};
pub use objective::objective;

#[derive(Clone, Debug)]
pub struct StripeSweepPlan {
    /// The drives, in the order of the array's members.
    pub drives: Vec<Id>,
    pub levels: Vec<RaidLevel>,
    /// The chunk sizes, for levels that have them.
    pub chunks: Vec<Bytes>,
    /// Whether arrays of fewer drives are tried, too: the first two, the first three, and so on.
    pub subsets: bool,
    /// The workloads, most important first.
    pub workloads: Vec<Workload>,
    /// The counted time of a round in the last pass; earlier passes are shorter.
    pub round: Nanos,
}

#[derive(Clone, Debug, PartialEq)]
pub struct SweepRound {
    /// Candidates that run together: one, or all drives separately.
    pub targets: Vec<Id>,
    /// `array`, `alone` or `all`.
    pub set: TargetSet,
    pub workload: Workload,
    /// The number of the pass, from 1. A failed round is requested again under the same number.
    pub repeat: u32,
    pub time: Nanos,
}

#[cfg(test)]
mod tests;
