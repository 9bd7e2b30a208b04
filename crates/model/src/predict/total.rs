//! The total of a set, with its own band.
//!
//! The ends of the members' bands do not simply add up. Members behind one shared limit have a
//! common error, that of the limit; so do drives with the same figure, from a datasheet or a class:
//! their rates at each corner are summed, which gives the limit's own band. Members that have
//! nothing in common have independent errors, which cancel in part: their distances from the sum
//! add up as squares.

use std::collections::BTreeMap;

use narrows_topology::FactBasis;
use narrows_units::BytesPerSec;

use super::{SolvedEquations, TargetPrediction};
use crate::limit::{LimitKind, LimitUnit, ResourceLimit};
use crate::solver::users;

/// The sum of a set.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PredictedTotal {
    pub rate: BytesPerSec,
    /// Lower end of the 80 % band.
    pub low: BytesPerSec,
    /// Upper end of the 80 % band.
    pub high: BytesPerSec,
    /// The number of parts with independent errors; 1 where all have their error in common.
    pub parts: usize,
}

/// Members with a common error: their indices among the tasks.
pub(super) type SharedGroups = Vec<Vec<usize>>;

/// The sums over all corners of one phase: groups, and the least and most of each.
pub(super) struct CornerSums {
    /// How many targets each flow represents.
    times: Vec<f64>,
    groups: SharedGroups,
    ends: Vec<(f64, f64)>,
}

impl CornerSums {
    /// From a solution and its outcomes.
    pub(super) fn of(
        filled: &SolvedEquations,
        outcomes: &[Option<TargetPrediction>],
        times: Vec<f64>,
    ) -> Self {
        let groups = groups(filled, outcomes);
        let ends = groups.iter().map(|group| ends(filled, (outcomes, &times), group)).collect();
        Self { times, groups, ends }
    }

    /// The total of `outcomes`; `None` if nothing is known of any.
    pub(super) fn total(&self, outcomes: &[Option<TargetPrediction>]) -> Option<PredictedTotal> {
        self.sum(outcomes, |at| self.ends[at])
    }

    /// The same for outcomes that are averages over phases: no corner belongs to both, so that the
    /// ends of a group's members add up.
    pub(super) fn averaged(&self, outcomes: &[Option<TargetPrediction>]) -> Option<PredictedTotal> {
        self.sum(outcomes, |at| {
            let of_group = self.groups[at].iter();
            let of_group = of_group.filter_map(|&flow| Some((flow, outcomes[flow].as_ref()?)));
            of_group.fold((0.0, 0.0), |(low, high), (flow, it)| {
                let times = self.times[flow];
                (low + it.low.get() * times, high + it.high.get() * times)
            })
        })
    }

    fn sum(
        &self,
        outcomes: &[Option<TargetPrediction>],
        ends: impl Fn(usize) -> (f64, f64),
    ) -> Option<PredictedTotal> {
        let rate = |&flow: &usize| {
            outcomes[flow].as_ref().map_or(0.0, |it| it.rate.get() * self.times[flow])
        };
        let (mut sum, mut below, mut above) = (0.0, 0.0, 0.0);
        for (at, group) in self.groups.iter().enumerate() {
            let (point, (low, high)) = (group.iter().map(rate).sum::<f64>(), ends(at));
            sum += point;
            below += (point - low).max(0.0).powi(2);
            above += (high - point).max(0.0).powi(2);
        }
        let rate = BytesPerSec::new;
        let (low, high) = (rate((sum - below.sqrt()).max(0.0)), rate(sum + above.sqrt()));
        let parts = self.groups.len();
        (parts > 0).then_some(PredictedTotal { rate: rate(sum), low, high, parts })
    }
}

/// The least and the most of a group's sum over all corners, with each member's rate widened as its
/// outcome's band was.
fn ends(
    filled: &SolvedEquations,
    (outcomes, times): (&[Option<TargetPrediction>], &[f64]),
    group: &[usize],
) -> (f64, f64) {
    let factors: Vec<(usize, f64, f64)> = group
        .iter()
        .filter_map(|&flow| {
            let (low, high) = filled.ends(flow);
            let outcome = outcomes[flow].as_ref()?;
            let widened = (ratio(outcome.low.get(), low), ratio(outcome.high.get(), high));
            Some((flow, widened.0 * times[flow], widened.1 * times[flow]))
        })
        .collect();
    let sums = filled.corners.iter().map(|corner| {
        factors.iter().fold((0.0, 0.0), |(low, high), (flow, down, up)| {
            (low + corner.rates[*flow] * down, high + corner.rates[*flow] * up)
        })
    });
    sums.fold((f64::INFINITY, 0.0), |(low, high): (f64, f64), (a, b)| (low.min(a), high.max(b)))
}

fn ratio(wider: f64, plain: f64) -> f64 {
    if plain > 0.0 { wider / plain } else { 1.0 }
}

/// Groups of flows that share a limit which could bind, or whose own limit has the same figure.
fn groups(filled: &SolvedEquations, outcomes: &[Option<TargetPrediction>]) -> SharedGroups {
    let limits = &filled.equations.limits;
    let mut joined = DisjointSets::new(outcomes.len());
    for (at, users) in users(limits.len(), &filled.equations.flows).iter().enumerate() {
        if filled.could_bind[at] {
            // Cards come after the tasks; resources that they share with a task are not part of the
            // set.
            let tasks = users.iter().copied().filter(|flow| *flow < outcomes.len());
            let mut members = tasks;
            if let Some(first) = members.next() {
                members.for_each(|member| joined.join(first, member));
            }
        }
    }
    let mut same: BTreeMap<(LimitKind, u64, u64, u64), usize> = BTreeMap::new();
    for flow in 0..outcomes.len() {
        let stopped_by = filled.point.stopped_by[flow].map(|at| &limits[at]);
        if let Some(key) = stopped_by.and_then(figure) {
            let first = *same.entry(key).or_insert(flow);
            joined.join(first, flow);
        }
    }
    let mut groups: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for flow in (0..outcomes.len()).filter(|flow| outcomes[*flow].is_some()) {
        groups.entry(joined.first(flow)).or_default().push(flow);
    }
    groups.into_values().collect()
}

/// The key by which a limit's figure is the same as another's; `None` for a measurement of the
/// drive itself, whose error is its own.
fn figure(limit: &ResourceLimit) -> Option<(LimitKind, u64, u64, u64)> {
    use LimitKind::{Cache, Depth, Drive, DriveIops};
    let is_drives = matches!(limit.kind, Drive | DriveIops | Depth | Cache);
    let is_own = is_drives && limit.basis == FactBasis::Observed;
    let unit = match limit.unit {
        LimitUnit::BytesPerSec => 0,
        LimitUnit::Iops => 1,
        LimitUnit::Cores => 2,
    };
    let key = (limit.kind, limit.capacity.to_bits(), limit.band.low.to_bits(), unit);
    (!is_own).then_some(key)
}

/// Disjoint sets that are merged (union-find).
struct DisjointSets(Vec<usize>);

impl DisjointSets {
    fn new(count: usize) -> Self {
        Self((0..count).collect())
    }

    fn first(&mut self, mut at: usize) -> usize {
        while self.0[at] != at {
            // Path halving keeps the trees flat.
            self.0[at] = self.0[self.0[at]];
            at = self.0[at];
        }
        at
    }

    fn join(&mut self, one: usize, other: usize) {
        let (one, other) = (self.first(one), self.first(other));
        // The smallest index represents a set, so that groups come in the order of the tasks.
        self.0[one.max(other)] = one.min(other);
    }
}
