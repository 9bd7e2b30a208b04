//! Graphics cards keep a good slot, unless the user says otherwise: few would move one to four lanes of
//! the chipset so that a drive reads faster. Half of a slot's lanes may go to a neighbour.
//!
//! For: `plan`, which adds these constraints and reports their cost to the drives; other boards beside
//! it.

use crate::ask::{Constraint, PlacementRequest};
use crate::device::MovableDevice;
use crate::evaluate::PlacementJudge;
use crate::found::{PlanConflict, SearchResult};
use crate::inventory::SlotInventory;
use crate::makeshift;
use crate::narrow::{narrow, widest};
use crate::search::{self, SearchEffort};

/// Games lose one to three percent on half of sixteen lanes, and far more on a quarter (general
/// knowledge of published scaling tests; a judgement).
const ENOUGH: u8 = 8;
/// Lanes requested if there are not eight left for all of them.
pub const LEAST: u8 = 4;
/// Less than this part of the drives' rates is not worth half of a card's lanes: drives seldom read all at once, the card
/// is used every day (a judgement; the result of the other choice is shown beside the plan).
pub const WORTH: f64 = 0.10;

/// Constraints that keep good slots for graphics cards that the request does not mention, strictest first:
/// eight lanes, or as many as a card has today or the widest slot gives; then four, for new cards before
/// present ones. A card of unknown lanes stays where it is.
pub fn kept(
    inventory: &SlotInventory,
    devices: &[MovableDevice],
    ask: &PlacementRequest,
) -> Vec<Vec<Constraint>> {
    let cards = cards(inventory, devices, ask);
    let at_most =
        |there: u8, new: u8| cards.iter().map(|card| card.constraint(there, new)).collect();
    match cards.is_empty() {
        true => Vec::new(),
        false => vec![at_most(ENOUGH, ENOUGH), at_most(ENOUGH, LEAST), at_most(LEAST, LEAST)],
    }
}

/// The graphics cards of which the ask says nothing.
fn cards(
    inventory: &SlotInventory,
    devices: &[MovableDevice],
    ask: &PlacementRequest,
) -> Vec<GraphicsCard> {
    let cards = devices.iter().enumerate().filter(|(index, device)| {
        device.is_graphics()
            && !(ask
                .constraints
                .iter()
                .any(|constraint| constraint.devices().contains(&Some(*index)))
                || ask.objectives.iter().any(|objective| objective.device() == Some(*index)))
    });
    cards.filter_map(|(at, _)| GraphicsCard::of(inventory, devices, at)).collect()
}

/// The same with all lanes that the cards could have, if that costs nothing significant.
fn full(
    (inventory, devices): (&SlotInventory, &[MovableDevice]),
    ask: &PlacementRequest,
    effort: &SearchEffort,
    than: &SearchResult,
) -> Option<(PlacementRequest, SearchResult)> {
    let first = than.candidates.first()?;
    let cards = cards(inventory, devices, ask);
    let is_narrow = narrow(inventory, devices, &first.placement)
        .iter()
        .any(|(card, ..)| cards.iter().any(|it| it.index() == *card));
    if !is_narrow {
        return None;
    }
    let constraints = cards.iter().map(|card| card.constraint(u8::MAX, u8::MAX));
    let ask = PlacementRequest {
        constraints: ask.constraints.iter().cloned().chain(constraints).collect(),
        ..ask.clone()
    };
    let known = vec![first.placement.clone()];
    let found = search::best_beside((inventory, devices), &ask, effort, known)?;
    let scores = &found.candidates.first()?.scores;
    let mut pairs = scores.iter().zip(&first.scores);
    let is_makeshift = makeshifts((inventory, devices), &ask, &found) > 0;
    let costs = is_makeshift || pairs.any(|(here, there)| *here < there - WORTH * there.abs());
    (!costs).then_some((ask, found))
}

/// Returns the best placement with graphics cards in the best slots possible, in the last resort without
/// that, along with the request that it is the best for: the first without makeshifts, else the one with the
/// fewest ([`makeshift`]). Cards keep all their lanes if that costs the drives nothing significant.
///
/// # Errors
/// Why there is none even without that.
pub fn best(
    inventory: &SlotInventory,
    devices: &[MovableDevice],
    request: &PlacementRequest,
    effort: &SearchEffort,
) -> Result<(PlacementRequest, SearchResult), PlanConflict> {
    let asks = kept(inventory, devices, request).into_iter().map(|kept| {
        let constraints = request.constraints.iter().cloned().chain(kept).collect();
        PlacementRequest { constraints, ..request.clone() }
    });
    let mut last = PlanConflict::default();
    let mut least: Option<(usize, PlacementRequest, SearchResult)> = None;
    // From the strictest to none at all: the first result without a makeshift is taken.
    for ask in asks.chain([request.clone()]) {
        match search::best(inventory, devices, &ask, effort) {
            Ok(found) => {
                let makeshifts = makeshifts((inventory, devices), &ask, &found);
                if makeshifts == 0 {
                    let full = full((inventory, devices), request, effort, &found);
                    return Ok(full.unwrap_or((ask, found)));
                }
                if least.as_ref().is_none_or(|(before, ..)| makeshifts < *before) {
                    least = Some((makeshifts, ask, found));
                }
            }
            Err(why) => last = why,
        }
    }
    least.map(|(_, ask, found)| (ask, found)).ok_or(last)
}

/// How much the best placement makes do with: cards in slots that others cover, for instance.
pub(crate) fn makeshifts(
    (inventory, devices): (&SlotInventory, &[MovableDevice]),
    ask: &PlacementRequest,
    found: &SearchResult,
) -> usize {
    let Some(first) = found.candidates.first() else { return 0 };
    let judge = PlacementJudge::new(inventory, devices, ask, true);
    let locations: Vec<_> = first.placement.locations.iter().copied().map(Some).collect();
    makeshift::cost(&judge, &locations)
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
