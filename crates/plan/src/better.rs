//! Whether a machine's devices would be better elsewhere, and which must give way.
//!
//! For: every piece of advice on places that does not come from `narrows plan` itself, so that no two
//! answers about one machine contradict each other: it is the same search, the same settling of ties
//! and the same steps.
//!
//! Not here: the machine's devices today and their rates; the output.

use narrows_topology::Id;

use crate::evaluate::never;
use crate::graphics;
use crate::inventory::SlotInventory;
use crate::moves::{self, MoveStep};
use crate::request::PlacementRequest;
use crate::result::{OptimalityProof, PlanCandidate, SearchResult};
use crate::search::{PlacementSearch, SearchEffort};

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

/// Today's arrangement beside the best one for this request; `None` if nothing is in the machine, not
/// all of it is in a known place, or no arrangement fulfils the constraints.
pub fn than_today(
    inventory: &SlotInventory,
    request: &PlacementRequest,
    effort: &SearchEffort,
) -> Option<BetterArrangement> {
    let devices = &inventory.devices;
    if devices.is_empty() || inventory.today.locations.len() != devices.len() {
        return None;
    }
    let search = PlacementSearch { inventory, devices, request, effort: *effort };
    let today = search.judge().candidate(&inventory.today).ok()?;
    // As in `narrows plan`: graphics cards keep a good slot.
    let (request, result) = graphics::best(&search).ok()?;
    let is_proven = match result.proof {
        OptimalityProof::Exact => true,
        // What the gap leaves open would not be worth a move.
        OptimalityProof::Gap(gap) => gap <= WORTH,
    };
    let result = near_today(&search.with_request(&request), result);
    let best = result.candidates.into_iter().next()?;
    let mut pairs = best.scores.iter().zip(&today.scores);
    let first_different = pairs.find(|(best, today)| best != today);
    let is_better =
        first_different.is_some_and(|(best, today)| *best > today + WORTH * today.abs());
    let moves = match is_better {
        true => moves::between(inventory, devices, &request, &best, never),
        false => Vec::new(),
    };
    Some(BetterArrangement { today, best, moves, is_proven })
}

/// The same with twins where they are today: the result is the same, with fewer moves.
pub fn near_today(search: &PlacementSearch<'_>, mut result: SearchResult) -> SearchResult {
    let PlacementSearch { inventory, devices, request, .. } = *search;
    if inventory.today.locations.is_empty() {
        return result;
    }
    let judge = search.judge();
    for candidate in &mut result.candidates {
        let least = moves::least(inventory, devices, request, &candidate.placement);
        if let Ok(nearer) = judge.candidate(&least) {
            *candidate = nearer;
        }
    }
    result
}

impl BetterArrangement {
    /// Total rate of these drives today and in the best arrangement while everything runs, by the first
    /// objective, 10^6 bytes per second; `None` if one of them is reported only as part of an array.
    pub fn of(&self, drives: &[Id]) -> Option<(f64, f64)> {
        let sum = |of: &PlanCandidate| -> Option<f64> {
            let rate = |drive: &Id| of.outcomes.iter().find(|it| it.target == *drive);
            drives.iter().map(|drive| Some(rate(drive)?.rate.as_mb_s())).sum()
        };
        Some((sum(&self.today)?, sum(&self.best)?))
    }
}
