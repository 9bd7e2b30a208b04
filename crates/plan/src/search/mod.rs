//! The best placements, with proof.
//!
//! [`best`] walks over all placements, but visits only one of those that differ in names alone
//! (`fold`), and leaves out those that constraints forbid (`options`) or that cannot beat the best
//! found (`bound`). Nothing exceeds the optimum of a linear programme (`linear`): if something as
//! good was found, there is nothing to walk over; if the walk exceeds the effort, the best found
//! reports its distance from it.
//!
//! Not here: the score of a placement (`evaluate`).

pub(crate) mod bound;
pub(crate) mod fold;
mod impossible;
mod improve;
mod linear;
mod obvious;
mod off;
pub(crate) mod options;
mod room;
pub(crate) mod settings;
mod settle;
pub(crate) mod walk;

use crate::ask::PlacementRequest;
use crate::device::MovableDevice;
use crate::evaluate::{Late, PlacementJudge, PlacementView, never};
use crate::found::{OptimalityProof, PlanCandidate, Search, SearchResult};
use crate::inventory::SlotInventory;
use crate::placement::{DeviceLocation, Placement};

use walk::{PlacementWalk, RankedPlacement, STEPS};

/// Steps, times devices, times slots, for a walk over ties and one for the next best where no walk over all
/// placements ended: a second or so. Over many devices they get nowhere, and placements near the best were
/// examined before.
const UNWALKED: u64 = 6_000_000;

#[derive(Clone, Copy, Debug)]
pub struct SearchEffort {
    /// Placements to evaluate at most.
    pub placements: u64,
    /// Candidates to return at most.
    pub top: usize,
    /// Whether unknown facts about booting and RAID are taken for granted.
    pub allow_unknown: bool,
    /// Whether the time is over: the answer is then the best found so far, and the gap says how far
    /// it may be from the best.
    pub late: Late,
}

impl Default for SearchEffort {
    fn default() -> Self {
        Self { placements: 6_000, top: 3, allow_unknown: false, late: never }
    }
}

/// The best placements of all devices.
///
/// # Errors
/// Why there is none.
pub fn best(
    inventory: &SlotInventory,
    devices: &[MovableDevice],
    ask: &PlacementRequest,
    effort: &SearchEffort,
) -> Search {
    let judge =
        PlacementJudge::new(inventory, devices, ask, effort.allow_unknown).until(effort.late);
    found(&judge, effort, Vec::new()).map_err(|is_none| match is_none {
        true => impossible::why(&judge, effort),
        false => impossible::not_known(&judge),
    })
}

/// Returns the best placements, trying `known` ones first: the better they are, the less is left to search.
/// `None` if there is none, or if none was found within the effort; the reason does not matter.
pub fn best_beside(
    (inventory, devices): (&SlotInventory, &[MovableDevice]),
    ask: &PlacementRequest,
    effort: &SearchEffort,
    known: Vec<Placement>,
) -> Option<SearchResult> {
    let judge =
        PlacementJudge::new(inventory, devices, ask, effort.allow_unknown).until(effort.late);
    found(&judge, effort, known).ok()
}

/// The error states whether it is certain that there is no placement.
fn found(
    judge: &PlacementJudge<'_>,
    effort: &SearchEffort,
    known: Vec<Placement>,
) -> Result<SearchResult, bool> {
    // No placement changes this, and a walk would go through all of them to find it out.
    if impossible::unmade(judge).next().is_some() {
        return Err(true);
    }
    let most = effort.placements;
    // The best is needed even if none is to be listed.
    let mut walk = PlacementWalk::new(judge, most, effort.top.max(1));
    // Placements to begin with: the better they are, the more the walk can leave out.
    let today = &judge.inventory.today;
    let is_today = today.locations.len() == judge.devices.len();
    let starts: Vec<Placement> =
        obvious::placement(judge).into_iter().chain(is_today.then(|| today.clone())).collect();
    walk.begin_with(starts);
    walk.begin_with(known);
    match walk.find_any() {
        Some(true) => {}
        Some(false) => return Err(true),
        None => return Err(false),
    }
    walk.round_off();
    // A good placement lets the proof leave out more; three quarters of the effort remain for the
    // proof.
    walk.improve(most / 4);
    let was_walked = !walk.is_best() && walk.prove(most - most / 4);
    let is_proven = was_walked || walk.is_best();
    // Where the proof did not end, walks over ties and for the next best would not either.
    let worth = |most: u64| if was_walked { most } else { most.min(unwalked(judge)) };
    let best = walk.kept().first().map(|kept| kept.placement.clone());
    walk.settle_ties(walk.tried() + worth(most.saturating_sub(walk.tried())));
    if walk.kept().first().map(|kept| &kept.placement) != best.as_ref() {
        // The next best are near it.
        walk.improve(most / 4);
    }
    let proof = if is_proven { OptimalityProof::Exact } else { walk.gap() };
    let tried = walk.tried();
    let (kept, next_proven) = others(walk, effort.top, worth(most / 4));
    let candidates = kept.iter().filter_map(|kept| finished(judge, kept)).collect();
    let obvious = obvious::placement(judge).and_then(|at| judge.candidate(&at).ok());
    Ok(SearchResult { candidates, obvious, proof, next_proven, tried })
}

/// Placements that are worth evaluating where no walk over all of them ended.
fn unwalked(judge: &PlacementJudge<'_>) -> u64 {
    let each = judge.devices.len() * judge.inventory.slots.len();
    UNWALKED / STEPS / (each as u64).max(1)
}

/// Upper bound on the first objective in any placement that has these devices at `locations`; `None` without
/// objectives.
pub fn most(judge: &PlacementJudge<'_>, locations: &[Option<DeviceLocation>]) -> Option<f64> {
    PlacementWalk::new(judge, 0, 1).most(locations)
}

/// Goes on for the next best that differ; whether nothing comes between them.
fn others(walk: PlacementWalk<'_>, top: usize, rest: u64) -> (Vec<RankedPlacement>, bool) {
    if top <= 1 {
        return (walk.into_kept(), true);
    }
    let mut wider = walk.wider();
    let is_proven = wider.prove(wider.tried() + rest);
    (wider.into_kept(), is_proven)
}

fn finished(judge: &PlacementJudge<'_>, kept: &RankedPlacement) -> Option<PlanCandidate> {
    let placement = settle::settled(judge, &kept.placement);
    let view = PlacementView::new(judge, &placement).ok()?;
    Some(judge.finished(&view, &kept.worth))
}

/// Whether all devices can be placed with these constraints met; `None` if that takes more effort.
fn is_possible(
    inventory: &SlotInventory,
    devices: &[MovableDevice],
    ask: &PlacementRequest,
    effort: &SearchEffort,
) -> Option<bool> {
    let judge =
        PlacementJudge::new(inventory, devices, ask, effort.allow_unknown).until(effort.late);
    PlacementWalk::new(&judge, effort.placements, 1).find_any()
}
