//! The next bottleneck of each flow: the one that stops it if its bottleneck is gone.
//!
//! Without it, the filling is the same up to the level at which it was full; from there on the flows
//! that it stopped go on. The others do not notice until some resource is full that also stops one
//! of *them*, and mostly the answer is known by then: where resources form a tree, whatever stops
//! flows from outside stops all that still go on. So only the flows that go on are filled, over the
//! known loads of the others. Where others would notice, it takes a second filling without the
//! resource, among all flows that share something, by any number of steps.

use std::collections::{BTreeMap, BTreeSet};

use narrows_units::Scalar;

use super::queue::ResourceQueue;
use super::{FlowShares, ResourceUse, SolverFlow, share, users, valid_uses};

/// For each flow of `shares` the resource that would stop it next; `None` if nothing would.
pub fn next(capacities: &[f64], flows: &[SolverFlow], shares: &FlowShares) -> Vec<Option<usize>> {
    let filled = FilledResources::new(capacities, flows, shares);
    let mut next = vec![None; flows.len()];
    for gone in 0..capacities.len() {
        let stopped = filled.stopped(gone);
        if stopped.is_empty() {
            continue;
        }
        let stopped_by = ContinuedFlows::new(&filled, gone, &stopped).run();
        let stopped_by = stopped_by.unwrap_or_else(|| filled.without(gone));
        stopped.iter().for_each(|flow| next[*flow] = stopped_by.get(flow).copied());
    }
    next
}

pub(super) struct FilledResources<'a> {
    capacities: &'a [f64],
    flows: &'a [SolverFlow],
    shares: &'a FlowShares,
    users: Vec<Vec<usize>>,
    growth: Vec<LoadGrowth>,
}

impl<'a> FilledResources<'a> {
    pub(super) fn new(
        capacities: &'a [f64],
        flows: &'a [SolverFlow],
        shares: &'a FlowShares,
    ) -> Self {
        let users = users(capacities.len(), flows);
        let mut filled = Self { capacities, flows, shares, users, growth: Vec::new() };
        filled.growth = filled.growth();
        filled
    }

    fn growth(&self) -> Vec<LoadGrowth> {
        let mut users = vec![Vec::new(); self.capacities.len()];
        for flow in 0..self.flows.len() {
            let level = Scalar::new(self.level(flow));
            for (resource, own) in self.loads_per_level(flow) {
                users[resource].push((level, own));
            }
        }
        users.into_iter().map(LoadGrowth::of).collect()
    }

    fn uses(&self, flow: usize) -> impl Iterator<Item = (usize, f64)> + use<'a> {
        valid_uses(&self.flows[flow], self.capacities.len())
    }

    fn loads_per_level(&self, flow: usize) -> impl Iterator<Item = (usize, f64)> + use<'a> {
        let weight = self.flows[flow].weight;
        self.uses(flow).map(move |(used, coefficient)| (used, coefficient * weight))
    }

    fn level(&self, flow: usize) -> f64 {
        self.shares.rates[flow] / self.flows[flow].weight
    }

    pub(super) fn stopped(&self, resource: usize) -> Vec<usize> {
        let by_it = |flow: &usize| self.shares.stopped_by[*flow] == Some(resource);
        self.users[resource].iter().copied().filter(by_it).collect()
    }

    /// Bottlenecks, without the resource `gone`, of the flows connected with it.
    fn without(&self, gone: usize) -> BTreeMap<usize, usize> {
        let (flows, resources) = self.connected(gone);
        let capacity = |&at: &usize| if at == gone { f64::INFINITY } else { self.capacities[at] };
        let capacities: Vec<f64> = resources.iter().map(capacity).collect();
        let part: Vec<SolverFlow> =
            flows.iter().map(|&flow| self.within(flow, &resources)).collect();
        let stopped_by = share(&capacities, &part).stopped_by.into_iter();
        let stopped = flows.into_iter().zip(stopped_by);
        stopped.filter_map(|(flow, by)| Some((flow, resources[by?]))).collect()
    }

    /// The flows that share something with users of the resource, by any number of steps, and the
    /// resources they use; both in order.
    fn connected(&self, resource: usize) -> (Vec<usize>, Vec<usize>) {
        let (mut flows, mut resources) = (BTreeSet::new(), BTreeSet::from([resource]));
        let mut left = vec![resource];
        while let Some(resource) = left.pop() {
            for flow in self.users[resource].iter().copied().filter(|&flow| flows.insert(flow)) {
                let used = self.uses(flow).map(|(used, _)| used);
                left.extend(used.filter(|&used| resources.insert(used)));
            }
        }
        (flows.into_iter().collect(), resources.into_iter().collect())
    }

    /// A flow with its resources counted among `resources`.
    fn within(&self, flow: usize, resources: &[usize]) -> SolverFlow {
        let uses = self.uses(flow).filter_map(|(used, coefficient)| {
            Some(ResourceUse { resource: resources.binary_search(&used).ok()?, coefficient })
        });
        SolverFlow { weight: self.flows[flow].weight, uses: uses.collect() }
    }
}

