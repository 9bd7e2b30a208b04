//! Predictions: shares, bands and certificates for a set of targets.
//!
//! The band of a target comes from fillings at the corners of the limits' own bands. All limits at
//! their low ends, or all at their high ends, are not enough: a drive that shares a link gets less
//! when the *others* are faster than thought. So what is shared and what is each flow's own also
//! go to opposite ends, and a band reaches from the least to the most of all fillings.

use narrows_topology::{Basis, Id};
use narrows_units::BytesPerSec;
use narrows_workload::Workload;

use crate::limit::{Limit, Unit};
use crate::lower::{Equations, lower};
use crate::machine::Machine;
use crate::solver::{Shares, next, share, users};

/// What one target will do.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// The drive or stripe.
    pub target: Id,
    /// How fast.
    pub rate: BytesPerSec,
    /// Lower end of the 80 % band; not above the rate.
    pub low: BytesPerSec,
    /// Upper end of the 80 % band; not below the rate.
    pub high: BytesPerSec,
    /// What keeps it from being faster.
    pub limit: Bound,
    /// What would limit it next, were that limit gone.
    pub next: Option<Bound>,
    /// The weakest basis among the limits it uses that could bind: those that are full when they
    /// carry the least and all else the most that their bands allow.
    pub basis: Basis,
}

/// A limit and what the set puts on it.
#[derive(Clone, Debug, PartialEq)]
pub struct Bound {
    /// The limit.
    pub limit: Limit,
    /// What all targets of the set put on it, in the limit's unit.
    pub load: f64,
}

/// Predicts `targets` running `workload` at once. A target of which nothing is known (no link, no
/// figure) is left out: there is nothing to say about it.
///
/// The time is little more than proportional to the number of targets. Where many limits are each
/// shared by some targets and all are connected, as by an uplink above them that does not bind, it
/// grows with the number of such limits times that of targets.
pub fn predict(machine: &Machine, targets: &[Id], workload: &Workload) -> Vec<Outcome> {
    let filled = Filled::new(lower(machine, targets, workload));
    let outcomes = targets.iter().enumerate().map(|(flow, target)| filled.outcome(flow, target));
    outcomes.flatten().collect()
}

/// Equations with everything that follows from them.
struct Filled {
    equations: Equations,
    point: Shares,
    /// Fillings at the ends of the bands, the point among them.
    corners: Vec<Shares>,
    next: Vec<Option<usize>>,
    /// For each limit whether it could bind.
    could_bind: Vec<bool>,
}

impl Filled {
    fn new(equations: Equations) -> Self {
        let capacities: Vec<f64> = equations.limits.iter().map(|limit| limit.capacity).collect();
        let point = share(&capacities, &equations.flows);
        let next = next(&capacities, &equations.flows, &point);
        let mut corners = corners(&equations);
        corners.push(point.clone());
        let could_bind = could_bind(&equations.limits, &corners);
        Self { equations, point, corners, next, could_bind }
    }

    fn outcome(&self, flow: usize, target: &Id) -> Option<Outcome> {
        let rates = || self.corners.iter().map(|shares| shares.rates[flow]);
        Some(Outcome {
            target: target.clone(),
            rate: BytesPerSec::new(self.point.rates[flow]),
            low: BytesPerSec::new(rates().fold(f64::INFINITY, f64::min)),
            high: BytesPerSec::new(rates().fold(0.0, f64::max)),
            limit: self.bound(self.point.stopped_by[flow]?, |at| self.point.loads[at]),
            // What stops a flow is full.
            next: self.next[flow].map(|at| self.bound(at, |at| self.equations.limits[at].capacity)),
            basis: self.basis(flow),
        })
    }

    fn bound(&self, resource: usize, load: impl Fn(usize) -> f64) -> Bound {
        Bound { limit: self.equations.limits[resource].clone(), load: load(resource) }
    }

    fn basis(&self, flow: usize) -> Basis {
        let used = self.equations.flows[flow].uses.iter().map(|used| used.resource);
        let binding = used.filter(|&at| self.could_bind[at]);
        binding.map(|at| self.equations.limits[at].basis).min().unwrap_or_default()
    }
}

/// Shares with limits that are shared, and limits of one flow alone, each at either end of its band.
fn corners(equations: &Equations) -> Vec<Shares> {
    let Equations { limits, flows, .. } = equations;
    let users = users(limits.len(), flows);
    let end = |limit: &Limit, high: bool| if high { limit.band.high } else { limit.band.low };
    let corner = |(shared, own): (bool, bool)| {
        let ends = limits.iter().zip(&users).map(|(limit, users)| {
            limit.capacity * end(limit, if users.len() > 1 { shared } else { own })
        });
        share(&ends.collect::<Vec<f64>>(), flows)
    };
    [(false, false), (true, true), (false, true), (true, false)].map(corner).into()
}

/// Whether each limit's least capacity is used up by the most that is put on it at any corner.
fn could_bind(limits: &[Limit], corners: &[Shares]) -> Vec<bool> {
    let most = |at: usize| corners.iter().map(|shares| shares.loads[at]).fold(0.0, f64::max);
    // Loads are sums, whose last digits are not to be trusted.
    let is_used_up =
        |(at, limit): (usize, &Limit)| limit.capacity * limit.band.low <= most(at) * (1.0 + 1e-9);
    limits.iter().enumerate().map(is_used_up).collect()
}

impl Bound {
    /// The capacity as a rate, for limits in bytes per second.
    pub fn capacity_rate(&self) -> Option<BytesPerSec> {
        (self.limit.unit == Unit::BytesPerSec).then(|| BytesPerSec::new(self.limit.capacity))
    }
}

#[cfg(test)]
mod tests;
