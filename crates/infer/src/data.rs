//! Usable observations: one entry for each run.

use crate::InferenceSettings;
use crate::observed::UsableRun;
use crate::set::{DriveSet, MOST};

#[derive(Clone, Debug)]
pub(crate) struct SetRates {
    pub(crate) running: DriveSet,
    /// By drive number; zero if the drive did not run.
    pub(crate) rates: Vec<f64>,
    /// The number of the run in the order of time.
    pub(crate) at: usize,
}

#[derive(Clone, Debug)]
pub(crate) struct ObservedRuns {
    pub(crate) drives: usize,
    /// The runs, those with most drives first.
    pub(crate) entries: Vec<SetRates>,
    /// The number of runs in the order of time, unusable ones included.
    pub(crate) length: usize,
    /// Sets that are likely from other sources.
    pub(crate) likely: Vec<DriveSet>,
}

impl ObservedRuns {
    pub(crate) fn new(runs: &[UsableRun], settings: &InferenceSettings) -> Self {
        let drives = settings.drives;
        let mut entries: Vec<SetRates> = Vec::new();
        for run in runs {
            let mut rates = vec![0.0; drives];
            run.members.iter().zip(&run.rates).for_each(|(&drive, rate)| rates[drive] = *rate);
            let running = DriveSet::of(&run.members);
            entries.push(SetRates { running, rates, at: run.at });
        }
        // The runs of most drives refute bad explanations soonest.
        entries.sort_by_key(|entry| std::cmp::Reverse(entry.running.len()));
        let length = runs.iter().map(|run| run.at + 1).max().unwrap_or_default();
        Self { drives, entries, length, likely: likely(settings) }
    }

    /// A drive's average rate alone, and how often it was measured.
    pub(crate) fn alone(&self, drive: usize) -> Option<(f64, f64)> {
        let own = self.entries.iter().filter(|entry| entry.running == DriveSet::one(drive));
        let (sum, times) =
            own.fold((0.0, 0.0), |(sum, times), entry| (sum + entry.rates[drive], times + 1.0));
        (times > 0.0).then(|| (sum / times, times))
    }

    /// The standard deviation of a rate between runs of one set, as a part of the rate; `None` if
    /// too few figures show it.
    pub(crate) fn scatter(&self) -> Option<f64> {
        let (mut squares, mut free) = (0.0, 0.0);
        for (at, entry) in self.entries.iter().enumerate() {
            let same = |other: &&SetRates| other.running == entry.running;
            if self.entries[..at].iter().any(|other| same(&other)) {
                continue;
            }
            let runs: Vec<&SetRates> = self.entries.iter().filter(same).collect();
            for drive in entry.running.iter() {
                let mean = runs.iter().map(|run| run.rates[drive]).sum::<f64>() / runs.len() as f64;
                let offs = runs.iter().map(|run| run.rates[drive] / mean - 1.0);
                squares += offs.map(|off| off * off).sum::<f64>();
                free += runs.len() as f64 - 1.0;
            }
        }
        (free >= SCATTER_FIGURES).then(|| (squares / free).sqrt())
    }
}

/// Fewest repeated figures for an estimate of their scatter.
const SCATTER_FIGURES: f64 = 4.0;

/// The sets of two and more known drives among the likely ones, each once.
fn likely(settings: &InferenceSettings) -> Vec<DriveSet> {
    let most = settings.drives.min(MOST);
    let is_known = |set: &&Vec<usize>| set.iter().all(|drive| *drive < most);
    let sets = settings.likely.iter().filter(is_known).map(|set| DriveSet::of(set));
    let mut sets: Vec<DriveSet> = sets.filter(|set| set.len() > 1).collect();
    sets.sort_unstable();
    sets.dedup();
    sets
}
