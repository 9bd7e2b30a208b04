//! Graphics cards keep a good slot, unless the user says otherwise: few would move one to four lanes of
//! the chipset so that a drive reads faster. Half of a slot's lanes may go to a neighbour.
//!
//! For: `plan`, which adds these constraints and reports their cost to the drives; other boards beside
//! it.

use crate::device::MovableDevice;
use crate::inventory::SlotInventory;
use crate::narrow::{narrow, widest};
use crate::request::{Constraint, PlacementRequest};
use crate::result::{PlanConflict, SearchResult};
use crate::search::PlacementSearch;

/// Games lose one to three percent on half of sixteen lanes, and far more on a quarter (general
/// knowledge of published scaling tests; a judgement).
const ENOUGH: u8 = 8;
/// Lanes requested if there are not eight left for all of them.
pub const LEAST: u8 = 4;
/// Less than this part of the drives' rates is not worth half of a card's lanes: drives seldom read all at once, the card
/// is used every day (a judgement; the result of the other choice is shown beside the plan).
pub const WORTH: f64 = 0.10;

/// Returns the best placement with good slots for the graphics cards that the request does not mention, in the
/// last resort without that, along with the request that it is the best for: the first without makeshifts,
/// else the one with the fewest ([`crate::makeshift`]). Cards keep all their lanes if that costs the drives
/// nothing significant; a card of unknown lanes stays where it is.
///
/// # Errors
/// Why there is none even without that.
pub fn best(
    search: &PlacementSearch<'_>,
) -> Result<(PlacementRequest, SearchResult), PlanConflict> {
    let cards = cards(search);
    // Lanes of present and of new cards at most: eight, or as many as a card has today or the
    // widest slot gives; then four, for new cards before present ones.
    let limits = [(ENOUGH, ENOUGH), (ENOUGH, LEAST), (LEAST, LEAST)];
    let limits = limits.iter().filter(|_| !cards.is_empty());
    let kept = limits.map(|&(there, new)| {
        search.request.with(cards.iter().map(|card| card.constraint(there, new)))
    });
    let mut conflict = PlanConflict::default();
    let mut least: Option<(usize, PlacementRequest, SearchResult)> = None;
    for request in kept.chain([search.request.clone()]) {
        let strict = search.with_request(&request);
        match strict.best() {
            Ok(result) => {
                let makeshifts = makeshifts(&strict, &result);
                if makeshifts == 0 {
                    let wide = with_all_lanes(search, &cards, &result);
                    return Ok(wide.unwrap_or((request, result)));
                }
                if least.as_ref().is_none_or(|(before, ..)| makeshifts < *before) {
                    least = Some((makeshifts, request, result));
                }
            }
            Err(why) => conflict = why,
        }
    }
    least.map(|(_, request, result)| (request, result)).ok_or(conflict)
}

/// The same with all lanes that the cards could have, if that costs nothing significant.
fn with_all_lanes(
    search: &PlacementSearch<'_>,
    cards: &[GraphicsCard],
    than: &SearchResult,
) -> Option<(PlacementRequest, SearchResult)> {
    let first = than.candidates.first()?;
    let narrow = narrow(search.inventory, search.devices, &first.placement);
    if !narrow.iter().any(|(card, ..)| cards.iter().any(|it| it.index() == *card)) {
        return None;
    }
    let request = search.request.with(cards.iter().map(|card| card.constraint(u8::MAX, u8::MAX)));
    let wide = search.with_request(&request);
    let result = wide.best_beside(std::slice::from_ref(&first.placement))?;
    let mut pairs = result.candidates.first()?.scores.iter().zip(&first.scores);
    let costs = makeshifts(&wide, &result) > 0
        || pairs.any(|(here, there)| *here < there - WORTH * there.abs());
    (!costs).then_some((request, result))
}

fn makeshifts(search: &PlacementSearch<'_>, result: &SearchResult) -> usize {
    result.candidates.first().map_or(0, |first| search.makeshifts(&first.placement))
}

/// The graphics cards of which the request says nothing.
fn cards(search: &PlacementSearch<'_>) -> Vec<GraphicsCard> {
    let PlacementSearch { inventory, devices, request, .. } = *search;
    let mut cards = Vec::new();
    for (index, _) in devices.iter().enumerate().filter(|(_, device)| device.is_graphics()) {
        let of = Some(index);
        if !request.constraints.iter().any(|constraint| constraint.devices().contains(&of))
            && !request.objectives.iter().any(|objective| objective.device() == of)
        {
            cards.extend(GraphicsCard::of(inventory, devices, index));
        }
    }
    cards
}

/// A graphics card by its index, with the lanes that it may have.
enum GraphicsCard {
    /// In the machine, with this many lanes; `None` if unknown.
    There(usize, Option<u8>),
    /// New, with this many lanes in the widest slot that it fits.
    New(usize, u8),
}

impl GraphicsCard {
    /// `None` for a new card if no slot is known to give it lanes.
    fn of(inventory: &SlotInventory, devices: &[MovableDevice], at: usize) -> Option<Self> {
        // Devices of today come first in the list, so an index below their number is in the
        // machine.
        if at < inventory.today.locations.len() {
            return Some(Self::There(at, today(inventory, devices, at)));
        }
        Some(Self::New(at, widest(inventory, devices.get(at)?)?))
    }

    fn index(&self) -> usize {
        match *self {
            Self::There(at, _) | Self::New(at, _) => at,
        }
    }

    fn constraint(&self, there: u8, new: u8) -> Constraint {
        match *self {
            Self::There(at, Some(lanes)) => Constraint::Lanes(at, lanes.min(there)),
            Self::There(at, None) => Constraint::Stays(at),
            Self::New(at, lanes) => Constraint::Lanes(at, lanes.min(new)),
        }
    }
}

/// The lanes that a card has in its current slot; `None` if unknown.
fn today(inventory: &SlotInventory, devices: &[MovableDevice], index: usize) -> Option<u8> {
    let there = devices.get(..inventory.today.locations.len())?;
    let places = inventory.places(there, &inventory.today).ok()?;
    let (offered, own) = (places.get(index)?.offered?, devices.get(index)?.lanes()?);
    Some(offered.lanes.get().min(own))
}
