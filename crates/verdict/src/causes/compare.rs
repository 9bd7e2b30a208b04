//! Other situations of the same run: each cause predicts their outcome.
//!
//! A pair with a rate limit, another block size, more threads or another set is a test of causes
//! even where it was not measured for that. It counts only where predictions differ, and once for
//! each kind of change: two block sizes are not two independent witnesses. A refutation counts in
//! any situation.
//!
//! The two directions differ. More than a cause allows is impossible if it is right. Less is
//! possible: in another situation another bottleneck may bind, so that less refutes it only where
//! another cause predicted the measurement.

use std::collections::BTreeMap;

use narrows_messages::Message;
use narrows_record::run::{Measured, WorkloadParameters};

use super::candidate::Candidate;
use super::nature::{Load, Nature};
use super::situation::Situation;
use super::subject::{Subject, asked_of};
use super::weight::{Clue, Foreseen, Weight};
use super::{names, rate};
use crate::thresholds::causes::{APART, FAR, FITS, MISSES};
use crate::thresholds::explain::LONG_BLOCK_BYTES;

/// How a measurement compares with a prediction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Met {
    Fits,
    /// It rose as predicted, until something else limited it.
    Rose,
    Misses,
}

/// The difference from the situation that shows the bottleneck.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Changed {
    Held,
    Set,
    Block,
    Jobs,
    Depth,
}

impl Changed {
    fn of(
        situation: &Situation<'_>,
        asked: &WorkloadParameters,
        base: &WorkloadParameters,
    ) -> Self {
        match asked {
            _ if !situation.is_free() => Self::Held,
            it if it.block_bytes != base.block_bytes || it.pattern != base.pattern => Self::Block,
            it if it.jobs != base.jobs => Self::Jobs,
            it if it.depth != base.depth => Self::Depth,
            _ => Self::Set,
        }
    }
}

/// A situation that is evidence about the bottleneck.
struct Test<'a> {
    changed: Changed,
    situation: &'a Situation<'a>,
    /// The drives that ran, and the rate that each could take.
    loads: Vec<Load>,
    /// The drives whose figures count.
    focus: Vec<String>,
    measured: f64,
    /// Queue depth relative to the situation that shows the bottleneck.
    flight: f64,
}

/// Adds the evidence of other situations to every candidate.
pub(super) fn weigh(subject: &Subject<'_>, candidates: &mut [Candidate]) {
    let tests: Vec<Told<'_>> = all(subject, candidates);
    for (test, expected) in telling(&tests) {
        let apart = spread(expected) > APART;
        let foreseen = expected.iter().flatten().any(|expected| test.foreseen(*expected).fits());
        for (candidate, expected) in candidates.iter_mut().zip(expected) {
            // No limit can be exceeded: that counts even where predictions do not differ.
            let counts = |expected: &f64| apart || test.excess(*expected) > 1.0 + MISSES;
            let expected = expected.filter(counts);
            let clue = expected.and_then(|expected| test.clue(subject, expected, foreseen));
            candidate.clues.extend(clue);
        }
    }
    refute(&tests, candidates);
    if subject.is_shared() {
        fairness(subject, candidates);
    }
}

/// A test, and each candidate's prediction for it.
type Told<'a> = (Test<'a>, Vec<Option<f64>>);

/// All tests in the run.
fn all<'a>(subject: &Subject<'a>, candidates: &[Candidate]) -> Vec<Told<'a>> {
    let tests = subject.situations.iter().filter_map(|it| Test::of(subject, it));
    let told = |test: Test<'a>| {
        let of = |candidate: &Candidate| test.expected(subject, &candidate.nature);
        let expected: Vec<Option<f64>> = candidates.iter().map(of).collect();
        (test, expected)
    };
    tests.map(told).collect()
}

/// For each kind of change the most informative test, the same one for all candidates: otherwise
/// each would find one that suits it.
fn telling<'a, 'b>(tests: &'b [Told<'a>]) -> Vec<&'b Told<'a>> {
    let mut best: BTreeMap<Changed, &Told<'a>> = BTreeMap::new();
    for told in tests {
        match best.get(&told.0.changed) {
            Some(known) if worth(told) <= worth(known) => {}
            _ => drop(best.insert(told.0.changed, told)),
        }
    }
    best.into_values().collect()
}

