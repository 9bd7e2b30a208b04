//! Somewhere to put devices without named places: the widest link that each can have, in the
//! order of the board.

use std::cmp::Reverse;

use narrows_catalog::board::SlotBus;
use narrows_units::{LinkWidth, Scalar};

use crate::device::{FormFit, MovableDevice};
use crate::inventory::SlotInventory;
use crate::placement::{DeviceLocation, Placement, PlacementClash};

/// Some devices find no place.
#[derive(Clone, Debug, PartialEq)]
pub struct NoRoom {
    /// The device that is left over, by its index.
    pub device: usize,
    /// Obstacles at its first choice.
    pub clashes: Vec<PlacementClash>,
}

/// Placements looked at before giving up; some boards have a hundred slots, and rules that forbid
/// a placement as a whole are found out only by trying.
const MOST: u32 = 20_000;

/// The inventory's own devices where they are today, and the others added, those with the widest links first, SATA drives after the cards whose ports
/// they may need: each in the slot that gives it most; among equals, one that it fits without an adapter, then the narrowest.
///
/// # Errors
/// The first device that finds no place with those before it in theirs.
pub fn placed(inventory: &SlotInventory, devices: &[MovableDevice]) -> Result<Placement, NoRoom> {
    let there = inventory.today.locations.len().min(devices.len());
    let mut order: Vec<usize> = (0..devices.len()).collect();
    if let Some(added) = order.get_mut(there..) {
        // A device without a stated link takes all that it can get.
        let width = |device: &MovableDevice| match device.bus {
            SlotBus::Sata => 0.0,
            SlotBus::Pcie => device.link.map_or(f64::INFINITY, LinkWidth::raw_gt_s),
        };
        let constraint = |at: usize| devices.get(at).map_or(0.0, width);
        added.sort_by(|&a, &b| constraint(b).total_cmp(&constraint(a)));
    }
    let sorted: Vec<MovableDevice> =
        order.iter().filter_map(|&at| devices.get(at).cloned()).collect();
    let mut search = OccupancySearch { inventory, devices: &sorted, left: MOST, furthest: there };
    match search.rest(inventory.today.clone()) {
        Some(placement) => Ok(in_their_order(&placement, &order)),
        None => {
            let no_room = search.no_room(inventory.today.clone());
            Err(NoRoom {
                device: order.get(no_room.device).copied().unwrap_or_default(),
                ..no_room
            })
        }
    }
}

/// The placement of sorted devices as one of the devices as they were.
fn in_their_order(placement: &Placement, order: &[usize]) -> Placement {
    let own = |sorted: usize| order.get(sorted).copied().unwrap_or(sorted);
    let location = |location: &DeviceLocation| match *location {
        DeviceLocation::Slot(slot) => DeviceLocation::Slot(slot),
        DeviceLocation::Bay(card, bay) => DeviceLocation::Bay(own(card), bay),
    };
    let mut locations: Vec<(usize, DeviceLocation)> =
        placement.locations.iter().enumerate().map(|(at, it)| (own(at), location(it))).collect();
    locations.sort();
    Placement {
        locations: locations.into_iter().map(|(_, location)| location).collect(),
        ..placement.clone()
    }
}

struct OccupancySearch<'a> {
    inventory: &'a SlotInventory,
    devices: &'a [MovableDevice],
    left: u32,
    furthest: usize,
}

impl OccupancySearch<'_> {
    fn rest(&mut self, at: Placement) -> Option<Placement> {
        let next = at.locations.len();
        if next >= self.devices.len() {
            return Some(at);
        }
        self.furthest = self.furthest.max(next);
        for location in self.locations(&at) {
            // Ends the whole search and not only this branch.
            self.left = self.left.checked_sub(1)?;
            let mut with = at.clone();
            with.locations.push(location);
            let placed = self.devices.get(..with.locations.len()).unwrap_or_default();
            let is_possible = self.inventory.places(placed, &with).is_ok();
            let placement = is_possible.then(|| self.rest(with)).flatten();
            if placement.is_some() {
                return placement;
            }
        }
        None
    }

    /// Free slots that the next device fits, the best first; then bays of carriers.
    fn locations(&self, at: &Placement) -> Vec<DeviceLocation> {
        let Some(device) = self.devices.get(at.locations.len()) else { return Vec::new() };
        let placed = self.devices.get(..at.locations.len()).unwrap_or_default();
        let offers = self.inventory.offers(placed, at);
        let mut slots: Vec<(LaneRank, DeviceLocation)> = Vec::new();
        for (index, slot) in self.inventory.slots.iter().enumerate() {
            let offer = offers.get(&slot.id).and_then(Option::as_ref);
            let fit = device.fit(slot.form, &slot.devices);
            let location = DeviceLocation::Slot(index);
            if let (Some(offer), Some(fit), false) = (offer, fit, at.locations.contains(&location))
            {
                slots.push((rank(device, fit, offer.link), location));
            }
        }
        // A stable sort: slots that are as good stay in the order of the board.
        slots.sort_by_key(|(rank, _)| *rank);
        let bays = placed.iter().enumerate().flat_map(|(card, device)| {
            (0..device.bays).map(move |bay| DeviceLocation::Bay(card, bay))
        });
        let bays = bays.filter(|location| !at.locations.contains(location));
        slots.into_iter().map(|(_, location)| location).chain(bays).collect()
    }

    /// Why the first device that never found a place has none.
    fn no_room(&self, start: Placement) -> NoRoom {
        let device = self.furthest;
        let alone = self.devices.get(device).cloned();
        let mut with = self.devices.get(..start.locations.len()).unwrap_or_default().to_vec();
        with.extend(alone);
        let location = self.locations(&start).first().copied().unwrap_or(DeviceLocation::Slot(0));
        let mut at = start;
        at.locations.push(location);
        let clashes = self.inventory.places(&with, &at).err().unwrap_or_default();
        NoRoom { device, clashes }
    }
}

/// Lower is better: how little a device gets, whether it needs an adapter, and how much a slot has.
type LaneRank = (Reverse<Scalar>, bool, Scalar);

fn rank(device: &MovableDevice, fit: FormFit, offered: Option<LinkWidth>) -> LaneRank {
    let raw = |link: LinkWidth| Scalar::new(link.raw_gt_s());
    let common = |link: LinkWidth| device.link.map_or(link, |own| own.common(link));
    let none = Scalar::new(0.0);
    let gets = offered.map_or(none, |link| raw(common(link)));
    (Reverse(gets), fit.is_adapted(), offered.map_or(none, raw))
}
