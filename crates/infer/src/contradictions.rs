//! Contradictions between observations.

use crate::RateContradiction;
use crate::data::{ObservedRuns, SetRates};
use crate::observed::UsableRun;

/// How many standard deviations a drive must be faster together than alone, or unsteady: some
/// thousand figures are compared.
const BEYOND: f64 = 4.8;

/// The contradictions in `runs`, given the noise of a single rate. The noise should not be larger
/// than assumed: the noise that the figures show may come from the contradiction itself.
pub(crate) fn of(runs: &[UsableRun], data: &ObservedRuns, noise: f64) -> Vec<RateContradiction> {
    let faster = (0..data.drives).filter_map(|drive| faster_together(data, drive, noise));
    faster.chain(unsteady(runs, noise)).collect()
}

/// The set in which a drive exceeded its rate alone the most.
fn faster_together(data: &ObservedRuns, drive: usize, noise: f64) -> Option<RateContradiction> {
    let (alone, times) = data.alone(drive)?;
    let beyond = |entry: &&SetRates| {
        let spread = noise * (1.0 + 1.0 / times).sqrt();
        (entry.rates[drive] / alone - 1.0) / spread
    };
    let is_together =
        |entry: &&SetRates| entry.running.has(drive) && entry.running.to_vec().len() > 1;
    let together = data.entries.iter().filter(is_together);
    let most = together.max_by(|one, other| beyond(one).total_cmp(&beyond(other)))?;
    (beyond(&most) > BEYOND).then(|| RateContradiction::FasterTogether {
        drive,
        members: most.running.to_vec(),
        rate: most.rates[drive],
        alone,
    })
}

/// Drives whose rates differ too much in repeated runs of one set.
fn unsteady(runs: &[UsableRun], noise: f64) -> Vec<RateContradiction> {
    let mut contradictions = Vec::new();
    for (at, run) in runs.iter().enumerate() {
        let same = |other: &&UsableRun| other.members == run.members;
        let times = runs.iter().filter(same).count();
        if times < 2 || runs[..at].iter().any(|other| same(&other)) {
            continue;
        }
        for (place, &drive) in run.members.iter().enumerate() {
            let rates = runs.iter().filter(same).map(|run| run.rates[place]);
            let low = rates.clone().fold(f64::INFINITY, f64::min);
            let high = rates.clone().fold(0.0, f64::max);
            let average = rates.sum::<f64>() / times as f64;
            // The difference of two rates scatters more than one of them.
            if (high - low) / average > BEYOND * noise * std::f64::consts::SQRT_2 {
                let members = run.members.clone();
                contradictions.push(RateContradiction::Unsteady { drive, members, low, high });
            }
        }
    }
    contradictions
}
