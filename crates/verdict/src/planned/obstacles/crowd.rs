//! Devices that are more than the slots which take them.
//!
//! By Hall's theorem (P. Hall, "On Representatives of Subsets", 1935) devices find slots by their form
//! unless some of them together fit fewer slots than there are of them; those are reached from a
//! leftover device by going to a slot that it fits and on to its occupant.

use std::collections::{BTreeMap, BTreeSet};

use narrows_messages::Message;
use narrows_plan::placement::DeviceLocation;

use super::{ObstacleSearch, list};

/// The devices left over when as many as possible have a slot of their form, those of today first.
pub(super) fn homeless(of: &ObstacleSearch<'_>) -> Vec<usize> {
    DeviceMatching::new(of).homeless
}

/// Who shares too few slots, a line for each group.
pub(super) fn lines(of: &ObstacleSearch<'_>) -> Vec<Message> {
    let crowd = DeviceMatching::new(of);
    let mut told: BTreeSet<usize> = BTreeSet::new();
    let mut lines = Vec::new();
    for &device in &crowd.homeless {
        if told.contains(&device) {
            continue;
        }
        let (mut devices, locations) = crowd.reached(device);
        let wants_no_other = |it: &&usize| crowd.fits[**it].iter().all(|at| locations.contains(at));
        // Others that fit only these slots are left over for the same reason.
        devices.extend(crowd.homeless.iter().filter(wants_no_other));
        lines.push(line(of, &devices, &locations));
        told.extend(devices);
    }
    lines
}

fn line(
    of: &ObstacleSearch<'_>,
    devices: &BTreeSet<usize>,
    locations: &BTreeSet<DeviceLocation>,
) -> Message {
    let devices: Vec<usize> = devices.iter().copied().collect();
    let locations: Vec<String> = locations.iter().map(|location| name(of, *location)).collect();
    let id = match locations.is_empty() {
        true => "plan-obstacle-no-slot",
        false => "plan-obstacle-crowd",
    };
    let message = Message::new(id).text("pieces", of.names(&devices));
    let message = message.count("count", devices.len()).count("places", locations.len());
    message.text("slots", list(locations))
}

fn name(of: &ObstacleSearch<'_>, location: DeviceLocation) -> String {
    match location {
        DeviceLocation::Slot(at) => of.inventory.slots[at].id.clone(),
        DeviceLocation::Bay(carrier, bay) => {
            format!("{}/{}", of.devices[carrier].id, u16::from(bay) + 1)
        }
    }
}

struct DeviceMatching {
    /// For each device where its form lets it be.
    fits: Vec<Vec<DeviceLocation>>,
    has: BTreeMap<DeviceLocation, usize>,
    homeless: Vec<usize>,
}

impl DeviceMatching {
    fn new(of: &ObstacleSearch<'_>) -> Self {
        let fits = (0..of.devices.len()).map(|device| fitting(of, device)).collect();
        let mut crowd = Self { fits, has: BTreeMap::new(), homeless: Vec::new() };
        for device in 0..of.devices.len() {
            if !crowd.slot(device, &mut BTreeSet::new()) {
                crowd.homeless.push(device);
            }
        }
        crowd
    }

    /// Gives a device a location, moving others on if that helps (Kuhn's algorithm).
    fn slot(&mut self, device: usize, tried: &mut BTreeSet<DeviceLocation>) -> bool {
        for location in self.fits[device].clone() {
            if !tried.insert(location) {
                continue;
            }
            let is_free = match self.has.get(&location).copied() {
                None => true,
                Some(other) => self.slot(other, tried),
            };
            if is_free {
                self.has.insert(location, device);
                return true;
            }
        }
        false
    }

    /// All devices competing for the same slots, and these slots.
    fn reached(&self, device: usize) -> (BTreeSet<usize>, BTreeSet<DeviceLocation>) {
        let (mut devices, mut locations) = (BTreeSet::from([device]), BTreeSet::new());
        let mut next = vec![device];
        while let Some(device) = next.pop() {
            for &location in &self.fits[device] {
                locations.insert(location);
                let other = self.has.get(&location).copied();
                next.extend(other.filter(|other| devices.insert(*other)));
            }
        }
        (devices, locations)
    }
}

fn fitting(of: &ObstacleSearch<'_>, device: usize) -> Vec<DeviceLocation> {
    let slots = of.fitting(device).into_iter().map(DeviceLocation::Slot);
    let it = &of.devices[device];
    let carriers = of.devices.iter().enumerate();
    let carriers = carriers.filter(|(_, card)| it.fit_in_bay(card).is_some());
    let bays =
        carriers.flat_map(|(at, card)| (0..card.bays).map(move |bay| DeviceLocation::Bay(at, bay)));
    slots.chain(bays).collect()
}
