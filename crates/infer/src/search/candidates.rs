//! Candidates for sets that share a limit not yet known.

use super::ModelSearch;
use crate::forward::{LimitModel, RunSolution};
use crate::set::DriveSet;

/// The number of drives from which a set is grown because they are slower than expected, and
/// because another drive slows them.
const SEEDS: [usize; 2] = [2, 3];
/// The sum of squared errors beyond which they are not noise.
const SLOW: f64 = 20.0;

pub(super) fn sets(search: &ModelSearch, model: &LimitModel) -> Vec<DriveSet> {
    let data = search.data;
    let errors = errors(search, model);
    let mut sets = vec![DriveSet::first(data.drives)];
    sets.extend(&data.likely);
    let tops: Vec<DriveSet> = tops(model);
    for (at, one) in tops.iter().enumerate() {
        for other in &tops[at + 1..] {
            sets.push(one.or(*other));
        }
    }
    let seeds = seeds(search, &errors);
    sets.push(seeds.slow);
    for &seed in &seeds.first {
        for order in [by_presence(search, &errors, seed), by_likeness(search, &errors, seed)] {
            let mut set = DriveSet::one(seed);
            for drive in order {
                set = set.or(DriveSet::one(drive));
                // Whether sets of this size are tried. A few drives too many or too few are
                // corrected by moves.
                let size = set.len();
                if size <= 6 || size <= 12 && size.is_multiple_of(2) || size.is_multiple_of(3) {
                    sets.push(set);
                    // The same without cutting a known limit apart.
                    sets.push(model.limits.iter().fold(set, |set, limit| {
                        if limit.members.crosses(set) { set.or(limit.members) } else { set }
                    }));
                }
            }
        }
    }
    sets.sort_unstable();
    sets.dedup();
    sets
}

struct CandidateSeeds {
    first: Vec<usize>,
    /// All drives that are slower than noise explains.
    slow: DriveSet,
}

fn seeds(search: &ModelSearch, errors: &[Vec<Option<f64>>]) -> CandidateSeeds {
    let drives = search.data.drives;
    let slow = |drive: usize| -> f64 {
        let of = |error: &Vec<Option<f64>>| error[drive].unwrap_or(0.0).min(0.0);
        errors.iter().map(of).map(|error| error * error).sum()
    };
    let slowed = |drive: usize| -> f64 {
        let own = of_drive(errors, drive);
        let others = (0..drives).filter(|other| *other != drive);
        others.map(|other| -effect(search, &own, other).strength).fold(0.0, f64::max)
    };
    let most = |key: &dyn Fn(usize) -> f64, count: usize| -> Vec<usize> {
        let mut keyed: Vec<(f64, usize)> = (0..drives).map(|drive| (key(drive), drive)).collect();
        keyed.sort_by(|one, other| other.0.total_cmp(&one.0));
        keyed.into_iter().map(|(_, drive)| drive).take(count).collect()
    };
    let mut first = most(&slow, SEEDS[0]);
    first.extend(most(&slowed, SEEDS[1]));
    first.sort_unstable();
    first.dedup();
    CandidateSeeds { first, slow: (0..drives).filter(|drive| slow(*drive) > SLOW).collect() }
}

fn tops(model: &LimitModel) -> Vec<DriveSet> {
    let limits = model.limits.iter().map(|limit| limit.members);
    let is_top =
        |set: &DriveSet| model.limits.iter().all(|l| l.members == *set || !set.is_in(l.members));
    limits.filter(is_top).collect()
}

