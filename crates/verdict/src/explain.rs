//! Conclusions from a run: which drives share which bottleneck, and the limit of each alone.
//!
//! Measured comes first: a sentence names a bottleneck of the topology only if the figures match
//! it, and says so if they do not.

mod alike;
mod alone;
mod answered;
mod cause;
mod conclusion;
mod course;
mod figures;
mod found;
mod held;
mod shared;
mod stacked;
mod surroundings;

use std::collections::{BTreeMap, BTreeSet};

use narrows_messages::Message;
use narrows_record::predict::LimitRecord;
use narrows_record::run::{ChecksumResult, RunDocument, TargetMeasurement, workload_title};
use narrows_record::sentence;

pub(crate) use self::alike::is_apart;
pub use self::answered::answered_before;
pub(crate) use self::cause::{DegradedLink, best_link, carries, fallen_link, has_other_reason};
pub use self::conclusion::Conclusion;
use self::conclusion::owned;
pub(crate) use self::conclusion::{names, rate, thread_share};
pub(crate) use self::course::decimal;
use self::figures::FiguresByDrive;
pub(crate) use self::figures::{has_drive, is_bandwidth};
pub(crate) use self::stacked::below;
use crate::in_place;
use crate::thresholds::explain::THREAD_BUSY;

/// Draws conclusions from a run, the most important first.
pub fn explain(run: &RunDocument) -> Vec<Conclusion> {
    let figures = FiguresByDrive::of(run);
    // Before any rate: data that is wrong, drives that are gone or fail requests.
    // One sentence for each drive that returned wrong data: more important than any of its figures.
    let mut wrong: BTreeMap<&str, (u64, &ChecksumResult)> = BTreeMap::new();
    for row in &run.results {
        let Some(verified) = row.verified.as_ref().filter(|verified| verified.wrong > 0) else {
            continue;
        };
        wrong.entry(&row.target).or_insert((0, verified)).0 += verified.wrong;
    }
    let say = |(drive, (wrong, first)): (&str, (u64, &ChecksumResult))| Conclusion {
        targets: vec![drive.to_owned()],
        what: Message::new("finding-wrong-blocks")
            .with("drive", drive)
            .with("wrong", wrong)
            .with("blocks", blocks(run, drive))
            .with("first", first.first_wrong.unwrap_or_default())
            .with("why", first.why.as_ref().map(|why| format!(" ({why})")).unwrap_or_default()),
        limit: None,
    };
    let mut conclusions: Vec<Conclusion> = wrong.into_iter().map(say).collect();
    conclusions.extend(failing(run));
    conclusions.extend(in_place::conclusions(run));
    // Of a drive that another program measured nothing is known but its figures.
    let measured = run.results.iter().filter(|row| row.imported.is_none());
    let measured: BTreeSet<&str> = measured.map(|row| row.target.as_str()).collect();
    let own = figures.alone.keys().filter(|drive| measured.contains(*drive));
    let own = own.map(|drive| alone::conclude(run, &figures, drive));
    // A shared limit matters little if the link of one drive is at fault.
    let is_fault = |it: &Conclusion| sentence::SLOW_DRIVE.contains(&it.what.id());
    let (faults, own): (Vec<_>, Vec<_>) = own.partition(is_fault);
    conclusions.extend(faults);
    conclusions.extend(shared::conclude(run, &figures));
    conclusions.extend(held::conclude(run));
    conclusions.extend(own);
    let course = course::conclude(run);
    let around = surroundings::conclude(run, &course);
    conclusions.extend(course.into_iter().chain(around));
    conclusions.extend(alike::conclude(run));
    // For each workload without evidence on links, the busiest thread that is a limit itself; for
    // the others it is reported with the drive. A target without a drive only shows a thread's
    // capability, and is no warning.
    let mut busiest: BTreeMap<&str, &TargetMeasurement> = BTreeMap::new();
    let is_busy = |row: &&TargetMeasurement| thread_share(row) >= THREAD_BUSY;
    let rows = run.results.iter().filter(|row| !is_bandwidth(&row.workload));
    for row in rows.filter(|row| has_drive(row)).filter(is_busy) {
        let known = busiest.entry(&row.workload).or_insert(row);
        *known = if thread_share(row) > thread_share(known) { row } else { *known };
    }
    let busy_threads: Vec<Conclusion> = busiest.into_values().map(busy_thread).collect();
    conclusions.extend(busy_threads);
    // Figures of a document may be finite, and their sum not: such a limit is none.
    let is_number = |limit: &LimitRecord| limit.load.is_finite() && limit.capacity.is_finite();
    conclusions.iter_mut().for_each(|it| it.limit = it.limit.take().filter(is_number));
    conclusions
}

fn busy_thread(result: &TargetMeasurement) -> Conclusion {
    let what = Message::new("finding-thread-busy")
        .with("drive", &result.target)
        .text("workload", workload_title(&result.workload))
        .with("percent", format!("{:.0}", thread_share(result) * 100.0));
    Conclusion { targets: vec![result.target.clone()], what, limit: None }
}

/// The number of verified blocks of a drive.
fn blocks(run: &RunDocument, drive: &str) -> u64 {
    let of_drive = run.results.iter().filter(|row| row.target == drive);
    of_drive.filter_map(|row| row.verified.as_ref()).map(|verified| verified.blocks).sum()
}

/// One sentence for each drive with failed requests. One that completed nothing in some round is gone, which is worse
/// than one that fails some.
pub(crate) fn failing(run: &RunDocument) -> Vec<Conclusion> {
    let mut failed: BTreeMap<&str, (u64, bool)> = BTreeMap::new();
    for result in run.results.iter().filter(|result| result.errors > 0) {
        let (errors, is_gone) = failed.entry(&result.target).or_default();
        *errors = errors.saturating_add(result.errors);
        *is_gone |= !result.is_done();
    }
    let mut failed: Vec<(&str, (u64, bool))> = failed.into_iter().collect();
    failed.sort_by_key(|(_, (_, is_gone))| !is_gone);
    let conclusion = |(drive, (errors, is_gone)): (&str, (u64, bool))| {
        let id = if is_gone { "finding-gone" } else { "finding-errors" };
        let what = Message::new(id)
            .with("drive", drive)
            .count("errors", usize::try_from(errors).unwrap_or(usize::MAX));
        Conclusion { targets: vec![drive.to_owned()], what, limit: None }
    };
    failed.into_iter().map(conclusion).collect()
}

#[cfg(test)]
mod tests;
