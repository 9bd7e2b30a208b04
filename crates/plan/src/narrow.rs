//! Cards that run narrower in a placement than they could elsewhere.
//!
//! Not here: drives, whose rates already show the cost.

use crate::ask::{Constraint, PlacementRequest};
use crate::device::MovableDevice;
use crate::evaluate::PlacementJudge;
use crate::found::PlanCandidate;
use crate::inventory::SlotInventory;
use crate::makeshift;
use crate::placement::{DeviceLocation, Placement};
use crate::search::{self, SearchEffort};

/// Narrow cards of a placement, and which of them can have all lanes that they could have.
#[derive(Clone, Debug, Default)]
pub struct LaneWidening {
    /// The cards, as [`narrow`] has them, of which the user says nothing.
    pub cards: Vec<(usize, u8, u8)>,
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
pub fn widening(
    (inventory, devices): (&SlotInventory, &[MovableDevice]),
    (ask, given): (&PlacementRequest, usize),
    best: &PlanCandidate,
    effort: &SearchEffort,
) -> LaneWidening {
    let own: Vec<usize> = (0..given.min(ask.constraints.len())).collect();
    let own = ask.only(&own);
    let narrow = narrow(inventory, devices, &best.placement).into_iter();
    let cards: Vec<Narrow> = narrow.filter(|(device, ..)| !is_asked(&own, *device)).collect();
    if cards.is_empty() {
        return LaneWidening::default();
    }
    // A side question, for which one result and a quarter of the effort suffice.
    let effort = SearchEffort { placements: effort.placements / 4, top: 1, ..*effort };
    let search = WideningSearch { inventory, devices, effort: &effort, best: &best.placement };
    let (together, wide) = search.widest(&kept(inventory, devices, ask, best), &cards);
    let costs_graphics = together.is_empty() && own.constraints.len() < ask.constraints.len();
    let (together, wide) =
        if costs_graphics { search.widest(&own, &cards) } else { (together, wide) };
    LaneWidening { cards, together, costs_graphics, wide }
}

/// The ask with the lanes that graphics cards have: of two equal cards, either could have those of the other.
fn kept(
    inventory: &SlotInventory,
    devices: &[MovableDevice],
    ask: &PlacementRequest,
    best: &PlanCandidate,
) -> PlacementRequest {
    let mut ask = ask.clone();
    let places = inventory.places(devices, &best.placement).unwrap_or_default();
    for (index, (device, place)) in devices.iter().zip(places).enumerate() {
        if let (true, Some(own), Some(offered)) =
            (device.is_graphics(), device.lanes(), place.offered)
        {
            ask.constraints.push(Constraint::Lanes(index, own.min(offered.lanes.get())));
        }
    }
    ask
}

/// A card with the lanes that it has and could have.
type Narrow = (usize, u8, u8);

/// Whether the user says how wide the card is to be.
fn is_asked(ask: &PlacementRequest, device: usize) -> bool {
    ask.constraints.iter().any(|constraint| match constraint {
        Constraint::Lanes(of, _) | Constraint::FullLink(of) | Constraint::LineRate(of, _) => {
            *of == device
        }
        _ => false,
    })
}

struct WideningSearch<'a> {
    inventory: &'a SlotInventory,
    devices: &'a [MovableDevice],
    effort: &'a SearchEffort,
    best: &'a Placement,
}

impl WideningSearch<'_> {
    /// Widens all of them if possible; else adds one after the other while it succeeds.
    fn widest(
        &self,
        ask: &PlacementRequest,
        cards: &[Narrow],
    ) -> (Vec<usize>, Option<PlanCandidate>) {
        let mut together: Vec<Narrow> = Vec::new();
        let mut wide = self.with(ask, cards);
        if wide.is_some() {
            together = cards.to_vec();
        } else if cards.len() > 1 {
            for card in cards {
                let with = [together.as_slice(), &[*card]].concat();
                if let Some(found) = self.with(ask, &with) {
                    (together, wide) = (with, Some(found));
                }
            }
        }
        (together.into_iter().map(|(device, ..)| device).collect(), wide)
    }

    /// The best arrangement in which these have all lanes that they could have, if its makeshifts are
    /// no worse than those of the best of all.
    fn with(&self, ask: &PlacementRequest, wide: &[Narrow]) -> Option<PlanCandidate> {
        let there = (self.inventory, self.devices);
        let lanes = wide.iter().map(|(device, _, most)| Constraint::Lanes(*device, *most));
        let constraints = ask.constraints.iter().cloned().chain(lanes).collect();
        let ask = PlacementRequest { constraints, ..ask.clone() };
        let found = search::best_beside(there, &ask, self.effort, Vec::new());
        let first = found.and_then(|found| found.candidates.into_iter().next());
        let most = cost(there, &ask, self.best);
        first.filter(|it| cost(there, &ask, &it.placement) <= most)
    }
}

fn cost(
    (inventory, devices): (&SlotInventory, &[MovableDevice]),
    ask: &PlacementRequest,
    at: &Placement,
) -> usize {
    let judge = PlacementJudge::new(inventory, devices, ask, true);
    let locations: Vec<Option<DeviceLocation>> = at.locations.iter().copied().map(Some).collect();
    makeshift::cost(&judge, &locations)
}

/// The cards, no drives, that have fewer lanes here than they have and than a slot of the inventory
/// gives: by index, with the lanes that they have here and could have.
pub fn narrow(
    inventory: &SlotInventory,
    devices: &[MovableDevice],
    at: &Placement,
) -> Vec<(usize, u8, u8)> {
    let places = inventory.places(devices, at).unwrap_or_default();
    let all = devices.iter().zip(places).enumerate();
    let below = all.filter_map(|(index, (device, place))| {
        let (own, offered) = (device.lanes()?, place.offered?.lanes.get());
        let is_card = device.drive().is_none() && !device.is_carrier();
        let (here, most) = (own.min(offered), widest(inventory, device)?);
        (is_card && here < most).then_some((index, here, most))
    });
    below.collect()
}

/// The most lanes that a device can have on an inventory: its own, or those of the widest slot that it fits.
pub fn widest(inventory: &SlotInventory, device: &MovableDevice) -> Option<u8> {
    let fitting = inventory.slots.iter().filter(|it| device.fit(it.form, &it.devices).is_some());
    let widest = fitting.filter_map(|slot| slot.link).map(|link| link.lanes.get()).max()?;
    Some(device.lanes()?.min(widest))
}
