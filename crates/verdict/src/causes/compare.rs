//! Other situations of the same run: each cause predicts their outcome.
//!
//! A pair with a rate limit, another block size, more threads or another set tests causes even if it was
//! not measured for that. It counts only if predictions differ. A rate above what a cause allows is
//! impossible if the cause is right; a lower one is possible: in another situation another bottleneck may
//! bind.

use std::collections::BTreeMap;

use narrows_messages::Message;
use narrows_record::predict::LimitRecordKind;
use narrows_record::run::{TargetMeasurement, WorkloadParameters, workload_title};

use super::candidate::CauseCandidate;
use super::nature::{CapacityKind, PredictedRange, SituationLoad};
use super::situation::MeasuredSituation;
use super::subject::BottleneckSubject;
use super::weight::{Clue, EvidenceWeight, outcome, outcome_between};
use super::{names, rate};
use crate::thresholds::causes::{APART, FITS, MISSES};
use crate::thresholds::explain::LONG_BLOCK_BYTES;

/// The difference from the situation that shows the bottleneck.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum SituationChange {
    Held,
    Set,
    Block,
    Jobs,
    Depth,
}

impl SituationChange {
    fn of(
        situation: &MeasuredSituation<'_>,
        parameters: &WorkloadParameters,
        base: &WorkloadParameters,
    ) -> Self {
        match parameters {
            _ if !situation.is_free() => Self::Held,
            it if it.block_bytes != base.block_bytes || it.pattern != base.pattern => Self::Block,
            it if it.jobs != base.jobs => Self::Jobs,
            it if it.depth != base.depth => Self::Depth,
            _ => Self::Set,
        }
    }
}

/// A situation that is evidence about the bottleneck.
struct SituationTest<'a> {
    changed: SituationChange,
    situation: &'a MeasuredSituation<'a>,
    /// The drives that ran, and the rate that each could take.
    loads: Vec<SituationLoad>,
    /// The drives whose figures count.
    focus: Vec<String>,
    measured: f64,
    /// The rate that all of these drives reached with no more requests, or smaller ones.
    least: Option<f64>,
    /// Queue depth relative to the situation that shows the bottleneck.
    flight: f64,
}

/// Adds the evidence of other situations to every candidate.
pub(super) fn weigh(subject: &BottleneckSubject<'_>, candidates: &mut [CauseCandidate]) {
    // The situations for which the candidates differ, by the kind of change.
    let mut groups: BTreeMap<SituationChange, Vec<Predicted<'_>>> = BTreeMap::new();
    for situation in subject.situations {
        let Some(test) = SituationTest::of(subject, situation) else { continue };
        let expected: Vec<Option<PredictedRange>> =
            candidates.iter().map(|it| test.expected(subject, &it.nature)).collect();
        if test.tells(&expected) {
            groups.entry(test.changed).or_default().push((test, expected));
        }
    }
    for (at, candidate) in candidates.iter_mut().enumerate() {
        for tests in groups.values() {
            candidate.clues.extend(group(subject, tests, at));
        }
        candidate.clues.extend(before(subject, candidate));
    }
    if subject.is_shared() {
        // A shared capacity gives every drive the same, or its demand if that is less; a narrowed
        // slot affects only its own drive.
        let loads = subject.loads();
        for candidate in candidates.iter_mut() {
            let each = candidate.nature.expected(&loads);
            let own =
                matches!(candidate.nature, CapacityKind::Narrowed(_) | CapacityKind::Threads(_));
            candidate.clues.extend(each.and_then(|each| share(subject, &loads, &each, own)));
        }
    }
}

/// A test, and each candidate's prediction for it.
type Predicted<'a> = (SituationTest<'a>, Vec<Option<PredictedRange>>);

