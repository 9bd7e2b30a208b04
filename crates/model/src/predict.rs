//! Predictions: shares, bands and certificates for a set of targets.
//!
//! The band of a target comes from solutions at the corners of the limits' own bands. All limits at
//! their low ends, or all at their high ends, are not enough: a drive that shares a link gets less
//! when the *others* are faster than assumed. So shared limits and each flow's own also go to
//! opposite ends, and a band reaches from the least to the most of all solutions.

mod total;

use narrows_topology::{FactBasis, Id};
use narrows_units::BytesPerSec;
use narrows_workload::Workload;

use self::total::CornerSums;
pub use self::total::PredictedTotal;
use crate::ground;
use crate::limit::{Band, LimitKind, LimitUnit, ResourceLimit};
use crate::lower::{Equations, WorkloadTask, WriteCacheState, before_full, lower, mixed};
use crate::machine::Machine;
use crate::solver::{FlowShares, SolverFlow, next, share, users};
use crate::widths::PredictionBasis;

/// The loss of drives that read and write at once is based on one drive's figure; others lose more.
const MIX: Band = Band::new(0.7, 1.1);

#[derive(Clone, Debug, PartialEq)]
pub struct TargetPrediction {
    pub target: Id,
    pub rate: BytesPerSec,
    /// Lower end of the 80 % band; not above the rate.
    pub low: BytesPerSec,
    /// Upper end of the 80 % band; not below the rate.
    pub high: BytesPerSec,
    /// Lower end of the band that its parts alone would give it.
    pub low_of_parts: BytesPerSec,
    pub limit: LoadedLimit,
    /// The next bottleneck, if that were gone.
    pub next: Option<LoadedLimit>,
    /// The bottleneck at the lower end of its band.
    pub least: Option<ResourceLimit>,
    /// The most loaded of the threads that work for it alone, whether they limit it or not: those
    /// of the job, or the one of the RAID engine.
    pub threads: Option<LoadedLimit>,
    /// Its basis, which sets the width of its band.
    pub ground: PredictionBasis,
    /// The weakest basis among the limits it uses that could bind: those that are full when their
    /// capacity is the lowest and all else the highest within its band.
    pub basis: FactBasis,
}

#[derive(Clone, Debug, PartialEq)]
pub struct LoadedLimit {
    pub limit: ResourceLimit,
    /// The load of all targets of the set, in the limit's unit.
    pub load: f64,
}

/// Predicts `targets` running `workload` at once. A target of which nothing is known (no link, no
/// figure) is left out.
///
/// The time is little more than proportional to the number of targets if the limits that they share
/// form a tree, as links do.
pub fn predict(machine: &Machine, targets: &[Id], workload: &Workload) -> Vec<TargetPrediction> {
    let tasks: Vec<WorkloadTask<'_>> =
        targets.iter().map(|target| WorkloadTask::new(target, workload)).collect();
    predict_tasks(machine, &tasks)
}

