//! Max-min fair shares in exact fractions, by looking again and again at everything for the
//! resource that allows its users least.

use proptest::prelude::*;

use super::super::{ResourceUse, SolverFlow};

/// Fractions of integers. Levels of the small problems here stay far below overflow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fraction {
    over: i128,
    under: i128,
}

impl Fraction {
    pub fn new(over: i128, under: i128) -> Self {
        let (mut a, mut b) = (over.abs(), under);
        while b != 0 {
            (a, b) = (b, a % b);
        }
        Self { over: over / a.max(1), under: under / a.max(1) }
    }

    pub fn is_below(self, other: Self) -> bool {
        self.over * other.under < other.over * self.under
    }

    fn plus(self, other: Self) -> Self {
        Self::new(self.over * other.under + other.over * self.under, self.under * other.under)
    }

    fn times(self, factor: i128) -> Self {
        Self::new(self.over * factor, self.under)
    }

    pub fn get(self) -> f64 {
        self.over as f64 / self.under as f64
    }
}

/// Integers, so that floats hold the same problem exactly.
#[derive(Clone, Debug)]
pub struct Problem {
    pub capacities: Vec<i128>,
    /// Weight, and coefficients by resource; 0 if it is not used.
    pub flows: Vec<(i128, Vec<i128>)>,
    /// A resource that limits nothing.
    pub gone: Option<usize>,
}

impl Problem {
    pub fn as_floats(&self) -> (Vec<f64>, Vec<SolverFlow>) {
        let capacities = self.capacities.iter().map(|capacity| *capacity as f64);
        let uses = |coefficients: &[i128]| {
            let used = coefficients.iter().enumerate().filter(|(_, coefficient)| **coefficient > 0);
            used.map(|(resource, cost)| ResourceUse { resource, coefficient: *cost as f64 })
                .collect()
        };
        let flow = |(weight, coefficients): &(i128, Vec<i128>)| SolverFlow {
            weight: *weight as f64,
            uses: uses(coefficients),
        };
        (capacities.collect(), self.flows.iter().map(flow).collect())
    }

    /// Whether a resource is used by a flow, is full, and lets no flow reach a higher level: the
    /// condition for max-min fair shares (Bertsekas and Gallager, section 6.5.2).
    pub fn is_bottleneck(&self, levels: &[Option<Fraction>], flow: usize, resource: usize) -> bool {
        let Some(own) = levels[flow] else { return false };
        let users = self.users(resource);
        let is_highest =
            users.iter().all(|user| levels[*user].is_some_and(|level| !own.is_below(level)));
        let load = users.iter().filter_map(|user| Some(self.load(*user, resource, levels[*user]?)));
        let load = load.fold(Fraction::new(0, 1), Fraction::plus);
        self.gone != Some(resource)
            && users.contains(&flow)
            && is_highest
            && load == Fraction::new(self.capacities[resource], 1)
    }

    fn users(&self, resource: usize) -> Vec<usize> {
        (0..self.flows.len()).filter(|flow| self.flows[*flow].1[resource] > 0).collect()
    }

    fn load(&self, flow: usize, resource: usize, level: Fraction) -> Fraction {
        let (weight, coefficients) = &self.flows[flow];
        level.times(weight * coefficients[resource])
    }

    /// The level at which a resource is full, if those without a level all have the same.
    fn fills(&self, resource: usize, levels: &[Option<Fraction>]) -> Option<Fraction> {
        let mut left = Fraction::new(self.capacities[resource], 1);
        let mut slope = 0;
        for user in self.users(resource) {
            match levels[user] {
                Some(level) => left = left.plus(self.load(user, resource, level).times(-1)),
                None => slope += self.flows[user].0 * self.flows[user].1[resource],
            }
        }
        (slope > 0 && self.gone != Some(resource))
            .then(|| Fraction::new(left.over, left.under * slope))
    }
}

/// The level (rate by weight) of each flow; `None` for one that nothing stops.
pub fn solve(problem: &Problem) -> Vec<Option<Fraction>> {
    let mut levels = vec![None; problem.flows.len()];
    loop {
        let mut lowest: Option<(Fraction, usize)> = None;
        for resource in 0..problem.capacities.len() {
            let Some(level) = problem.fills(resource, &levels) else { continue };
            if lowest.is_none_or(|(least, _)| level.is_below(least)) {
                lowest = Some((level, resource));
            }
        }
        let Some((level, resource)) = lowest else { return levels };
        for user in problem.users(resource) {
            levels[user].get_or_insert(level);
        }
    }
}

/// Up to six resources and eight flows, which have much in common, or little; small numbers, so that
/// ties come up.
pub fn problems() -> impl Strategy<Value = Problem> {
    (1usize..7, 1i128..5).prop_flat_map(|(resources, most)| {
        let cost = prop_oneof![Just(0), 1..=most];
        let flow = (1..=most, prop::collection::vec(cost, resources));
        let capacities =
            prop::collection::vec(prop_oneof![1 => 0..3i128, 9 => 1..100i128], resources);
        (capacities, prop::collection::vec(flow, 1..9)).prop_map(|(capacities, flows)| Problem {
            capacities,
            flows,
            gone: None,
        })
    })
}
