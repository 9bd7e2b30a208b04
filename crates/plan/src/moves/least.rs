//! The same plan with as few devices moved as possible: twins trade places on paper.

use std::collections::BTreeMap;

use crate::device::MovableDevice;
use crate::evaluate::classes;
use crate::inventory::SlotInventory;
use crate::placement::{DeviceLocation, Placement};
use crate::request::PlacementRequest;

/// Returns the placement in which interchangeable devices stay where they are if the plan puts any
/// of them there. Its throughput is the same.
pub fn least(
    inventory: &SlotInventory,
    devices: &[MovableDevice],
    request: &PlacementRequest,
    plan: &Placement,
) -> Placement {
    least_of(&classes(devices, request), &inventory.today, plan)
}

/// The same, when it is known already which devices can be exchanged for each other.
pub(super) fn least_of(classes: &[usize], today: &Placement, plan: &Placement) -> Placement {
    let mut plan = plan.clone();
    let mut twins: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (device, class) in classes.iter().enumerate() {
        twins.entry(*class).or_default().push(device);
    }
    for group in twins.values().filter(|group| group.len() > 1) {
        settle(today, &mut plan, group);
    }
    plan
}

/// Gives each of the group its location of today, if that is one of the group's, and the others the
/// remaining ones, in order.
fn settle(today: &Placement, plan: &mut Placement, group: &[usize]) {
    let mut locations: Vec<DeviceLocation> =
        group.iter().filter_map(|&device| plan.locations.get(device).copied()).collect();
    if locations.len() != group.len() {
        return;
    }
    let mut left = Vec::new();
    for &device in group {
        let stays =
            today.locations.get(device).and_then(|at| locations.iter().position(|it| it == at));
        match stays {
            Some(at) => plan.locations[device] = locations.remove(at),
            None => left.push(device),
        }
    }
    // Not `swap_remove`: devices that move keep the plan's order.
    for (device, location) in left.into_iter().zip(locations) {
        plan.locations[device] = location;
    }
}
