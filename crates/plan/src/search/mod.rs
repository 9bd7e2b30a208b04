//! The best placements, with proof.
//!
//! [`best`] walks over all placements, but visits only one of those that differ in names alone
//! (`fold`), and leaves out those that constraints forbid (`options`) or that cannot beat the best
//! found (`bound`). Nothing exceeds the optimum of a linear programme (`linear`): if something as
//! good was found, there is nothing to walk over; if the walk exceeds the effort, the best found
//! reports its distance from it.
//!
//! Whatever compares arrangements ([`crate::graphics`], [`crate::trade`], [`crate::narrow`] and others) is a
//! [`PlacementSearch`] with another request.
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

use crate::device::MovableDevice;
use crate::evaluate::{Late, PlacementJudge, PlacementView, never};
use crate::inventory::SlotInventory;
use crate::makeshift;
use crate::placement::{DeviceLocation, Placement};
use crate::request::PlacementRequest;
use crate::result::{OptimalityProof, Search, SearchResult};

use walk::{PlacementWalk, STEPS, all_placed};

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

/// What is searched for, and how long.
#[derive(Clone, Copy, Debug)]
pub struct PlacementSearch<'a> {
    pub inventory: &'a SlotInventory,
    pub devices: &'a [MovableDevice],
    pub request: &'a PlacementRequest,
    pub effort: SearchEffort,
}

impl<'a> PlacementSearch<'a> {
    /// The same devices on the same inventory, for another request.
    #[must_use]
    pub fn with_request(self, request: &'a PlacementRequest) -> Self {
        Self { request, ..self }
    }

    pub fn judge(&self) -> PlacementJudge<'a> {
        let Self { inventory, devices, request, effort } = *self;
        PlacementJudge::new(inventory, devices, request, effort.allow_unknown).until(effort.late)
    }

    /// The best placements of all devices.
    ///
    /// # Errors
    /// Why there is none.
    pub fn best(&self) -> Search {
        let judge = self.judge();
        search(&judge, &self.effort, &[]).map_err(|is_none| match is_none {
            true => impossible::why(self, &judge),
            false => impossible::not_known(&judge),
        })
    }

    /// Returns the best placements, trying `known` ones first: the better they are, the less is left to search.
    /// `None` if there is none, or if none was found within the effort; the reason does not matter.
    pub fn best_beside(&self, known: &[Placement]) -> Option<SearchResult> {
        search(&self.judge(), &self.effort, known).ok()
    }

    /// Whether all devices can be placed with these constraints met; `None` if that takes more effort.
    fn is_possible(&self) -> Option<bool> {
        let judge = self.judge();
        PlacementWalk::new(&judge, self.effort.placements, 1).find_any()
    }

    /// The cost of a placement's makeshifts under this request, see [`makeshift::cost`].
    pub(crate) fn makeshifts(&self, at: &Placement) -> usize {
        makeshift::cost(&self.judge(), &all_placed(&at.locations))
    }
}

/// The best placements of all devices: [`PlacementSearch::best`].
///
/// # Errors
/// Why there is none.
pub fn best(
    inventory: &SlotInventory,
    devices: &[MovableDevice],
    request: &PlacementRequest,
    effort: &SearchEffort,
) -> Search {
    PlacementSearch { inventory, devices, request, effort: *effort }.best()
}

/// The error states whether it is certain that there is no placement.
fn search(
    judge: &PlacementJudge<'_>,
    effort: &SearchEffort,
    known: &[Placement],
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
    let obvious = obvious::placement(judge);
    for start in obvious.iter().chain(is_today.then_some(today)).chain(known) {
        walk.look(start);
    }
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
    let steps = (judge.devices.len() * judge.inventory.slots.len()).max(1) as u64;
    let unwalked = UNWALKED / STEPS / steps;
    let worth = |most: u64| if was_walked { most } else { most.min(unwalked) };
    let best = walk.kept().first().map(|kept| kept.placement.clone());
    walk.go(walk.tried() + worth(most.saturating_sub(walk.tried())));
    if walk.kept().first().map(|kept| &kept.placement) != best.as_ref() {
        // The next best are near it.
        walk.improve(most / 4);
    }
    let proof = if is_proven { OptimalityProof::Exact } else { walk.gap() };
    let tried = walk.tried();
    let next_proven = effort.top <= 1 || {
        // Goes on for the next best that differ.
        walk.look_for_all();
        walk.prove(walk.tried() + worth(most / 4))
    };
    let mut candidates = Vec::new();
    for kept in walk.kept() {
        let placement = settle::settled(judge, &kept.placement);
        if let Ok(view) = PlacementView::new(judge, &placement) {
            candidates.push(judge.finished(&view, &kept.worth));
        }
    }
    let obvious = obvious.and_then(|at| judge.candidate(&at).ok());
    Ok(SearchResult { candidates, obvious, proof, next_proven, tried })
}

/// Upper bound on the first objective in any placement that has these devices at `locations`; `None` without
/// objectives.
pub fn most(judge: &PlacementJudge<'_>, locations: &[Option<DeviceLocation>]) -> Option<f64> {
    PlacementWalk::new(judge, 0, 1).most(locations)
}
