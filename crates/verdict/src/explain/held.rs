//! One drive at full speed beside one with a low rate limit.
//!
//! Two drives at full speed that get less together may share a link, or each may be in a slot that
//! becomes narrow when both are used. With a low rate limit, the second one leaves a shared link
//! free except for its own rate: the first then loses exactly that much, or nothing if the link has
//! room.

use std::collections::{BTreeMap, BTreeSet};

use narrows_messages::Message;
use narrows_record::run::{RunDocument, TargetMeasurement};
use narrows_record::word::TargetSet;
use narrows_units::stats::median;

use super::{Conclusion, rate};
use crate::thresholds::explain::{KEPT, TAKEN_MAX, UNSHARED};

/// The sets in which a member was rate-limited: their figures do not show what drives can do, so
/// others leave them out.
pub(super) fn sets(run: &RunDocument) -> BTreeSet<&TargetSet> {
    let held =
        |row: &&TargetMeasurement| row.asked.limit_mb_s.is_some() && row.set != TargetSet::Alone;
    run.results.iter().filter(held).map(|row| &row.set).collect()
}

/// The conclusion of each pair of one free and one throttled drive.
pub(super) fn conclude(run: &RunDocument) -> Vec<Conclusion> {
    sets(run).into_iter().filter_map(|set| of_set(run, set)).collect()
}

fn of_set(run: &RunDocument, set: &TargetSet) -> Option<Conclusion> {
    let mut members: BTreeMap<&str, Vec<&TargetMeasurement>> = BTreeMap::new();
    for row in run.results.iter().filter(|row| row.set == *set && !row.partial) {
        members.entry(&row.target).or_default().push(row);
    }
    let is_held =
        |rows: &Vec<&TargetMeasurement>| rows.iter().any(|row| row.asked.limit_mb_s.is_some());
    let (held, free): (Vec<_>, Vec<_>) = members.values().partition(|rows| is_held(rows));
    let ([held], [free]) = (held.as_slice(), free.as_slice()) else { return None };
    let (taker, giver) = (held.first()?, free.first()?);
    let pair = ThrottledPair {
        alone: alone(run, giver)?,
        beside: middle(free)?,
        taken: middle(held)?,
        together: together(run, giver, taker),
    };
    // The highest observed rate over a path that they share.
    let both = pair.together.map_or(0.0, |(both, _)| both);
    let room = both.max(pair.beside + pair.taken);
    let what = Message::new(pair.verdict())
        .with("drive", &giver.target)
        .with("other", &taker.target)
        .with("alone", rate(pair.alone))
        .with("beside", rate(pair.beside))
        .with("taken", rate(pair.taken))
        .with("lost", rate((pair.alone - pair.beside).max(0.0)))
        .with("sum", rate(pair.beside + pair.taken))
        .with("room", rate(room));
    let targets = vec![giver.target.clone(), taker.target.clone()];
    Some(Conclusion { targets, what, limit: None })
}

/// Rates of a pair, MB/s.
struct ThrottledPair {
    alone: f64,
    /// The free drive beside the throttled one.
    beside: f64,
    taken: f64,
    /// Both at full speed: their sum, and the sum of individual results.
    together: Option<(f64, f64)>,
}

impl ThrottledPair {
    fn verdict(&self) -> &'static str {
        let shares = self.together.map(|(both, each)| both < UNSHARED * each);
        let kept = self.beside >= KEPT * self.alone;
        let lost = self.alone - self.beside;
        match shares {
            Some(true) if kept => "finding-held-room",
            Some(false) if kept => "finding-held-own",
            None if kept => "finding-held-kept",
            _ if lost <= TAKEN_MAX * self.taken => "finding-held-shared",
            _ => "finding-held-disturbed",
        }
    }
}

fn middle(rows: &[&TargetMeasurement]) -> Option<f64> {
    let rates: Vec<f64> = rows.iter().map(|row| row.mb_s).collect();
    median(&rates)
}

/// A drive's rate alone under the same workload.
fn alone(run: &RunDocument, like: &TargetMeasurement) -> Option<f64> {
    let is_alone = |row: &&TargetMeasurement| row.set == TargetSet::Alone && is_free(row, like);
    middle(&run.results.iter().filter(is_alone).collect::<Vec<_>>())
}

/// The rate of both at full speed, from a set of just these two, and the rate of each alone.
fn together(run: &RunDocument, a: &TargetMeasurement, b: &TargetMeasurement) -> Option<(f64, f64)> {
    let held = sets(run);
    let is_pair = |row: &&TargetMeasurement| {
        let of_two = row.together.len() == 2 && !held.contains(&row.set);
        of_two && [a, b].iter().all(|drive| row.together.contains(&drive.target))
    };
    let of = |like: &TargetMeasurement| {
        let rows = run.results.iter().filter(is_pair).filter(|row| is_free(row, like));
        middle(&rows.collect::<Vec<_>>())
    };
    Some((of(a)? + of(b)?, alone(run, a)? + alone(run, b)?))
}

/// A valid row of the same drive and workload without a rate limit.
fn is_free(row: &TargetMeasurement, like: &TargetMeasurement) -> bool {
    let same = row.target == like.target && row.workload == like.workload;
    same && !row.partial && row.asked.limit_mb_s.is_none()
}
