//! The capacities and shares that fit the observations best, for given limits.
//!
//! Gauss-Newton steps on the logarithms of the parameters: given the bottleneck of each drive in
//! each run, rates follow from private rates, shares and capacities by sums, products and
//! quotients, so that the derivatives are exact. Where a step changes a bottleneck the error has a
//! bend; steps that do not lower the error are shortened.

use narrows_model::Arbitration;

use crate::data::{ObservedRuns, SetRates};
use crate::forward::{LimitModel, PRIVATE, RunSolution};
use crate::ports::ParameterColumns;
use crate::set::DriveSet;

/// The prior standard deviation of the logarithm of a drive's share: shares of 2:1 are not unusual.
const SHARE_SPREAD: f64 = 0.3;
/// Errors of more standard deviations count linearly, so that one outlier does not outweigh many
/// good figures.
const ODD: f64 = 8.0;
/// No step changes a parameter by a larger factor than about 1.5.
const STEP_MAX: f64 = 0.4;
/// Ridge for parameters that the observations do not determine.
const RIDGE: f64 = 1e-3;

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum FreeParameters {
    /// All parameters of these drives and of the limits that they are under.
    All(DriveSet),
    /// The capacities of limits over the first drives, and the private rates and shares of the
    /// second ones.
    Some(DriveSet, DriveSet),
}

/// An entry's error for one drive, in standard deviations of a single run; approximately the
/// difference of logarithms.
fn error(observed: f64, expected: f64) -> f64 {
    (observed - expected) / (observed * expected).sqrt()
}

/// The weight of an error: 1 up to [`ODD`], then less.
fn trust(error: f64) -> f64 {
    if error.abs() <= ODD { 1.0 } else { ODD / error.abs() }
}

/// The loss of an error in standard deviations.
pub(crate) fn loss(error: f64) -> f64 {
    if error.abs() <= ODD { error * error } else { ODD * (2.0 * error.abs() - ODD) }
}

/// Twice the negative log-likelihood of the rates of the drives in `area` and of their shares, up
/// to a constant. `area` contains all members of each limit that it meets.
pub(crate) fn loss_of(data: &ObservedRuns, model: &LimitModel, area: DriveSet, noise: f64) -> f64 {
    loss_up_to(data, model, area, noise, f64::INFINITY)
}

/// As [`loss_of`], but may stop early with any value above `most`.
pub(crate) fn loss_up_to(
    data: &ObservedRuns,
    model: &LimitModel,
    area: DriveSet,
    noise: f64,
    most: f64,
) -> f64 {
    let mut filled = RunSolution::default();
    let mut sum = area
        .iter()
        .map(|drive| {
            // Like `error`, (w - 1)² / w approximates the square of a logarithm.
            let weight = model.weights[drive];
            (weight - 1.0) * (weight - 1.0) / weight / (SHARE_SPREAD * SHARE_SPREAD)
        })
        .sum::<f64>();
    for entry in &data.entries {
        let running = entry.running.and(area);
        if running.is_empty() {
            continue;
        }
        model.fill_run(running, entry.at, &mut filled);
        sum += errors(entry, model, running, noise, &filled).map(loss).sum::<f64>();
        if sum > most {
            return sum;
        }
    }
    sum
}

/// The loss in one run, and the largest error there, in standard deviations.
pub(crate) fn loss_in(
    entry: &SetRates,
    model: &LimitModel,
    running: DriveSet,
    noise: f64,
) -> (f64, f64) {
    let filled = model.filled_in(running, entry.at);
    let add = |(sum, most): (f64, f64), off: f64| (sum + loss(off), most.max(off.abs()));
    errors(entry, model, running, noise, &filled).fold((0.0, 0.0), add)
}

fn errors(
    entry: &SetRates,
    model: &LimitModel,
    running: DriveSet,
    noise: f64,
    filled: &RunSolution,
) -> impl Iterator<Item = f64> {
    let scale = 1.0 / noise;
    running.iter().map(move |drive| error(entry.rates[drive], model.rate(drive, filled)) * scale)
}

struct FitStep<'a> {
    data: &'a ObservedRuns,
    model: &'a LimitModel,
    noise: f64,
    /// The column of each parameter: private rates, shares, capacities.
    columns: Vec<Option<usize>>,
    size: usize,
    matrix: Vec<f64>,
    right: Vec<f64>,
}

