//! Possible gains if firmware split slots it is not known to split.
//!
//! For: `plan`, which tells of it beside an arrangement that does without: whether a board offers a split is
//! looked up in a menu within a minute, and a proof that rests on its not being known is none.

use narrows_units::Lanes;

use crate::ask::{Constraint, PlacementRequest};
use crate::better::WORTH;
use crate::device::MovableDevice;
use crate::evaluate::PlacementJudge;
use crate::found::PlanCandidate;
use crate::graphics;
use crate::inventory::{InventorySlot, SlotInventory};
use crate::search::SearchEffort;

/// The best arrangement with all splits that processors can have, where it brings what is worth having more
/// than `best`, or as much without its adapters; none where every split in question is known.
pub fn beyond(
    inventory: &SlotInventory,
    devices: &[MovableDevice],
    ask: &PlacementRequest,
    best: &PlanCandidate,
    effort: &SearchEffort,
) -> Option<PlanCandidate> {
    if !devices.iter().any(|device| device.needs_split() && device.bays > 1) {
        return None;
    }
    let mut open = inventory.clone();
    let unsaid = open.slots.iter_mut().filter(|slot| !slot.says_splits());
    unsaid.for_each(|slot| slot.splits = possible(slot));
    let here = *best.scores.first()?;
    let best_for = |ask: &PlacementRequest| {
        let (ask, found) = graphics::best(&open, devices, ask, effort).ok()?;
        let found = found.candidates.into_iter().next()?;
        // Judged on the inventory as it is known, where the split counts as unsure.
        let judge = PlacementJudge::new(inventory, devices, &ask, true);
        let found = judge.candidate(&found.placement).ok()?;
        Some((*found.scores.first()? - here, found))
    };
    let worth = WORTH * here.abs();
    if let Some((_, found)) = best_for(ask).filter(|(more, _)| *more > worth) {
        return Some(found);
    }
    let mut bare = ask.clone();
    bare.constraints.push(Constraint::NoAdapters);
    // If the best placement has no adapters, there are none to save.
    let is_bare = PlacementJudge::new(inventory, devices, &bare, true).candidate(&best.placement);
    let found = is_bare.is_err().then(|| best_for(&bare)).flatten();
    found.filter(|(more, _)| *more >= -worth).map(|(_, found)| found)
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