/// Evidence from situations of one kind about a candidate, in the words of the strongest. They are not
/// independent witnesses: N of them count as the square root of N. A limit that was exceeded in one of them is
/// refuted by that one alone, and no other fits it again.
fn group(subject: &BottleneckSubject<'_>, tests: &[Predicted<'_>], at: usize) -> Option<Clue> {
    let (mut sum, mut count, mut exceeded) = (0.0, 0.0, 0.0_f64);
    let mut told: Option<(f64, &SituationTest<'_>, PredictedRange)> = None;
    for (test, expected) in tests {
        let Some(expected) = expected.get(at).copied().flatten() else { continue };
        let ratio = outcome_between(test.measured, expected, test.least).ln();
        if test.measured > (1.0 + MISSES) * expected.high {
            exceeded = exceeded.min(ratio);
        } else {
            sum += ratio;
            count += 1.0;
        }
        // The figures decide between equals, so that names never do.
        let says_more = |(known, other, _): (f64, &SituationTest<'_>, PredictedRange)| {
            (ratio.abs(), test.measured) > (known.abs(), other.measured)
        };
        if told.is_none_or(says_more) {
            told = Some((ratio, test, expected));
        }
    }
    let (ratio, test, expected) = told?;
    let others = if count > 0.0 { sum / f64::sqrt(count) } else { 0.0 };
    let whole = if exceeded < 0.0 { exceeded + others.min(0.0) } else { others };
    Some(Clue::figure(whole.exp(), test.say(subject, ratio > 0.0, expected)))
}

/// The rate of the drives before they slowed down, if it exceeds a lasting limit. Links lose lanes in the
/// course of a round, too.
fn before(subject: &BottleneckSubject<'_>, candidate: &CauseCandidate) -> Option<Clue> {
    let lasts = matches!(
        candidate.nature,
        CapacityKind::Bytes(_) | CapacityKind::Requests(_) | CapacityKind::Own(_)
    );
    if !lasts || candidate.kind == LimitRecordKind::Link {
        return None;
    }
    let mut sum = 0.0;
    for row in subject.rows() {
        sum += row.changes.first().map_or(row.mb_s, |change| change.from_mb_s.max(row.mb_s));
    }
    let repeats = subject.rows().count() as f64 / subject.drives.len() as f64;
    let before = sum / repeats.max(1.0);
    let found = subject.found.value;
    let what = Message::new("clue-more-before")
        .with("drives", names(&subject.drives))
        .with("before", rate(before))
        .with("found", rate(found));
    (before > (1.0 + MISSES) * found).then(|| Clue::figure(outcome(before, found, 0.0), what))
}

/// The spread of the predictions as a part of the greatest.
fn spread(expected: impl Iterator<Item = f64>) -> f64 {
    let (low, high) = expected
        .filter(|it| it.is_finite())
        .fold((f64::INFINITY, 0.0), |(low, high), it| (it.min(low), it.max(high)));
    if high > low { (high - low) / high } else { 0.0 }
}

impl<'a> SituationTest<'a> {
    /// `None` for the situation that shows the bottleneck, and for those with other drives, with
    /// the other direction, or that differ only in name.
    fn of(subject: &BottleneckSubject<'a>, situation: &'a MeasuredSituation<'a>) -> Option<Self> {
        let base = subject.asked();
        let members: Vec<String> = situation.rows.keys().map(|&drive| drive.to_owned()).collect();
        let inside = members.iter().all(|drive| subject.drives.contains(drive));
        let enough = if subject.is_shared() { members.len() > 1 } else { members.len() == 1 };
        let asked = &situation.rows.values().flatten().next()?.asked;
        let changed = SituationChange::of(situation, asked, &base);
        let is_new = changed != SituationChange::Set || members.len() != subject.base.rows.len();
        // Evidence are smaller sets of the same drives, and the same set under another workload.
        let fits = inside || situation.set == subject.base.set;
        let is_other = !std::ptr::eq(situation, subject.base) && is_new;
        if !(is_other && fits && enough && asked.read_percent == base.read_percent) {
            return None;
        }
        let is_held =
            |drive: &String| situation.asked(drive).is_some_and(|asked| asked.limit_mb_s.is_some());
        let focus = subject.drives.iter().filter(|id| members.contains(id) && !is_held(id));
        let focus: Vec<String> = focus.cloned().collect();
        let flight = |asked: &WorkloadParameters| {
            f64::from(asked.depth.max(1)) * f64::from(asked.jobs.max(1))
        };
        let flight = flight(asked) / flight(&base);
        let is_more = situation.set == subject.base.set
            && !matches!(changed, SituationChange::Held | SituationChange::Set)
            && flight >= 1.0
            && asked.block_bytes >= base.block_bytes;
        let test = Self {
            changed,
            situation,
            loads: loads(subject, situation)?,
            measured: situation.sum(&focus),
            least: is_more.then_some(subject.found.value),
            flight,
            focus,
        };
        (!test.focus.is_empty()).then_some(test)
    }

    /// The predicted sum of the drives in focus under a cause.
    fn expected(
        &self,
        subject: &BottleneckSubject<'_>,
        nature: &CapacityKind,
    ) -> Option<PredictedRange> {
        let block = self.loads.first()?.block;
        let long = block >= LONG_BLOCK_BYTES.min(subject.asked().block_bytes);
        let nature = match nature {
            // Short requests, or fewer in flight, keep a drive below its bandwidth for other
            // reasons.
            CapacityKind::Own(_) if !long || self.flight < 1.0 => return None,
            // Larger requests take longer; how much is unknown.
            CapacityKind::Depth(_) if self.changed == SituationChange::Block => return None,
            CapacityKind::Depth(mb_s) => &CapacityKind::Depth(mb_s * self.flight),
            other => other,
        };
        let sum = nature.sum(&self.loads, &self.focus)?;
        Some(if subject.is_shared() { sum.at_most(subject.ceiling()) } else { sum })
    }

    /// Whether candidates predict different results for it, or differ from unlimited drives, or it
    /// exceeds the limit of one of them.
    fn tells(&self, expected: &[Option<PredictedRange>]) -> bool {
        let known = || expected.iter().flatten();
        let free = self.loads.iter().filter(|load| self.focus.contains(&load.drive));
        let (mut low, mut high) = (0.0, 0.0);
        for load in free {
            low += load.wants;
            high += load.most;
        }
        spread(known().map(|it| it.low).chain([low])) > APART
            || spread(known().map(|it| it.high).chain([high])) > APART
            || known().any(|expected| self.measured > (1.0 + MISSES) * expected.high)
    }

    fn say(
        &self,
        subject: &BottleneckSubject<'_>,
        fits: bool,
        expected: PredictedRange,
    ) -> Message {
        // A drive alone rose as predicted, until something else limited it, which is unknown.
        let more = (1.0 + MISSES) * subject.found.value;
        let rose = !subject.is_shared() && (more..expected.low).contains(&self.measured);
        let nearest = self.measured.clamp(expected.low, expected.high.max(expected.low));
        let id = match (fits, self.changed) {
            (false, _) if rose => "clue-other-rose",
            (true, SituationChange::Held) => "clue-held-fits",
            (false, SituationChange::Held) => "clue-held-misses",
            (true, _) => "clue-other-fits",
            (false, _) => "clue-other-misses",
        };
        let held = self.loads.iter().filter(|load| !self.focus.contains(&load.drive));
        let held: Vec<String> = held.map(|load| load.drive.clone()).collect();
        Message::new(id)
            .with("drives", names(&self.focus))
            .with("held", names(&held))
            .with("set", self.situation.set)
            .text("workload", workload_title(self.situation.workload))
            .with("expected", rate(nearest))
            .with("measured", rate(self.measured))
    }
}

/// The rate that each drive could take: its rate alone there, or its rate limit; with requests of another size
/// what follows from its rate alone with those of the bottleneck. A drive alone could take as much as its other known
/// limits allow.
fn loads(
    subject: &BottleneckSubject<'_>,
    situation: &MeasuredSituation<'_>,
) -> Option<Vec<SituationLoad>> {
    let roofs = subject.roofs();
    let base = subject.asked();
    let load = |(&drive, rows): (&&str, &Vec<&TargetMeasurement>)| {
        let asked = &rows.first()?.asked;
        let (wants, most) = if !subject.is_shared() {
            let roof = roofs.get(drive).copied().unwrap_or(f64::INFINITY);
            (roof, roof)
        } else if let Some(alone) = subject.alone(drive, situation.workload) {
            (alone, alone)
        } else {
            let is_alike =
                asked.pattern == base.pattern && asked.depth * asked.jobs >= base.depth * base.jobs;
            let in_base = subject.alone(drive, &subject.sharing.workload).filter(|_| is_alike)?;
            subject.in_blocks_of(drive, in_base, asked.block_bytes)
        };
        let limit = asked.limit_mb_s.unwrap_or(f64::INFINITY);
        Some(SituationLoad {
            drive: drive.to_owned(),
            wants: wants.min(limit),
            most: most.min(limit),
            block: asked.block_bytes,
            jobs: asked.jobs,
        })
    };
    let loads: Option<Vec<SituationLoad>> = situation.rows.iter().map(load).collect();
    loads.map(|loads| subject.within_inner(loads))
}

/// `own`: whether the cause has a capacity per drive, so that each drive's rate is predicted by
/// itself; how a shared one is divided depends on arbitration, of which only a fair one is
/// modelled.
fn share(
    subject: &BottleneckSubject<'_>,
    loads: &[SituationLoad],
    each: &[f64],
    own: bool,
) -> Option<Clue> {
    let mut worst: f64 = 0.0;
    let (mut measured, mut expected) = (Vec::new(), Vec::new());
    let mut least = f64::INFINITY;
    for (load, predicted) in loads.iter().zip(each) {
        let got = subject.base.rate(&load.drive)?;
        worst = worst.max((got - predicted).abs() / predicted.max(1e-9));
        least = least.min(outcome(got, *predicted, 0.0));
        measured.push(format!("{} {}", load.drive, rate(got)));
        expected.push(format!("{} {}", load.drive, rate(*predicted)));
    }
    let say = |id| {
        Message::new(id).with("measured", measured.join(", ")).with("expected", expected.join(", "))
    };
    match worst {
        off if off <= FITS => Some(Clue::supporting(EvidenceWeight::Hints, say("clue-shares-fit"))),
        _ if own => Some(Clue::figure(least, say("clue-shares-miss"))),
        off if off >= 2.0 * MISSES => {
            Some(Clue::against(EvidenceWeight::Hints, say("clue-shares-miss")))
        }
        _ => None,
    }
}
