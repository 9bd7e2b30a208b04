//! Figures that cannot be together.

use crate::Contradiction;
use crate::data::Data;
use crate::observed::Run;
use crate::set::Set;

/// A drive is faster together than alone, or unsteady, only beyond so many standard deviations:
/// there are some thousand figures to compare.
const BEYOND: f64 = 4.8;

/// What contradicts itself in `runs`, given the noise of a single rate. What the figures show may
/// come from the very contradiction, so that it should not be more than what was assumed.
pub(crate) fn of(runs: &[Run], data: &Data, noise: f64) -> Vec<Contradiction> {
    let faster = (0..data.drives).filter_map(|drive| faster_together(data, drive, noise));
    faster.chain(unsteady(runs, data, noise)).collect()
}

/// The set in which a drive surpassed most what it does alone.
fn faster_together(data: &Data, drive: usize, noise: f64) -> Option<Contradiction> {
    let alone = data.entries.iter().find(|entry| entry.running == Set::one(drive))?;
    let beyond = |entry: &&crate::data::Entry| {
        let spread = noise * (1.0 / entry.times + 1.0 / alone.times).sqrt();
        (entry.rates[drive] / alone.rates[drive] - 1.0) / spread
    };
    let together = data.entries.iter().filter(|entry| entry.running.has(drive));
    let most = together.max_by(|one, other| beyond(one).total_cmp(&beyond(other)))?;
    (beyond(&most) > BEYOND).then(|| Contradiction::FasterTogether {
        drive,
        members: most.running.to_vec(),
        rate: most.rates[drive],
        alone: alone.rates[drive],
    })
}

/// Drives whose rates in repeated runs of one set are too far apart.
fn unsteady(runs: &[Run], data: &Data, noise: f64) -> Vec<Contradiction> {
    let mut found = Vec::new();
    for entry in data.entries.iter().filter(|entry| entry.times > 1.0) {
        let members = entry.running.to_vec();
        let same = runs.iter().filter(|run| run.members == members);
        for (place, &drive) in members.iter().enumerate() {
            let rates = same.clone().map(|run| run.rates[place]);
            let low = rates.clone().fold(f64::INFINITY, f64::min);
            let high = rates.fold(0.0, f64::max);
            // The difference of two rates scatters more than one of them.
            if (high - low) / entry.rates[drive] > BEYOND * noise * std::f64::consts::SQRT_2 {
                let members = members.clone();
                found.push(Contradiction::Unsteady { drive, members, low, high });
            }
        }
    }
    found
}
