//! Decides which of several interchangeable devices goes where: those that can stay where they are today
//! do, the others follow in the order of the slots. Of interchangeable slots the first are taken; of
//! equivalent locations a graphics card gets the first.

use std::collections::BTreeMap;

use super::fold::SlotFold;
use crate::evaluate::{PlacementJudge, PlacementRank, PlacementView, RatesMemo};
use crate::placement::{DeviceLocation, Placement};

/// The same placement with as few moves as possible.
pub fn settled(judge: &PlacementJudge<'_>, at: &Placement) -> Placement {
    let mut classes: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (device, class) in judge.alike.iter().enumerate() {
        classes.entry(*class).or_default().push(device);
    }
    let mut locations = in_first_slots(judge, &at.locations);
    let places = locations.clone();
    for devices in classes.values() {
        let mut free: Vec<DeviceLocation> = devices.iter().map(|&device| places[device]).collect();
        free.sort();
        let mut moved = Vec::new();
        for &device in devices {
            let today = judge.inventory.today.locations.get(device);
            match free.iter().position(|location| Some(location) == today) {
                Some(stays) => locations[device] = free.remove(stays),
                None => moved.push(device),
            }
        }
        moved.into_iter().zip(free).for_each(|(device, location)| locations[device] = location);
    }
    // A new graphics card changes places with the device in an earlier slot if nothing is lost by
    // it: few would put a drive into the slot that the board's maker made for the card.
    let at = Placement { locations, settings: at.settings.clone() };
    let rank = |at: &Placement| -> Option<PlacementRank> {
        Some(judge.worth(&PlacementView::new(judge, at).ok()?, &mut RatesMemo::new()).ok()?.rank)
    };
    // A device that is in the machine already is not moved for this.
    let is_new = |device: usize| judge.inventory.today.locations.get(device).is_none();
    let graphics = judge.devices.iter().enumerate().filter(|(_, device)| device.is_graphics());
    let mut settled = at;
    for (card, _) in graphics.filter(|(card, _)| is_new(*card)) {
        let DeviceLocation::Slot(own) = settled.locations[card] else { continue };
        for slot in 0..own {
            let there = settled.locations.iter().position(|it| *it == DeviceLocation::Slot(slot));
            let Some(other) = there.filter(|&it| is_new(it) && !judge.devices[it].is_graphics())
            else {
                continue;
            };
            let mut swapped = settled.clone();
            swapped.locations.swap(card, other);
            // An equal rank suffices; a lower one, or a constraint that no longer holds, forbids
            // it.
            if rank(&swapped).is_some_and(|swapped| Some(swapped) >= rank(&settled)) {
                settled = swapped;
                break;
            }
        }
    }
    settled
}

/// Each device that is not in its current slot goes into the first free one of equivalent slots.
fn in_first_slots(judge: &PlacementJudge<'_>, at: &[DeviceLocation]) -> Vec<DeviceLocation> {
    let fold = SlotFold::new(judge);
    let mut locations = at.to_vec();
    for slot in 0..judge.inventory.slots.len() {
        let Some(device) = locations.iter().position(|it| *it == DeviceLocation::Slot(slot)) else {
            continue;
        };
        let is_free = |other: &usize| {
            fold.kind(*other) == fold.kind(slot)
                && !locations.contains(&DeviceLocation::Slot(*other))
        };
        let stays =
            judge.inventory.today.locations.get(device) == Some(&DeviceLocation::Slot(slot));
        if let Some(first) = (0..slot).find(is_free).filter(|_| !stays) {
            locations[device] = DeviceLocation::Slot(first);
        }
    }
    locations
}
