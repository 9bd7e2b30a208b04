//! Devices that the user pins to a slot, and their share in another.
//!
//! For: `plan`, which answers for the requested slot, and reports its cost if there is one.
//!
//! Not here: why a device does not fit a slot (`placement`).

use narrows_units::LinkWidth;

use crate::better::WORTH;
use crate::device::{MovableDevice, common};
use crate::graphics;
use crate::request::Constraint;
use crate::result::PlanCandidate;
use crate::search::{PlacementSearch, SearchEffort};

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
pub fn dear(search: &PlacementSearch<'_>, best: Option<&PlanCandidate>) -> Vec<PinnedDevice> {
    let constraints = search.request.constraints.iter().enumerate();
    let pins = constraints.filter_map(|(at, constraint)| match constraint {
        Constraint::At(device, slot) => Some((at, *device, slot)),
        _ => None,
    });
    let effort = SearchEffort { top: 1, ..search.effort };
    let dear = pins.take(MOST).filter_map(|(at, device, slot)| {
        let request = search.request.without(&[at]);
        let free = PlacementSearch { request: &request, effort, ..*search };
        let (_, result) = graphics::best(&free).ok()?;
        let there = share(search, result.candidates.first()?, device)?;
        let here = best.and_then(|best| share(search, best, device));
        let is_dear =
            here.as_ref().is_none_or(|here| costs(here, &there, search.devices.get(device)));
        is_dear.then(|| PinnedDevice { device, slot: slot.clone(), here, there })
    });
    dear.collect()
}

/// A card has fewer lanes or slower ones here; a drive is slower itself, or keeps all of them together back.
fn costs(here: &DeviceShare, there: &DeviceShare, device: Option<&MovableDevice>) -> bool {
    if device.is_some_and(MovableDevice::is_card) {
        return here.link.zip(there.link).is_some_and(|(here, there)| here.is_below(there));
    }
    let is_more = |there: f64, here: f64| there > here + WORTH * here.abs();
    let own = here.brings.zip(there.brings).is_some_and(|(here, there)| is_more(there, here));
    own || is_more(there.score, here.score)
}

fn share(
    search: &PlacementSearch<'_>,
    candidate: &PlanCandidate,
    device: usize,
) -> Option<DeviceShare> {
    let places = search.inventory.places(search.devices, &candidate.placement).ok()?;
    let (device, place) = (search.devices.get(device)?, places.get(device)?);
    let drive = device.drive();
    let outcome = candidate.outcomes.iter().find(|it| Some(&it.target) == drive);
    Some(DeviceShare {
        slot: place.slot.clone(),
        // Where the slot's link is unknown, the device's own says nothing about this slot.
        link: place.offered.and_then(|offered| common(device.link, Some(offered))),
        brings: outcome.map(|it| it.rate.as_mb_s()),
        score: candidate.scores.first().copied().unwrap_or_default(),
    })
}
