//! Whether a machine's devices would be better elsewhere, and which must give way.
//!
//! For: every piece of advice on places that does not come from `narrows plan` itself, so that no two
//! answers about one machine contradict each other: it is the same search, the same settling of ties
//! and the same steps.
//!
//! Not here: the machine's devices today and their rates; the output.

use narrows_model::TargetPrediction;
use narrows_topology::Id;

use crate::ask::PlacementRequest;
use crate::device::MovableDevice;
use crate::evaluate::{PlacementJudge, never};
use crate::found::{OptimalityProof, PlanCandidate, SearchResult};
use crate::graphics;
use crate::inventory::SlotInventory;
use crate::moves::{self, MoveStep};
use crate::search::SearchEffort;

/// Smaller gains are not worth opening a machine for; figures of one thing differ by as much.
pub const WORTH: f64 = 0.02;

/// Today's arrangement beside the best one.
#[derive(Clone, Debug, PartialEq)]
pub struct BetterArrangement {
    /// Today's placement, with its rates.
    pub today: PlanCandidate,
    pub best: PlanCandidate,
    /// The steps from the one to the other; empty if today is as good as any.
    pub moves: Vec<MoveStep>,
    /// That nothing is better by a worthwhile amount is proven, rather than only not found.
    pub is_proven: bool,
}

/// Today's arrangement beside the best one for this ask; `None` if nothing is in the machine, not
/// all of it is in a known place, or no arrangement fulfils the constraints.
pub fn than_today(
    inventory: &SlotInventory,
    ask: &PlacementRequest,
    effort: &SearchEffort,
) -> Option<BetterArrangement> {
    let devices = &inventory.devices;
    if devices.is_empty() || inventory.today.locations.len() != devices.len() {
        return None;
    }
    let judge = PlacementJudge::new(inventory, devices, ask, effort.allow_unknown);
    let today = judge.candidate(&inventory.today).ok()?;
    // As in `narrows plan`: graphics cards keep a good slot.
    let (ask, found) = &graphics::best(inventory, devices, ask, effort).ok()?;
    let is_proven = match found.proof {
        OptimalityProof::Exact => true,
        // What the gap leaves open would not be worth a move.
        OptimalityProof::Gap(gap) => gap <= WORTH,
    };
    let best =
        near_today(found.clone(), inventory, devices, ask, effort).candidates.into_iter().next()?;
    let moves = match is_better(&best, &today) {
        true => moves::between(inventory, devices, ask, &best, never),
        false => Vec::new(),
    };
    Some(BetterArrangement { today, best, moves, is_proven })
}

/// The same with twins where they are today: the result is the same, with fewer moves.
pub fn near_today(
    mut found: SearchResult,
    inventory: &SlotInventory,
    devices: &[MovableDevice],
    ask: &PlacementRequest,
    effort: &SearchEffort,
) -> SearchResult {
    let judge = PlacementJudge::new(inventory, devices, ask, effort.allow_unknown);
    for candidate in found.candidates.iter_mut().filter(|_| !inventory.today.locations.is_empty()) {
        let least = moves::least(inventory, devices, ask, &candidate.placement);
        if let Ok(nearer) = judge.candidate(&least) {
            *candidate = nearer;
        }
    }
    found
}

/// Whether the first objective that differs is higher by a worthwhile amount.
fn is_better(best: &PlanCandidate, today: &PlanCandidate) -> bool {
    let pairs = best.scores.iter().zip(&today.scores);
    let mut differing = pairs.filter(|(best, today)| best != today);
    differing.next().is_some_and(|(best, today)| *best > today + WORTH * today.abs())
}

impl BetterArrangement {
    /// Total rate of these drives today and in the best arrangement while everything runs, by the first
    /// objective, 10^6 bytes per second; `None` if one of them is reported only as part of an array.
    pub fn of(&self, drives: &[Id]) -> Option<(f64, f64)> {
        let rate = |outcomes: &[TargetPrediction], drive: &Id| {
            outcomes.iter().find(|it| it.target == *drive).map(|it| it.rate.as_mb_s())
        };
        let sum = |of: &PlanCandidate| -> Option<f64> {
            drives.iter().map(|drive| rate(&of.outcomes, drive)).sum()
        };
        Some((sum(&self.today)?, sum(&self.best)?))
    }
}
