//! Cards that run narrower in a placement than they could elsewhere.
//!
//! Not here: drives, whose rates already show the cost.

use crate::device::MovableDevice;
use crate::inventory::SlotInventory;
use crate::placement::Placement;
use crate::request::{Constraint, PlacementRequest};
use crate::result::PlanCandidate;
use crate::search::{PlacementSearch, SearchEffort};

/// Narrow cards of a placement, and which of them can have all lanes that they could have.
#[derive(Clone, Debug, Default)]
pub struct LaneWidening {
    /// The cards, as [`narrow`] has them, of which the user says nothing.
    pub cards: Vec<NarrowCard>,
    /// Cards that were found to have all of these lanes together, with the rest of the request met; no
    /// other card can join them.
    pub together: Vec<usize>,
    /// Only if some graphics card gives up a good slot for them.
    pub costs_graphics: bool,
    /// The best arrangement in which they have them.
    pub wide: Option<PlanCandidate>,
}

/// Returns the cards of the best arrangement that could be wider: with the whole request met, else with its
/// first `given` constraints, without those that keep graphics cards in good slots. Leaves out gains that
/// need a worse makeshift, or that no search within the effort found.
pub fn widening(search: &PlacementSearch<'_>, given: usize, best: &PlanCandidate) -> LaneWidening {
    let PlacementSearch { inventory, devices, request, effort } = *search;
    let own: Vec<usize> = (0..given.min(request.constraints.len())).collect();
    let own = request.only(&own);
    // Cards whose width the user requested are as wide as that.
    let is_requested = |device: usize| {
        own.constraints.iter().any(|constraint| match constraint {
            Constraint::Lanes(of, _) | Constraint::FullLink(of) | Constraint::LineRate(of, _) => {
                *of == device
            }
            _ => false,
        })
    };
    let mut cards = narrow(inventory, devices, &best.placement);
    cards.retain(|(device, ..)| !is_requested(*device));
    if cards.is_empty() {
        return LaneWidening::default();
    }
    // A side question, for which one result and a quarter of the effort suffice.
    let effort = SearchEffort { placements: effort.placements / 4, top: 1, ..effort };
    let search = PlacementSearch { effort, ..*search };
    // Graphics cards keep the lanes that they have: of two equal cards, either could have those of
    // the other.
    let mut kept = request.clone();
    let places = inventory.places(devices, &best.placement).unwrap_or_default();
    for (index, (device, place)) in devices.iter().zip(places).enumerate() {
        if let (true, Some(own), Some(offered)) =
            (device.is_graphics(), device.lanes(), place.offered)
        {
            kept.constraints.push(Constraint::Lanes(index, own.min(offered.lanes.get())));
        }
    }
    let mut widest = widest_together(&search, &kept, &cards, best);
    let costs_graphics = widest.0.is_empty() && own.constraints.len() < request.constraints.len();
    if costs_graphics {
        widest = widest_together(&search, &own, &cards, best);
    }
    LaneWidening { cards, together: widest.0, costs_graphics, wide: widest.1 }
}

/// A card by index, with the lanes that it has and could have.
pub type NarrowCard = (usize, u8, u8);

/// Widens all of them if possible; else adds one after the other while it succeeds. Makeshifts are no worse than
/// those of the best arrangement of all.
fn widest_together(
    search: &PlacementSearch<'_>,
    request: &PlacementRequest,
    cards: &[NarrowCard],
    best: &PlanCandidate,
) -> (Vec<usize>, Option<PlanCandidate>) {
    let with = |wide: &[NarrowCard]| {
        let lanes = wide.iter().map(|(device, _, most)| Constraint::Lanes(*device, *most));
        let request = request.with(lanes);
        let search = search.with_request(&request);
        let first = search.best_beside(&[])?.candidates.into_iter().next()?;
        let most = search.makeshifts(&best.placement);
        (search.makeshifts(&first.placement) <= most).then_some(first)
    };
    let mut together: Vec<NarrowCard> = Vec::new();
    let mut wide = with(cards);
    if wide.is_some() {
        together = cards.to_vec();
    } else if cards.len() > 1 {
        for card in cards {
            let more = [together.as_slice(), &[*card]].concat();
            if let Some(candidate) = with(&more) {
                (together, wide) = (more, Some(candidate));
            }
        }
    }
    (together.into_iter().map(|(device, ..)| device).collect(), wide)
}

/// The cards, no drives, that have fewer lanes here than they have and than a slot of the inventory gives.
pub fn narrow(
    inventory: &SlotInventory,
    devices: &[MovableDevice],
    at: &Placement,
) -> Vec<NarrowCard> {
    let places = inventory.places(devices, at).unwrap_or_default();
    let all = devices.iter().zip(places).enumerate();
    let cards = all.filter(|(_, (device, _))| device.drive().is_none() && !device.is_carrier());
    let below = cards.filter_map(|(index, (device, place))| {
        let here = device.lanes()?.min(place.offered?.lanes.get());
        let most = widest(inventory, device)?;
        (here < most).then_some((index, here, most))
    });
    below.collect()
}

/// The most lanes that a device can have on an inventory: its own, or those of the widest slot that it fits.
pub fn widest(inventory: &SlotInventory, device: &MovableDevice) -> Option<u8> {
    let fitting = inventory.slots.iter().filter(|it| device.fit(it.form, &it.devices).is_some());
    let widest = fitting.filter_map(|slot| slot.link).map(|link| link.lanes.get()).max()?;
    Some(device.lanes()?.min(widest))
}
