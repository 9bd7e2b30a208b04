//! Drives that were slower by themselves at times: hot, busy with something else, or worn.
//!
//! A drive that is slow by itself slows no other drive, and when it is slow depends on time, not on
//! which drives run beside it. Such a state competes with limits as an explanation.

use super::{ModelChange, ModelSearch, RivalModel, log_choices};
use crate::data::SetRates;
use crate::forward::{LimitModel, MemberLimit, RunSolution, SlowState};
use crate::set::DriveSet;

/// The loss that a state must explain, in addition to the cost of choosing its runs: more than a
/// limit, because nearly any deviation of one drive can be explained as a state.
const STATE_COSTS: f64 = 34.0;
/// Errors below this, in standard deviations, make a run one of the slow ones.
const SLOW: f64 = -3.0;
/// Rates above this part of a drive's best count as not slowed.
const AT_BEST: f64 = 0.9;
/// The highest rate of a state, as a part of the usual rate.
const PART_MOST: f64 = 0.9;
/// Most drives that ran in all the slow runs of a drive for pairs of it with each to be tried.
const PAIRS: usize = 8;
/// The number of drives that are tried in each round.
const DRIVES: usize = 3;

/// A drive's rate in one run.
struct RunResidual {
    run: usize,
    rate: f64,
    /// Its rate without the state.
    expected: f64,
    /// How far its rate exceeds that, in standard deviations.
    error: f64,
}