/// A limit that was exceeded by a factor in any situation is refuted, even if another situation is
/// more informative.
fn refute(tests: &[Told<'_>], candidates: &mut [Candidate]) {
    for (at, candidate) in candidates.iter_mut().enumerate() {
        if candidate.is_refuted() {
            continue;
        }
        let expected = |told: &Told<'_>| told.1.get(at).copied().flatten();
        let exceeded = |(test, expected): &(&Test<'_>, f64)| test.excess(*expected) >= FAR;
        let known = tests.iter().filter_map(|told| Some((&told.0, expected(told)?)));
        let most = known.filter(exceeded).max_by(|(a, of_a), (b, of_b)| {
            a.excess(*of_a).total_cmp(&b.excess(*of_b)).then(a.measured.total_cmp(&b.measured))
        });
        let clue = most.map(|(test, expected)| test.misses(expected));
        candidate.clues.extend(clue);
    }
}

/// The informative value of a test: the spread of the candidates' predictions; else how far a
/// prediction is exceeded. The measured figure decides a tie, so that names never do.
fn worth((test, expected): &Told<'_>) -> (u64, u64, u64, u64) {
    let spread = spread(expected);
    let excess = expected.iter().flatten().map(|it| test.excess(*it)).fold(0.0, f64::max);
    let known = expected.iter().flatten().count() as u64;
    let apart = if spread > APART { spread } else { 0.0 };
    (order(apart), order(excess), known, order(test.measured))
}

/// The order of numbers from 0 on; anything else counts as 0.
fn order(value: f64) -> u64 {
    if value > 0.0 { value.to_bits() } else { 0 }
}

/// The spread of the predictions as a part of the greatest.
fn spread(expected: &[Option<f64>]) -> f64 {
    let known = || expected.iter().flatten().copied().filter(|it| it.is_finite());
    let (low, high) = (known().fold(f64::INFINITY, f64::min), known().fold(0.0, f64::max));
    if high > low { (high - low) / high } else { 0.0 }
}

impl<'a> Test<'a> {
    /// None for the situation that shows the bottleneck, and for those with other drives, with the
    /// other direction, or without a difference but the name.
    fn of(subject: &Subject<'a>, situation: &'a Situation<'a>) -> Option<Self> {
        let base = subject.asked();
        let members: Vec<String> = situation.rows.keys().map(|&drive| drive.to_owned()).collect();
        let inside = members.iter().all(|drive| subject.drives.contains(drive));
        let enough = if subject.is_shared() { members.len() > 1 } else { members.len() == 1 };
        let asked = asked_of(situation.rows.values().flatten().next()?);
        let changed = Changed::of(situation, &asked, &base);
        let is_new = changed != Changed::Set || members.len() != subject.base.rows.len();
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
        let test = Self {
            changed,
            situation,
            loads: loads(subject, situation)?,
            measured: situation.sum(&focus),
            flight: flight(&asked) / flight(&base),
            focus,
        };
        (!test.focus.is_empty()).then_some(test)
    }

    /// The predicted sum of the drives in focus under a cause.
    fn expected(&self, subject: &Subject<'_>, nature: &Nature) -> Option<f64> {
        let block = self.loads.first()?.block;
        let long = block >= LONG_BLOCK_BYTES.min(subject.asked().block_bytes);
        let nature = match nature {
            Nature::Own(_) if !long || self.flight < 1.0 => return None,
            Nature::Depth(_) if self.changed == Changed::Block => return None,
            Nature::Depth(mb_s) => &Nature::Depth(mb_s * self.flight),
            other => other,
        };
        let got = nature.expected(&self.loads)?;
        let counts = |load: &&Load| self.focus.contains(&load.drive);
        let pairs = self.loads.iter().zip(got).filter(|(load, _)| counts(load));
        Some(pairs.map(|(_, mb_s)| mb_s).sum())
    }

    /// The measured figure as a multiple of the prediction.
    fn excess(&self, expected: f64) -> f64 {
        self.measured / expected.max(1e-9)
    }

    fn foreseen(&self, expected: f64) -> Foreseen {
        Foreseen { expected, measured: self.measured }
    }

    /// `others`: whether some cause predicted the measurement.
    fn clue(&self, subject: &Subject<'_>, expected: f64, others: bool) -> Option<Clue> {
        let foreseen = self.foreseen(expected);
        if foreseen.fits() {
            let what = self.say(Met::Fits, expected);
            return Some(Clue::supporting(Weight::Speaks, what).about(foreseen));
        }
        if self.rose(subject, expected) {
            let what = Clue::supporting(Weight::Hints, self.say(Met::Rose, expected));
            return (foreseen.times() < FAR).then(|| what.about(foreseen));
        }
        let weight = foreseen.against()?;
        if self.excess(expected) > 1.0 || others {
            return Some(self.misses(expected));
        }
        // A further, unknown bottleneck may bind there.
        let weight = if weight == Weight::Speaks { weight } else { Weight::Tells };
        Some(Clue::against(weight, self.say(Met::Misses, expected)))
    }

    fn misses(&self, expected: f64) -> Clue {
        Clue::off(self.foreseen(expected), Weight::Speaks, self.say(Met::Misses, expected))
    }

    /// A drive alone exceeded its rate where its bottleneck shows, but not its predicted rate
    /// without it: it rose as predicted, until something else limited it, which is unknown.
    fn rose(&self, subject: &Subject<'_>, expected: f64) -> bool {
        let more = (1.0 + MISSES) * subject.found.value;
        !subject.is_shared() && self.measured > more && self.measured < expected
    }

    fn say(&self, met: Met, expected: f64) -> Message {
        let id = match (met, self.changed) {
            (Met::Rose, _) => "clue-other-rose",
            (Met::Fits, Changed::Held) => "clue-held-fits",
            (Met::Misses, Changed::Held) => "clue-held-misses",
            (Met::Fits, _) => "clue-other-fits",
            (Met::Misses, _) => "clue-other-misses",
        };
        let held = self.loads.iter().filter(|load| !self.focus.contains(&load.drive));
        let held: Vec<String> = held.map(|load| load.drive.clone()).collect();
        Message::new(id)
            .with("drives", names(&self.focus))
            .with("held", names(&held))
            .with("set", self.situation.set)
            .with("workload", self.situation.workload)
            .with("expected", rate(expected))
            .with("measured", rate(self.measured))
    }
}

/// The rate that each drive could take: its rate alone there, or its rate limit. A drive alone
/// could take as much as its other known limits allow.
fn loads(subject: &Subject<'_>, situation: &Situation<'_>) -> Option<Vec<Load>> {
    let roofs = subject.roofs();
    let load = |(&drive, rows): (&&str, &Vec<&Measured>)| {
        let asked = asked_of(rows.first()?);
        let alone = subject.alone(drive, situation.workload);
        let wants = match subject.is_shared() {
            true => alone?,
            false => roofs.get(drive).copied().unwrap_or(f64::INFINITY),
        };
        let wants = asked.limit_mb_s.map_or(wants, |limit| limit.min(wants));
        Some(Load { drive: drive.to_owned(), wants, block: asked.block_bytes, jobs: asked.jobs })
    };
    let loads: Option<Vec<Load>> = situation.rows.iter().map(load).collect();
    loads.map(|loads| subject.within_inner(loads))
}

/// A shared capacity gives every drive the same, or what it can take; a narrowed slot affects only
/// its own drive.
fn fairness(subject: &Subject<'_>, candidates: &mut [Candidate]) {
    let loads = subject.loads();
    for candidate in candidates.iter_mut() {
        let each = candidate.nature.expected(&loads);
        let own = matches!(candidate.nature, Nature::Narrowed(_) | Nature::Threads(_));
        candidate.clues.extend(each.and_then(|each| share(subject, &loads, &each, own)));
    }
}

/// `own`: whether the cause has a capacity per drive, so that each drive's rate is predicted by
/// itself; how a shared one is divided depends on arbitration, of which only a fair one is
/// modelled.
fn share(subject: &Subject<'_>, loads: &[Load], each: &[f64], own: bool) -> Option<Clue> {
    let foreseen = |(load, expected): (&Load, &f64)| {
        Some(Foreseen { expected: *expected, measured: subject.base.rate(&load.drive)? })
    };
    let all = loads.iter().zip(each).map(foreseen).collect::<Option<Vec<Foreseen>>>()?;
    let worst = all.into_iter().max_by(|a, b| a.off().total_cmp(&b.off()))?;
    let told: Vec<String> = loads
        .iter()
        .filter_map(|load| {
            Some(format!("{} {}", load.drive, rate(subject.base.rate(&load.drive)?)))
        })
        .collect();
    let expected: Vec<String> = loads
        .iter()
        .zip(each)
        .map(|(load, mb_s)| format!("{} {}", load.drive, rate(*mb_s)))
        .collect();
    let say = |id| {
        Message::new(id).with("measured", told.join(", ")).with("expected", expected.join(", "))
    };
    match worst.off() {
        off if off <= FITS => Some(Clue::supporting(Weight::Hints, say("clue-shares-fit"))),
        _ if own && worst.times() >= FAR => {
            Some(Clue::off(worst, Weight::Refutes, say("clue-shares-miss")))
        }
        off if off >= 2.0 * MISSES => Some(Clue::against(Weight::Hints, say("clue-shares-miss"))),
        _ => None,
    }
}