/// For each entry and running drive, how far its rate exceeds the model's, in standard deviations.
/// Drives under no limit, and those that the model takes for slower than they are, are compared
/// with their rate alone.
fn errors(search: &ModelSearch, model: &LimitModel) -> Vec<Vec<Option<f64>>> {
    let mut bare = model.clone();
    for drive in 0..search.data.drives {
        let is_limited = model.limits.iter().any(|limit| limit.members.has(drive));
        let is_stuck = search.is_stuck(model, drive, search.alone[drive]);
        if !is_limited || is_stuck {
            bare.private[drive] = search.alone[drive];
        }
    }
    let mut filled = RunSolution::default();
    let entries = search.data.entries.iter();
    entries
        .map(|entry| {
            bare.fill_run(entry.running, entry.at, &mut filled);
            let scale = 1.0 / search.noise;
            let error = |drive: usize| {
                let expected = bare.rate(drive, &filled);
                let error =
                    (entry.rates[drive] - expected) / (entry.rates[drive] * expected).sqrt();
                entry.running.has(drive).then_some(error * scale)
            };
            (0..search.data.drives).map(error).collect()
        })
        .collect()
}

/// Other drives: first the one that slows the seed most, then the one that slows it most in
/// addition, and so on; this separates drives that are often absent together.
fn by_presence(search: &ModelSearch, errors: &[Vec<Option<f64>>], seed: usize) -> Vec<usize> {
    let mut left = of_drive(errors, seed);
    let mut others: Vec<usize> = (0..search.data.drives).filter(|it| *it != seed).collect();
    let mut order = Vec::new();
    while !others.is_empty() {
        let effects = others
            .iter()
            .enumerate()
            .map(|(at, &other)| (effect(search, &left, other).strength, at));
        let most = effects.min_by(|one, other| one.0.total_cmp(&other.0));
        let other = others.remove(most.map_or(0, |(_, at)| at));
        let means = effect(search, &left, other).means;
        // Its effect is taken off before the next is chosen.
        for (left, entry) in left.iter_mut().zip(&search.data.entries) {
            let mean = means[usize::from(entry.running.has(other))];
            *left = left.map(|left| left - mean);
        }
        order.push(other);
    }
    order
}

fn of_drive(errors: &[Vec<Option<f64>>], drive: usize) -> Vec<Option<f64>> {
    errors.iter().map(|errors| errors[drive]).collect()
}

struct PairEffect {
    /// The mean errors without and with the other drive.
    means: [f64; 2],
    /// The difference in standard deviations; negative if the other drive slows this one.
    strength: f64,
}

/// The effect of another drive on one with these errors.
fn effect(search: &ModelSearch, errors: &[Option<f64>], other: usize) -> PairEffect {
    let mut sums = [(0.0f64, 0.0f64); 2];
    for (entry, error) in search.data.entries.iter().zip(errors) {
        if let Some(error) = error {
            let side = &mut sums[usize::from(entry.running.has(other))];
            *side = (side.0 + error, side.1 + 1.0);
        }
    }
    let means = sums.map(|(sum, count)| sum / count.max(1.0));
    let [(_, outs), (_, ins)] = sums;
    if outs == 0.0 || ins == 0.0 {
        return PairEffect { means, strength: 0.0 };
    }
    PairEffect { means, strength: (means[1] - means[0]) / (1.0 / ins + 1.0 / outs).sqrt() }
}

/// Other drives, first those that are slow in the same runs as the seed.
fn by_likeness(search: &ModelSearch, errors: &[Vec<Option<f64>>], seed: usize) -> Vec<usize> {
    let apart = |other: usize| {
        let both = errors.iter().filter_map(|errors| Some((errors[seed]?, errors[other]?)));
        let slow = both.filter(|(one, other)| *one < -2.0 || *other < -2.0);
        let offs: Vec<f64> = slow.map(|(one, other)| one - other).collect();
        if offs.is_empty() {
            // Never slow in the same runs: such drives come last.
            return 1e6;
        }
        let mean = offs.iter().sum::<f64>() / offs.len() as f64;
        offs.iter().map(|off| (off - mean) * (off - mean)).sum::<f64>() / offs.len() as f64
            + 0.05 * mean * mean
    };
    let others = (0..search.data.drives).filter(|drive| *drive != seed);
    let mut keyed: Vec<(f64, usize)> = others.map(|drive| (apart(drive), drive)).collect();
    keyed.sort_by(|one, other| one.0.total_cmp(&other.0));
    keyed.into_iter().map(|(_, drive)| drive).collect()
}
