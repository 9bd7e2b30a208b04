//! What a placement's aims come to.

use std::collections::BTreeSet;

use narrows_model::lower::{Caches, lower};
use narrows_model::solver::share;
use narrows_model::{Machine, Task, WorkloadOnTarget, predict_asked};
use narrows_topology::Id;
use narrows_topology::graph::{Door, NodeKind};
use narrows_units::{Bytes, BytesPerSec, LinkWidth, TransferRate};
use narrows_workload::{Direction, Pattern, Workload};

use super::{View, rank, wishes};
use crate::ask::{Aim, Ask};
use crate::site::Site;

/// What a chipset on the way counts for among switches: more of them than any path has.
const CHIPSET_HOPS: f64 = 100.0;

/// The workload of an aim that is a rate.
pub fn rated(aim: &Aim) -> Option<&Workload> {
    match aim {
        Aim::Together(workload)
        | Aim::Each(workload)
        | Aim::Of(_, workload)
        | Aim::ToCard(_, workload) => Some(workload),
        Aim::Latency(_) | Aim::FewMoves | Aim::LanesOf(_) | Aim::FreeSata => None,
    }
}

/// That of the first aim that has one, else reading in sequence.
pub fn workload(ask: &Ask) -> Workload {
    let usual = || Workload::new(Pattern::Sequential, Direction::Read, Bytes::kib(128), 32);
    ask.aims.iter().find_map(rated).cloned().unwrap_or_else(usual)
}

/// Arrays, and drives that are in none.
pub fn targets(machine: &Machine) -> Vec<Id> {
    let members: BTreeSet<&Id> = machine.arrays.values().flat_map(|array| &array.members).collect();
    let drives = machine.topology.drives.keys().filter(|drive| !members.contains(drive));
    drives.chain(machine.arrays.keys()).cloned().collect()
}

/// One for each aim, from the rates of those that are.
pub fn scores(view: &View<'_>, rates: &[f64]) -> Vec<f64> {
    let aims = view.judge.ask.aims.iter().zip(rates);
    aims.map(|(aim, rate)| if rated(aim).is_some() { *rate } else { placed(view, aim) }).collect()
}

/// What an aim that is no rate comes to.
fn placed(view: &View<'_>, aim: &Aim) -> f64 {
    match aim {
        Aim::Latency(piece) => {
            -view.above(*piece).iter().map(|(_, node)| hops(node.kind)).sum::<f64>()
        }
        Aim::FewMoves => -(rank::moves(view) as f64),
        Aim::LanesOf(piece) => {
            view.link(*piece).map_or(0.0, |link| lanes(link, processor_rate(view.judge.site)))
        }
        Aim::FreeSata => view.free_sata as f64,
        _ => 0.0,
    }
}

/// What a node on the way to a drive counts for.
pub fn hops(kind: NodeKind) -> f64 {
    match kind {
        NodeKind::Chipset => CHIPSET_HOPS,
        NodeKind::Switch => 1.0,
        _ => 0.0,
    }
}

/// The link in lanes of the processor's generation.
pub fn lanes(link: LinkWidth, processor: TransferRate) -> f64 {
    let rate = narrows_topology::capacity::raw;
    let one = LinkWidth::new(processor.generation(), 1);
    one.map_or(0.0, |one| rate(link).get() / rate(one).get())
}

/// The rate of the processor's own lanes: that of the fastest seat there, else of any.
pub fn processor_rate(site: &Site) -> TransferRate {
    let seats = || site.seats.iter().filter_map(|seat| Some((seat, seat.link?.rate)));
    let of_processor = seats().filter(|(seat, _)| {
        let path: Vec<_> = site.fixed.topology.path(&seat.on).collect();
        wishes::door(&path) == Door::Cpu
    });
    let fastest = of_processor.map(|(_, rate)| rate).max();
    fastest.or_else(|| seats().map(|(_, rate)| rate).max()).unwrap_or(TransferRate::Gen3)
}

/// What the model says of an aim that is a rate, in MB/s.
pub fn rate(view: &View<'_>, machine: &Machine, aim: &Aim) -> f64 {
    let sets = asked(view, machine, aim);
    let rates = |set: &Vec<WorkloadOnTarget>| together(machine, set);
    match aim {
        Aim::Each(_) => {
            let least = sets.iter().map(rates).fold(f64::INFINITY, f64::min);
            if least.is_finite() { least } else { 0.0 }
        }
        _ => sets.iter().map(rates).sum(),
    }
}

/// What a set brings at once, in MB/s: the rates of a prediction without bands and certificates,
/// which take most of its time.
fn together(machine: &Machine, set: &[WorkloadOnTarget]) -> f64 {
    let tasks: Vec<Task<'_>> = set.iter().map(WorkloadOnTarget::task).collect();
    let equations = lower(machine, &tasks, Caches::Fresh);
    if !equations.shared_by_both.is_empty() {
        return predict_asked(machine, set).iter().map(|outcome| outcome.rate.as_mb_s()).sum();
    }
    let capacities: Vec<f64> = equations.limits.iter().map(|limit| limit.capacity).collect();
    let shares = share(&capacities, &equations.flows);
    // The flows of tasks come first; of what nothing limits nothing is known.
    let rates = shares.rates.iter().zip(&shares.stopped_by).take(tasks.len());
    let known = rates.filter(|(_, stopped_by)| stopped_by.is_some());
    known.map(|(rate, _)| BytesPerSec::new(*rate).as_mb_s()).sum()
}

/// What runs for an aim: sets, one after the other.
fn asked(view: &View<'_>, machine: &Machine, aim: &Aim) -> Vec<Vec<WorkloadOnTarget>> {
    let of = |workload: &Workload| -> Vec<WorkloadOnTarget> {
        targets(machine).iter().map(|id| WorkloadOnTarget::new(id, workload)).collect()
    };
    match aim {
        Aim::Together(workload) => vec![of(workload)],
        Aim::Each(workload) => of(workload).into_iter().map(|one| vec![one]).collect(),
        Aim::Of(name, workload) => vec![vec![WorkloadOnTarget::new(&Id::new(name), workload)]],
        Aim::ToCard(piece, workload) => {
            let card = view.judge.pieces.get(*piece).and_then(|piece| piece.body.nodes.first());
            let to = card.map(|(id, _)| id.clone());
            vec![
                of(workload)
                    .into_iter()
                    .map(|one| WorkloadOnTarget { to: to.clone(), ..one })
                    .collect(),
            ]
        }
        _ => Vec::new(),
    }
}

/// What runs for the first aim that is a rate.
pub fn asked_first(view: &View<'_>, machine: &Machine) -> Vec<Vec<WorkloadOnTarget>> {
    let first = view.judge.ask.aims.iter().find(|aim| rated(aim).is_some()).cloned();
    let first = first.unwrap_or_else(|| Aim::Together(workload(view.judge.ask)));
    asked(view, machine, &first)
}
