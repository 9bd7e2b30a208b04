//! The course of rates: lasting changes and their causes, and whether they became steady.

use std::collections::BTreeMap;

use narrows_messages::Message;
use narrows_record::predict::{LimitRecord, LimitRecordKind};
use narrows_record::run::{RateChange, RunDocument, TargetMeasurement, workload_title};
use narrows_record::word::{AccessPattern, FigureUnit, TargetSet};

use super::cause::{DropCause, observed, of_fall};
use super::{Conclusion, rate};
use crate::thresholds::explain::{ONCE_THROUGH, WINDOW_MIN_S};

/// Most changes that are reported one by one; more count as unsteady.
const CHANGES_TOLD: usize = 3;

/// Conclusions from the course of each drive's rate, by drive and workload. Of several sets and
/// repeats the first with a conclusion counts, alone before together.
pub(super) fn conclude(run: &RunDocument) -> Vec<Conclusion> {
    let mut told: BTreeMap<(&str, &str), Vec<Conclusion>> = BTreeMap::new();
    let (alone, together): (Vec<_>, Vec<_>) =
        run.results.iter().filter(|row| !row.partial).partition(|row| row.set == TargetSet::Alone);
    for row in alone.into_iter().chain(together) {
        let said = told.entry((&row.target, &row.workload)).or_default();
        if said.is_empty() {
            *said = of_row(row);
        }
    }
    told.into_values().flatten().collect()
}

fn of_row(row: &TargetMeasurement) -> Vec<Conclusion> {
    let first = row.changes.iter().find(|change| is_fall(change));
    if row.changes.len() > CHANGES_TOLD || came_back(row) {
        let mut falls = row.changes.iter().filter(|change| is_fall(change));
        let explained = falls.find(|change| observed(row, change).is_some());
        let said = explained.map(|change| fell(row, change, false));
        return vec![said.unwrap_or_else(|| restless(row))];
    }
    let tell = |change: &RateChange| match is_fall(change) {
        true => fell(row, change, first == Some(change)),
        false => rose(row, change),
    };
    let mut said: Vec<Conclusion> = row.changes.iter().map(tell).collect();
    // Files of other programs contain no course, nor do measurements by position or by jobs.
    let could_be = row.window_s >= WINDOW_MIN_S && !row.timeline_mb_s.is_empty();
    if said.is_empty() && could_be && row.steady.is_none() {
        said.extend(unsteady(row));
    }
    said
}

fn is_fall(change: &RateChange) -> bool {
    change.to_mb_s < change.from_mb_s
}

/// Whether the rate rose again, so that the drop was not lasting.
fn came_back(row: &TargetMeasurement) -> bool {
    let after = row.changes.iter().skip_while(|change| !is_fall(change));
    after.into_iter().any(|change| !is_fall(change))
}

fn fell(row: &TargetMeasurement, change: &RateChange, is_first: bool) -> Conclusion {
    let cause = of_fall(row, change, is_first);
    let (what, kind) = match &cause {
        DropCause::Link { from, to } => (
            Message::new("finding-fell-link").with("before", from).with("after", to),
            Some(LimitRecordKind::Link),
        ),
        DropCause::Throttle { what, counter } => (
            Message::new("finding-fell-throttle").with("what", what).with("counter", counter),
            Some(LimitRecordKind::Heat),
        ),
        DropCause::Hot { celsius } => {
            (Message::new("finding-fell-hot").with("celsius", celsius), Some(LimitRecordKind::Heat))
        }
        DropCause::Others { bytes } => {
            (Message::new("finding-fell-others").with("others", decimal(*bytes)), None)
        }
        DropCause::Cache => (Message::new("finding-cache-exhausted"), Some(LimitRecordKind::Cache)),
        DropCause::Unknown => (unexplained(row), None),
    };
    Conclusion { limit: kind.map(|kind| limit(row, change, kind)), ..of_change(what, row, change) }
}

/// Reports an unexplained drop, and the facts not monitored.
fn unexplained(row: &TargetMeasurement) -> Message {
    let seen = |is: bool| if is { "seen" } else { "unseen" };
    let link = row.watched.links.iter().any(|look| look.link.is_some());
    let heat = !row.watched.temperatures.is_empty();
    match (link, heat, row.is_other_io_known()) {
        (true, true, true) => Message::new("finding-fell"),
        (link, heat, others) => Message::new("finding-fell-partly-seen")
            .with("link", seen(link))
            .with("heat", seen(heat))
            .with("others", seen(others)),
    }
}

fn rose(row: &TargetMeasurement, change: &RateChange) -> Conclusion {
    let times = change.after_bytes as f64 / row.method.region.max(1) as f64;
    let reads_on = row.asked.pattern == AccessPattern::Sequential && row.asked.read_percent == 100;
    let id = match reads_on && ONCE_THROUGH.contains(&times) {
        true => "finding-rose-again",
        false => "finding-rose",
    };
    of_change(Message::new(id), row, change)
}

fn of_change(what: Message, row: &TargetMeasurement, change: &RateChange) -> Conclusion {
    let what = of_row_in(what, row)
        .with("seconds", format!("{:.1} s", change.at_s))
        .with("bytes", decimal(change.after_bytes))
        .with("from", rate(change.from_mb_s))
        .with("to", rate(change.to_mb_s));
    Conclusion { targets: vec![row.target.clone()], what, limit: None }
}

fn of_row_in(what: Message, row: &TargetMeasurement) -> Message {
    what.with("drive", &row.target).text("workload", workload_title(&row.workload))
}

/// The drive itself is the bottleneck from then on.
fn limit(row: &TargetMeasurement, change: &RateChange, kind: LimitRecordKind) -> LimitRecord {
    LimitRecord {
        kind,
        id: row.target.clone(),
        name: row.target.as_str().into(),
        load: change.to_mb_s,
        capacity: change.to_mb_s,
        unit: FigureUnit::MbS,
    }
}

fn restless(row: &TargetMeasurement) -> Conclusion {
    let levels = || row.changes.iter().flat_map(|change| [change.from_mb_s, change.to_mb_s]);
    let what = of_row_in(Message::new("finding-restless"), row)
        .count("changes", row.changes.len())
        .with("low", rate(levels().fold(f64::MAX, f64::min)))
        .with("high", rate(levels().fold(0.0, f64::max)));
    Conclusion { targets: vec![row.target.clone()], what, limit: None }
}

/// `None` if its lowest and highest rate are one figure.
fn unsteady(row: &TargetMeasurement) -> Option<Conclusion> {
    // Per second: single slices of 100 ms scatter on every drive.
    let seconds = row.timeline_mb_s.chunks_exact(10);
    let means: Vec<f64> = seconds.map(|second| second.iter().sum::<f64>() / 10.0).collect();
    let low = rate(means.iter().copied().fold(f64::MAX, f64::min).min(row.mb_s));
    let high = rate(means.iter().copied().fold(row.mb_s, f64::max));
    let what = of_row_in(Message::new("finding-not-steady"), row)
        .with("seconds", format!("{:.0} s", row.window_s));
    let differs = low != high;
    let what = what.with("low", low).with("high", high);
    differs.then(|| Conclusion { targets: vec![row.target.clone()], what, limit: None })
}

/// `13.0 GB`, in 10^9 bytes, as drives and their caches are sold and rates are given.
pub(crate) fn decimal(bytes: u64) -> String {
    match bytes as f64 / 1e6 {
        mb if mb < 999.5 => format!("{mb:.0} MB"),
        mb if mb < 99_950.0 => format!("{:.1} GB", mb / 1e3),
        mb => format!("{:.0} GB", mb / 1e3),
    }
}
