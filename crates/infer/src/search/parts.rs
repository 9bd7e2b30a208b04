//! One limit, or several over parts of its drives.
//!
//! Groups that always ran together, or in the same proportion, have the same rates as under one
//! limit over all of them. The search looks for the parts that the runs separate least from one
//! limit: as long as some fit, neither may be reported as certain.

use super::{ModelChange, ModelSearch, RivalModel};
use crate::forward::{LimitModel, MemberLimit, RunSolution};
use crate::set::DriveSet;

/// Parts smaller than this have no limit that they share.
const SMALLEST: usize = 2;
/// Limits of up to this many parts are cut in every way.
const EACH: usize = 6;
/// Larger ones are cut at random this many times.
const RANDOM: usize = 8;
/// The most that prior knowledge makes a rival worse.
const KNOWN_MOST: f64 = 8.0;
/// A split whose violations add up to more is not fitted.
const HOPELESS: f64 = 120.0;

/// The drives that ran, with their rates.
struct RunRates<'a> {
    running: DriveSet,
    rates: &'a [f64],
}

impl ModelSearch<'_> {
    /// Keeps as rivals that each limit may be two, over parts of its drives, and that separate
    /// limits may be one.
    pub(super) fn split(&mut self) {
        for at in 0..self.model.limits.len() {
            for one in self.parts(at) {
                let other = self.model.limits[at].members.less(one);
                let model = self.in_parts(at, &[one, other]);
                self.doubt(model, self.model.limits[at].members);
            }
            let known = self.known_parts(at);
            // Cuts into two were tried above.
            if known.len() > 2 {
                let model = self.in_parts(at, &known);
                self.doubt(model, self.model.limits[at].members);
            }
        }
        for (members, model) in self.joined() {
            self.doubt(model, members);
        }
    }

    /// Keeps a model as a rival. A lower prior is no evidence against it, unless the set that it
    /// splits is known from other sources; that refutes it, but adds no confidence.
    fn doubt(&mut self, model: LimitModel, members: DriveSet) {
        let area = self.area(members, &model);
        let mut change = ModelChange { model, area, gain: 0.0 };
        self.refine(&mut change, 3);
        let before = self.penalty(&self.model, area);
        let by_figures = change.gain - self.penalty(&change.model, area) + before;
        let is_known = self.data.likely.contains(&members)
            && self.model.limits.iter().any(|limit| limit.members == members);
        let by_prior = if is_known { change.gain.min(KNOWN_MOST) } else { 0.0 };
        let worse_by = by_figures.max(by_prior).max(0.0);
        self.rivals.push(RivalModel { model: change.model, worse_by });
    }

    /// The model with a limit over each of these parts instead of one over all.
    fn in_parts(&self, at: usize, parts: &[DriveSet]) -> LimitModel {
        let mut model = self.model.clone();
        model.limits.remove(at);
        for &members in parts {
            if model.limits.iter().all(|limit| limit.members != members) {
                model.add(MemberLimit { members, capacity: self.carried(at, members) });
            }
        }
        model
    }

    /// The average sum of some drives of a limit where all of them ran and it was full.
    fn carried(&self, at: usize, members: DriveSet) -> f64 {
        let full = self.full(at);
        let sum =
            |run: &RunRates<'_>| -> f64 { members.iter().map(|drive| run.rates[drive]).sum() };
        let holding = full.iter().filter(|run| members.is_in(run.running));
        let sums: Vec<f64> = holding.map(sum).collect();
        if sums.is_empty() {
            return self.sums(members).likely();
        }
        sums.iter().sum::<f64>() / sums.len() as f64
    }

    fn full(&self, at: usize) -> Vec<RunRates<'_>> {
        let mut filled = RunSolution::default();
        let mut full = Vec::new();
        for entry in &self.data.entries {
            self.model.fill_run(entry.running, entry.at, &mut filled);
            // A limit around it may slow the same drives further.
            if entry.running.iter().any(|drive| filled.stopped_by[drive] == at) {
                full.push(RunRates { running: entry.running, rates: &entry.rates });
            }
        }
        full
    }

    /// The likely sets inside a limit that are disjoint, the largest first, and the remaining
    /// drives as one more.
    fn known_parts(&self, at: usize) -> Vec<DriveSet> {
        let members = self.model.limits[at].members;
        let mut inside: Vec<DriveSet> = self.data.likely.clone();
        inside.retain(|set| set.is_in(members) && *set != members && !self.crosses_any(*set));
        inside.sort_by_key(|set| std::cmp::Reverse(set.len()));
        let (mut parts, mut left) = (Vec::new(), members);
        for set in inside {
            if set.is_in(left) {
                parts.push(set);
                left = left.less(set);
            }
        }
        if left.len() >= SMALLEST && !parts.is_empty() && !self.crosses_any(left) {
            parts.push(left);
        }
        parts
    }

    fn crosses_any(&self, set: DriveSet) -> bool {
        self.model.limits.iter().any(|limit| limit.members.crosses(set))
    }

    /// One of the two parts of each two-way cut of a limit that fits the observations best.
    fn parts(&self, at: usize) -> Vec<DriveSet> {
        let limit = self.model.limits[at];
        let full = self.full(at);
        if limit.members.len() < 2 * SMALLEST || full.is_empty() {
            return Vec::new();
        }
        // Inner limits stay whole.
        let inner = self.model.limits[..at].iter().map(|inner| inner.members);
        let inner: Vec<DriveSet> = inner.filter(|set| set.is_in(limit.members)).collect();
        let is_top = |set: &DriveSet| !inner.iter().any(|other| other != set && set.is_in(*other));
        let mut units: Vec<DriveSet> = inner.iter().copied().filter(is_top).collect();
        let inside: DriveSet = units.iter().copied().collect();
        units.extend(limit.members.less(inside).iter().map(DriveSet::one));
        let runs = self.data.entries.iter();
        let runs =
            runs.map(|entry| RunRates { running: entry.running, rates: &entry.rates }).collect();
        let cut = LimitCut { members: limit.members, units, full, runs, noise: self.noise };
        let mut parts: Vec<(f64, DriveSet)> = Vec::new();
        for start in self.starts(at, &cut) {
            let (loss, part) = cut.descend(start);
            if loss < HOPELESS && parts.iter().all(|(_, known)| *known != part) {
                parts.push((loss, part));
            }
        }
        parts.sort_by(|one, other| one.0.total_cmp(&other.0));
        parts.truncate(3);
        parts.into_iter().map(|(_, part)| part).collect()
    }

    /// Parts to start from: likely ones, those that ran, halves.
    fn starts(&self, at: usize, cut: &LimitCut<'_>) -> Vec<DriveSet> {
        let members = self.model.limits[at].members;
        let mut starts: Vec<DriveSet> = self.known_parts(at);
        let half = cut.units.len() / 2;
        starts.push(cut.units[..half].iter().copied().collect());
        starts.push(cut.units.iter().copied().step_by(2).collect());
        let mut chance = crate::chance::SplitMix64::new(at as u64);
        if cut.units.len() <= EACH {
            // A cut and its mirror image are the same, so that one unit need not change sides.
            let ways = 1..1_usize << (cut.units.len() - 1);
            starts.extend(ways.map(|way| {
                let units = cut.units.iter().enumerate().filter(|(at, _)| way >> at & 1 == 1);
                units.map(|(_, set)| *set).collect::<DriveSet>()
            }));
        }
        for _ in 0..RANDOM {
            let mut units = cut.units.clone();
            chance.shuffle(&mut units);
            starts.push(units[..half].iter().copied().collect());
        }
        starts.retain(|part| {
            let (one, other) = (part.len(), members.less(*part).len());
            one >= SMALLEST
                && other >= SMALLEST
                && cut.units.iter().all(|unit| unit.is_in(*part) || !unit.meets(*part))
        });
        starts
    }

    /// Separate limits joined into one: all of those under the same limit, and each two.
    fn joined(&self) -> Vec<(DriveSet, LimitModel)> {
        let limits = &self.model.limits;
        let outer = |at: usize| {
            (at + 1..limits.len()).find(|other| limits[at].members.is_in(limits[*other].members))
        };
        let mut joined = Vec::new();
        let mut groups: Vec<Vec<usize>> = Vec::new();
        for at in 0..limits.len() {
            let place = groups.iter().position(|group| outer(group[0]) == outer(at));
            match place {
                Some(place) => groups[place].push(at),
                None => groups.push(vec![at]),
            }
        }
        for group in groups.iter().filter(|group| group.len() > 1) {
            joined.extend(self.join(group));
            for (place, one) in group.iter().enumerate().filter(|_| group.len() > 2) {
                joined.extend(group[place + 1..].iter().filter_map(|two| self.join(&[*one, *two])));
            }
        }
        joined
    }

    /// The model with one limit instead of these; `None` if the runs contradict that at once.
    fn join(&self, group: &[usize]) -> Option<(DriveSet, LimitModel)> {
        let limits = &self.model.limits;
        let members: DriveSet = group.iter().map(|at| limits[*at].members).collect();
        if limits.iter().any(|limit| limit.members == members) {
            return None;
        }
        let capacity = group.iter().map(|at| limits[*at].capacity).sum();
        let mut model = self.model.clone();
        model.limits.retain(|limit| group.iter().all(|at| limits[*at].members != limit.members));
        model.add(MemberLimit { members, capacity });
        let area = self.area(members, &model);
        let most = crate::fit::loss_of(self.data, &self.model, area, self.noise) + HOPELESS;
        let loss = crate::fit::loss_up_to(self.data, &model, area, self.noise, most);
        (loss < most).then_some((members, model))
    }
}

