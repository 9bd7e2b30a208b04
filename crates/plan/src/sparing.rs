//! Adapters are bought only for a gain that is worth it.
//!
//! For: `plan` of a bare board. In a machine, what is on an adapter today stays there without cost.
//!
//! Not here: which adapters there are (`adapter`).

use crate::ask::{Constraint, PlacementRequest};
use crate::device::MovableDevice;
use crate::evaluate::rated;
use crate::found::{OptimalityProof, SearchResult};
use crate::graphics::makeshifts;
use crate::inventory::SlotInventory;
use crate::search::{self, SearchEffort};

/// Smaller gains are not worth a card to buy (a judgement).
const WORTH: f64 = 0.05;

/// The best placement without adapters instead of one with them, if it loses less than is worth buying one for;
/// what it loses is left open by its proof.
pub fn without_adapters(
    (inventory, devices): (&SlotInventory, &[MovableDevice]),
    ask: &PlacementRequest,
    effort: &SearchEffort,
    found: &SearchResult,
) -> Option<SearchResult> {
    ask.objectives.first().and_then(rated)?;
    let first = found.candidates.first()?;
    let places = inventory.places(devices, &first.placement).ok()?;
    let is_adapted = places.iter().any(|place| place.fit.is_adapted());
    if !is_adapted || !inventory.today.locations.is_empty() {
        return None;
    }
    let constraints = ask.constraints.iter().cloned().chain([Constraint::NoAdapters]).collect();
    let plain = PlacementRequest { constraints, ..ask.clone() };
    let mut plain = search::best(inventory, devices, &plain, effort).ok()?;
    let pairs = plain.candidates.first()?.scores.iter().zip(&first.scores);
    let losses = pairs.map(|(here, there)| (there - here) / there.abs().max(f64::MIN_POSITIVE));
    let loss = losses.fold(0.0, f64::max);
    let machine = (inventory, devices);
    let is_makeshift = makeshifts(machine, ask, &plain) > makeshifts(machine, ask, found);
    if loss >= WORTH || is_makeshift {
        return None;
    }
    let open = match found.proof {
        OptimalityProof::Exact => 0.0,
        OptimalityProof::Gap(gap) => gap,
    };
    if open + loss > 0.0 {
        plain.proof = OptimalityProof::Gap(open + loss);
    }
    Some(plain)
}