/// The derivatives of a limit's level by the parameters.
#[derive(Clone, Default)]
struct LevelDerivatives {
    by: Vec<f64>,
}

/// Improves `model` in `area` in at most `steps` steps; returns the loss.
pub(crate) fn fit(
    data: &ObservedRuns,
    model: &mut LimitModel,
    area: DriveSet,
    free: FreeParameters,
    noise: f64,
    steps: usize,
) -> f64 {
    let mut now = loss_of(data, model, area, noise);
    for _ in 0..steps {
        let mut step = FitStep::new(data, model, free, noise);
        step.sum_up(area);
        let Some(change) = step.solve() else { break };
        let before = now;
        let mut length = 1.0;
        for _ in 0..4 {
            let tried = step.moved(&change, length);
            let loss = loss_of(data, &tried, area, noise);
            if loss < now {
                now = loss;
                *model = tried;
                break;
            }
            length *= 0.35;
        }
        // Explanations are compared down to 0.1: less is not worth another step.
        if before - now < 0.05 {
            break;
        }
    }
    now
}

/// The standard deviations of the logarithms of all capacities and private rates of `area`.
pub(crate) fn spreads(
    data: &ObservedRuns,
    model: &LimitModel,
    area: DriveSet,
    noise: f64,
) -> (Vec<f64>, Vec<f64>) {
    let mut step = FitStep::new(data, model, FreeParameters::All(area), noise);
    step.sum_up(area);
    let drives = model.private.len();
    let lower = step.factor();
    let spread = |parameter: usize| {
        let spread = lower.as_ref().and_then(|lower| step.spread(lower, parameter));
        spread.unwrap_or(f64::INFINITY)
    };
    let capacities = (0..model.limits.len()).map(|at| spread(2 * drives + at)).collect();
    (capacities, (0..drives).map(spread).collect())
}

impl<'a> FitStep<'a> {
    fn new(
        data: &'a ObservedRuns,
        model: &'a LimitModel,
        free: FreeParameters,
        noise: f64,
    ) -> Self {
        let drives = data.drives;
        let mut columns = vec![None; 2 * drives + model.limits.len() + model.states.len()];
        let mut size = 0;
        let mut open = |parameter: usize| {
            columns[parameter] = Some(size);
            size += 1;
        };
        let (limits, own) = match free {
            FreeParameters::All(area) => (area, area),
            FreeParameters::Some(limits, own) => (limits, own),
        };
        let mut under = DriveSet::default();
        for (at, limit) in model.limits.iter().enumerate() {
            under = under.or(limit.members);
            if limit.members.meets(limits) {
                open(2 * drives + at);
            }
        }
        for drive in own.iter() {
            open(drive);
            // Under no limit a share has no effect.
            if under.has(drive) {
                open(drives + drive);
            }
        }
        for (at, _) in model.states.iter().enumerate().filter(|(_, state)| own.has(state.drive)) {
            open(2 * drives + model.limits.len() + at);
        }
        let (matrix, right) = (vec![0.0; size * size], vec![0.0; size]);
        Self { data, model, noise, columns, size, matrix, right }
    }

    fn sum_up(&mut self, area: DriveSet) {
        let (data, model) = (self.data, self.model);
        let mut filled = RunSolution::default();
        let mut levels = vec![LevelDerivatives::default(); model.limits.len()];
        for entry in &data.entries {
            let running = entry.running.and(area);
            if running.is_empty() {
                continue;
            }
            model.fill_run(running, entry.at, &mut filled);
            match model.arbitration {
                Arbitration::Flat => self.add(entry, running, &filled, &mut levels),
                Arbitration::PerPort => self.add_ports(entry, running, &filled),
            }
        }
        // The prior of the shares, which are near 1.
        for drive in area.iter() {
            if let Some(column) = self.columns[data.drives + drive] {
                let weight = model.weights[drive];
                let strength = 1.0 / (SHARE_SPREAD * SHARE_SPREAD);
                self.matrix[column * self.size + column] += strength;
                self.right[column] -= strength * (weight - 1.0) / weight.sqrt();
            }
        }
        for column in 0..self.size {
            self.matrix[column * self.size + column] += RIDGE;
        }
    }

