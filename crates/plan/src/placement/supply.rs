//! Whether processors have the lanes that a placement takes of them.
//!
//! A board's rules say how slots share lanes. Where they are silent, slots can be wired for more
//! than there is: a processor of 40 lanes on a board that has slots for 52.
//!
//! Not here: the chipset's lanes. No list says how many of them SATA, USB and Ethernet take on a board,
//! so a count of the slots' lanes forbids nothing; `lanes` reports them.

use std::collections::BTreeSet;

use narrows_catalog::board::SlotBus;
use narrows_topology::Id;

use super::{DeviceConnection, Placement, PlacementClash};
use crate::device::MovableDevice;
use crate::inventory::{PROCESSOR, SlotInventory};

/// Lanes that a processor has for movable devices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LaneSupply {
    pub processor: Id,
    /// The most it has besides fixed devices.
    pub lanes: u32,
    /// Lanes of fixed devices, including the chipset's uplink if it is PCIe.
    pub kept: u32,
    /// The nodes on which something takes lanes of this processor.
    pub nodes: BTreeSet<Id>,
}

impl LaneSupply {
    /// Lanes that these devices take in these places; a device of unknown link counts with the
    /// lanes of its connector.
    pub(crate) fn taken(&self, devices: &[MovableDevice], places: &[DeviceConnection]) -> u32 {
        devices.iter().zip(places).map(|(device, place)| self.of(device, place)).sum()
    }

    fn of(&self, device: &MovableDevice, place: &DeviceConnection) -> u32 {
        // Devices in the bays of a card without a switch use the slot's lanes.
        let counts = device.bus == SlotBus::Pcie && !device.needs_split();
        let (Some(own), Some(offered)) = (device.lanes(), place.offered) else { return 0 };
        let is_here = counts && self.nodes.contains(&place.on);
        if is_here { u32::from(own.min(offered.lanes.get())) } else { 0 }
    }
}

impl SlotInventory {
    /// The last device on each processor that has too few lanes for all that is on it.
    pub(super) fn too_many_lanes(
        &self,
        devices: &[MovableDevice],
        at: &Placement,
        places: &[DeviceConnection],
    ) -> Vec<PlacementClash> {
        let over = self.lanes.iter().filter(|it| it.taken(devices, places) > self.has(it, at));
        let last = over.filter_map(|it| {
            let all = devices.iter().zip(places);
            // Devices of today come first: the last one is the one too many.
            all.enumerate().rfind(|(_, (device, place))| it.of(device, place) > 0)
        });
        last.map(|(index, _)| PlacementClash::NoLanes(index)).collect()
    }

    /// A setting about the processor takes precedence over the inventory.
    fn has(&self, supply: &LaneSupply, at: &Placement) -> u32 {
        let set = at.settings.get(PROCESSOR).or_else(|| self.settings.get(PROCESSOR));
        let set: Option<u32> = set.and_then(|lanes| lanes.parse().ok());
        set.map_or(supply.lanes, |lanes| lanes.saturating_sub(supply.kept))
    }
}
