//! What follows from a run: which drives share which limit, and what limits each one alone.
//!
//! Measured comes first: a sentence names a limit of the topology only where the figures fit it,
//! and says so where they do not.

mod alone;
mod figures;
mod shared;
mod stacked;

use std::collections::BTreeMap;

use narrows_messages::Message;
use narrows_record::predict::Limit;
use narrows_record::run::{Measured, Run};
use narrows_units::BytesPerSec;

use self::figures::{Figures, is_bandwidth};

/// Something that follows, before it is spoken.
#[derive(Clone, Debug, PartialEq)]
pub struct Conclusion {
    /// The drives it is about.
    pub targets: Vec<String>,
    /// The sentence.
    pub what: Message,
    /// The limit it names.
    pub limit: Option<Limit>,
}

/// Together as fast as the sum of each alone, to within the scatter of short runs.
const UNSHARED: f64 = 0.93;
/// How near to a limit's capacity counts as being at it: link arithmetic is up to 1 % high, and
/// hosts lose a few percent more to flow control.
const AT_LIMIT: f64 = 0.9;
/// A thread that computes for more than this share of the time is a limit itself.
const THREAD_BUSY: f64 = 0.9;

/// Draws conclusions from a run, the most important first.
pub fn explain(run: &Run) -> Vec<Conclusion> {
    let figures = Figures::of(run);
    let mut conclusions = shared::conclude(run, &figures);
    conclusions.extend(figures.alone.keys().map(|drive| alone::conclude(run, &figures, drive)));
    conclusions.extend(busy_threads(run));
    conclusions.extend(failing(run));
    conclusions
}

fn rate(mb_s: f64) -> BytesPerSec {
    BytesPerSec::mb_s(mb_s)
}

fn names(drives: &[&str]) -> String {
    drives.join(", ")
}

fn owned(drives: &[&str]) -> Vec<String> {
    drives.iter().map(|&drive| drive.to_owned()).collect()
}

/// For each workload that says nothing on links, the busiest thread that is a limit itself; for
/// the others it stands with the drive.
fn busy_threads(run: &Run) -> Vec<Conclusion> {
    let mut busiest: BTreeMap<&str, &Measured> = BTreeMap::new();
    let is_busy = |result: &&Measured| result.thread_cpu >= THREAD_BUSY;
    for result in run.results.iter().filter(is_busy).filter(|r| !is_bandwidth(&r.workload)) {
        let known = busiest.entry(&result.workload).or_insert(result);
        *known = if result.thread_cpu > known.thread_cpu { result } else { *known };
    }
    busiest.into_values().map(busy_thread).collect()
}

fn busy_thread(result: &Measured) -> Conclusion {
    let what = Message::new("finding-thread-busy")
        .with("drive", &result.target)
        .with("workload", &result.workload)
        .with("percent", format!("{:.0}", result.thread_cpu * 100.0));
    Conclusion { targets: vec![result.target.clone()], what, limit: None }
}

/// One sentence for each drive that failed requests.
fn failing(run: &Run) -> Vec<Conclusion> {
    let mut errors: BTreeMap<&str, u64> = BTreeMap::new();
    for result in run.results.iter().filter(|result| result.errors > 0) {
        *errors.entry(&result.target).or_default() += result.errors;
    }
    let say = |(drive, errors): (&str, u64)| Conclusion {
        targets: vec![drive.to_owned()],
        what: Message::new("finding-errors")
            .with("drive", drive)
            .count("errors", usize::try_from(errors).unwrap_or(usize::MAX)),
        limit: None,
    };
    errors.into_iter().map(say).collect()
}

#[cfg(test)]
mod tests;
