//! Devices that the user pins to a slot, and their share in another.
//!
//! For: `plan`, which answers for the requested slot, and reports its cost if there is one.
//!
//! Not here: why a device does not fit a slot (`placement`).

use narrows_units::LinkWidth;

use crate::ask::{Constraint, PlacementRequest};
use crate::better::WORTH;
use crate::device::MovableDevice;
use crate::evaluate::{PlacementJudge, PlacementView};
use crate::found::PlanCandidate;
use crate::graphics;
use crate::inventory::SlotInventory;
use crate::search::SearchEffort;

/// A device whose slot costs something.
#[derive(Clone, Debug, PartialEq)]
pub struct PinnedDevice {
    pub device: usize,
    pub slot: String,
    /// Its share in this slot; `None` if it cannot be there.
    pub here: Option<DeviceShare>,
    /// Its share in the best slot, with the rest of the request unchanged.
    pub there: DeviceShare,
}

#[derive(Clone, Debug, PartialEq)]
pub struct DeviceShare {
    pub slot: String,
    /// Its link; `None` for SATA or if unknown.
    pub link: Option<LinkWidth>,
    /// Its own throughput, 10^6 bytes per second; `None` if it is no drive or is part of an array.
    pub brings: Option<f64>,
    /// Value of the first objective.
    pub score: f64,
}

/// Devices to look at: each costs a search.
const MOST: usize = 4;

/// The devices of this request whose slot costs them a wider link or all drives throughput, compared with
/// `best`, which was found for it; or, if there is no best, those that cannot be in the requested slot.
pub fn dear(
    inventory: &SlotInventory,
    devices: &[MovableDevice],
    ask: &PlacementRequest,
    best: Option<&PlanCandidate>,
    effort: &SearchEffort,
) -> Vec<PinnedDevice> {
    let pins = ask.constraints.iter().enumerate().filter_map(|(at, constraint)| match constraint {
        Constraint::At(device, slot) => Some((at, *device, slot)),
        _ => None,
    });
    let dear = pins.take(MOST).filter_map(|(at, device, slot)| {
        let others: Vec<usize> = (0..ask.constraints.len()).filter(|other| *other != at).collect();
        let free = free(inventory, devices, &ask.only(&others), effort)?;
        let there = share(inventory, devices, &free, device)?;
        let here = best.and_then(|best| share(inventory, devices, best, device));
        let is_dear = here.as_ref().is_none_or(|here| costs(here, &there, devices.get(device)));
        is_dear.then(|| PinnedDevice { device, slot: slot.clone(), here, there })
    });
    dear.collect()
}

/// The best without the pin, with graphics cards in the best slots possible.
fn free(
    inventory: &SlotInventory,
    devices: &[MovableDevice],
    ask: &PlacementRequest,
    effort: &SearchEffort,
) -> Option<PlanCandidate> {
    let effort = SearchEffort { top: 1, ..*effort };
    let (_, found) = graphics::best(inventory, devices, ask, &effort).ok()?;
    found.candidates.into_iter().next()
}

/// A card has fewer lanes or slower ones here; a drive is slower itself, or keeps all of them together back.
fn costs(here: &DeviceShare, there: &DeviceShare, device: Option<&MovableDevice>) -> bool {
    let is_card = device.is_some_and(MovableDevice::is_card);
    let is_narrower = match (here.link, there.link) {
        (Some(here), Some(there)) => here.is_below(there),
        _ => false,
    };
    let is_more = |there: f64, here: f64| there > here + WORTH * here.abs();
    let own = here.brings.zip(there.brings).is_some_and(|(here, there)| is_more(there, here));
    if is_card { is_narrower } else { own || is_more(there.score, here.score) }
}

fn share(
    inventory: &SlotInventory,
    devices: &[MovableDevice],
    of: &PlanCandidate,
    device: usize,
) -> Option<DeviceShare> {
    let ask = PlacementRequest::default();
    let judge = PlacementJudge::new(inventory, devices, &ask, true);
    let view = PlacementView::new(&judge, &of.placement).ok()?;
    let drive = devices.get(device)?.drive();
    let outcome = of.outcomes.iter().find(|it| Some(&it.target) == drive);
    Some(DeviceShare {
        slot: view.places.get(device)?.slot.clone(),
        // Where the slot's link is unknown, `link` is the device's own, which says nothing about
        // this slot.
        link: view.link(device).filter(|_| view.places[device].offered.is_some()),
        brings: outcome.map(|it| it.rate.as_mb_s()),
        score: of.scores.first().copied().unwrap_or_default(),
    })
}
