//! The rates of drives where each limit is shared evenly among its ports.
//!
//! From the inside out follows the rate that can come up from each limit; from the outside in, the
//! division of a limit's capacity among the drives and smaller limits directly below it: a port
//! that needs less than an even share leaves the rest to the others. Drives have weights, smaller
//! limits do not.

use crate::forward::{LimitModel, PRIVATE, RunSolution};
use crate::set::DriveSet;

/// How a limit's capacity is divided in one run.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct LimitDivision {
    /// The most that can come up from it.
    pub(crate) most: f64,
    /// Whether that is its capacity, and not the sum from below.
    pub(crate) is_full: bool,
    /// The share of a port of weight 1 if not all ports get all they could take.
    pub(crate) level: Option<f64>,
}

/// Tolerance for rounding: a port that gets all it could take must not count as limited.
const ROUNDING: f64 = 1.0 - 1e-12;

/// A port of a limit: a drive or a smaller limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LimitPort {
    Drive(usize),
    Limit(usize),
}

impl LimitModel {
    fn ports(&self, at: usize, running: DriveSet) -> Vec<LimitPort> {
        let mut left = self.limits[at].members.and(running);
        let mut ports = Vec::new();
        // From the largest one down: a limit inside an inner one belongs to that one's ports.
        for inner in (0..at).rev() {
            let members = self.limits[inner].members;
            if members.is_in(self.limits[at].members) && members.meets(left) {
                ports.push(LimitPort::Limit(inner));
                left = left.less(members);
            }
        }
        ports.extend(left.iter().map(LimitPort::Drive));
        ports
    }

    /// The rate that a port could take.
    fn wants(&self, port: LimitPort, filled: &RunSolution) -> f64 {
        match port {
            LimitPort::Drive(drive) => self.rate(drive, filled),
            LimitPort::Limit(inner) => filled.held[inner].most,
        }
    }

    /// As [`LimitModel::fill_run`], where `filled` already has each drive's own rate.
    pub(crate) fn fill_ports(&self, running: DriveSet, filled: &mut RunSolution) {
        filled.held.clear();
        filled.held.resize(self.limits.len(), LimitDivision::default());
        let ports: Vec<Vec<LimitPort>> =
            (0..self.limits.len()).map(|at| self.ports(at, running)).collect();
        // From the inside out: how much can come up from each limit.
        for (at, limit) in self.limits.iter().enumerate() {
            let wanted: f64 = ports[at].iter().map(|port| self.wants(*port, filled)).sum();
            let is_full = wanted > limit.capacity;
            let most = if is_full { limit.capacity } else { wanted };
            filled.held[at] = LimitDivision { most, is_full, level: None };
        }
        // The rate that each limit gets, and the limit that decides it.
        let mut gets: Vec<(f64, usize)> =
            filled.held.iter().enumerate().map(|(at, held)| (held.most, at)).collect();
        // From the outside in: how the rate of each limit is divided among its ports.
        for at in (0..self.limits.len()).rev() {
            let (rate, by) = gets[at];
            let is_held = filled.held[at].is_full || rate < filled.held[at].most * ROUNDING;
            if !is_held || ports[at].is_empty() {
                continue;
            }
            let level = self.level_of(&ports[at], rate, filled);
            filled.held[at].level = Some(level);
            // Where an outer limit decides, this one is not full.
            filled.full_at[at] = (by == at).then_some(level);
            for port in &ports[at] {
                let weight = self.weight(*port);
                if self.wants(*port, filled) <= level * weight {
                    continue;
                }
                match *port {
                    LimitPort::Drive(drive) => {
                        filled.level[drive] = level;
                        filled.stopped_by[drive] = by;
                    }
                    LimitPort::Limit(inner) => gets[inner] = (level * weight, by),
                }
            }
        }
    }

    /// The level at which these ports take `rate` together.
    fn level_of(&self, ports: &[LimitPort], rate: f64, filled: &RunSolution) -> f64 {
        let mut order: Vec<(f64, f64)> =
            ports.iter().map(|port| (self.wants(*port, filled), self.weight(*port))).collect();
        // The port that needs least for its weight has enough first.
        order.sort_by(|one, other| (one.0 / one.1).total_cmp(&(other.0 / other.1)));
        let mut weights: f64 = order.iter().map(|(_, weight)| weight).sum();
        let mut left = rate;
        for (wants, weight) in order {
            let level = left / weights;
            if wants > level * weight {
                return level;
            }
            left -= wants;
            weights -= weight;
        }
        // No port is left that wants more.
        f64::INFINITY
    }

    fn weight(&self, port: LimitPort) -> f64 {
        match port {
            LimitPort::Drive(drive) => self.weights[drive],
            LimitPort::Limit(_) => 1.0,
        }
    }