/// Flows that continue where a resource that is gone had stopped them.
pub(super) struct ContinuedFlows<'a> {
    filled: &'a FilledResources<'a>,
    /// Their load on their resources beyond that when they were stopped.
    extras: BTreeMap<usize, ExtraLoad>,
    going: BTreeSet<usize>,
    stopped_by: BTreeMap<usize, usize>,
    level: f64,
}

/// The load is `fixed` + `slope` x level.
#[derive(Default)]
struct ExtraLoad {
    fixed: f64,
    slope: f64,
    users: Vec<usize>,
    going: usize,
}

/// Levels that differ by less are the same.
const ROUNDING: f64 = 1e-9;

impl<'a> ContinuedFlows<'a> {
    pub(super) fn new(filled: &'a FilledResources<'a>, gone: usize, stopped: &[usize]) -> Self {
        let mut extras: BTreeMap<usize, ExtraLoad> = BTreeMap::new();
        let mut begin = 0.0;
        for &flow in stopped {
            // One resource stopped them all, at the same level.
            begin = filled.level(flow);
            for (used, own) in filled.loads_per_level(flow).filter(|(used, _)| *used != gone) {
                let extra = extras.entry(used).or_default();
                // Up to this level its load is in `growth` already.
                extra.fixed -= own * begin;
                extra.slope += own;
                extra.users.push(flow);
                extra.going += 1;
            }
        }
        let going = stopped.iter().copied().collect();
        Self { filled, extras, going, stopped_by: BTreeMap::new(), level: begin }
    }

    /// The bottleneck of each of the flows; `None` if others would be affected by their going on.
    pub(super) fn run(mut self) -> Option<BTreeMap<usize, usize>> {
        let mut queue = ResourceQueue::new(self.extras.keys().copied(), |at| self.fills(at));
        while let Some((resource, level)) = queue.next_full(|at| self.fills(at)) {
            self.level = level;
            self.stop_users(resource);
            if self.going.is_empty() {
                break;
            }
            // Others still grew there beyond this level: they would stop earlier now.
            if self.filled.growth[resource].last > level * (1.0 + ROUNDING) {
                return None;
            }
        }
        Some(self.stopped_by)
    }

    /// The level at which a resource will be full as things stand; `None` if never, or if that
    /// stops no flow. Continued flows that were stopped elsewhere leave less of it to the others.
    fn fills(&self, resource: usize) -> Option<f64> {
        let extra = self.extras.get(&resource)?;
        let growth = &self.filled.growth[resource];
        let level = growth.full_at(self.filled.capacities[resource], extra).max(self.level);
        let stops_any = extra.going > 0 || level * (1.0 + ROUNDING) < growth.last;
        (stops_any && level.is_finite()).then_some(level)
    }

    fn stop_users(&mut self, resource: usize) {
        let Some(extra) = self.extras.get_mut(&resource) else { return };
        for flow in std::mem::take(&mut extra.users) {
            if self.going.remove(&flow) {
                self.stopped_by.insert(flow, resource);
                for (used, own) in self.filled.loads_per_level(flow) {
                    let Some(extra) = self.extras.get_mut(&used) else { continue };
                    extra.fixed += own * self.level;
                    extra.slope -= own;
                    extra.going -= 1;
                }
            }
        }
    }
}

/// How the load of a resource grows as the level rises: less with every user that stops.
struct LoadGrowth {
    steps: Vec<GrowthStep>,
    /// The level at which its last user stops.
    last: f64,
}

/// The load is `stopped` + `slope` x level.
struct GrowthStep {
    /// The level at which the next user stops.
    until: f64,
    stopped: f64,
    slope: f64,
}

impl LoadGrowth {
    /// From the level at which each user stops, and its load per unit of level.
    fn of(mut users: Vec<(Scalar, f64)>) -> Self {
        users.sort_unstable_by_key(|(level, _)| *level);
        let last = users.last().map_or(0.0, |(level, _)| level.get());
        let mut steps = Vec::with_capacity(users.len() + 1);
        let mut stopped = 0.0;
        for (level, own) in &users {
            steps.push(GrowthStep { until: level.get(), stopped, slope: *own });
            stopped += own * level.get();
        }
        steps.push(GrowthStep { until: f64::MAX, stopped, slope: 0.0 });
        // Each step includes the load of all that stop later; summed from the end, this avoids
        // rounding error.
        for at in (1..steps.len()).rev() {
            steps[at - 1].slope += steps[at].slope;
        }
        Self { steps, last }
    }

    /// The level at which the resource is full under this load and `extra`.
    fn full_at(&self, capacity: f64, extra: &ExtraLoad) -> f64 {
        if capacity == f64::INFINITY {
            return f64::INFINITY;
        }
        let fixed = |step: &GrowthStep| step.stopped + extra.fixed;
        let slope = |step: &GrowthStep| step.slope + extra.slope;
        let is_room = |step: &GrowthStep| fixed(step) + slope(step) * step.until < capacity;
        // The load only grows with the level, so that the steps with room come first.
        let full = self.steps.get(self.steps.partition_point(is_room));
        full.map_or(f64::INFINITY, |step| (capacity - fixed(step)) / slope(step))
    }
}
