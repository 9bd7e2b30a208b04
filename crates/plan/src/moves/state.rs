//! A machine in which some devices may not be yet.

use narrows_catalog::board::Settings;
use narrows_model::Machine;
use narrows_topology::graph::AttachmentPoint;

use super::DeviceLink;
use crate::device::{MovableDevice, common};
use crate::inventory::SlotInventory;
use crate::placement::{DeviceConnection, DeviceLocation, Placement};
use crate::request::{ArrayConstraint, PlacementRequest};
use crate::result::PlanCandidate;

/// Locations, one entry for each device.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct MoveState {
    pub locations: Vec<Option<DeviceLocation>>,
    pub settings: Settings,
}

impl MoveState {
    pub fn at(&self, location: DeviceLocation) -> Option<usize> {
        self.locations.iter().position(|at| *at == Some(location))
    }

    /// The devices that are in the machine, by index.
    fn inside(&self) -> Vec<usize> {
        (0..self.locations.len()).filter(|&device| self.locations[device].is_some()).collect()
    }

    /// They alone, with a placement of theirs.
    fn present(&self, devices: &[MovableDevice]) -> (Vec<MovableDevice>, Placement) {
        let inside = self.inside();
        let number = |device: usize| inside.iter().position(|&it| it == device);
        let location = |&device: &usize| match self.locations[device]? {
            // In a carrier that is not there, it is nowhere.
            DeviceLocation::Bay(carrier, bay) => {
                Some(DeviceLocation::Bay(number(carrier).unwrap_or(usize::MAX), bay))
            }
            slot @ DeviceLocation::Slot(_) => Some(slot),
        };
        let locations = inside.iter().filter_map(location).collect();
        let present = inside.iter().filter_map(|&device| devices.get(device).cloned()).collect();
        (present, Placement { locations, settings: self.settings.clone() })
    }

    /// Returns what each device gets; `None` if the machine would not work.
    pub fn places(
        &self,
        inventory: &SlotInventory,
        devices: &[MovableDevice],
    ) -> Option<Vec<Option<DeviceConnection>>> {
        let (present, at) = self.present(devices);
        let mut places = inventory.places(&present, &at).ok()?.into_iter();
        Some(self.locations.iter().map(|location| location.and_then(|_| places.next())).collect())
    }

    /// The machine, with the arrays whose members are all there.
    pub fn machine(
        &self,
        inventory: &SlotInventory,
        devices: &[MovableDevice],
        request: &PlacementRequest,
        by: &PlanCandidate,
    ) -> Option<Machine> {
        let inside = self.inside();
        let number = |device: &usize| inside.iter().position(|it| it == device);
        let arrays = request.arrays.iter().filter_map(|constraint| {
            let members: Option<Vec<usize>> = constraint.members.iter().map(number).collect();
            Some((
                ArrayConstraint { members: members?, ..constraint.clone() },
                *by.means.get(&constraint.id)?,
            ))
        });
        let arrays: Vec<_> = arrays.collect();
        let arrays: Vec<_> =
            arrays.iter().map(|(constraint, means)| (constraint, *means)).collect();
        let (present, at) = self.present(devices);
        inventory.machine(&present, &at, &arrays).ok()
    }
}

pub(super) fn way(
    inventory: &SlotInventory,
    device: &MovableDevice,
    place: &DeviceConnection,
) -> DeviceLink {
    let link = common(device.link, place.offered);
    let attachment = inventory
        .fixed
        .topology
        .nodes
        .get(&place.on)
        .map_or(AttachmentPoint::Unknown, |node| node.attachment);
    DeviceLink { link, attachment }
}