    /// The derivatives of the rate of each drive that runs, by the logarithms of the `size` free
    /// parameters.
    pub(crate) fn slopes(
        &self,
        running: DriveSet,
        filled: &RunSolution,
        size: usize,
        parameters: &ParameterColumns<'_>,
    ) -> Vec<(usize, Vec<f64>)> {
        let limits = 0..self.limits.len();
        let ports = limits.clone().map(|at| self.ports(at, running)).collect();
        let mut slopes =
            RateDerivatives { model: self, filled, parameters, size, ports, most: Vec::new() };
        limits.clone().for_each(|at| slopes.add_most(at));
        let under: DriveSet = self.limits.iter().map(|limit| limit.members).collect();
        let mut by_drive: Vec<(usize, Vec<f64>)> =
            running.less(under).iter().map(|drive| (drive, slopes.alone(drive))).collect();
        let mut gets = slopes.most.clone();
        for at in limits.rev() {
            let level = slopes.level(at, &gets[at]);
            for port in &slopes.ports[at] {
                let own = match &level {
                    Some(level) if slopes.is_held(at, *port) => slopes.share(at, *port, level),
                    _ => slopes.wanted(*port),
                };
                match *port {
                    LimitPort::Drive(drive) => by_drive.push((drive, own)),
                    LimitPort::Limit(inner) => gets[inner] = own,
                }
            }
        }
        by_drive
    }
}

/// The derivatives of the rates through ports in one run.
struct RateDerivatives<'a> {
    model: &'a LimitModel,
    filled: &'a RunSolution,
    parameters: &'a ParameterColumns<'a>,
    size: usize,
    /// For each limit, its ports with running drives.
    ports: Vec<Vec<LimitPort>>,
    /// For each limit, the derivatives of the most that can come up from it.
    most: Vec<Vec<f64>>,
}

impl RateDerivatives<'_> {
    fn add_most(&mut self, at: usize) {
        let mut by = vec![0.0; self.size];
        let held = self.filled.held[at];
        if held.is_full {
            let column = (self.parameters.capacity)(at);
            column.into_iter().for_each(|column| by[column] = held.most);
        } else {
            self.ports[at].iter().for_each(|port| add(&mut by, &self.wanted(*port), 1.0));
        }
        self.most.push(by);
    }

    /// The derivatives of a drive's own rate.
    fn alone(&self, drive: usize) -> Vec<f64> {
        let mut by = vec![0.0; self.size];
        let rate = self.model.rate(drive, self.filled);
        (self.parameters.own)(drive).into_iter().for_each(|column| by[column] += rate);
        by
    }

    /// The derivatives of the rate that a port could take.
    fn wanted(&self, port: LimitPort) -> Vec<f64> {
        match port {
            LimitPort::Drive(drive) => self.alone(drive),
            LimitPort::Limit(inner) => self.most[inner].clone(),
        }
    }

    /// Whether a port of limit `at` gets less than it could take.
    fn is_held(&self, at: usize, port: LimitPort) -> bool {
        let level = self.filled.held[at].level;
        level.is_some_and(|level| match port {
            LimitPort::Drive(drive) => self.filled.stopped_by[drive] != PRIVATE,
            LimitPort::Limit(inner) => self.filled.held[inner].most > level,
        })
    }

    /// The derivatives of the level at limit `at`, given those of its rate; `None` if all of its
    /// ports get all they could take.
    fn level(&self, at: usize, gets: &[f64]) -> Option<Vec<f64>> {
        let level = self.filled.held[at].level?;
        let mut by = gets.to_vec();
        let mut weights = 0.0;
        for port in &self.ports[at] {
            if !self.is_held(at, *port) {
                add(&mut by, &self.wanted(*port), -1.0);
                continue;
            }
            weights += self.model.weight(*port);
            if let Some(column) = self.weight_of(*port) {
                by[column] -= level * self.model.weight(*port);
            }
        }
        by.iter_mut().for_each(|by| *by /= weights);
        Some(by)
    }

    /// The derivatives of a port's share, given those of the level.
    fn share(&self, at: usize, port: LimitPort, level: &[f64]) -> Vec<f64> {
        let weight = self.model.weight(port);
        let mut by: Vec<f64> = level.iter().map(|by| by * weight).collect();
        if let Some(column) = self.weight_of(port) {
            by[column] += self.filled.held[at].level.unwrap_or_default() * weight;
        }
        by
    }

    fn weight_of(&self, port: LimitPort) -> Option<usize> {
        match port {
            LimitPort::Drive(drive) => (self.parameters.weight)(drive),
            LimitPort::Limit(_) => None,
        }
    }
}

pub(crate) struct ParameterColumns<'a> {
    /// The columns of a drive's own rate in the run.
    pub(crate) own: &'a dyn Fn(usize) -> Vec<usize>,
    /// The column of a drive's weight.
    pub(crate) weight: &'a dyn Fn(usize) -> Option<usize>,
    /// The column of a limit's capacity.
    pub(crate) capacity: &'a dyn Fn(usize) -> Option<usize>,
}

