//! Adapters are bought only for a gain that is worth it.
//!
//! For: `plan` of a bare board. In a machine, what is on an adapter today stays there without cost.
//!
//! Not here: which adapters there are (`adapter`).

use crate::evaluate::rated;
use crate::request::Constraint;
use crate::result::{OptimalityProof, SearchResult};
use crate::search::PlacementSearch;

/// Smaller gains are not worth a card to buy (a judgement).
const WORTH: f64 = 0.05;

/// The best placement without adapters instead of one with them, if it loses less than is worth buying one for;
/// what it loses is left open by its proof.
pub fn without_adapters(
    search: &PlacementSearch<'_>,
    result: &SearchResult,
) -> Option<SearchResult> {
    search.request.objectives.first().and_then(rated)?;
    let first = result.candidates.first()?;
    let places = search.inventory.places(search.devices, &first.placement).ok()?;
    let is_adapted = places.iter().any(|place| place.fit.is_adapted());
    if !is_adapted || !search.inventory.today.locations.is_empty() {
        return None;
    }
    let mut plain =
        search.with_request(&search.request.with([Constraint::NoAdapters])).best().ok()?;
    let without = plain.candidates.first()?;
    let pairs = without.scores.iter().zip(&first.scores);
    let losses = pairs.map(|(here, there)| (there - here) / there.abs().max(f64::MIN_POSITIVE));
    let loss = losses.fold(0.0, f64::max);
    if loss >= WORTH || search.makeshifts(&without.placement) > search.makeshifts(&first.placement)
    {
        return None;
    }
    let open = match result.proof {
        OptimalityProof::Exact => 0.0,
        OptimalityProof::Gap(gap) => gap,
    };
    if open + loss > 0.0 {
        plain.proof = OptimalityProof::Gap(open + loss);
    }
    Some(plain)
}
