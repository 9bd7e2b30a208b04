//! The obvious placement: every device in the first place that takes it.

use narrows_catalog::board::SlotForm;

use crate::device::MovableDevice;
use crate::evaluate::PlacementJudge;
use crate::makeshift;
use crate::placement::{DeviceLocation, Placement, PlacementClash};

/// Puts every device into the first slot that takes it: cards before drives, the longest slots first for
/// cards; adapters only if nothing else is left. Ignores constraints. `None` if a device finds no slot
/// that way.
pub fn placement(judge: &PlacementJudge<'_>) -> Option<Placement> {
    let (locations, clashes) = filled(judge);
    let locations: Option<Vec<DeviceLocation>> = locations.into_iter().collect();
    locations
        .filter(|_| clashes.is_empty())
        .map(|locations| Placement { locations, ..Placement::default() })
}

/// Clashes of the devices that find no place that way.
pub fn clashes(judge: &PlacementJudge<'_>) -> Vec<PlacementClash> {
    filled(judge).1
}

fn filled(judge: &PlacementJudge<'_>) -> (Vec<Option<DeviceLocation>>, Vec<PlacementClash>) {
    let mut locations: Vec<Option<DeviceLocation>> = vec![None; judge.devices.len()];
    let mut clashes = Vec::new();
    // Carriers, then other cards, then drives, each in the order given.
    let mut order: Vec<usize> = (0..judge.devices.len()).collect();
    order.sort_by_key(|&index| {
        (!judge.devices[index].is_card(), !judge.devices[index].is_carrier())
    });
    for index in order {
        let mut first = None;
        // Free locations of a device, those with the fewest makeshifts beside the devices already
        // placed first.
        let makeshifts = |location: &DeviceLocation| {
            let mut with = locations.to_vec();
            with[index] = Some(*location);
            makeshift::cost(judge, &with)
        };
        let mut free = choices(judge, index);
        free.retain(|location| !locations.contains(&Some(*location)));
        free.sort_by_cached_key(makeshifts);
        for location in free {
            locations[index] = Some(location);
            match against(judge, &locations) {
                None => break,
                Some(clash) => {
                    // The clash in the most natural location is the one that the user will
                    // understand.
                    first.get_or_insert(clash);
                    locations[index] = None;
                }
            }
        }
        if locations[index].is_none() {
            // No slot and no bay takes the device at all: the index after the last slot stands for
            // that.
            let nowhere =
                PlacementClash::NoFit(index, DeviceLocation::Slot(judge.inventory.slots.len()));
            clashes.push(first.unwrap_or(nowhere));
        }
    }
    (locations, clashes)
}

/// Where a device would be put, the first place first.
fn choices(judge: &PlacementJudge<'_>, index: usize) -> Vec<DeviceLocation> {
    let device = &judge.devices[index];
    let mut slots = Vec::new();
    for (at, slot) in judge.inventory.slots.iter().enumerate() {
        if let Some(fit) = device.fit_at_all(slot.form, &slot.devices) {
            // Long slots first for cards; the board's order for all others.
            let is_long = slot.form == Some(SlotForm::X16) && device.is_card();
            slots.push((fit.is_adapted(), !is_long, at));
        }
    }
    slots.sort_unstable();
    let mut choices: Vec<_> = slots.iter().map(|(.., at)| DeviceLocation::Slot(*at)).collect();
    for (carrier, card) in judge.devices.iter().enumerate() {
        if device.fit_in_bay(card).is_some() {
            choices.extend((0..card.bays).map(|bay| DeviceLocation::Bay(carrier, bay)));
        }
    }
    choices
}

/// A clash among the devices placed so far.
fn against(
    judge: &PlacementJudge<'_>,
    locations: &[Option<DeviceLocation>],
) -> Option<PlacementClash> {
    // The inventory judges only complete placements: the devices placed so far are numbered anew
    // as one.
    let placed: Vec<usize> = (0..locations.len()).filter(|&at| locations[at].is_some()).collect();
    let new = |old: usize| placed.iter().position(|&at| at == old);
    let devices: Vec<MovableDevice> = placed.iter().map(|&at| judge.devices[at].clone()).collect();
    let moved = |location: DeviceLocation| match location {
        DeviceLocation::Bay(carrier, bay) => {
            new(carrier).map(|carrier| DeviceLocation::Bay(carrier, bay))
        }
        slot @ DeviceLocation::Slot(_) => Some(slot),
    };
    let locations: Option<Vec<DeviceLocation>> =
        locations.iter().flatten().copied().map(moved).collect();
    let at = Placement { locations: locations?, ..Placement::default() };
    let clashes = judge.inventory.places(&devices, &at).err()?;
    clashes.into_iter().next().map(|clash| renamed(clash, &placed))
}

/// A clash with the devices' own numbers.
fn renamed(clash: PlacementClash, placed: &[usize]) -> PlacementClash {
    let old = |at: usize| placed.get(at).copied().unwrap_or(at);
    let location = |location: DeviceLocation| match location {
        DeviceLocation::Bay(carrier, bay) => DeviceLocation::Bay(old(carrier), bay),
        slot @ DeviceLocation::Slot(_) => slot,
    };
    match clash {
        PlacementClash::NoFit(at, place) => PlacementClash::NoFit(old(at), location(place)),
        PlacementClash::Taken(at, by) => PlacementClash::Taken(old(at), old(by)),
        PlacementClash::Off(at, rule) => PlacementClash::Off(old(at), rule),
        PlacementClash::NoLanes(at) => PlacementClash::NoLanes(old(at)),
        PlacementClash::NoSplit(at) => PlacementClash::NoSplit(old(at)),
        PlacementClash::NoBay(at) => PlacementClash::NoBay(old(at)),
    }
}
