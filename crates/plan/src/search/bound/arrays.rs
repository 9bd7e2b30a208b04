//! What arrays bring at most wherever their members are: the work of their RAID engine for each request,
//! and the program's, take processor time that no slot changes.

use narrows_catalog::board::SlotBus;
use narrows_model::LimitUnit;
use narrows_model::lower::{WorkloadTask, WriteCacheState, lower};
use narrows_topology::Id;
use narrows_units::BytesPerSec;
use narrows_workload::Workload;

use super::Locations;
use super::alone::{AloneRates, alone};
use crate::ask::ArrayConstraint;
use crate::evaluate::PlacementJudge;
use crate::feasibility::RaidEngineKind;

pub struct ArrayBounds {
    /// The members of each, and what processors allow it, in MB/s.
    all: Vec<(Vec<usize>, f64)>,
}

impl ArrayBounds {
    /// Running this.
    pub fn new(judge: &PlacementJudge<'_>, workload: &Workload) -> Self {
        let of = |array: &ArrayConstraint| (array.members.clone(), most(judge, array, workload));
        // Drives that stay bring something too, which the tree knows.
        let stays = !judge.inventory.fixed.topology.drives.is_empty();
        let arrays = if stays { &[][..] } else { &judge.ask.arrays };
        Self { all: arrays.iter().map(of).collect() }
    }

    /// What all devices bring at most: the members of each array no more than it.
    pub fn most(&self, rates: &AloneRates, locations: &Locations) -> f64 {
        if self.all.is_empty() {
            return f64::INFINITY;
        }
        let sum = |devices: &[usize]| -> f64 {
            devices.iter().map(|&device| rates.of(device, locations)).sum()
        };
        let in_array = |device: &usize| self.all.iter().any(|(of, _)| of.contains(device));
        let others: Vec<usize> = (0..locations.len()).filter(|device| !in_array(device)).collect();
        let arrays = self.all.iter().map(|(members, most)| sum(members).min(*most));
        sum(&others) + arrays.sum::<f64>()
    }
}

/// The most that any means allow. AHCI commands cost the program's thread time depending on where a
/// SATA drive is, so that of arrays with such members nothing is said.
fn most(judge: &PlacementJudge<'_>, array: &ArrayConstraint, workload: &Workload) -> f64 {
    let devices = array.members.iter().map(|&member| &judge.devices[member]);
    if devices.clone().any(|device| device.bus == SlotBus::Sata) {
        return f64::INFINITY;
    }
    let means = if array.means.is_empty() { &RaidEngineKind::ALL[..] } else { &array.means };
    let rates = means.iter().map(|means| by(judge, array, *means, workload));
    rates.map(|rate| rate.unwrap_or(f64::INFINITY)).fold(0.0, f64::max)
}

/// The same by these means: of a machine with the first member alone, whose processor is the same. What
/// the members take of each other's way is left out.
fn by(
    judge: &PlacementJudge<'_>,
    array: &ArrayConstraint,
    means: RaidEngineKind,
    workload: &Workload,
) -> Option<f64> {
    let nowhere = Id::new("");
    let device = &judge.devices[*array.members.first()?];
    let mut machine = alone(judge.inventory, device, "", &nowhere, device.link)?;
    let (id, plan) = judge.inventory.array(judge.devices, array, means);
    machine.arrays.insert(id.clone(), plan);
    let equations = lower(&machine, &[WorkloadTask::new(&id, workload)], WriteCacheState::Fresh);
    let uses = equations.flows.first()?.uses.iter();
    let limits = uses.map(|used| (&equations.limits[used.resource], used.coefficient));
    let processors = limits.filter(|(limit, _)| limit.unit == LimitUnit::Cores);
    let rates = processors.map(|(limit, coefficient)| limit.capacity / coefficient);
    rates.reduce(f64::min).map(|rate| BytesPerSec::new(rate).as_mb_s())
}