/// Predicts `tasks` running at once, each with its own workload. See [`predict`].
///
/// Where amounts are more than write caches hold, rates are the average over the amount: until the
/// cache is full, and after.
pub fn predict_tasks(machine: &Machine, tasks: &[WorkloadTask<'_>]) -> Vec<TargetPrediction> {
    predict_set(machine, tasks).0
}

/// The same with the total; `None` if nothing is known of any.
pub fn predict_set(
    machine: &Machine,
    tasks: &[WorkloadTask<'_>],
) -> (Vec<TargetPrediction>, Option<PredictedTotal>) {
    let (outcomes, total) = of_parts(machine, tasks);
    let parts: Vec<(PredictionBasis, BytesPerSec)> =
        outcomes.iter().map(|it| (it.ground, it.rate * machine.times(&it.target))).collect();
    let total = total.map(|total| {
        let ends = (total.rate, total.low, total.high);
        let (low, high) = machine.widths.ends_of_sum(&parts, ends);
        PredictedTotal { low, high, ..total }
    });
    let outcomes = outcomes.into_iter().map(|outcome| {
        let TargetPrediction { ground, rate, low, high, .. } = outcome;
        let low_of_parts = low;
        let (low, high) = machine.widths.ends(ground, (rate, low, high));
        TargetPrediction { low, high, low_of_parts, ..outcome }
    });
    (outcomes.collect(), total)
}

/// With bands from the uncertainty of the parts.
fn of_parts(
    machine: &Machine,
    tasks: &[WorkloadTask<'_>],
) -> (Vec<TargetPrediction>, Option<PredictedTotal>) {
    let (fresh, sums) = outcomes(machine, tasks, WriteCacheState::Fresh);
    let held: Vec<Option<f64>> = tasks.iter().map(|task| held_part(machine, task)).collect();
    // No write cache runs full: one phase is all there is.
    if held.iter().all(Option::is_none) {
        let total = sums.total(&fresh);
        return (fresh.into_iter().flatten().collect(), total);
    }
    let (full, _) = outcomes(machine, tasks, WriteCacheState::Full);
    let pairs = fresh.into_iter().zip(full).zip(held);
    let both = pairs.map(|((fresh, full), held)| Some(averaged(fresh?, full?, held)));
    let both: Vec<Option<TargetPrediction>> = both.collect();
    let total = sums.averaged(&both);
    (both.into_iter().flatten().collect(), total)
}

/// One outcome per task, `None` if nothing is known of its target; and the data for the total.
fn outcomes(
    machine: &Machine,
    tasks: &[WorkloadTask<'_>],
    caches: WriteCacheState,
) -> (Vec<Option<TargetPrediction>>, CornerSums) {
    let filled = SolvedEquations::new(lower(machine, tasks, caches));
    let outcome = |(flow, task): (usize, &WorkloadTask<'_>)| {
        let outcome = filled.outcome(flow, task.target)?;
        let limits = (&outcome.limit.limit, outcome.least.as_ref());
        let outcome =
            TargetPrediction { ground: ground::of(machine, task, limits.0, limits.1), ..outcome };
        let is_mix = (1..100).contains(&task.workload.read_percent);
        let outcome = if is_mix { outcome.within(MIX) } else { outcome };
        let Some(array) = machine.arrays.get(task.target) else { return Some(outcome) };
        let evenness = array.engine.evenness();
        // A limit that all members share carries no less because they are unequal; a RAID engine's
        // traffic besides data passes it, too.
        let is_shared = outcome.least.as_ref().is_some_and(|least| is_shared(least.kind));
        let low = if is_shared && !array.engine.moves_more() { 1.0 } else { evenness.low };
        Some(outcome.within(Band { low, ..evenness }))
    };
    let outcomes: Vec<Option<TargetPrediction>> = tasks.iter().enumerate().map(outcome).collect();
    let times = tasks.iter().map(|task| machine.times(task.target)).collect();
    let sums = CornerSums::of(&filled, &outcomes, times);
    (outcomes, sums)
}

/// Whether a limit of this kind is shared and not a member's own.
fn is_shared(kind: LimitKind) -> bool {
    use LimitKind::{Controller, Cpu, Memory, RaidLayer, RootComplex, Uplink};
    matches!(kind, Controller | Cpu | Memory | RaidLayer | RootComplex | Uplink)
}

/// The part of a task's amount that write caches hold; `None` for all of it.
fn held_part(machine: &Machine, task: &WorkloadTask<'_>) -> Option<f64> {
    let amount = task.amount?.as_f64();
    let held = before_full(machine, task)?;
    (held < amount).then(|| held / amount)
}

/// The average of two phases, with `held` of the amount in the first.
fn averaged(
    fresh: TargetPrediction,
    full: TargetPrediction,
    held: Option<f64>,
) -> TargetPrediction {
    let Some(held) = held else { return fresh };
    let mean = |first: BytesPerSec, second: BytesPerSec| {
        let seconds = held / first.get().max(1e-3) + (1.0 - held) / second.get().max(1e-3);
        BytesPerSec::new(1.0 / seconds)
    };
    let rate = mean(fresh.rate, full.rate);
    let (low, high) = (mean(fresh.low, full.low), mean(fresh.high, full.high));
    // The certificate is that of the longer phase.
    let first_is_longer = held / fresh.rate.get() > (1.0 - held) / full.rate.get();
    TargetPrediction { rate, low, high, ..if first_is_longer { fresh } else { full } }
}

/// Equations with their solutions.
struct SolvedEquations {
    equations: Equations,
    point: FlowShares,
    /// The solutions at the ends of the bands, the point among them.
    corners: Vec<FlowShares>,
    next: Vec<Option<usize>>,
    /// For each limit whether it could bind.
    could_bind: Vec<bool>,
}

impl SolvedEquations {
    fn new(mut equations: Equations) -> Self {
        lose_between_flows(&mut equations);
        let point = equations.shares();
        let next = beyond(&equations, &point);
        let mut corners = corners(&equations);
        corners.push(point.clone());
        let could_bind = could_bind(&equations.limits, &corners);
        Self { equations, point, corners, next, could_bind }
    }

    fn outcome(&self, flow: usize, target: &Id) -> Option<TargetPrediction> {
        let (low, high) = self.ends(flow);
        let least = self.corners.iter().min_by(|a, b| a.rates[flow].total_cmp(&b.rates[flow]));
        let least = least.and_then(|shares| shares.stopped_by[flow]);
        Some(TargetPrediction {
            target: target.clone(),
            rate: BytesPerSec::new(self.point.rates[flow]),
            low: BytesPerSec::new(low),
            high: BytesPerSec::new(high),
            low_of_parts: BytesPerSec::new(low),
            limit: self.bound(self.point.stopped_by[flow]?, |at| self.point.loads[at]),
            // A flow's bottleneck is full.
            next: self.next[flow].map(|at| self.bound(at, |at| self.equations.limits[at].capacity)),
            least: least.map(|at| self.bound(at, |_| 0.0).limit),
            threads: self.threads(flow, target),
            ground: PredictionBasis::Link,
            basis: self.basis(flow),
        })
    }

    /// The least and the most that a flow gets at any corner.
    fn ends(&self, flow: usize) -> (f64, f64) {
        let rates = || self.corners.iter().map(|shares| shares.rates[flow]);
        (rates().fold(f64::INFINITY, f64::min), rates().fold(0.0, f64::max))
    }

    /// All cores together have another id.
    fn threads(&self, flow: usize, target: &Id) -> Option<LoadedLimit> {
        let Equations { limits, flows, .. } = &self.equations;
        let used = flows[flow].uses.iter().map(|used| used.resource);
        let own =
            used.filter(|&at| limits[at].unit == LimitUnit::Cores && limits[at].id == *target);
        let fullness = |at: usize| self.point.loads[at] / limits[at].capacity;
        let fullest = own.max_by(|&a, &b| fullness(a).total_cmp(&fullness(b)))?;
        Some(self.bound(fullest, |at| self.point.loads[at]))
    }

    fn bound(&self, resource: usize, load: impl Fn(usize) -> f64) -> LoadedLimit {
        // A queue depth may stand for a drive, which may stand for its link.
        let named =
            std::iter::successors(Some(resource), |at| self.equations.stands_for.get(at).copied());
        let resource = named.last().unwrap_or(resource);
        LoadedLimit { limit: self.equations.limits[resource].clone(), load: load(resource) }
    }

    fn basis(&self, flow: usize) -> FactBasis {
        let limits = &self.equations.limits;
        let used = self.equations.flows[flow].uses.iter().map(|used| used.resource);
        // The ceiling of a root complex is assumed for every machine: no evidence about drives.
        let binding =
            used.filter(|&at| self.could_bind[at] && limits[at].kind != LimitKind::RootComplex);
        binding.map(|at| limits[at].basis).min().unwrap_or_default()
    }
}

/// Subtracts the loss of drives between some flows' reads and others' writes, according to the
/// rates that the flows have without it.
fn lose_between_flows(equations: &mut Equations) {
    if equations.shared_by_both.is_empty() {
        return;
    }
    let rates = equations.shares().rates;
    for (drive, users) in std::mem::take(&mut equations.shared_by_both) {
        let load = |reads: bool| {
            let of_kind = users.iter().filter(|(_, is_read)| *is_read == reads);
            of_kind
                .map(|(flow, _)| rates[*flow] * coefficient(&equations.flows[*flow], drive))
                .sum()
        };
        let (reading, writing): (f64, f64) = (load(true), load(false));
        equations.limits[drive].capacity /= mixed(reading, writing);
    }
}

fn coefficient(flow: &SolverFlow, resource: usize) -> f64 {
    let of_it = flow.uses.iter().filter(|used| used.resource == resource);
    of_it.map(|used| used.coefficient).sum()
}

/// The next bottleneck of each flow. After a limit that represents another comes the one behind
/// that other.
fn beyond(equations: &Equations, point: &FlowShares) -> Vec<Option<usize>> {
    let capacities: Vec<f64> = equations.limits.iter().map(|limit| limit.capacity).collect();
    let mut limits = next(&capacities, &equations.flows, point);
    if equations.stands_for.is_empty() {
        return limits;
    }
    let mut plain = equations.flows.clone();
    for flow in &mut plain {
        flow.uses.retain(|used| !equations.stands_for.contains_key(&used.resource));
    }
    let behind = next(&capacities, &plain, &share(&capacities, &plain));
    for (flow, stopped_by) in point.stopped_by.iter().enumerate() {
        if stopped_by.is_some_and(|at| equations.stands_for.contains_key(&at)) {
            limits[flow] = behind[flow];
        }
    }
    limits
}

/// The shares with shared limits, and limits of one flow alone, each at either end of its band, and
/// with shared locations divided either way.
fn corners(equations: &Equations) -> Vec<FlowShares> {
    let Equations { limits, flows, .. } = equations;
    let users = users(limits.len(), flows);
    let end =
        |limit: &ResourceLimit, high: bool| if high { limit.band.high } else { limit.band.low };
    let corner = |(shared, own): (bool, bool), flows: &[SolverFlow]| {
        let ends = limits.iter().zip(&users).map(|(limit, users)| {
            limit.capacity * end(limit, if users.len() > 1 { shared } else { own })
        });
        share(&ends.collect::<Vec<f64>>(), flows)
    };
    let ends = [(false, false), (true, true), (false, true), (true, false)];
    let otherwise = equations.weights_otherwise.as_ref().map(|weights| {
        let with =
            |(flow, weight): (&SolverFlow, &f64)| SolverFlow { weight: *weight, ..flow.clone() };
        flows.iter().zip(weights).map(with).collect::<Vec<SolverFlow>>()
    });
    let both = std::iter::once(flows.as_slice()).chain(otherwise.as_deref());
    both.flat_map(|flows| ends.map(|ends| corner(ends, flows))).collect()
}

/// For each limit, whether its least capacity is used up by its highest load at any corner.
fn could_bind(limits: &[ResourceLimit], corners: &[FlowShares]) -> Vec<bool> {
    let most = |at: usize| corners.iter().map(|shares| shares.loads[at]).fold(0.0, f64::max);
    // Loads are sums, with rounding errors in the last digits.
    let is_used_up = |(at, limit): (usize, &ResourceLimit)| {
        limit.capacity * limit.band.low <= most(at) * (1.0 + 1e-9)
    };
    limits.iter().enumerate().map(is_used_up).collect()
}

impl TargetPrediction {
    /// The same with its band widened by `band`.
    fn within(self, band: Band) -> Self {
        let scaled = |rate: BytesPerSec, by: f64| BytesPerSec::new(rate.get() * by);
        Self { low: scaled(self.low, band.low), high: scaled(self.high, band.high), ..self }
    }
}

impl LoadedLimit {
    /// The capacity as a rate, for limits in bytes per second.
    pub fn capacity_rate(&self) -> Option<BytesPerSec> {
        (self.limit.unit == LimitUnit::BytesPerSec).then(|| BytesPerSec::new(self.limit.capacity))
    }
}

#[cfg(test)]
mod tests;