impl ModelSearch<'_> {
    /// Models with one more state, one for each of the drives that are slower than predicted.
    pub(super) fn with_states(&self, model: &LimitModel) -> Vec<LimitModel> {
        let mut models: Vec<(f64, LimitModel)> = Vec::new();
        for drive in 0..self.data.drives {
            if model.states.iter().filter(|state| state.drive == drive).count() < 2 {
                models.extend(self.with_state(model, drive));
            }
        }
        models.sort_by(|one, other| one.0.total_cmp(&other.0));
        models.truncate(DRIVES);
        models.into_iter().map(|(_, model)| model).collect()
    }

    /// The model with the likeliest state of a drive, and its approximate gain; `None` if there is
    /// no gain.
    fn with_state(&self, model: &LimitModel, drive: usize) -> Option<(f64, LimitModel)> {
        let mut own = model.clone();
        // A drive's rate when nothing slows it: the average of the rates near its highest.
        let rates: Vec<f64> = self.data.entries.iter().map(|entry| entry.rates[drive]).collect();
        let most = rates.iter().copied().fold(0.0, f64::max);
        let near: Vec<f64> = rates.into_iter().filter(|rate| *rate > AT_BEST * most).collect();
        let best = near.iter().sum::<f64>() / near.len().max(1) as f64;
        own.private[drive] = own.private[drive].max(best);
        let cells = self.cells(&own, drive);
        let slow: Vec<usize> = (0..cells.len()).filter(|at| cells[*at].error < SLOW).collect();
        if slow.len() < 2 {
            return None;
        }
        let stretches = stretches(&slow);
        // Each stretch may also last to the end: a drive that became slow and stayed so.
        let ends = stretches.iter().map(|(from, _)| (*from, cells.len() - 1));
        let mut tried: Vec<(f64, SlowState)> = Vec::new();
        for (from, to) in stretches.iter().copied().chain(ends) {
            let places: Vec<usize> = (from..=to).collect();
            // The first and the last run are chosen; twice a logarithm, like the loss.
            let choices = 2.0 * 2.0 * libm::log(cells.len() as f64 + 1.0);
            tried.extend(self.state(&own, drive, &cells, &places, choices));
        }
        let count = slow.len();
        let choices = 2.0 * (log_choices(cells.len(), count) + libm::log(cells.len() as f64));
        tried.extend(self.state(&own, drive, &cells, &slow, choices));
        tried.sort_by(|one, other| one.0.total_cmp(&other.0));
        let (gain, state) = tried.into_iter().next().filter(|(gain, _)| *gain < 0.0)?;
        own.states.push(state);
        Some((gain, own))
    }

    /// A drive's rate in each of its runs, in order of time.
    fn cells(&self, model: &LimitModel, drive: usize) -> Vec<RunResidual> {
        let mut filled = RunSolution::default();
        let mut entries: Vec<&SetRates> =
            self.data.entries.iter().filter(|entry| entry.running.has(drive)).collect();
        entries.sort_by_key(|entry| entry.at);
        let cell = |entry: &SetRates| {
            model.fill_run(entry.running, entry.at, &mut filled);
            let (rate, expected) = (entry.rates[drive], model.rate(drive, &filled));
            let error = (rate - expected) / (rate * expected).sqrt() / self.noise;
            RunResidual { run: entry.at, rate, expected, error }
        };
        entries.into_iter().map(cell).collect()
    }

    /// The state of a drive in these runs, and its approximate gain.
    fn state(
        &self,
        model: &LimitModel,
        drive: usize,
        cells: &[RunResidual],
        places: &[usize],
        choices: f64,
    ) -> Option<(f64, SlowState)> {
        let private = model.private[drive];
        let mut parts: Vec<f64> = places
            .iter()
            .map(|at| &cells[*at])
            .filter(|cell| cell.error < SLOW / 2.0)
            .map(|cell| cell.rate / private)
            .collect();
        if 2 * parts.len() < places.len() || parts.is_empty() {
            return None;
        }
        parts.sort_by(f64::total_cmp);
        // The median is not moved by a run that something else slowed besides.
        let part = parts[parts.len() / 2];
        let loss = |rate: f64, expected: f64| {
            let error = (rate - expected) / (rate * expected).sqrt() / self.noise;
            crate::fit::loss(error)
        };
        let change = |at: &usize| {
            let cell = &cells[*at];
            // Limits may slow it below its state's rate anyway.
            let slowed = cell.expected.min(part * private);
            loss(cell.rate, slowed) - loss(cell.rate, cell.expected)
        };
        let costs = STATE_COSTS + 2.0 * libm::log(self.data.drives as f64) + choices;
        let gain = places.iter().map(change).sum::<f64>() + costs;
        let mut runs = vec![false; self.data.length];
        places.iter().for_each(|at| runs[cells[*at].run] = true);
        let lasts = cells.last().is_some_and(|cell| runs[cell.run]);
        (part < PART_MOST).then_some((gain, SlowState { drive, part, runs, lasts, costs }))
    }

    /// Changes that remove a state.
    pub(super) fn without_states(&self) -> Vec<(LimitModel, DriveSet)> {
        let states = 0..self.model.states.len();
        let without = |at| {
            let mut model = self.model.clone();
            let state = model.states.remove(at);
            (model, DriveSet::one(state.drive))
        };
        states.map(without).collect()
    }

    /// For each limit that slows one drive only, the model in which that drive was slow by itself
    /// instead: unless the runs contradict that, nothing shows that it shares.
    pub(super) fn lone_ones(&self) -> Vec<ModelChange> {
        let mut tried = Vec::new();
        for at in 0..self.model.limits.len() {
            // The only drive that a limit slows, if it is only one.
            let pressed = pressed(self.data, &self.model, at, self.noise);
            let lone = (pressed.len() == 1).then(|| pressed.iter().next()).flatten();
            let Some(drive) = lone else { continue };
            let mut model = self.model.clone();
            let members = model.limits.remove(at).members;
            let Some((_, model)) = self.with_state(&model, drive) else { continue };
            let area = self.area(members, &model);
            let mut change = ModelChange { model, area, gain: 0.0 };
            self.refine(&mut change, 3);
            tried.push(change);
        }
        tried
    }

    /// For each drive that was slow by itself, models in which instead a limit slowed it alone,
    /// while the other members got all they could take: then all of them had the same sum whenever
    /// the drive was slow.
    pub(super) fn limits_instead(&self) -> Vec<ModelChange> {
        let mut tried = Vec::new();
        for (at, state) in self.model.states.iter().enumerate() {
            let mut model = self.model.clone();
            model.states.remove(at);
            for members in self.sets_around(state) {
                let Some(model) = self.pressing_one(&model, state, members) else { continue };
                let mut change = ModelChange { area: self.area(members, &model), model, gain: 0.0 };
                self.refine(&mut change, 4);
                tried.push(change);
            }
        }
        tried
    }

    /// Sets that may have slowed a drive in its slow runs: all drives, those that ran in all these
    /// runs, each of these with it, and the members of each known limit together with it.
    fn sets_around(&self, state: &SlowState) -> Vec<DriveSet> {
        let all = DriveSet::first(self.data.drives);
        let common = self.slow_ones(state).fold(all, |set, entry| set.and(entry.running));
        let limits = self.model.limits.iter().map(|limit| limit.members);
        let with_it = limits.clone().map(|members| members.or(DriveSet::one(state.drive)));
        let closed = |set: DriveSet| {
            limits.clone().fold(set, |set, own| if own.crosses(set) { set.or(own) } else { set })
        };
        let pairs = common.iter().filter(|other| *other != state.drive && common.len() <= PAIRS);
        let pairs = pairs.map(|other| DriveSet::one(other).or(DriveSet::one(state.drive)));
        let mut sets: Vec<DriveSet> =
            [all, common].into_iter().chain(with_it).map(closed).collect();
        sets.push(common);
        sets.extend(pairs);
        sets.sort_unstable();
        sets.dedup();
        sets.retain(|set| set.len() > 1 && limits.clone().all(|own| own != *set));
        sets
    }

    /// `model` with a limit of these members that slows the state's drive in its runs; `None` if it
    /// crosses others.
    fn pressing_one(
        &self,
        model: &LimitModel,
        state: &SlowState,
        members: DriveSet,
    ) -> Option<LimitModel> {
        let mut sums: Vec<f64> = Vec::new();
        let mut model = model.clone();
        let (mut level, mut wanted) = (0.0f64, 0.0f64);
        // The sum of all of them while the drive was slow, and the levels of the drive and of the
        // others.
        for entry in self.slow_ones(state) {
            let ran = members.and(entry.running);
            sums.push(ran.iter().map(|drive| entry.rates[drive]).sum());
            level = level.max(entry.rates[state.drive] / model.weights[state.drive]);
            let others = ran.less(DriveSet::one(state.drive));
            wanted =
                others.iter().map(|it| entry.rates[it] / model.weights[it]).fold(wanted, f64::max);
        }
        sums.sort_by(f64::total_cmp);
        let capacity = *sums.get(sums.len() / 2)?;
        // The others must not reach the level at which the drive is limited.
        if wanted > level {
            let own = model.weights[state.drive];
            model.weights[state.drive] = (own * level / (1.1 * wanted)).clamp(0.4, 2.5);
        }
        let nested = model.limits.iter().all(|limit| !limit.members.crosses(members));
        nested.then(|| {
            model.add(MemberLimit { members, capacity });
            model
        })
    }

    fn slow_ones(&self, state: &SlowState) -> impl Iterator<Item = &SetRates> {
        let is_slow = |entry: &&SetRates| {
            entry.running.has(state.drive) && state.holds(state.drive, entry.at)
        };
        self.data.entries.iter().filter(is_slow)
    }

    /// Keeps the results of [`ModelSearch::lone_ones`] as rivals.
    pub(super) fn doubt_lone_ones(&mut self) {
        let changes = self.lone_ones().into_iter();
        let rivals = changes
            .map(|change| RivalModel { worse_by: change.gain.max(0.0), model: change.model });
        self.rivals.extend(rivals.collect::<Vec<_>>());
    }
}

/// First and last of each stretch of consecutive numbers.
fn stretches(places: &[usize]) -> Vec<(usize, usize)> {
    let mut stretches: Vec<(usize, usize)> = Vec::new();
    for &place in places {
        match stretches.last_mut() {
            Some((_, to)) if *to + 1 == place => *to = place,
            _ => stretches.push((place, place)),
        }
    }
    stretches
}

/// The drives that a limit slows clearly in some run: by more than three standard deviations.
pub(crate) fn pressed(
    data: &crate::data::ObservedRuns,
    model: &LimitModel,
    at: usize,
    noise: f64,
) -> DriveSet {
    let mut without = model.clone();
    without.limits.remove(at);
    let (mut here, mut there) = (RunSolution::default(), RunSolution::default());
    let mut pressed = DriveSet::default();
    for entry in &data.entries {
        model.fill_run(entry.running, entry.at, &mut here);
        without.fill_run(entry.running, entry.at, &mut there);
        for drive in entry.running.iter().filter(|drive| here.stopped_by[*drive] == at) {
            let lost = 1.0 - model.rate(drive, &here) / without.rate(drive, &there);
            if lost > 3.0 * noise {
                pressed = pressed.or(DriveSet::one(drive));
            }
        }
    }
    pressed
}
