//! Weighted max-min fair shares by progressive filling, with the resource that stopped each flow.
//!
//! All flows grow together, each in proportion to its weight, until a resource is full; the flows
//! that use it stop there, the others grow on (Bertsekas and Gallager, *Data Networks*, 2nd
//! edition, section 6.5.2). The result is the only allocation in which no flow can have more
//! without taking from one that has no more than it. Multiplying a flow's use of a resource by a
//! coefficient makes one unit of its rate cost more there.
//!
//! A flow that stops at a level leaves more to the others of its resources, so that the level at
//! which a resource is full only rises. Levels wait in a heap and are calculated anew when they
//! come up; all in all that happens once for each use, and the time is that of sorting the uses.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use narrows_units::Scalar;

pub use next::next;

mod next;

/// A flow's use of one resource.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Use {
    /// Index of the resource.
    pub resource: usize,
    /// Units of the resource for each unit of the flow's rate; positive and finite.
    pub coefficient: f64,
}

/// Something that wants to go as fast as it can.
#[derive(Clone, Debug, PartialEq)]
pub struct Flow {
    /// Its share relative to others; positive and finite.
    pub weight: f64,
    /// What it uses, each resource once. A flow that uses nothing has no limit.
    pub uses: Vec<Use>,
}

/// Shares found.
#[derive(Clone, Debug, PartialEq)]
pub struct Shares {
    /// The rate of each flow; infinite for one that uses nothing.
    pub rates: Vec<f64>,
    /// The resource that stopped each flow; none for one that uses nothing.
    pub stopped_by: Vec<Option<usize>>,
    /// What all flows together put on each resource.
    pub loads: Vec<f64>,
}

/// Shares `capacities` (not negative; infinite for no limit) among `flows`.
///
/// Uses of resources that do not exist, and coefficients and weights that are not positive, count
/// for nothing.
pub fn share(capacities: &[f64], flows: &[Flow]) -> Shares {
    let users = users(capacities.len(), flows);
    let mut filling = Filling::new(capacities, flows);
    while let Some((resource, level)) = filling.next_full() {
        for &flow in &users[resource] {
            filling.stop(flow, resource, level);
        }
        // Subtraction leaves crumbs; no growing flow uses a full resource any more.
        filling.slopes[resource] = 0.0;
    }
    filling.shares
}

/// The flows that use each resource.
pub fn users(resources: usize, flows: &[Flow]) -> Vec<Vec<usize>> {
    let mut users = vec![Vec::new(); resources];
    for (at, flow) in flows.iter().enumerate() {
        for (resource, _) in valid_uses(flow, resources) {
            users[resource].push(at);
        }
    }
    users
}

struct Filling<'a> {
    capacities: &'a [f64],
    flows: &'a [Flow],
    /// What each resource still takes up per unit of level: growing flows only.
    slopes: Vec<f64>,
    /// When each resource will be full, soonest first; it may be later than stands here.
    waiting: BinaryHeap<Reverse<(Scalar, usize)>>,
    /// The loads are those of stopped flows.
    shares: Shares,
}

impl<'a> Filling<'a> {
    fn new(capacities: &'a [f64], flows: &'a [Flow]) -> Self {
        let mut slopes = vec![0.0; capacities.len()];
        for flow in flows {
            for (resource, coefficient) in valid_uses(flow, capacities.len()) {
                slopes[resource] += coefficient * flow.weight;
            }
        }
        let shares = Shares {
            rates: vec![f64::INFINITY; flows.len()],
            stopped_by: vec![None; flows.len()],
            loads: vec![0.0; capacities.len()],
        };
        let mut filling = Self { capacities, flows, slopes, waiting: BinaryHeap::new(), shares };
        filling.waiting = (0..capacities.len()).filter_map(|at| filling.fills(at)).collect();
        filling
    }

    /// When a resource will be full as things stand; none if nothing grows on it, or never.
    fn fills(&self, resource: usize) -> Option<Reverse<(Scalar, usize)>> {
        let left = (self.capacities[resource] - self.shares.loads[resource]).max(0.0);
        let level = Scalar::new(left / self.slopes[resource]);
        let is_due = self.slopes[resource] > 0.0 && level.get().is_finite();
        is_due.then_some(Reverse((level, resource)))
    }

    /// The resource that fills first as the level rises, and the level at which it does.
    fn next_full(&mut self) -> Option<(usize, f64)> {
        loop {
            let Reverse((_, resource)) = self.waiting.pop()?;
            let Some(now) = self.fills(resource) else { continue };
            if self.waiting.peek().is_none_or(|soonest| now >= *soonest) {
                let Reverse((level, resource)) = now;
                return Some((resource, level.get()));
            }
            self.waiting.push(now);
        }
    }

    /// Stops a flow, unless it has stopped before.
    fn stop(&mut self, flow: usize, resource: usize, level: f64) {
        if self.shares.stopped_by[flow].is_some() {
            return;
        }
        let weight = self.flows[flow].weight;
        self.shares.rates[flow] = weight * level;
        self.shares.stopped_by[flow] = Some(resource);
        for (used, coefficient) in valid_uses(&self.flows[flow], self.capacities.len()) {
            self.slopes[used] -= coefficient * weight;
            self.shares.loads[used] += coefficient * weight * level;
        }
    }
}

fn valid_uses(flow: &Flow, resources: usize) -> impl Iterator<Item = (usize, f64)> + '_ {
    let counts = |value: f64| value.is_finite() && value > 0.0;
    flow.uses
        .iter()
        .filter(move |used| {
            used.resource < resources && counts(used.coefficient) && counts(flow.weight)
        })
        .map(|used| (used.resource, used.coefficient))
}

#[cfg(test)]
mod tests;