struct LimitCut<'a> {
    members: DriveSet,
    /// The drives and limits that are moved as a whole.
    units: Vec<DriveSet>,
    full: Vec<RunRates<'a>>,
    runs: Vec<RunRates<'a>>,
    noise: f64,
}

impl LimitCut<'_> {
    /// Moves units between the sides as long as that fits better.
    fn descend(&self, start: DriveSet) -> (f64, DriveSet) {
        let mut best = (self.loss(start), start);
        for _ in 0..2 * self.units.len() {
            let mut next = best;
            for unit in &self.units {
                let moved = if unit.is_in(best.1) { best.1.less(*unit) } else { best.1.or(*unit) };
                if moved.len() < SMALLEST || self.members.less(moved).len() < SMALLEST {
                    continue;
                }
                let loss = self.loss(moved);
                if loss < next.0 - 1e-6 {
                    next = (loss, moved);
                }
            }
            if next.1 == best.1 {
                break;
            }
            best = next;
        }
        best
    }

    /// How far parts exceeded the rate that they carry by themselves (their sum in the runs of most
    /// of their drives), in squared standard deviations.
    fn loss(&self, part: DriveSet) -> f64 {
        [part, self.members.less(part)].into_iter().map(|part| self.violated(part)).sum()
    }

    fn violated(&self, part: DriveSet) -> f64 {
        // Runs with most drives come first; those with as many show the rate of the part.
        let most = self.full.iter().map(|run| run.running.and(part).len()).max().unwrap_or(0);
        let sum = |run: &RunRates<'_>| -> f64 {
            run.running.and(part).iter().map(|drive| run.rates[drive]).sum()
        };
        let holding = self.full.iter().filter(|run| run.running.and(part).len() == most);
        let sums: Vec<f64> = holding.map(sum).collect();
        let carries = sums.iter().sum::<f64>() / sums.len().max(1) as f64;
        let over = |run: &RunRates<'_>| {
            let moved = sum(run);
            let count = run.running.and(part).len();
            if moved <= carries || count == 0 {
                return 0.0;
            }
            let off = libm::log(moved / carries) / self.noise;
            off * off * count as f64
        };
        self.runs.iter().map(over).sum()
    }
}
