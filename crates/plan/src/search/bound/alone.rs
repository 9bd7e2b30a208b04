//! Throughput of each device in each slot with nothing else in the machine.
//!
//! Among others it is no higher: they leave it less of the shared resources. Not here: these
//! (`tree`).

use std::collections::BTreeMap;

use narrows_model::{Machine, WorkloadOnTarget, predict_workloads};
use narrows_topology::Id;
use narrows_units::LinkWidth;
use narrows_workload::Workload;

use super::Locations;
use crate::device::MovableDevice;
use crate::evaluate::PlacementJudge;
use crate::inventory::{InventorySlot, SlotInventory};
use crate::placement::{DeviceLocation, Placement};
use crate::search::options::SlotOffering;

/// Throughput of each device alone, in MB/s.
pub struct AloneRates {
    pub in_slot: Vec<Vec<f64>>,
    /// The same at worst, whatever the rules make of the slot.
    pub at_worst: Vec<Vec<f64>>,
    /// With its own link as the only limit.
    pub anywhere: Vec<f64>,
    /// The most of all places.
    pub most: Vec<f64>,
}

impl AloneRates {
    pub fn at(&self, device: usize, location: DeviceLocation) -> f64 {
        match location {
            DeviceLocation::Slot(slot) => self.in_slot[device][slot],
            DeviceLocation::Bay(..) => self.anywhere[device],
        }
    }

    /// Throughput of a device; its maximum if it is not placed.
    pub fn of(&self, device: usize, locations: &Locations) -> f64 {
        locations[device].map_or(self.most[device], |location| self.at(device, location))
    }
}

/// A class of devices, its parent node, the link there, and the slot if it was observed there.
type AloneKey = (usize, Id, Option<(u8, u8)>, String);

/// Throughput of devices with nothing else in the machine.
pub struct AloneModel<'a> {
    judge: &'a PlacementJudge<'a>,
    workload: &'a Workload,
    known: BTreeMap<AloneKey, f64>,
}

impl<'a> AloneModel<'a> {
    /// Running this.
    pub fn new(judge: &'a PlacementJudge<'a>, workload: &'a Workload) -> Self {
        Self { judge, workload, known: BTreeMap::new() }
    }

    /// Of every device in the slots that it can be in.
    pub fn rates(mut self, offerings: &[SlotOffering], slots: &[Vec<usize>]) -> AloneRates {
        // A node that does not exist: nothing above the device limits it.
        let nowhere = Id::new("");
        let (mut in_slot, mut at_worst) = (Vec::new(), Vec::new());
        let (mut anywhere, mut most) = (Vec::new(), Vec::new());
        for (device, own) in self.judge.devices.iter().enumerate() {
            let (mut rates, mut worst) = (vec![0.0; offerings.len()], vec![0.0; offerings.len()]);
            for &slot in &slots[device] {
                let all = self.in_any_case(device, slot, &offerings[slot]);
                rates[slot] = all.iter().copied().fold(0.0, f64::max);
                worst[slot] = all.into_iter().fold(rates[slot], f64::min);
            }
            let free = self.rate(device, "", &nowhere, own.link);
            let best = rates.iter().copied().fold(0.0, f64::max);
            let in_bay = self.judge.devices.iter().any(|card| card.bays > 0);
            most.push(if in_bay { best.max(free) } else { best });
            anywhere.push(free);
            in_slot.push(rates);
            at_worst.push(worst);
        }
        AloneRates { in_slot, at_worst, anywhere, most }
    }

    fn in_any_case(&mut self, device: usize, slot: usize, offering: &SlotOffering) -> Vec<f64> {
        let slot = self.judge.inventory.slots[slot].id.as_str();
        // Only in the slot where it was observed can a device have properties of its own; all
        // others share one cached rate.
        let mut own =
            self.judge.devices[device].body.nodes.iter().filter_map(|(_, it)| it.slot.as_ref());
        let slot = if own.any(|(own, _)| own == slot) { slot } else { "" };
        let mut all = Vec::new();
        for on in &offering.on {
            for &link in &offering.links {
                all.push(self.rate(device, slot, on, link));
            }
        }
        all
    }

    /// All its drives, each by itself.
    fn rate(&mut self, device: usize, slot: &str, on: &Id, link: Option<LinkWidth>) -> f64 {
        // The number of a class is that of its first device.
        let class = self.judge.alike[device];
        let wide = link.map(|link| (link.rate.generation(), link.lanes.get()));
        let key = (class, on.clone(), wide, slot.to_owned());
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let rate = self.modelled(&self.judge.devices[class], slot, on, link);
        self.known.insert(key, rate);
        rate
    }

    fn modelled(
        &self,
        device: &MovableDevice,
        slot: &str,
        on: &Id,
        link: Option<LinkWidth>,
    ) -> f64 {
        if device.body.drives.is_empty() {
            return 0.0;
        }
        let Some(machine) = alone(self.judge.inventory, device, slot, on, link) else { return 0.0 };
        let one = |id: &Id| {
            let outcomes = predict_workloads(&machine, &[WorkloadOnTarget::new(id, self.workload)]);
            outcomes.first().map_or(0.0, |outcome| outcome.rate.as_mb_s())
        };
        device.body.drives.keys().map(one).sum()
    }
}

/// The machine with this device alone, in a slot of its own with this name; if the node does not
/// exist, with the largest packets that the device has anywhere.
pub(super) fn alone(
    inventory: &SlotInventory,
    device: &MovableDevice,
    slot: &str,
    on: &Id,
    link: Option<LinkWidth>,
) -> Option<Machine> {
    let like = inventory.slots.first()?;
    let is_there = inventory.fixed.topology.nodes.contains_key(on);
    let slot = InventorySlot {
        id: slot.to_owned(),
        on: on.clone(),
        link,
        form: None,
        devices: vec![device.bus],
        splits: Vec::new(),
        ..like.clone()
    };
    let inventory = SlotInventory {
        fixed: inventory.fixed.clone(),
        slots: vec![slot],
        max_payload: if is_there {
            inventory.max_payload
        } else {
            // The largest of the device's own values and those it gets.
            let of_device = device.body.nodes.iter().map(|(_, node)| node);
            let of_inventory =
                inventory.fixed.topology.nodes.values().filter(|_| inventory.max_payload.is_none());
            let links = of_device.chain(of_inventory).filter_map(|node| node.link.as_ref());
            links.filter_map(|link| link.max_payload).chain(inventory.max_payload).max()
        },
        ..SlotInventory::default()
    };
    let at = Placement { locations: vec![DeviceLocation::Slot(0)], ..Placement::default() };
    let mut machine = inventory.machine(std::slice::from_ref(device), &at, &[]).ok()?;
    // Traffic of others leaves it less, and may itself be slowed by devices that are not here.
    machine.demands.clear();
    Some(machine)
}
