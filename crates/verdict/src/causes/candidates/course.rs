//! Causes that come and go during a run: heat, a write cache, other users.

use narrows_messages::Message;
use narrows_record::predict::LimitRecordKind;
use narrows_record::run::{RateChange, TargetMeasurement, ThrottleEvent};
use narrows_record::word::TransferDirection;

use super::super::candidate::{CauseCandidate, OTHERS, prior};
use super::super::subject::BottleneckSubject;
use super::super::weight::{Clue, EvidenceWeight};
use super::super::{names, rate};
use crate::explain::{decimal, has_other_reason};
use crate::thresholds::causes::{COOL, FALL, WINDOW_MIN_S};
use crate::thresholds::explain::{CACHE_FALL, HOT_CELSIUS};
use crate::thresholds::others;

pub(super) fn of(subject: &BottleneckSubject<'_>) -> Vec<CauseCandidate> {
    let mut all = vec![heat(subject), others(subject)];
    let writes =
        |row: &TargetMeasurement| row.direction == TransferDirection::Write || row.write_mb_s > 0.0;
    all.extend(subject.rows().any(writes).then(|| cache(subject)));
    all
}

/// The first drop of each row.
fn falls<'a>(
    subject: &BottleneckSubject<'a>,
) -> impl Iterator<Item = (&'a TargetMeasurement, &'a RateChange)> {
    subject.rows().filter_map(|row| {
        let change = row.changes.iter().find(|it| it.to_mb_s < FALL * it.from_mb_s)?;
        Some((row, change))
    })
}

fn deepest<'a>(
    falls: impl Iterator<Item = (&'a TargetMeasurement, &'a RateChange)>,
) -> Option<(&'a TargetMeasurement, &'a RateChange)> {
    falls.min_by(|(_, a), (_, b)| (a.to_mb_s / a.from_mb_s).total_cmp(&(b.to_mb_s / b.from_mb_s)))
}

fn heat(subject: &BottleneckSubject<'_>) -> CauseCandidate {
    let what = Message::new("cause-heat").with("drives", names(&subject.drives));
    // A drive that is hot from the start does not get any slower.
    let hot = is_hot(subject);
    let course = course(subject, EvidenceWeight::Hints).filter(|clue| !hot || clue.ratio > 1.0);
    let clues = [throttled(subject), temperature(subject), course];
    CauseCandidate::new(LimitRecordKind::Heat, "heat", what, prior::RARE)
        .with(clues.into_iter().flatten())
}

/// A throttling counter rose, in the rounds that show the bottleneck or in others, after which the
/// drive may still have been hot.
fn throttled(subject: &BottleneckSubject<'_>) -> Option<Clue> {
    let counted =
        |row: &'_ TargetMeasurement| row.watched.throttles.iter().find(|it| it.count > 0).cloned();
    let say = |throttle: &ThrottleEvent| {
        Message::new("clue-throttled")
            .with("what", &throttle.what)
            .with("counter", &throttle.counter)
            .with("count", throttle.count)
    };
    if let Some(throttle) = subject.rows().find_map(counted) {
        return Some(Clue::supporting(EvidenceWeight::Tells, say(&throttle)));
    }
    let members = subject.situations.iter().flat_map(|it| it.rows_of(&subject.drives));
    let elsewhere = members.into_iter().find_map(counted)?;
    Some(Clue::supporting(EvidenceWeight::Speaks, say(&elsewhere)))
}

/// The highest temperature of a drive, and its limit, in degrees Celsius.
fn hottest(subject: &BottleneckSubject<'_>) -> Option<(i32, i32)> {
    let of = |row: &'_ TargetMeasurement| {
        let looks = row.watched.temperatures.iter().map(|look| look.celsius);
        let celsius = looks.max().or(row.temperature_c)?;
        Some((celsius, row.watched.temperature_limit_c.unwrap_or(HOT_CELSIUS)))
    };
    subject.rows().filter_map(of).max_by_key(|(celsius, limit)| celsius.saturating_sub(*limit))
}

/// Whether a drive was too hot while the bottleneck showed.
pub(in super::super) fn is_hot(subject: &BottleneckSubject<'_>) -> bool {
    hottest(subject).is_some_and(|(celsius, limit)| celsius >= limit)
}

fn temperature(subject: &BottleneckSubject<'_>) -> Option<Clue> {
    let (celsius, limit) = hottest(subject)?;
    let say = |id| Message::new(id).with("celsius", celsius).with("limit", limit);
    match celsius {
        hot if hot >= limit => Some(Clue::supporting(EvidenceWeight::Speaks, say("clue-hot"))),
        cool if cool.saturating_add(COOL) < limit => {
            Some(Clue::against(EvidenceWeight::Speaks, say("clue-cool")))
        }
        _ => None,
    }
}

/// A rate that dropped during the run, or was constant.
fn course(subject: &BottleneckSubject<'_>, weight: EvidenceWeight) -> Option<Clue> {
    if let Some((row, change)) = deepest(falls(subject)) {
        return Some(Clue::supporting(weight, fell("clue-fell", row, change)));
    }
    let window = subject.rows().map(|row| row.window_s).fold(0.0, f64::max);
    let what = Message::new("clue-steady").with("seconds", format!("{window:.1} s"));
    (window >= WINDOW_MIN_S).then(|| Clue::against(EvidenceWeight::Speaks, what))
}

fn fell(id: &'static str, row: &TargetMeasurement, change: &RateChange) -> Message {
    Message::new(id)
        .with("drive", &row.target)
        .with("bytes", decimal(change.after_bytes))
        .with("seconds", format!("{:.1} s", change.at_s))
        .with("from", rate(change.from_mb_s))
        .with("to", rate(change.to_mb_s))
}

/// Writes fill a cache. A deep drop that neither heat nor a link explains is evidence for it; one
/// with another reason is no evidence.
fn cache(subject: &BottleneckSubject<'_>) -> CauseCandidate {
    let unexplained = || falls(subject).filter(|(row, it)| !has_other_reason(row, it));
    let deep = unexplained().filter(|(_, it)| it.to_mb_s <= CACHE_FALL * it.from_mb_s);
    let clue = match deepest(deep) {
        Some((row, change)) => {
            Some(Clue::supporting(EvidenceWeight::Tells, fell("clue-cache-fell", row, change)))
        }
        None if falls(subject).count() > unexplained().count() => None,
        None => course(subject, EvidenceWeight::Hints),
    };
    let what = Message::new("cause-cache").with("drives", names(&subject.drives));
    CauseCandidate::new(LimitRecordKind::Cache, "cache", what, prior::RARE).with(clue)
}

fn others(subject: &BottleneckSubject<'_>) -> CauseCandidate {
    let bytes = subject.rows().map(TargetMeasurement::other_io_seen).fold(0, u64::saturating_add);
    let own: f64 = subject.rows().map(|row| row.mb_s * 1e6 * row.window_s).sum();
    let what = |id| Message::new(id).with("bytes", decimal(bytes));
    let is_known = subject.rows().all(TargetMeasurement::is_other_io_known);
    let clue = match bytes as f64 > others::EXPLAIN_FALL * own {
        true => Some(Clue::supporting(EvidenceWeight::Speaks, what("clue-others"))),
        // Anything that was not examined is no evidence.
        false => is_known.then(|| Clue::against(EvidenceWeight::Tells, what("clue-no-others"))),
    };
    let cause = Message::new("cause-others").with("drives", names(&subject.drives));
    CauseCandidate::new(LimitRecordKind::Unknown, OTHERS, cause, prior::RARE).with(clue)
}
