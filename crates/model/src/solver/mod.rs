//! Weighted max-min fair shares by progressive filling, with the resource that stopped each flow.
//!
//! All flows grow together, each in proportion to its weight, until a resource is full; the flows
//! that use it stop there, the others grow on (Bertsekas and Gallager, *Data Networks*, 2nd
//! edition, section 6.5.2). The result is the only allocation in which no flow can have more
//! without taking from one that has no more than it. Multiplying a flow's use of a resource by a
//! coefficient makes one unit of its rate cost more there.
//!
//! A flow that stops at a level leaves more to the others of its resources, so that the level at
//! which a resource is full only rises. Levels wait in a queue and are calculated anew when they
//! come up; all in all that happens once for each use, and the time is that of sorting the uses.

pub use next::next;

use queue::ResourceQueue;

mod next;
mod queue;

/// A flow's use of one resource.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ResourceUse {
    pub resource: usize,
    /// Units of the resource for each unit of the flow's rate; positive and finite.
    pub coefficient: f64,
}

/// A flow that takes as much as it can get.
#[derive(Clone, Debug, PartialEq)]
pub struct SolverFlow {
    /// Its share relative to others; positive and finite.
    pub weight: f64,
    /// Its uses, each resource once. A flow without uses has no limit.
    pub uses: Vec<ResourceUse>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct FlowShares {
    /// The rate of each flow; infinite for one that uses nothing.
    pub rates: Vec<f64>,
    /// The resource that stopped each flow; `None` for one that uses nothing.
    pub stopped_by: Vec<Option<usize>>,
    pub loads: Vec<f64>,
}

/// Shares `capacities` (infinite for no limit) among `flows`.
///
/// A capacity that is negative or NaN counts as 0. Uses of resources that do not exist, and those
/// whose coefficient, weight or product of the two is not positive and finite, are ignored.
pub fn share(capacities: &[f64], flows: &[SolverFlow]) -> FlowShares {
    let mut filling = ProgressiveFilling::new(capacities, flows);
    let mut queue = ResourceQueue::new(0..capacities.len(), |at| filling.fills(at));
    while let Some((resource, level)) = queue.next_full(|at| filling.fills(at)) {
        filling.stop_users(resource, level);
    }
    filling.shares
}

pub fn users(resources: usize, flows: &[SolverFlow]) -> Vec<Vec<usize>> {
    let mut users = vec![Vec::new(); resources];
    for (at, flow) in flows.iter().enumerate() {
        for (resource, _) in valid_uses(flow, resources) {
            users[resource].push(at);
        }
    }
    users
}

struct ProgressiveFilling<'a> {
    capacities: &'a [f64],
    flows: &'a [SolverFlow],
    /// For each resource, the flows that use it, and their load per unit of level.
    users: Vec<Vec<(usize, f64)>>,
    slopes: Vec<LoadSlope>,
    /// The loads are those of stopped flows.
    shares: FlowShares,
}

/// The load per unit of level on a resource, from growing flows only.
#[derive(Clone, Copy, Default)]
struct LoadSlope {
    now: f64,
    /// Its value when it was last summed.
    summed: f64,
    growing: usize,
}

impl<'a> ProgressiveFilling<'a> {
    fn new(capacities: &'a [f64], flows: &'a [SolverFlow]) -> Self {
        let shares = FlowShares {
            rates: vec![f64::INFINITY; flows.len()],
            stopped_by: vec![None; flows.len()],
            loads: vec![0.0; capacities.len()],
        };
        let users = vec![Vec::new(); capacities.len()];
        let mut filling = Self { capacities, flows, users, slopes: Vec::new(), shares };
        for flow in 0..flows.len() {
            for (used, own) in filling.loads_per_level(flow) {
                filling.users[used].push((flow, own));
            }
        }
        filling.slopes = (0..capacities.len()).map(|at| filling.slope(at)).collect();
        filling
    }

    fn slope(&self, resource: usize) -> LoadSlope {
        let is_growing = |(flow, _): &&(usize, f64)| self.shares.stopped_by[*flow].is_none();
        let growing = self.users[resource].iter().filter(is_growing);
        let sum = growing.clone().map(|(_, own)| own).sum();
        LoadSlope { now: sum, summed: sum, growing: growing.count() }
    }

    /// The load of a flow on each of its resources per unit of level.
    fn loads_per_level(&self, flow: usize) -> impl Iterator<Item = (usize, f64)> + use<'a> {
        let flow = &self.flows[flow];
        valid_uses(flow, self.capacities.len()).map(|(used, cost)| (used, cost * flow.weight))
    }

    /// The level at which a resource will be full as things stand; `None` if nothing grows on it,
    /// or never.
    fn fills(&self, resource: usize) -> Option<f64> {
        let LoadSlope { now, growing, .. } = self.slopes[resource];
        // Rounding may take a load past its capacity; `max` also makes 0 of a capacity that is
        // NaN.
        let left = (self.capacities[resource] - self.shares.loads[resource]).max(0.0);
        let level = left / now;
        (growing > 0 && level.is_finite()).then_some(level)
    }

    fn stop_users(&mut self, resource: usize, level: f64) {
        for at in 0..self.users[resource].len() {
            let (flow, _) = self.users[resource][at];
            if self.shares.stopped_by[flow].is_none() {
                self.stop(flow, resource, level);
            }
        }
    }

    fn stop(&mut self, flow: usize, resource: usize, level: f64) {
        self.shares.rates[flow] = self.flows[flow].weight * level;
        self.shares.stopped_by[flow] = Some(resource);
        for (used, own) in self.loads_per_level(flow) {
            self.shares.loads[used] += own * level;
            self.slopes[used].now -= own;
            self.slopes[used].growing -= 1;
        }
        for (used, _) in self.loads_per_level(flow) {
            if self.slopes[used].is_rounding() {
                self.slopes[used] = self.slope(used);
            }
        }
    }
}

impl LoadSlope {
    /// Whether so little is left of the sum that it is mostly rounding error (cancellation).
    fn is_rounding(self) -> bool {
        self.growing > 0 && self.now < self.summed * 1e-6
    }
}

fn valid_uses(flow: &SolverFlow, resources: usize) -> impl Iterator<Item = (usize, f64)> + '_ {
    let counts = |value: f64| value.is_finite() && value > 0.0;
    let is_valid = move |used: &&ResourceUse| {
        let factors = [used.coefficient, flow.weight, used.coefficient * flow.weight];
        used.resource < resources && factors.into_iter().all(counts)
    };
    flow.uses.iter().filter(is_valid).map(|used| (used.resource, used.coefficient))
}

#[cfg(test)]
mod tests;
