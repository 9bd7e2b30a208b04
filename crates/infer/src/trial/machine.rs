//! Random machines, and their rates.

use narrows_model::solver::{ResourceUse, SolverFlow, share};

use super::SplitMix64;
use crate::Observation;

/// A machine whose limits are known.
#[derive(Clone, Debug, PartialEq)]
pub struct TrialMachine {
    /// The rate of each drive alone, MB/s.
    pub private: Vec<f64>,
    /// The share of each drive relative to others.
    pub weights: Vec<f64>,
    /// Shared limits; any two are one inside the other or have no drive in common.
    pub limits: Vec<TrialLimit>,
    /// Whether each limit is shared evenly among its ports, each of which is a drive or a smaller
    /// limit, whatever runs behind it; otherwise evenly among all drives.
    pub by_port: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub struct TrialLimit {
    /// The drives, ascending.
    pub members: Vec<usize>,
    /// Capacity, MB/s.
    pub capacity: f64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TrialMachineKind {
    /// No shared limit.
    Free,
    /// One limit over some drives.
    Single,
    /// Many limits over two or three.
    Pairs,
    /// Limits inside limits, up to three deep, with or without ceilings.
    Tree,
    /// One limit over some drives that costs little more than a tenth.
    Slight,
    Ceiling,
}

impl TrialMachineKind {
    /// All kinds in which drives share something.
    pub const SHARING: [Self; 5] =
        [Self::Tree, Self::Pairs, Self::Slight, Self::Single, Self::Ceiling];
}

impl TrialMachine {
    /// Draws a machine of 2 to 24 drives. No limit has the same members as another, and none is
    /// without effect when all of its members run.
    pub fn draw(kind: TrialMachineKind, chance: &mut SplitMix64) -> Self {
        let drives = chance.whole(2, 24);
        Self::draw_of(kind, drives, chance)
    }

    /// Draws a machine of this many drives, two or more.
    pub fn draw_of(kind: TrialMachineKind, drives: usize, chance: &mut SplitMix64) -> Self {
        let mut machine = Self {
            private: speeds(drives, chance),
            weights: weights(drives, chance),
            limits: Vec::new(),
            by_port: false,
        };
        let mut order: Vec<usize> = (0..drives).collect();
        chance.shuffle(&mut order);
        match kind {
            TrialMachineKind::Free => {}
            TrialMachineKind::Single | TrialMachineKind::Slight => {
                let members = order[..chance.whole(2, drives)].to_vec();
                let part = match kind {
                    TrialMachineKind::Slight => chance.between(0.85, 0.95),
                    _ => chance.between(0.2, 0.9),
                };
                machine.limit(members, part);
            }
            TrialMachineKind::Ceiling => machine.limit(order, chance.between(0.3, 0.9)),
            TrialMachineKind::Pairs => machine.pairs(&order, chance),
            TrialMachineKind::Tree => machine.tree(&order, chance.whole(1, 3), chance),
        }
        machine
    }

    fn pairs(&mut self, order: &[usize], chance: &mut SplitMix64) {
        let mut at = 0;
        while at + 1 < order.len() {
            let size = chance.whole(2, 3).min(order.len() - at);
            if chance.part() < 0.8 {
                let part = chance.between(0.4, 0.88);
                self.limit(order[at..at + size].to_vec(), part);
            }
            at += size;
        }
    }

    /// Limits over parts of `order`, those inside first.
    fn tree(&mut self, order: &[usize], depth: usize, chance: &mut SplitMix64) {
        if depth > 1 && order.len() >= 4 {
            let mut at = 0;
            while at < order.len() {
                let size = chance.whole(1, order.len() / 2).min(order.len() - at);
                if chance.part() < 0.8 {
                    self.tree(&order[at..at + size], depth - 1, chance);
                }
                at += size;
            }
        }
        let part = chance.between(0.3, 1.1);
        self.limit(order.to_vec(), part);
    }

    /// Adds a limit of this part of the rate of `members` without it; nothing if it would be over
    /// one drive, over the same drives as another, or above their rate.
    fn limit(&mut self, mut members: Vec<usize>, part: f64) {
        members.sort_unstable();
        let rates = self.rates(&members);
        let is_there = self.limits.iter().any(|limit| limit.members == members);
        if members.len() >= 2 && part < 1.0 && !is_there {
            let capacity = rates.iter().sum::<f64>() * part;
            self.limits.push(TrialLimit { members, capacity });
        }
    }

    /// The rates of `members` together, without noise, in their order.
    pub fn rates(&self, members: &[usize]) -> Vec<f64> {
        self.rates_without(members, None)
    }

    fn rates_without(&self, members: &[usize], without: Option<usize>) -> Vec<f64> {
        if self.by_port {
            return self.ports_without(members, without);
        }
        let drives = self.private.len();
        let mut capacities = self.private.clone();
        capacities.extend(self.limits.iter().map(|limit| limit.capacity));
        let flow = |&drive: &usize| {
            let over = self.limits.iter().enumerate();
            let over =
                over.filter(|(at, limit)| Some(*at) != without && limit.members.contains(&drive));
            let over = over.map(|(at, _)| drives + at);
            let resources = std::iter::once(drive).chain(over);
            let uses =
                resources.map(|resource| ResourceUse { resource, coefficient: 1.0 }).collect();
            SolverFlow { weight: self.weights[drive], uses }
        };
        let flows: Vec<SolverFlow> = members.iter().map(flow).collect();
        share(&capacities, &flows).rates
    }

    /// The rates where each limit is shared among its ports.
    fn ports_without(&self, members: &[usize], without: Option<usize>) -> Vec<f64> {
        let there = self.limits.iter().enumerate().filter(|(at, _)| Some(*at) != without);
        let mut limits: Vec<(Vec<usize>, f64)> =
            there.map(|(_, limit)| (limit.members.clone(), limit.capacity)).collect();
        limits.sort_by_key(|(members, _)| members.len());
        limits.push(((0..self.private.len()).collect(), f64::INFINITY));
        // The rate that comes up from each drive or limit, and its drives; merged by limits.
        let mut tops: Vec<TrialPort> =
            members.iter().map(|drive| TrialPort::of(self, *drive)).collect();
        for (drives, capacity) in limits {
            let is_in = |port: &TrialPort| port.drives.iter().all(|drive| drives.contains(drive));
            let (below, rest): (Vec<TrialPort>, Vec<TrialPort>) = tops.into_iter().partition(is_in);
            tops = rest;
            if !below.is_empty() {
                tops.push(TrialPort::over(below, capacity));
            }
        }
        let mut rates = vec![0.0; self.private.len()];
        tops.iter().for_each(|top| top.share_out(top.most, &mut rates));
        members.iter().map(|drive| rates[*drive]).collect()
    }

    /// The largest part of its rate that a member loses to limit `at` in some set: its members,
    /// these without some of another limit's, all drives, and a hundred random sets.
    pub fn cost_anywhere(&self, at: usize) -> f64 {
        let own = &self.limits[at].members;
        let mut sets = vec![own.clone(), (0..self.private.len()).collect()];
        let mut chance = SplitMix64::new(at as u64);
        for _ in 0..100 {
            let part = chance.between(0.1, 1.0);
            sets.push(own.iter().copied().filter(|_| chance.part() < part).collect());
        }
        for inner in &self.limits {
            for left in 1..inner.members.len() {
                let is_out = |drive: &usize| !inner.members[..left].contains(drive);
                sets.push(own.iter().copied().filter(is_out).collect());
            }
        }
        let mut as_observed = self.clone();
        for drive in 0..self.private.len() {
            as_observed.private[drive] = self.rates(&[drive])[0];
        }
        let loss = |set: &Vec<usize>| {
            let (with, without) =
                (as_observed.rates(set), as_observed.rates_without(set, Some(at)));
            let losses = with.iter().zip(&without).map(|(with, without)| 1.0 - with / without);
            losses.fold(0.0, f64::max)
        };
        sets.iter().filter(|set| !set.is_empty()).map(loss).fold(0.0, f64::max)
    }

    /// One run with `noise`, a standard deviation as a part of each rate.
    pub fn measure(&self, members: &[usize], noise: f64, chance: &mut SplitMix64) -> Observation {
        let noisy = |rate: f64| rate * (1.0 + noise * chance.normal()).max(0.05);
        let rates = self.rates(members).into_iter().map(noisy).collect();
        Observation { members: members.to_vec(), rates }
    }

    /// The largest part of its rate that a member loses to limit `at` when all drives run together.
    /// A drive's rate without any limit cannot be observed; its rate alone is used.
    pub fn cost(&self, at: usize) -> f64 {
        let all: Vec<usize> = (0..self.private.len()).collect();
        let mut as_observed = self.clone();
        as_observed.private = all.iter().map(|drive| self.rates(&[*drive])[0]).collect();
        let (with, without) = (as_observed.rates(&all), as_observed.rates_without(&all, Some(at)));
        let losses = with.iter().zip(&without).map(|(with, without)| 1.0 - with / without);
        losses.fold(0.0, f64::max)
    }
}

/// A drive or a limit below another limit.
struct TrialPort {
    drives: Vec<usize>,
    weight: f64,
    /// The most that can come up from it.
    most: f64,
    below: Vec<TrialPort>,
}

impl TrialPort {
    fn of(machine: &TrialMachine, drive: usize) -> Self {
        let (most, weight) = (machine.private[drive], machine.weights[drive]);
        Self { drives: vec![drive], weight, most, below: Vec::new() }
    }

    fn over(below: Vec<Self>, capacity: f64) -> Self {
        let drives = below.iter().flat_map(|port| port.drives.iter().copied()).collect();
        let most = below.iter().map(|port| port.most).sum::<f64>().min(capacity);
        Self { drives, weight: 1.0, most, below }
    }

    /// Shares `rate` evenly among the ports below; a port that needs less leaves the rest to
    /// others.
    fn share_out(&self, rate: f64, rates: &mut [f64]) {
        if self.below.is_empty() {
            self.drives.iter().for_each(|drive| rates[*drive] = rate);
            return;
        }
        let mut order: Vec<&Self> = self.below.iter().collect();
        order.sort_by(|one, other| (one.most / one.weight).total_cmp(&(other.most / other.weight)));
        let mut weights: f64 = order.iter().map(|port| port.weight).sum();
        let mut left = rate;
        for port in order {
            let own = (left / weights * port.weight).min(port.most);
            port.share_out(own, rates);
            left -= own;
            weights -= port.weight;
        }
    }
}

fn speeds(drives: usize, chance: &mut SplitMix64) -> Vec<f64> {
    let classes = chance.whole(1, 4);
    let each = chance.part() < 0.3;
    let speeds: Vec<f64> = (0..classes).map(|_| chance.scaled(500.0, 14_000.0)).collect();
    let speed = |_| {
        if each { chance.scaled(500.0, 14_000.0) } else { speeds[chance.whole(0, classes - 1)] }
    };
    (0..drives).map(speed).collect()
}

fn weights(drives: usize, chance: &mut SplitMix64) -> Vec<f64> {
    let most = if chance.part() < 0.3 { 1.0 } else { 2.0 };
    (0..drives).map(|_| chance.between(1.0, most + 1e-9)).collect()
}
