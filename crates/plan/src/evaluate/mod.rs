//! The value of a placement: whether it meets the constraints, and the scores of its objectives.
//!
//! A [`PlacementJudge`] looks at one placement at a time. It tries every engine that may make an array,
//! and keeps those with which the placement is best.
//!
//! Not here: which placements there are (`search`).

mod alike;
mod constraints;
mod judge;
mod means;
mod modelled;
mod objectives;
mod rank;
mod view;

use std::collections::BTreeMap;

use narrows_model::predict_workloads;

pub use alike::classes;
pub use judge::{Late, PlacementJudge, PlacementRefusal, never};
pub use means::level;
pub use modelled::RatesMemo;
pub(crate) use objectives::{hops, lanes, processor_rate, workload};
pub use objectives::{rated, targets};
pub use rank::PlacementRank;
pub(crate) use rank::{
    crossings, further_controllers, gone, has_link, host, link_speed, steps, takes_adapter,
};
pub use view::{PlacementKey, PlacementView};

use crate::device::MovableDevice;
use crate::feasibility::RaidEngineKind;
use crate::inventory::SlotInventory;
use crate::placement::Placement;
use crate::request::PlacementRequest;
use crate::result::PlanCandidate;

/// The score of a placement with chosen engines.
#[derive(Clone, Debug, PartialEq)]
pub struct PlacementScore {
    /// One for each array of the request.
    pub means: Vec<RaidEngineKind>,
    pub scores: Vec<f64>,
    pub rank: PlacementRank,
}

impl<'a> PlacementJudge<'a> {
    pub fn new(
        inventory: &'a SlotInventory,
        devices: &'a [MovableDevice],
        request: &'a PlacementRequest,
        allow_unknown: bool,
    ) -> Self {
        let apart = alike::apart(inventory, devices);
        let alike = alike::with_apart(&classes(devices, request), &apart);
        Self { inventory, devices, request, allow_unknown, alike, apart, late: never }
    }

    /// The same, whose looking ends when `late` says so.
    #[must_use]
    pub fn until(self, late: Late) -> Self {
        Self { late, ..self }
    }

    /// The placement with its outcome, by the engines with which that is best.
    ///
    /// # Errors
    /// Why the placement is none: the first kind of reason found.
    pub fn candidate(&self, at: &Placement) -> Result<PlanCandidate, PlacementRefusal> {
        let view = PlacementView::new(self, at)?;
        let worth = self.worth(&view, &mut RatesMemo::new())?;
        Ok(self.finished(&view, &worth))
    }

    /// The score of the placement.
    ///
    /// # Errors
    /// See [`PlacementJudge::candidate`].
    pub fn worth(
        &self,
        view: &PlacementView<'_>,
        memo: &mut RatesMemo,
    ) -> Result<PlacementScore, PlacementRefusal> {
        let broken = constraints::broken(view);
        if !broken.is_empty() {
            return Err(PlacementRefusal::Constraints(broken));
        }
        let choices = means::choices(view)?;
        let mut best: Option<PlacementScore> = None;
        let mut slowed = Vec::new();
        for means in means::combinations(&choices) {
            let modelled = modelled::of(view, &means, memo);
            if !modelled.broken.is_empty() {
                // Reported only if no choice of engines is fast enough.
                slowed = modelled.broken;
                continue;
            }
            let scores = objectives::scores(view, &modelled.rates);
            let rank = PlacementRank::new(view, &scores);
            // Strictly better: of equal engines the first is the one that is preferred.
            if best.as_ref().is_none_or(|best| rank > best.rank) {
                best = Some(PlacementScore { means, scores, rank });
            }
        }
        best.ok_or(PlacementRefusal::Constraints(slowed))
    }

    /// The complete result for a placement and its score.
    pub fn finished(&self, view: &PlacementView<'_>, worth: &PlacementScore) -> PlanCandidate {
        let ids = self.request.arrays.iter().map(|array| array.id.clone());
        let means: BTreeMap<String, RaidEngineKind> =
            ids.zip(worth.means.iter().copied()).collect();
        let machine = view.machine(&worth.means);
        let sets = objectives::first_sets(view, &machine);
        let outcomes = sets.iter().flat_map(|set| predict_workloads(&machine, set)).collect();
        PlanCandidate {
            placement: view.at.clone(),
            means,
            scores: worth.scores.clone(),
            outcomes,
            answers: means::answers(view, &worth.means),
        }
    }
}
