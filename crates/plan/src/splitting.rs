//! What would be possible if firmware split slots it is not known to split.
//!
//! For: `plan`, which tells of it beside an arrangement that does without: whether a board offers a split is
//! looked up in a menu within a minute, and a proof that rests on its not being known is none.

use narrows_units::Lanes;

use crate::ask::Request;
use crate::better::WORTH;
use crate::device::Device;
use crate::evaluate::Judge;
use crate::found::Candidate;
use crate::graphics;
use crate::inventory::{Inventory, InventorySlot};
use crate::search::Effort;

/// The best arrangement with all splits that processors can have, where it brings what is worth having more
/// than `best`; none where every split in question is known.
pub fn beyond(
    inventory: &Inventory,
    devices: &[Device],
    ask: &Request,
    best: &Candidate,
    effort: &Effort,
) -> Option<Candidate> {
    if !devices.iter().any(|device| device.needs_split() && device.bays > 1) {
        return None;
    }
    let mut open = inventory.clone();
    let unsaid = open.slots.iter_mut().filter(|slot| !slot.says_splits());
    unsaid.for_each(|slot| slot.splits = possible(slot));
    let (ask, found) = graphics::best(&open, devices, ask, effort).ok()?;
    let found = found.candidates.into_iter().next()?;
    let judge = Judge::new(inventory, devices, &ask, true);
    let found = judge.candidate(&found.placement).ok()?;
    let (here, there) = (best.scores.first()?, found.scores.first()?);
    (*there > here + WORTH * here.abs()).then_some(found)
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