fn add(to: &mut [f64], what: &[f64], times: f64) {
    to.iter_mut().zip(what).for_each(|(to, what)| *to += times * what);
}

#[cfg(test)]
mod tests {
    use narrows_model::Arbitration;
    use proptest::prelude::*;

    use super::*;
    use crate::forward::MemberLimit;
    use crate::trial::{SplitMix64, TrialMachine, TrialMachineKind};

    fn model(machine: &TrialMachine) -> LimitModel {
        let mut model = LimitModel {
            private: machine.private.clone(),
            weights: machine.weights.clone(),
            arbitration: Arbitration::PerPort,
            ..LimitModel::default()
        };
        for limit in &machine.limits {
            model.add(MemberLimit {
                members: DriveSet::of(&limit.members),
                capacity: limit.capacity,
            });
        }
        model
    }

    fn rates(model: &LimitModel, running: &[usize]) -> Vec<f64> {
        let filled = model.filled(DriveSet::of(running));
        running.iter().map(|drive| model.rate(*drive, &filled)).collect()
    }

    fn tree(drives: usize, seed: u64) -> TrialMachine {
        let machine =
            TrialMachine::draw_of(TrialMachineKind::Tree, drives, &mut SplitMix64::new(seed));
        TrialMachine { by_port: true, ..machine }
    }

    /// 6,000 for a drive of 3,500 and a card of four: each port may have 3,000, which the drive
    /// takes and the four share, 750 each. Where only two of the four run they could take 2,000,
    /// and the drive runs at its full rate.
    #[test]
    fn a_port_counts_once_whatever_is_behind_it() {
        let limits = [(vec![1, 2, 3, 4], 3400.0), (vec![0, 1, 2, 3, 4], 6000.0)];
        let limit =
            |(members, capacity): (Vec<usize>, f64)| crate::trial::TrialLimit { members, capacity };
        let machine = TrialMachine {
            private: vec![3500.0, 1000.0, 1000.0, 1000.0, 1000.0],
            weights: vec![1.0; 5],
            limits: limits.map(limit).to_vec(),
            by_port: true,
        };
        let model = model(&machine);
        assert_eq!(rates(&model, &[0, 1, 2, 3, 4]), [3000.0, 750.0, 750.0, 750.0, 750.0]);
        assert_eq!(rates(&model, &[0, 1, 2]), [3500.0, 1000.0, 1000.0]);
    }

    proptest! {
        /// The synthetic machines calculate their rates with independent code.
        #[test]
        fn rates_are_those_of_the_judge(drives in 2_usize..12, seed: u64, some: u16) {
            let machine = tree(drives, seed);
            let running: Vec<usize> = (0..drives).filter(|drive| some >> drive & 1 == 1).collect();
            let wanted = machine.rates(&running);
            for (own, wanted) in rates(&model(&machine), &running).iter().zip(wanted) {
                prop_assert!((own / wanted - 1.0).abs() < 1e-9, "{own} {wanted}");
            }
        }

        /// Derivatives compared with differences. At a bend the two sides differ; one of them must
        /// match.
        #[test]
        fn slopes_are_those_of_small_changes(drives in 2_usize..8, seed: u64) {
            let model = model(&tree(drives, seed));
            let all: Vec<usize> = (0..drives).collect();
            let filled = model.filled(DriveSet::of(&all));
            let parameters = ParameterColumns {
                own: &|drive| vec![drive],
                weight: &|drive| Some(drives + drive),
                capacity: &|at| Some(2 * drives + at),
            };
            let size = 2 * drives + model.limits.len();
            let mut slopes = model.slopes(DriveSet::of(&all), &filled, size, &parameters);
            slopes.sort_by_key(|(drive, _)| *drive);
            let order: Vec<usize> = slopes.iter().map(|(drive, _)| *drive).collect();
            prop_assert_eq!(&order, &all);
            for parameter in 0..size {
                for (drive, by) in &slopes {
                    let sides = [1e-6, -1e-6].map(|step| change(&model, parameter, step)[*drive]);
                    let scale = model.private[*drive];
                    let off = sides.map(|side| (side - by[parameter]).abs() / scale);
                    prop_assert!(off[0].min(off[1]) < 1e-3, "{drive} by {parameter}: {sides:?}");
                }
            }
        }
    }

    /// The change of the rates for a step in the logarithm of a parameter, per step.
    fn change(model: &LimitModel, parameter: usize, step: f64) -> Vec<f64> {
        let drives = model.private.len();
        let all: Vec<usize> = (0..drives).collect();
        let mut moved = model.clone();
        let value = match parameter {
            own if own < drives => &mut moved.private[own],
            share if share < 2 * drives => &mut moved.weights[share - drives],
            limit => &mut moved.limits[limit - 2 * drives].capacity,
        };
        *value *= libm::exp(step);
        let (before, after) = (rates(model, &all), rates(&moved, &all));
        before.iter().zip(after).map(|(before, after)| (after - before) / step).collect()
    }
}
