//! Causes that come and go during a run: heat, a write cache, other users.

use narrows_messages::Message;
use narrows_record::predict::LimitKind;
use narrows_record::run::{Change, Measured, Throttle};
use narrows_record::word::Direction;

use super::super::candidate::{Candidate, OTHERS, prior};
use super::super::subject::Subject;
use super::super::weight::{Clue, Weight};
use super::super::{names, rate};
use crate::explain::{decimal, has_other_reason};
use crate::thresholds::causes::{COOL, FALL, WINDOW_MIN_S};
use crate::thresholds::explain::{CACHE_FALL, HOT_CELSIUS};
use crate::thresholds::others;

pub(super) fn of(subject: &Subject<'_>) -> Vec<Candidate> {
    let mut all = vec![heat(subject), others(subject)];
    let writes = |row: &Measured| row.direction == Direction::Write || row.write_mb_s > 0.0;
    all.extend(subject.rows().any(writes).then(|| cache(subject)));
    all
}

/// The first drop of each row.
fn falls<'a>(subject: &Subject<'a>) -> impl Iterator<Item = (&'a Measured, &'a Change)> {
    subject.rows().filter_map(|row| {
        let change = row.changes.iter().find(|it| it.to_mb_s < FALL * it.from_mb_s)?;
        Some((row, change))
    })
}

fn deepest<'a>(
    falls: impl Iterator<Item = (&'a Measured, &'a Change)>,
) -> Option<(&'a Measured, &'a Change)> {
    falls.min_by(|(_, a), (_, b)| (a.to_mb_s / a.from_mb_s).total_cmp(&(b.to_mb_s / b.from_mb_s)))
}

fn heat(subject: &Subject<'_>) -> Candidate {
    let what = Message::new("cause-heat").with("drives", names(&subject.drives));
    // A drive that is hot from the start does not get any slower.
    let hot = is_hot(subject);
    let course = course(subject, Weight::Hints).filter(|clue| !hot || clue.ratio > 1.0);
    let clues = [throttled(subject), temperature(subject), course];
    Candidate::new(LimitKind::Heat, "heat", what, prior::RARE).with(clues.into_iter().flatten())
}

/// A throttling counter rose, in the rounds that show the bottleneck or in others, after which the
/// drive may still have been hot.
fn throttled(subject: &Subject<'_>) -> Option<Clue> {
    let counted = |row: &'_ Measured| row.watched.throttles.iter().find(|it| it.count > 0).cloned();
    let say = |throttle: &Throttle| {
        Message::new("clue-throttled")
            .with("what", &throttle.what)
            .with("counter", &throttle.counter)
            .with("count", throttle.count)
    };
    if let Some(throttle) = subject.rows().find_map(counted) {
        return Some(Clue::supporting(Weight::Tells, say(&throttle)));
    }
    let members = subject.situations.iter().flat_map(|it| it.rows_of(&subject.drives));
    let elsewhere = members.into_iter().find_map(counted)?;
    Some(Clue::supporting(Weight::Speaks, say(&elsewhere)))
}

/// The highest temperature of a drive, and its limit, in degrees Celsius.
fn hottest(subject: &Subject<'_>) -> Option<(i32, i32)> {
    let of = |row: &'_ Measured| {
        let looks = row.watched.temperatures.iter().map(|look| look.celsius);
        let celsius = looks.max().or(row.temperature_c)?;
        Some((celsius, row.watched.temperature_limit_c.unwrap_or(HOT_CELSIUS)))
    };
    subject.rows().filter_map(of).max_by_key(|(celsius, limit)| celsius.saturating_sub(*limit))
}

/// Whether a drive was too hot while the bottleneck showed.
pub(in super::super) fn is_hot(subject: &Subject<'_>) -> bool {
    hottest(subject).is_some_and(|(celsius, limit)| celsius >= limit)
}

fn temperature(subject: &Subject<'_>) -> Option<Clue> {
    let (celsius, limit) = hottest(subject)?;
    let say = |id| Message::new(id).with("celsius", celsius).with("limit", limit);
    match celsius {
        hot if hot >= limit => Some(Clue::supporting(Weight::Speaks, say("clue-hot"))),
        cool if cool.saturating_add(COOL) < limit => {
            Some(Clue::against(Weight::Speaks, say("clue-cool")))
        }
        _ => None,
    }
}

/// A rate that dropped during the run, or was constant.
fn course(subject: &Subject<'_>, weight: Weight) -> Option<Clue> {
    if let Some((row, change)) = deepest(falls(subject)) {
        return Some(Clue::supporting(weight, fell("clue-fell", row, change)));
    }
    let window = subject.rows().map(|row| row.window_s).fold(0.0, f64::max);
    let what = Message::new("clue-steady").with("seconds", format!("{window:.1} s"));
    (window >= WINDOW_MIN_S).then(|| Clue::against(Weight::Speaks, what))
}

fn fell(id: &'static str, row: &Measured, change: &Change) -> Message {
    Message::new(id)
        .with("drive", &row.target)
        .with("bytes", decimal(change.after_bytes))
        .with("seconds", format!("{:.1} s", change.at_s))
        .with("from", rate(change.from_mb_s))
        .with("to", rate(change.to_mb_s))
}

/// Writes fill a cache. A deep drop that neither heat nor a link explains is evidence for it; one
/// with another reason is no evidence.
fn cache(subject: &Subject<'_>) -> Candidate {
    let unexplained = || falls(subject).filter(|(row, it)| !has_other_reason(row, it));
    let deep = unexplained().filter(|(_, it)| it.to_mb_s <= CACHE_FALL * it.from_mb_s);
    let clue = match deepest(deep) {
        Some((row, change)) => {
            Some(Clue::supporting(Weight::Tells, fell("clue-cache-fell", row, change)))
        }
        None if falls(subject).count() > unexplained().count() => None,
        None => course(subject, Weight::Hints),
    };
    let what = Message::new("cause-cache").with("drives", names(&subject.drives));
    Candidate::new(LimitKind::Cache, "cache", what, prior::RARE).with(clue)
}

fn others(subject: &Subject<'_>) -> Candidate {
    let bytes = subject.rows().map(Measured::other_io_seen).fold(0, u64::saturating_add);
    let own: f64 = subject.rows().map(|row| row.mb_s * 1e6 * row.window_s).sum();
    let what = |id| Message::new(id).with("bytes", decimal(bytes));
    let is_known = subject.rows().all(Measured::is_other_io_known);
    let clue = match bytes as f64 > others::EXPLAIN_FALL * own {
        true => Some(Clue::supporting(Weight::Speaks, what("clue-others"))),
        // What was not looked at is no evidence of anything.
        false => is_known.then(|| Clue::against(Weight::Tells, what("clue-no-others"))),
    };
    let cause = Message::new("cause-others").with("drives", names(&subject.drives));
    Candidate::new(LimitKind::Unknown, OTHERS, cause, prior::RARE).with(clue)
}
