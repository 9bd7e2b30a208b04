//! The scores of a placement's objectives.

use std::collections::BTreeSet;

use narrows_model::lower::{WriteCacheState, lower};
use narrows_model::{Machine, WorkloadOnTarget, WorkloadTask, predict_workloads};
use narrows_topology::Id;
use narrows_topology::capacity::raw;
use narrows_topology::graph::{AttachmentPoint, NodeKind};
use narrows_units::{Bytes, BytesPerSec, LinkWidth, TransferRate};
use narrows_workload::{Direction, Pattern, Workload};

use super::{PlacementView, constraints, rank};
use crate::inventory::SlotInventory;
use crate::request::{PlacementRequest, PlanObjective};

/// The weight of a chipset on the way, in switches: more than any path has.
const CHIPSET_HOPS: f64 = 100.0;

pub fn rated(objective: &PlanObjective) -> Option<&Workload> {
    match objective {
        PlanObjective::Together(workload)
        | PlanObjective::Each(workload)
        | PlanObjective::Of(_, workload)
        | PlanObjective::ToCard(_, workload) => Some(workload),
        PlanObjective::Latency(_)
        | PlanObjective::FewMoves
        | PlanObjective::LanesOf(_)
        | PlanObjective::FreeSata => None,
    }
}

/// That of the first objective that has one, else reading in sequence.
pub fn workload(request: &PlacementRequest) -> Workload {
    let usual = || Workload::new(Pattern::Sequential, Direction::Read, Bytes::kib(128), 32);
    request.objectives.iter().find_map(rated).cloned().unwrap_or_else(usual)
}

/// Arrays, and drives that are in none.
pub fn targets(machine: &Machine) -> Vec<Id> {
    let members: BTreeSet<&Id> = machine.arrays.values().flat_map(|array| &array.members).collect();
    let drives = machine.topology.drives.keys().filter(|drive| !members.contains(drive));
    drives.chain(machine.arrays.keys()).cloned().collect()
}

/// One for each objective, from `rates` for those that are rates.
pub fn scores(view: &PlacementView<'_>, rates: &[f64]) -> Vec<f64> {
    let objectives = view.judge.request.objectives.iter().zip(rates);
    let score = |(objective, rate): (&PlanObjective, &f64)| match objective {
        PlanObjective::Latency(device) => {
            -view.above(*device).iter().map(|(_, node)| hops(node.kind)).sum::<f64>()
        }
        PlanObjective::FewMoves => -(rank::moves(view) as f64),
        PlanObjective::LanesOf(device) => {
            view.link(*device).map_or(0.0, |link| lanes(link, processor_rate(view.judge.inventory)))
        }
        PlanObjective::FreeSata => view.free_sata as f64,
        PlanObjective::Together(_)
        | PlanObjective::Each(_)
        | PlanObjective::Of(..)
        | PlanObjective::ToCard(..) => *rate,
    };
    objectives.map(score).collect()
}

/// The weight of a node on the way to a drive.
pub fn hops(kind: NodeKind) -> f64 {
    match kind {
        NodeKind::Chipset => CHIPSET_HOPS,
        NodeKind::Switch => 1.0,
        _ => 0.0,
    }
}

/// The link in lanes of the processor's generation.
pub fn lanes(link: LinkWidth, processor: TransferRate) -> f64 {
    let one = LinkWidth::new(processor.generation(), 1);
    one.map_or(0.0, |one| raw(link).get() / raw(one).get())
}

/// The rate of the processor's own lanes: that of the fastest slot there, else of any.
pub fn processor_rate(inventory: &SlotInventory) -> TransferRate {
    let slots = || inventory.slots.iter().filter_map(|slot| Some((slot, slot.link?.rate)));
    let of_processor = slots().filter(|(slot, _)| {
        let path: Vec<_> = inventory.fixed.topology.path(&slot.on).collect();
        constraints::attachment(&path) == AttachmentPoint::Cpu
    });
    let fastest = of_processor.map(|(_, rate)| rate).max();
    fastest.or_else(|| slots().map(|(_, rate)| rate).max()).unwrap_or(TransferRate::Gen3)
}

/// The predicted value of an objective that is a rate, in MB/s.
pub fn rate(view: &PlacementView<'_>, machine: &Machine, objective: &PlanObjective) -> f64 {
    let sets = workload_sets(view, machine, objective);
    let rates = |set: &Vec<WorkloadOnTarget>| together(machine, set);
    match objective {
        PlanObjective::Each(_) => {
            let least = sets.iter().map(rates).fold(f64::INFINITY, f64::min);
            // Without any drive there is no minimum.
            if least.is_finite() { least } else { 0.0 }
        }
        _ => sets.iter().map(rates).sum(),
    }
}

/// Total rate of a set at once, in MB/s: the rates of a prediction without bands and certificates,
/// which take most of its time.
fn together(machine: &Machine, set: &[WorkloadOnTarget]) -> f64 {
    let tasks: Vec<WorkloadTask<'_>> = set.iter().map(WorkloadOnTarget::task).collect();
    let equations = lower(machine, &tasks, WriteCacheState::Fresh);
    // A drive that is read and written at once loses time in between, which only the full
    // prediction follows.
    if !equations.shared_by_both.is_empty() {
        return predict_workloads(machine, set).iter().map(|outcome| outcome.rate.as_mb_s()).sum();
    }
    let shares = equations.shares();
    // The flows of tasks come first; a rate that nothing limits is unknown.
    let rates = shares.rates.iter().zip(&shares.stopped_by).take(tasks.len());
    let known = rates.filter(|(_, stopped_by)| stopped_by.is_some());
    known.map(|(rate, _)| BytesPerSec::new(*rate).as_mb_s()).sum()
}

/// The sets that run for an objective, one after the other.
fn workload_sets(
    view: &PlacementView<'_>,
    machine: &Machine,
    objective: &PlanObjective,
) -> Vec<Vec<WorkloadOnTarget>> {
    let of = |workload: &Workload| -> Vec<WorkloadOnTarget> {
        targets(machine).iter().map(|id| WorkloadOnTarget::new(id, workload)).collect()
    };
    match objective {
        PlanObjective::Together(workload) => vec![of(workload)],
        PlanObjective::Each(workload) => of(workload).into_iter().map(|one| vec![one]).collect(),
        PlanObjective::Of(name, workload) => {
            vec![vec![WorkloadOnTarget::new(&Id::new(name), workload)]]
        }
        PlanObjective::ToCard(device, workload) => {
            let card = view.judge.devices.get(*device).and_then(|device| device.body.nodes.first());
            let mut set = of(workload);
            set.iter_mut().for_each(|one| one.to = card.map(|(id, _)| id.clone()));
            vec![set]
        }
        _ => Vec::new(),
    }
}

/// The sets that run for the first objective that is a rate.
pub fn first_sets(view: &PlacementView<'_>, machine: &Machine) -> Vec<Vec<WorkloadOnTarget>> {
    let first = view.judge.request.objectives.iter().find(|objective| rated(objective).is_some());
    let usual = || PlanObjective::Together(workload(view.judge.request));
    workload_sets(view, machine, &first.cloned().unwrap_or_else(usual))
}
