//! The result of a search.

use std::collections::BTreeMap;

use narrows_model::TargetPrediction;

use crate::device::MovableDevice;
use crate::feasibility::{FeasibilityAnswer, RaidEngineKind};
use crate::inventory::SlotInventory;
use crate::placement::{Placement, PlacementClash};
use crate::request::{Constraint, PlacementRequest};

/// The best placements.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchResult {
    /// The best, and the next best with different results, best first.
    pub candidates: Vec<PlanCandidate>,
    /// The choice of most people: every device in the first slot that takes it; `None` if that is
    /// impossible.
    pub obvious: Option<PlanCandidate>,
    /// How sure it is that nothing is better than the first of them.
    pub proof: OptimalityProof,
    /// Nothing that was not looked at comes between the others.
    pub next_proven: bool,
    /// How many placements were looked at.
    pub tried: u64,
}

/// A placement with its results.
#[derive(Clone, Debug, PartialEq)]
pub struct PlanCandidate {
    pub placement: Placement,
    /// The engine of each array.
    pub means: BTreeMap<String, RaidEngineKind>,
    /// One for each objective, as [`crate::request::PlanObjective`] counts it: MB/s, lanes, moves below 0.
    pub scores: Vec<f64>,
    /// Predictions for every drive and array for the first objective, with the certificate.
    pub outcomes: Vec<TargetPrediction>,
    /// The basis of the constraints about booting and RAID, with settings to make.
    pub answers: Vec<FeasibilityAnswer>,
}

/// How sure it is that nothing is better.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum OptimalityProof {
    /// Every placement was looked at, or has a twin that was, or cannot have better scores.
    Exact,
    /// Nothing is better by more than this part of the first objective.
    Gap(f64),
}

/// Why there is none.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PlanConflict {
    /// The fewest constraints that cannot all be fulfilled, by their index in [`crate::request::PlacementRequest::constraints`].
    pub constraints: Vec<usize>,
    /// The fewest devices that find no place, if no constraint is to blame.
    pub devices: Vec<usize>,
    /// Obstacles to the obvious placement.
    pub clashes: Vec<PlacementClash>,
    /// That there is none is sure: the effort did not end before every placement was looked at.
    pub proven: bool,
}

/// A placement of all requested devices, or the reason that there is none.
pub type Search = Result<SearchResult, PlanConflict>;

/// A search with its own effort, for comparisons of machines and requests.
pub type SearchFn<'a> = &'a dyn Fn(&SlotInventory, &[MovableDevice], &PlacementRequest) -> Search;

impl PlacementRequest {
    /// With these constraints, too.
    #[must_use]
    pub fn with(&self, constraints: impl IntoIterator<Item = Constraint>) -> Self {
        let mut request = self.clone();
        request.constraints.extend(constraints);
        request
    }

    /// With only the constraints at these indices.
    #[must_use]
    pub fn only(&self, constraints: &[usize]) -> Self {
        let kept = constraints.iter().filter_map(|&at| self.constraints.get(at).cloned()).collect();
        Self { constraints: kept, ..self.clone() }
    }
}
