//! Events around a run that make its figures doubtful, whether or not a rate shows it.

use std::collections::{BTreeMap, BTreeSet};

use narrows_messages::Message;
use narrows_record::run::{RunDocument, TargetMeasurement, ThrottleEvent, WriteContext};
use narrows_record::see::LinkState;

use super::Conclusion;
use super::cause::{best_link, carries, falls};
use super::course::decimal;
use crate::thresholds::others;

/// More of a round than this is all of it: counters are looked at only so often.
const WHOLE_ROUND: f64 = 0.8;

/// Links, heat and other processes' I/O, unless `told` already mentions them.
pub(super) fn conclude(run: &RunDocument, told: &[Conclusion]) -> Vec<Conclusion> {
    let is_told = |id: &str, drive: &str| {
        told.iter().any(|it| it.what.id() == id && it.targets.iter().any(|about| about == drive))
    };
    let mut conclusions = links(run, |drive| is_told("finding-fell-link", drive));
    conclusions.extend(throttles(run, |drive| is_told("finding-fell-throttle", drive)));
    conclusions.extend(others(run, |drive| is_told("finding-fell-others", drive)));
    conclusions
}

/// One sentence for each drive whose link dropped or was below its capability.
fn links(run: &RunDocument, is_told: impl Fn(&str) -> bool) -> Vec<Conclusion> {
    let mut said: BTreeMap<&str, Message> = BTreeMap::new();
    for row in &run.results {
        if let Some(message) = link(run, row) {
            said.entry(&row.target).or_insert(message);
        }
    }
    let untold = said.into_iter().filter(|(drive, _)| !is_told(drive));
    untold.map(|(drive, what)| of_drive(drive, what)).collect()
}

fn link(run: &RunDocument, row: &TargetMeasurement) -> Option<Message> {
    if let Some((from, to, at_s)) = falls(row).next() {
        let what = Message::new("finding-link-fell").with("seconds", format!("{at_s:.1} s"));
        return Some(what.with("before", from).with("after", to));
    }
    let best = best_link(row)?;
    let before = before_the_run(run, &row.target)?;
    let narrower = carries(best) < carries(before);
    let what = Message::new("finding-link-narrower");
    narrower.then(|| what.with("before", before).with("after", best))
}

fn before_the_run(run: &RunDocument, drive: &str) -> Option<LinkState> {
    let drive = run.machine.drives.iter().find(|known| known.id == drive)?;
    let controller = drive.controller.as_ref()?;
    let storage = run.machine.storage.iter().find(|storage| storage.id == *controller)?;
    storage.link.as_ref()?.current
}

/// One sentence for each device that throttled: all its counters at their highest.
fn throttles(run: &RunDocument, is_told: impl Fn(&str) -> bool) -> Vec<Conclusion> {
    let mut found: BTreeMap<&str, (&ThrottleEvent, BTreeSet<&str>)> = BTreeMap::new();
    for row in run.results.iter().filter(|row| !is_told(&row.target)) {
        for throttle in &row.watched.throttles {
            let known = found.entry(&throttle.what).or_insert((throttle, BTreeSet::new()));
            known.1.insert(&row.target);
            known.0 = if throttle.count > known.0.count { throttle } else { known.0 };
        }
    }
    let say = |(what, (most, targets)): (&str, (&ThrottleEvent, BTreeSet<&str>))| Conclusion {
        targets: targets.into_iter().map(str::to_owned).collect(),
        what: Message::new("finding-throttled")
            .with("what", what)
            .with("counter", &most.counter)
            .with("count", most.count),
        limit: None,
    };
    found.into_iter().map(say).collect()
}

/// One sentence for each drive that other processes used during the run.
fn others(run: &RunDocument, is_told: impl Fn(&str) -> bool) -> Vec<Conclusion> {
    let mut moved: BTreeMap<&str, (u64, f64)> = BTreeMap::new();
    for row in &run.results {
        let (others, usual) = moved.entry(&row.target).or_default();
        *others = others.saturating_add(row.other_io_seen());
        // The share of a row's own bytes that is allowed for metadata.
        let has_books = |written: &WriteContext| !written.filled || row.place.copy_on_write;
        let bookkeeping = if row.written.as_ref().is_some_and(has_books) {
            others::BOOKS_TOLD
        } else {
            others::TOLD
        };
        *usual += bookkeeping * row.mb_s * 1e6 * row.window_s;
    }
    let noticed = moved.into_iter().filter(|(drive, (others, usual))| {
        *others > others::MIN_BYTES && *others as f64 > *usual && !is_told(drive)
    });
    let say = |(drive, (others, _)): (&str, (u64, f64))| {
        let what = match span(run, drive) {
            Some((from, until)) => Message::new("finding-other-io-span")
                .with("from", format!("{from:.1} s"))
                .with("until", format!("{until:.1} s")),
            None => Message::new("finding-other-io"),
        };
        of_drive(drive, what.with("bytes", decimal(others)))
    };
    noticed.map(say).collect()
}

/// When others moved most, of the round in which that was, unless it was all of the round.
fn span(run: &RunDocument, drive: &str) -> Option<(f64, f64)> {
    let rows = run.results.iter().filter(|row| row.target == drive);
    let most = rows.max_by_key(|row| row.other_io_seen())?;
    let (from, until) = most.other_io_span_s?;
    (until - from < WHOLE_ROUND * most.done_s).then_some((from, until))
}

fn of_drive(drive: &str, what: Message) -> Conclusion {
    Conclusion { targets: vec![drive.to_owned()], what: what.with("drive", drive), limit: None }
}
