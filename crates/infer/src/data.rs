//! Usable observations put together: one entry for each set that ran.

use crate::observed::Run;
use crate::set::Set;

/// What a set did, on average.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub(crate) running: Set,
    /// By drive number; zero for those that did not run.
    pub(crate) rates: Vec<f64>,
    /// How many runs this is the average of.
    pub(crate) times: f64,
}

#[derive(Clone, Debug)]
pub(crate) struct Data {
    pub(crate) drives: usize,
    /// The runs of most drives first.
    pub(crate) entries: Vec<Entry>,
    /// How far repeated runs of a set are from their averages: the sum of squares of parts.
    pub(crate) scatter: f64,
    /// How many figures the scatter rests on.
    pub(crate) repeats: f64,
}

impl Data {
    pub(crate) fn new(runs: &[Run], drives: usize) -> Self {
        let mut entries: Vec<Entry> = Vec::new();
        for run in runs {
            let running = Set::of(&run.members);
            let at = entries.iter().position(|entry| entry.running == running);
            let at = at.unwrap_or_else(|| {
                entries.push(Entry { running, rates: vec![0.0; drives], times: 0.0 });
                entries.len() - 1
            });
            let entry = &mut entries[at];
            entry.times += 1.0;
            for (&drive, rate) in run.members.iter().zip(&run.rates) {
                entry.rates[drive] += (rate - entry.rates[drive]) / entry.times;
            }
        }
        let (mut scatter, mut repeats) = (0.0, 0.0);
        for run in runs {
            let running = Set::of(&run.members);
            let of = entries.iter().find(|entry| entry.running == running);
            let Some(entry) = of.filter(|entry| entry.times > 1.0) else { continue };
            for (&drive, rate) in run.members.iter().zip(&run.rates) {
                let off = rate / entry.rates[drive] - 1.0;
                scatter += off * off;
                repeats += 1.0 - 1.0 / entry.times;
            }
        }
        // The runs of most drives show bad explanations soonest.
        entries.sort_by_key(|entry| std::cmp::Reverse(entry.running.len()));
        Self { drives, entries, scatter, repeats }
    }
}
