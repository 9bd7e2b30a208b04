//! What arrays of drives would do: which to try, when to stop trying one, and which to take.
//!
//! For: the sweep of `narrows stripe`. [`Plan::candidates`] are all arrangements; [`next`] says what
//! to measure next, dropping what is plainly worse than another; [`conclude`] ranks what is left,
//! says which to take and why, and whether an array is worth it at all.
//!
//! Not here: measuring; how requests are cut (`narrows-array`).

use narrows_array::Level;
use narrows_messages::Speaker;
use narrows_model::Machine;
use narrows_record::stripe::{Candidate, Stripe};
use narrows_topology::Id;
use narrows_units::{Bytes, Nanos};
use narrows_workload::Workload;

/// What is to be tried.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The drives, in the order in which they take turns.
    pub drives: Vec<Id>,
    /// The levels.
    pub levels: Vec<Level>,
    /// The chunks, for levels that have them.
    pub chunks: Vec<Bytes>,
    /// Whether arrays of fewer drives are tried, too.
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
    pub set: &'static str,
    /// What is asked of each.
    pub workload: Workload,
    /// Counted from 1.
    pub repeat: u32,
    /// How long it counts.
    pub time: Nanos,
}

impl Plan {
    /// Every arrangement: single drives first, then arrays.
    pub fn candidates(&self) -> Vec<Candidate> {
        Vec::new()
    }
}

/// What to measure next, after what `stripe` holds; empty when enough is known. Candidates that are
/// plainly worse than another are marked as dropped.
pub fn next(_plan: &Plan, _stripe: &mut Stripe) -> Vec<Ask> {
    Vec::new()
}

/// Ranks, recommends and advises: fills in what follows from the results.
pub fn conclude(_plan: &Plan, _stripe: &mut Stripe, _machine: &Machine, _speaker: &Speaker) {}
