//! Why there is no placement.

use super::{PlacementSearch, obvious};
use crate::evaluate::PlacementJudge;
use crate::feasibility::{DriveInSlot, FeasibilityVerdict, RaidEngineKind, SlotFacts};
use crate::placement::PlacementClash;
use crate::request::{ArrayConstraint, PlacementRequest};
use crate::result::PlanConflict;

/// Sets of constraints to try at most for the smallest that contradict each other.
const MOST_SETS: usize = 300;
/// Devices to leave out at most, one of each kind at a time.
const MOST_LEFT_OUT: usize = 3;

/// Arrays that cannot be made wherever their drives are: the platform has none of their possible RAID
/// engines.
pub fn unmade<'a>(judge: &'a PlacementJudge<'_>) -> impl Iterator<Item = &'a ArrayConstraint> {
    let situation = &judge.inventory.situation;
    // A No with nothing known of the slot is one in every slot.
    let refuses = |means: RaidEngineKind, member: &usize| {
        let drive = judge.devices.get(*member).and_then(|device| device.raid.clone());
        drive.is_some_and(|drive| {
            let placed = DriveInSlot { drive, slot: SlotFacts::default() };
            situation.takes(&placed, means).verdict == FeasibilityVerdict::No
        })
    };
    judge.request.arrays.iter().filter(move |array| {
        let means = if array.means.is_empty() { &RaidEngineKind::ALL[..] } else { &array.means };
        means.iter().all(|means| array.members.iter().any(|member| refuses(*means, member)))
    })
}

/// The effort ended before any placement was found: there may be one.
pub fn not_known(judge: &PlacementJudge<'_>) -> PlanConflict {
    PlanConflict { clashes: obvious::clashes(judge), ..PlanConflict::default() }
}

/// The fewest constraints to blame, else the fewest devices. Anything not found within the effort is not
/// blamed.
pub fn why(search: &PlacementSearch<'_>, judge: &PlacementJudge<'_>) -> PlanConflict {
    let request = search.request;
    let clashes = obvious::clashes(judge);
    let conflict = PlanConflict { clashes, proven: true, ..PlanConflict::default() };
    let unmade: Vec<usize> = unmade(judge).flat_map(|it| it.members.iter().copied()).collect();
    if !unmade.is_empty() {
        return PlanConflict { devices: unmade, ..conflict };
    }
    // What the effort does not decide counts as possible, so that only proven contradictions are
    // blamed.
    let possible =
        |request: &PlacementRequest| search.with_request(request).is_possible() != Some(false);
    if possible(&request.only(&[])) {
        let constraints = fewest(request, &|constraints| possible(&request.only(constraints)));
        return PlanConflict { constraints, ..conflict };
    }
    // Nothing of it may name devices by number: some are left out.
    let bare = PlacementRequest::default();
    let devices = match possible(&bare) {
        // Constraints were left out already: without the arrays there is a placement, with them
        // there is none.
        true => request.arrays.iter().flat_map(|array| array.members.iter().copied()).collect(),
        false => unplaced(&search.with_request(&bare), judge),
    };
    PlanConflict { devices, ..conflict }
}

/// The smallest set of constraints that cannot all come true: a smallest one of all with fewer members
/// than one from which nothing can be left out.
fn fewest(request: &PlacementRequest, possible: &dyn Fn(&[usize]) -> bool) -> Vec<usize> {
    let all: Vec<usize> = (0..request.constraints.len()).collect();
    // Constraints are dropped from the last to the first, so that of several contradictions the
    // one that was stated first remains.
    let mut core = all.clone();
    for constraint in all.iter().rev() {
        let without: Vec<usize> = core.iter().copied().filter(|at| at != constraint).collect();
        if !possible(&without) {
            core = without;
        }
    }
    // Nothing can be left out of this set, but another one may be smaller.
    let mut left = MOST_SETS;
    for size in 1..core.len() {
        for set in sets(&all, size) {
            if left == 0 {
                return core;
            }
            left -= 1;
            if !possible(&set) {
                return set;
            }
        }
    }
    core
}

/// The fewest devices without which the others find places.
fn unplaced(search: &PlacementSearch<'_>, judge: &PlacementJudge<'_>) -> Vec<usize> {
    let all: Vec<usize> = (0..judge.devices.len()).collect();
    let mut tried = 0;
    for size in 1..=MOST_LEFT_OUT.min(all.len()) {
        for out in sets(&all, size).into_iter().filter(|out| is_first_of_kind(judge, out)) {
            tried += 1;
            if tried > MOST_SETS {
                return stuck(judge);
            }
            let kept = all.iter().filter(|at| !out.contains(at));
            let devices: Vec<_> = kept.map(|&at| judge.devices[at].clone()).collect();
            let others = PlacementSearch { devices: &devices, ..*search };
            if others.is_possible() != Some(false) {
                return out;
            }
        }
    }
    stuck(judge)
}

/// Devices that find no slot when each is put into the first that takes it.
fn stuck(judge: &PlacementJudge<'_>) -> Vec<usize> {
    let device = |clash: &PlacementClash| match *clash {
        PlacementClash::NoFit(at, _)
        | PlacementClash::Taken(at, _)
        | PlacementClash::Off(at, _)
        | PlacementClash::NoLanes(at)
        | PlacementClash::NoSplit(at)
        | PlacementClash::NoBay(at) => at,
    };
    obvious::clashes(judge).iter().map(device).collect()
}

/// Of devices that are alike the last ones, so that each kind of choice comes once.
fn is_first_of_kind(judge: &PlacementJudge<'_>, out: &[usize]) -> bool {
    out.iter().all(|&at| {
        let mut later =
            (at + 1..judge.devices.len()).filter(|&it| judge.alike[it] == judge.alike[at]);
        later.all(|it| out.contains(&it))
    })
}

/// All sets of this size, in order.
fn sets(of: &[usize], size: usize) -> Vec<Vec<usize>> {
    if size == 0 {
        return vec![Vec::new()];
    }
    let mut made = Vec::new();
    for (at, &first) in of.iter().enumerate() {
        for rest in sets(&of[at + 1..], size - 1) {
            made.push([vec![first], rest].concat());
        }
    }
    made
}
