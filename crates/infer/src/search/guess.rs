//! First guesses of capacities and shares, near enough for a fit to converge.

use super::ModelSearch;
use crate::data::{ObservedRuns, SetRates};
use crate::forward::{LimitModel, RunSolution};
use crate::set::DriveSet;

/// A drive's rate alone, or its highest rate.
pub(super) fn alone(data: &ObservedRuns, drive: usize) -> f64 {
    let most = || data.entries.iter().map(|entry| entry.rates[drive]).fold(0.0, f64::max);
    let rate = data.alone(drive).map_or_else(most, |(rate, _)| rate);
    // A drive that never ran has no rate, but its logarithm must exist.
    if rate > 0.0 { rate } else { 1.0 }
}

/// Sums of drives' rates: the average where all of them ran, and the maximum.
pub(super) struct SetRateSums {
    average: f64,
    most: f64,
}

impl SetRateSums {
    /// Whether the maximum exceeds the average by more than noise: then something else limited the
    /// runs of all of them.
    fn is_more_possible(&self) -> bool {
        self.most > 1.12 * self.average
    }

    /// The likely capacity of their limit, if they had one.
    pub(super) fn likely(&self) -> f64 {
        if self.is_more_possible() { self.most * 0.98 } else { self.average }
    }
}

impl ModelSearch<'_> {
    /// The sum of all of them if all those that ran below their rate alone were slowed in the same
    /// proportion; or the maximum, if that is more.
    pub(super) fn guess_capacity(&self, model: &LimitModel, members: DriveSet) -> f64 {
        let sums = self.sums(members);
        let holding = self.data.entries.iter().filter(|entry| members.is_in(entry.running));
        let Some(entry) = holding.max_by_key(|entry| entry.running.len()) else {
            return sums.likely();
        };
        // Rates left by the known limits, as if this one were not there: a drive that one of them
        // slows is no evidence of the level of the new one.
        let (here, own) = (model.filled_in(entry.running, entry.at), model.filled(members));
        let pressed = |&drive: &usize| entry.rates[drive] < 0.93 * model.rate(drive, &here);
        let levels = members.iter().filter(pressed).map(|d| entry.rates[d] / model.weights[d]);
        let level = levels.fold(0.0, f64::max);
        if level == 0.0 || sums.is_more_possible() {
            return sums.likely();
        }
        let rate = |drive: usize| model.rate(drive, &own).min(level * model.weights[drive]);
        members.iter().map(rate).sum()
    }

    /// A drive's average rate where no other of `members` ran, if that differs from its rate where
    /// others ran; otherwise its average rate.
    pub(super) fn unpressed(&self, drive: usize, members: DriveSet) -> f64 {
        let (mut free, mut times) = ([0.0; 2], [0.0; 2]);
        for entry in self.data.entries.iter().filter(|entry| entry.running.has(drive)) {
            let with =
                usize::from(!entry.running.and(members).less(DriveSet::one(drive)).is_empty());
            free[with] += entry.rates[drive];
            times[with] += 1.0;
        }
        if times[0] == 0.0 {
            return self.alone[drive];
        }
        if times[1] == 0.0 {
            return free[0] / times[0];
        }
        let apart = (free[0] / times[0]) / (free[1] / times[1]) - 1.0;
        // No drive is faster in company: that is noise.
        if apart < 3.0 * self.noise * (1.0 / times[0] + 1.0 / times[1]).sqrt() {
            (free[0] + free[1]) / (times[0] + times[1])
        } else {
            free[0] / times[0]
        }
    }

    /// Whether a model takes a drive for slower than it is.
    pub(super) fn is_stuck(&self, model: &LimitModel, drive: usize, free: f64) -> bool {
        model.private[drive] * (1.0 + 4.0 * self.noise) < free
    }

    /// In runs of all members, rates of drives that one limit slows are proportional to their
    /// shares. Those of `old` are known.
    pub(super) fn guess_shares(&self, model: &mut LimitModel, new: DriveSet, old: DriveSet) {
        let all = new.or(old);
        let holding = self.data.entries.iter().filter(|entry| all.is_in(entry.running));
        let times = holding.clone().count() as f64;
        if times == 0.0 {
            return;
        }
        let rate = |drive: usize| -> f64 {
            holding.clone().map(|entry| entry.rates[drive]).sum::<f64>() / times
        };
        let rates: Vec<f64> = (0..self.data.drives).map(rate).collect();
        // Their rates alone are known from few runs.
        let doubt = 1.0 - self.noise * (0.5 + 2.0 / times).sqrt();
        let is_pressed = |drive: &usize| rates[*drive] < doubt * model.private[*drive];
        let pressed: Vec<usize> = new.iter().filter(is_pressed).collect();
        let known: Vec<usize> = old.iter().filter(is_pressed).collect();
        let scaling = if known.is_empty() { &pressed } else { &known };
        if scaling.is_empty() {
            return;
        }
        let level = |drive: &usize| libm::log(rates[*drive] / model.weights[*drive]);
        let scale = libm::exp(scaling.iter().map(level).sum::<f64>() / scaling.len() as f64);
        for drive in new.iter() {
            let share = rates[drive] / scale;
            // The share of a drive that is not slowed is known from below only.
            let share = if pressed.contains(&drive) { share } else { 1.1 * share.max(1.0) };
            model.weights[drive] = share.clamp(0.4, 2.5);
        }
    }

    pub(super) fn sums(&self, members: DriveSet) -> SetRateSums {
        let sum = |entry: &SetRates| -> f64 {
            members.and(entry.running).iter().map(|drive| entry.rates[drive]).sum()
        };
        let holding = self.data.entries.iter().filter(|entry| members.is_in(entry.running));
        let (times, total) =
            holding.fold((0.0, 0.0), |(times, total), entry| (times + 1.0, total + sum(entry)));
        let most = self.data.entries.iter().map(sum).fold(f64::MIN_POSITIVE, f64::max);
        SetRateSums { average: if times > 0.0 { total / times } else { most }, most }
    }

    /// The model's rates in each of the runs.
    pub(super) fn filled(&self, model: &LimitModel) -> Vec<RunSolution> {
        let entries = self.data.entries.iter();
        entries.map(|entry| model.filled_in(entry.running, entry.at)).collect()
    }

    /// The capacities of changed limits from the runs in which they were full before, and the share
    /// of a drive that moved from its rates there.
    pub(super) fn guess_after_move(
        &self,
        from: &[RunSolution],
        model: &mut LimitModel,
        changed: &[bool],
        unit: DriveSet,
        to: Option<usize>,
    ) {
        let count = changed.len();
        let (mut sums, mut times) = (vec![0.0; count], vec![0.0; count]);
        let (mut shares, mut share_times) = (0.0, 0.0);
        for (entry, filled) in self.data.entries.iter().zip(from) {
            for at in (0..count).filter(|&at| changed[at]) {
                let Some(level) = filled.full_at[at] else { continue };
                // A limit around it may slow the same drives further.
                if !entry.running.iter().any(|drive| filled.stopped_by[drive] == at) {
                    continue;
                }
                // Without all of a limit that joins, the other may not have been full.
                let joins = unit.len() > 1 && unit.is_in(model.limits[at].members);
                if joins && !unit.is_in(entry.running) {
                    continue;
                }
                let users = model.limits[at].members.and(entry.running);
                sums[at] += users.iter().map(|d| entry.rates[d]).sum::<f64>();
                times[at] += 1.0;
                if to == Some(at) && unit.len() == 1 && unit.is_in(entry.running) {
                    let drive = unit.iter().next().unwrap_or_default();
                    shares += entry.rates[drive] / level;
                    share_times += 1.0;
                }
            }
        }
        for at in (0..count).filter(|&at| changed[at] && times[at] > 0.0) {
            model.limits[at].capacity = sums[at] / times[at];
        }
        if unit.len() == 1 {
            let drive = unit.iter().next().unwrap_or_default();
            let members = to.map_or(DriveSet::default(), |to| model.limits[to].members);
            model.private[drive] = self.unpressed(drive, members);
            model.weights[drive] = 1.0;
            if share_times > 0.0 {
                model.weights[drive] = (shares / share_times).clamp(0.4, 2.5);
            }
        }
    }
}
