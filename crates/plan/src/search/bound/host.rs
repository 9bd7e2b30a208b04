//! Resources that all drives share wherever they are: processor time and memory.

use std::collections::BTreeMap;

use narrows_model::lower::{WorkloadTask, WriteCacheState, lower};
use narrows_model::{LimitKind, LimitUnit};
use narrows_topology::Id;
use narrows_units::BytesPerSec;
use narrows_workload::Workload;

use super::alone::{AloneRates, alone};
use crate::device::MovableDevice;
use crate::evaluate::PlacementJudge;

pub struct HostBound {
    shared: BTreeMap<LimitKind, SharedBudget>,
}

#[derive(Default)]
struct SharedBudget {
    all: f64,
    /// Use by each device per MB/s: the least and the most of any of its drives.
    takes: BTreeMap<usize, (f64, f64)>,
}

/// The model's name for the resource that all drives share.
const HOST: &str = "cpu";

impl HostBound {
    /// Usage under this workload; empty if drives that stay or arrays use it too.
    pub fn new(judge: &PlacementJudge<'_>, workload: &Workload) -> Self {
        let mut host = Self { shared: BTreeMap::new() };
        let fixed = &judge.inventory.fixed;
        if fixed.topology.drives.is_empty() && has_no_arrays(judge) {
            for (index, device) in judge.devices.iter().enumerate() {
                host.takes(judge, workload, (index, device));
            }
        }
        host
    }

    fn takes(
        &mut self,
        judge: &PlacementJudge<'_>,
        workload: &Workload,
        (index, device): (usize, &MovableDevice),
    ) {
        // A node that does not exist has no links, so that the equations show the host's share
        // alone.
        let nowhere = Id::new("");
        let Some(machine) = alone(judge.inventory, device, "", &nowhere, device.link) else {
            return;
        };
        for drive in device.body.drives.keys() {
            let equations =
                lower(&machine, &[WorkloadTask::new(drive, workload)], WriteCacheState::Fresh);
            let uses = equations.flows.first().map(|flow| flow.uses.as_slice());
            for used in uses.unwrap_or_default() {
                let limit = &equations.limits[used.resource];
                let is_host = limit.id.as_str() == HOST
                    && (limit.unit == LimitUnit::Cores || limit.kind == LimitKind::Memory);
                if is_host {
                    let a_mb_s = used.coefficient * BytesPerSec::mb_s(1.0).get();
                    let shared = self.shared.entry(limit.kind).or_default();
                    shared.all = limit.capacity;
                    let (least, most) = shared.takes.entry(index).or_insert((a_mb_s, a_mb_s));
                    (*least, *most) = (least.min(a_mb_s), most.max(a_mb_s));
                }
            }
        }
    }

    /// Upper bound on the sum of all devices, in MB/s.
    pub fn most(&self) -> f64 {
        let most = |shared: &SharedBudget| {
            // As if the device that takes least per MB/s moved everything.
            let least =
                shared.takes.values().map(|(least, _)| *least).fold(f64::INFINITY, f64::min);
            shared.all / least
        };
        self.shared.values().map(most).fold(f64::INFINITY, f64::min)
    }

    /// Whether it is enough for every device at its best.
    pub fn is_ample(&self, rates: &AloneRates) -> bool {
        self.shared.values().all(|shared| {
            let taken = shared.takes.iter().map(|(&device, (_, most))| rates.most[device] * most);
            taken.sum::<f64>() < shared.all
        })
    }
}

/// Whether no array is requested or present.
pub fn has_no_arrays(judge: &PlacementJudge<'_>) -> bool {
    judge.request.arrays.is_empty() && judge.inventory.fixed.arrays.is_empty()
}