    /// Adds the equations of one entry: for each drive, the derivatives of its rate.
    fn add(
        &mut self,
        entry: &SetRates,
        running: DriveSet,
        filled: &RunSolution,
        levels: &mut [LevelDerivatives],
    ) {
        let (data, model, scale) = (self.data, self.model, 1.0 / self.noise);
        let off = |drive: usize| {
            let off = error(entry.rates[drive], model.rate(drive, filled)) * scale;
            (off * scale, trust(off))
        };
        // Drives at their own rate: the logarithm of the rate grows as that of its parameter.
        for drive in running.iter().filter(|&drive| filled.stopped_by[drive] == PRIVATE) {
            let (off, trust) = off(drive);
            let own: Vec<usize> = self.own(entry.at, drive).collect();
            for &column in &own {
                self.right[column] += trust * off;
                for other in &own {
                    self.matrix[column * self.size + other] += trust * scale * scale;
                }
            }
        }
        // Limits from the inside out: all drives that one of them stops share the derivatives of
        // its level.
        for at in 0..model.limits.len() {
            let users = model.limits[at].members.and(running);
            let stopped: DriveSet =
                users.iter().filter(|&drive| filled.stopped_by[drive] == at).collect();
            if stopped.is_empty() {
                continue;
            }
            let by = self.level((entry.at, at), (users, stopped), filled, levels);
            let (mut count, mut sum) = (0.0, 0.0);
            for drive in stopped.iter() {
                let (off, trust) = off(drive);
                let weight = trust * scale * scale;
                count += weight;
                sum += trust * off;
                if let Some(column) = self.columns[data.drives + drive] {
                    self.right[column] += trust * off;
                    self.matrix[column * self.size + column] += weight;
                    for (other, by) in by.iter().enumerate() {
                        self.matrix[column * self.size + other] += weight * by;
                        self.matrix[other * self.size + column] += weight * by;
                    }
                }
            }
            // These are the same for all drives that it stops: one update with the summed weights
            // instead of one for each drive.
            for (row, own) in by.iter().enumerate().filter(|(_, own)| **own != 0.0) {
                self.right[row] += own * sum;
                let row = &mut self.matrix[row * self.size..(row + 1) * self.size];
                for (cell, by) in row.iter_mut().zip(&by) {
                    *cell += own * by * count;
                }
            }
            levels[at].by = by;
        }
    }

    /// As [`FitStep::add`], with shares by port.
    fn add_ports(&mut self, entry: &SetRates, running: DriveSet, filled: &RunSolution) {
        let model = self.model;
        let drives = model.private.len();
        let parameters = ParameterColumns {
            own: &|drive| self.own(entry.at, drive).collect(),
            weight: &|drive| self.columns[drives + drive],
            capacity: &|at| self.columns[2 * drives + at],
        };
        let scale = 1.0 / self.noise;
        for (drive, by) in model.slopes(running, filled, self.size, &parameters) {
            let rate = model.rate(drive, filled);
            let off = error(entry.rates[drive], rate) * scale;
            let (trust, scale) = (trust(off), scale / rate);
            for (row, own) in by.iter().enumerate().filter(|(_, own)| **own != 0.0) {
                self.right[row] += trust * off * own * scale;
                let row = &mut self.matrix[row * self.size..(row + 1) * self.size];
                for (cell, by) in row.iter_mut().zip(&by) {
                    *cell += trust * own * by * scale * scale;
                }
            }
        }
    }

    /// The derivatives of the logarithm of the level at which limit `at` stops `stopped` of its `users` in a run.
    fn level(
        &self,
        (run, at): (usize, usize),
        (users, stopped): (DriveSet, DriveSet),
        filled: &RunSolution,
        levels: &[LevelDerivatives],
    ) -> Vec<f64> {
        let (data, model) = (self.data, self.model);
        let mut by = vec![0.0; self.size];
        // The level is what the other users leave of the capacity, divided by the weights of the
        // stopped.
        let slope: f64 = stopped.iter().map(|drive| model.weights[drive]).sum();
        // A limit that stops a drive has a level; the fallback only avoids a division by zero.
        let level = filled.full_at[at].unwrap_or(f64::MIN_POSITIVE);
        let shared = slope * level;
        if let Some(column) = self.columns[2 * data.drives + at] {
            by[column] += model.limits[at].capacity / shared;
        }
        for drive in stopped.iter() {
            if let Some(column) = self.columns[data.drives + drive] {
                by[column] -= model.weights[drive] / slope;
            }
        }
        // Its other users' rates come off the capacity, with the derivatives of whatever stops
        // them.
        let mut inner = vec![0.0; at];
        for drive in users.less(stopped).iter() {
            let part = model.rate(drive, filled) / shared;
            let stopped_by = filled.stopped_by[drive];
            if stopped_by == PRIVATE {
                self.own(run, drive).for_each(|column| by[column] -= part);
            } else if let Some(column) = self.columns[data.drives + drive] {
                by[column] -= part;
            }
            if stopped_by < at {
                inner[stopped_by] += part;
            }
        }
        for (inner, part) in inner.iter().enumerate().filter(|(_, part)| **part > 0.0) {
            for (cell, by) in by.iter_mut().zip(&levels[inner].by) {
                *cell -= part * by;
            }
        }
        by
    }

