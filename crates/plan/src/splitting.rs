//! Possible gains if firmware split slots it is not known to split.
//!
//! For: `plan`, which tells of it beside an arrangement that does without: whether a board offers a split is
//! looked up in a menu within a minute, and a proof that rests on its not being known is none.

use narrows_units::Lanes;

use crate::better::WORTH;
use crate::evaluate::PlacementJudge;
use crate::graphics;
use crate::inventory::InventorySlot;
use crate::request::{Constraint, PlacementRequest};
use crate::result::PlanCandidate;
use crate::search::PlacementSearch;

/// The best arrangement with all splits that processors can have, where it brings what is worth having more
/// than `best`, or as much without its adapters; none where every split in question is known.
pub fn beyond(search: &PlacementSearch<'_>, best: &PlanCandidate) -> Option<PlanCandidate> {
    let PlacementSearch { inventory, devices, request, .. } = *search;
    if !devices.iter().any(|device| device.needs_split() && device.bays > 1) {
        return None;
    }
    let mut open = inventory.clone();
    for slot in open.slots.iter_mut().filter(|slot| !slot.says_splits()) {
        slot.splits = possible(slot);
    }
    let here = *best.scores.first()?;
    let best_for = |request: &PlacementRequest| {
        let split = PlacementSearch { inventory: &open, request, ..*search };
        let (request, result) = graphics::best(&split).ok()?;
        // Judged on the inventory as it is known, where the split counts as unsure.
        let judge = PlacementJudge::new(inventory, devices, &request, true);
        let candidate = judge.candidate(&result.candidates.first()?.placement).ok()?;
        Some((*candidate.scores.first()? - here, candidate))
    };
    let worth = WORTH * here.abs();
    if let Some((_, better)) = best_for(request).filter(|(more, _)| *more > worth) {
        return Some(better);
    }
    let bare = request.with([Constraint::NoAdapters]);
    // If the best placement has no adapters, there are none to save.
    let judge = PlacementJudge::new(inventory, devices, &bare, true);
    if judge.candidate(&best.placement).is_ok() {
        return None;
    }
    let (more, as_good) = best_for(&bare)?;
    (more >= -worth).then_some(as_good)
}

/// As its processor can have it split, else by fours.
fn possible(slot: &InventorySlot) -> Vec<Vec<Lanes>> {
    if !slot.may_split.is_empty() {
        return slot.may_split.clone();
    }
    let fours = slot.link.map_or(0, |link| link.lanes.get() / 4);
    let fours: Vec<Lanes> = (0..fours).filter_map(|_| Lanes::new(4)).collect();
    if fours.len() > 1 { vec![fours] } else { Vec::new() }
}
