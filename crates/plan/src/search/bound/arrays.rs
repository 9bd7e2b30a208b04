//! Upper bound for arrays wherever their members are: for each request, RAID engine and program take
//! processor time that no slot changes.

use narrows_catalog::board::SlotBus;
use narrows_model::LimitUnit;
use narrows_model::lower::{WorkloadTask, WriteCacheState, lower};
use narrows_topology::Id;
use narrows_units::BytesPerSec;
use narrows_workload::Workload;

use super::Locations;
use super::alone::{AloneRates, alone};
use crate::evaluate::PlacementJudge;
use crate::feasibility::RaidEngineKind;
use crate::request::ArrayConstraint;

pub struct ArrayBounds {
    /// The members of each array, and the limit that processors set, in MB/s.
    all: Vec<(Vec<usize>, f64)>,
}

impl ArrayBounds {
    /// Running this.
    pub fn new(judge: &PlacementJudge<'_>, workload: &Workload) -> Self {
        let of = |array: &ArrayConstraint| (array.members.clone(), most(judge, array, workload));
        // Drives that stay add to the sum too, which only the tree accounts for.
        let stays = !judge.inventory.fixed.topology.drives.is_empty();
        let arrays = if stays { &[][..] } else { &judge.request.arrays };
        Self { all: arrays.iter().map(of).collect() }
    }

    /// Upper bound on the sum of all devices: an array's members count for no more than the array.
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

/// The highest bound of any RAID engine. The program's thread time for AHCI commands depends on
/// where a SATA drive is, so arrays with such members have no bound.
fn most(judge: &PlacementJudge<'_>, array: &ArrayConstraint, workload: &Workload) -> f64 {
    let devices = array.members.iter().map(|&member| &judge.devices[member]);
    if devices.clone().any(|device| device.bus == SlotBus::Sata) {
        return f64::INFINITY;
    }
    let means = if array.means.is_empty() { &RaidEngineKind::ALL[..] } else { &array.means };
    let rates = means.iter().map(|means| by(judge, array, *means, workload));
    // An engine without a limit by processor time has no bound of this kind.
    rates.map(|rate| rate.unwrap_or(f64::INFINITY)).fold(0.0, f64::max)
}

/// The bound with this RAID engine: from a machine with the first member alone, which has the same
/// processor. Contention between members is ignored.
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
