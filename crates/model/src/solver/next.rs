//! What would stop each flow next, were the resource that stops it gone.
//!
//! The answer is a second filling without that resource, and one serves all flows that it stopped.
//! It is done among those flows that share something, by any number of steps: the others would not
//! notice. Where the resource is one flow's own, it takes no second filling: until that flow is
//! stopped again, no resource it uses is full, so the others go on as they did, and the first
//! resource to be full under what they put on it and that flow's further growth stops it.

use std::collections::{BTreeMap, BTreeSet};

use narrows_units::Scalar;

use super::{Flow, Shares, Use, share, users, valid_uses};

/// For each flow of `shares` the resource that would stop it next; none if nothing would.
pub fn next(capacities: &[f64], flows: &[Flow], shares: &Shares) -> Vec<Option<usize>> {
    let filled = Filled::new(capacities, flows, shares);
    let mut next = vec![None; flows.len()];
    for gone in 0..capacities.len() {
        match filled.stopped(gone)[..] {
            [] => {}
            [flow] if filled.users[gone].len() == 1 => next[flow] = filled.next_alone(flow, gone),
            ref stopped => {
                let without = filled.without(gone);
                stopped.iter().for_each(|&flow| next[flow] = without.get(&flow).copied());
            }
        }
    }
    next
}

struct Filled<'a> {
    capacities: &'a [f64],
    flows: &'a [Flow],
    shares: &'a Shares,
    users: Vec<Vec<usize>>,
    growth: Vec<Growth>,
}

impl<'a> Filled<'a> {
    fn new(capacities: &'a [f64], flows: &'a [Flow], shares: &'a Shares) -> Self {
        let users = users(capacities.len(), flows);
        let mut filled = Self { capacities, flows, shares, users, growth: Vec::new() };
        filled.growth = filled.growth();
        filled
    }

    fn growth(&self) -> Vec<Growth> {
        let mut users = vec![Vec::new(); self.capacities.len()];
        for flow in 0..self.flows.len() {
            let level = Scalar::new(self.level(flow));
            for (resource, coefficient) in self.uses(flow) {
                users[resource].push((level, coefficient * self.flows[flow].weight));
            }
        }
        users.into_iter().map(Growth::of).collect()
    }

    fn uses(&self, flow: usize) -> impl Iterator<Item = (usize, f64)> + '_ {
        valid_uses(&self.flows[flow], self.capacities.len())
    }

    /// The level at which a flow stopped.
    fn level(&self, flow: usize) -> f64 {
        self.shares.rates[flow] / self.flows[flow].weight
    }

    /// The flows that a resource stopped.
    fn stopped(&self, resource: usize) -> Vec<usize> {
        let by_it = |flow: &usize| self.shares.stopped_by[*flow] == Some(resource);
        self.users[resource].iter().copied().filter(by_it).collect()
    }

    /// What stops a flow without the resource `gone` that only it uses.
    fn next_alone(&self, flow: usize, gone: usize) -> Option<usize> {
        let others = self.uses(flow).filter(|(used, _)| *used != gone);
        let full = others.map(|(used, coefficient)| {
            let own = (self.level(flow), coefficient * self.flows[flow].weight);
            (Scalar::new(self.growth[used].full_at(self.capacities[used], own)), used)
        });
        let (level, resource) = full.min()?;
        level.get().is_finite().then_some(resource)
    }

    /// What stops the flows connected with the resource `gone` without it.
    fn without(&self, gone: usize) -> BTreeMap<usize, usize> {
        let (flows, resources) = self.connected(gone);
        let capacity = |&at: &usize| if at == gone { f64::INFINITY } else { self.capacities[at] };
        let capacities: Vec<f64> = resources.iter().map(capacity).collect();
        let part: Vec<Flow> = flows.iter().map(|&flow| self.within(flow, &resources)).collect();
        let stopped_by = share(&capacities, &part).stopped_by.into_iter();
        let stopped = flows.into_iter().zip(stopped_by);
        stopped.filter_map(|(flow, by)| Some((flow, resources[by?]))).collect()
    }

    /// The flows that share something with users of the resource, by any number of steps, and what
    /// they use; both in order.
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
    fn within(&self, flow: usize, resources: &[usize]) -> Flow {
        let uses = self.uses(flow).filter_map(|(used, coefficient)| {
            Some(Use { resource: resources.binary_search(&used).ok()?, coefficient })
        });
        Flow { weight: self.flows[flow].weight, uses: uses.collect() }
    }
}

/// How the load of a resource grows as the level rises: less with every user that stops.
struct Growth(Vec<Step>);

/// The load is `stopped` + `slope` x level.
struct Step {
    /// The level at which the next user stops.
    until: f64,
    stopped: f64,
    slope: f64,
}

impl Growth {
    /// From the level at which each user stops, and what it adds for each unit of level.
    fn of(mut users: Vec<(Scalar, f64)>) -> Self {
        users.sort_unstable_by_key(|(level, _)| *level);
        let mut slope: f64 = users.iter().map(|(_, own)| own).sum();
        let mut stopped = 0.0;
        let mut steps = Vec::with_capacity(users.len() + 1);
        for (level, own) in users {
            steps.push(Step { until: level.get(), stopped, slope });
            stopped += own * level.get();
            slope -= own;
        }
        steps.push(Step { until: f64::MAX, stopped, slope: 0.0 });
        Self(steps)
    }

    /// The level at which the resource is full, should the user that stops at the first of `own`
    /// go on and add the second for each further unit of level.
    fn full_at(&self, capacity: f64, (from, own): (f64, f64)) -> f64 {
        let load = |step: &Step, level: f64| {
            step.stopped + step.slope * level + own * (level - from).max(0.0)
        };
        let before = self.0.partition_point(|step| load(step, step.until) < capacity);
        self.0.get(before).map_or(f64::INFINITY, |step| {
            (capacity - step.stopped + own * from) / (step.slope + own)
        })
    }
}