    /// The columns of a drive's own rate in a run: its private rate, and the factor of its state
    /// then.
    fn own(&self, run: usize, drive: usize) -> impl Iterator<Item = usize> {
        let model = self.model;
        let first = 2 * model.private.len() + model.limits.len();
        let states = model.states.iter().enumerate().filter(move |(_, it)| it.holds(drive, run));
        let parameters = std::iter::once(drive).chain(states.map(move |(at, _)| first + at));
        parameters.filter_map(|parameter| self.columns[parameter])
    }

    /// Cholesky; `None` if the matrix is not positive definite.
    fn factor(&self) -> Option<Vec<f64>> {
        let size = self.size;
        let mut lower = self.matrix.clone();
        for column in 0..size {
            for row in column..size {
                let (above, own) = lower.split_at(row * size);
                let pivot = if row == column { own } else { &above[column * size..] };
                let dot: f64 = own[..column].iter().zip(&pivot[..column]).map(|(a, b)| a * b).sum();
                let value = lower[row * size + column] - dot;
                if row == column {
                    if !(value > 0.0 && value.is_finite()) {
                        return None;
                    }
                    lower[row * size + column] = value.sqrt();
                } else {
                    lower[row * size + column] = value / lower[column * size + column];
                }
            }
        }
        Some(lower)
    }

    fn solve(&self) -> Option<Vec<f64>> {
        let size = self.size;
        let lower = self.factor()?;
        let mut x = self.right.clone();
        for row in 0..size {
            let dot: f64 = (0..row).map(|column| lower[row * size + column] * x[column]).sum();
            x[row] = (x[row] - dot) / lower[row * size + row];
        }
        for row in (0..size).rev() {
            let dot: f64 = (row + 1..size).map(|below| lower[below * size + row] * x[below]).sum();
            x[row] = (x[row] - dot) / lower[row * size + row];
        }
        Some(x)
    }

    fn spread(&self, lower: &[f64], parameter: usize) -> Option<f64> {
        let column = self.columns[parameter]?;
        let size = self.size;
        let mut x = vec![0.0; size];
        for row in column..size {
            let unit = if row == column { 1.0 } else { 0.0 };
            let dot: f64 = (column..row).map(|at| lower[row * size + at] * x[at]).sum();
            x[row] = (unit - dot) / lower[row * size + row];
        }
        Some(x.iter().map(|x| x * x).sum::<f64>().sqrt())
    }

    fn moved(&self, change: &[f64], length: f64) -> LimitModel {
        let mut moved = self.model.clone();
        let factor = |parameter: usize| {
            let column = self.columns[parameter]?;
            // (1 + x/2) / (1 - x/2) approximates e^x and stays positive for every step allowed.
            let by = (change[column] * length).clamp(-STEP_MAX, STEP_MAX) / 2.0;
            Some((1.0 + by) / (1.0 - by))
        };
        let drives = moved.private.len();
        for drive in 0..drives {
            moved.private[drive] *= factor(drive).unwrap_or(1.0);
            moved.weights[drive] *= factor(drives + drive).unwrap_or(1.0);
        }
        for (at, limit) in moved.limits.iter_mut().enumerate() {
            limit.capacity *= factor(2 * drives + at).unwrap_or(1.0);
        }
        let first = 2 * drives + moved.limits.len();
        for (at, state) in moved.states.iter_mut().enumerate() {
            state.part *= factor(first + at).unwrap_or(1.0);
        }
        moved
    }
}
