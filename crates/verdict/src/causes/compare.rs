//! Other situations of the same run: each explanation says what should have come of them.
//!
//! A rate-limited pair, another block size, more threads or another set is a test of explanations
//! even where nobody made it for that. It counts only where explanations differ on it, and once
//! for each kind of change: two block sizes are not two independent witnesses.

use std::collections::BTreeMap;

use narrows_messages::Message;
use narrows_record::run::{Asked, Measured};

use super::candidate::Candidate;
use super::nature::{Load, Nature};
use super::situation::Situation;
use super::subject::{Subject, asked_of};
use super::thresholds::{APART, FAR, FITS, LONG_BLOCK, MISSES};
use super::weight::{Clue, Weight};
use super::{names, rate};

/// What was changed against the situation that shows the limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Changed {
    Held,
    Set,
    Block,
    Jobs,
    Depth,
}

impl Changed {
    fn of(situation: &Situation<'_>, asked: &Asked, base: &Asked) -> Self {
        match asked {
            _ if !situation.is_free() => Self::Held,
            it if it.block_bytes != base.block_bytes || it.pattern != base.pattern => Self::Block,
            it if it.jobs != base.jobs => Self::Jobs,
            it if it.depth != base.depth => Self::Depth,
            _ => Self::Set,
        }
    }
}

/// A situation that says something on the limit.
struct Test<'a> {
    changed: Changed,
    situation: &'a Situation<'a>,
    /// Who ran, and what each wanted.
    loads: Vec<Load>,
    /// Those whose figures count.
    focus: Vec<String>,
    measured: f64,
    /// In flight, against the situation that shows the limit.
    flight: f64,
}

/// Gives every candidate the clues that other situations hold.
pub(super) fn weigh(subject: &Subject<'_>, candidates: &mut [Candidate]) {
    for (test, expected) in telling(subject, candidates) {
        let apart = spread(&expected) > APART;
        for (candidate, expected) in candidates.iter_mut().zip(expected) {
            // No limit is exceeded: that counts even where nothing else is told apart.
            let counts = |expected: &f64| apart || test.excess(*expected) > 1.0 + MISSES;
            let clue = expected.filter(counts).and_then(|expected| test.clue(subject, expected));
            candidate.clues.extend(clue);
        }
    }
    if subject.is_shared() {
        fairness(subject, candidates);
    }
}

/// A test, and what each candidate expects of it.
type Told<'a> = (Test<'a>, Vec<Option<f64>>);

/// For each kind of change the test that tells most, the same one for all candidates: of several,
/// each would find one that suits it.
fn telling<'a>(subject: &Subject<'a>, candidates: &[Candidate]) -> Vec<Told<'a>> {
    let mut best: BTreeMap<Changed, Told<'a>> = BTreeMap::new();
    for test in subject.situations.iter().filter_map(|it| Test::of(subject, it)) {
        let of = |candidate: &Candidate| test.expected(subject, &candidate.nature);
        let expected: Vec<Option<f64>> = candidates.iter().map(of).collect();
        let told = (test, expected);
        match best.get(&told.0.changed) {
            Some(known) if worth(&told) <= worth(known) => {}
            _ => drop(best.insert(told.0.changed, told)),
        }
    }
    best.into_values().collect()
}

/// How much a test tells: where candidates expect different things, by how far; else by how far an
/// expectation is exceeded. What was measured settles a tie, so that names never do.
fn worth((test, expected): &Told<'_>) -> (u64, u64, u64, u64) {
    let spread = spread(expected);
    let excess = expected.iter().flatten().map(|it| test.excess(*it)).fold(0.0, f64::max);
    let known = expected.iter().flatten().count() as u64;
    let apart = if spread > APART { spread } else { 0.0 };
    (order(apart), order(excess), known, order(test.measured))
}

/// Numbers from 0 on in their order; everything else counts as 0.
fn order(value: f64) -> u64 {
    if value > 0.0 { value.to_bits() } else { 0 }
}

/// By which part of the greatest the expectations differ.
fn spread(expected: &[Option<f64>]) -> f64 {
    let known = || expected.iter().flatten().copied().filter(|it| it.is_finite());
    let (low, high) = (known().fold(f64::INFINITY, f64::min), known().fold(0.0, f64::max));
    if high > low { (high - low) / high } else { 0.0 }
}

impl<'a> Test<'a> {
    /// None for the situation that shows the limit, and for those in which outsiders run, the other
    /// direction does, or nothing differs but the name.
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
        let flight = |asked: &Asked| f64::from(asked.depth.max(1)) * f64::from(asked.jobs.max(1));
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

    /// What the drives in focus would move in sum under an explanation.
    fn expected(&self, subject: &Subject<'_>, nature: &Nature) -> Option<f64> {
        let block = self.loads.first()?.block;
        let long = block >= LONG_BLOCK.min(subject.asked().block_bytes);
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

    /// How many times what was expected was measured.
    fn excess(&self, expected: f64) -> f64 {
        self.measured / expected.max(1e-9)
    }

    fn clue(&self, subject: &Subject<'_>, expected: f64) -> Option<Clue> {
        let off = (self.measured - expected).abs() / expected.max(1e-9);
        let times = self.excess(expected).max(expected / self.measured.max(1e-9));
        let say = |fits: bool| self.say(fits, expected);
        match off {
            off if off <= FITS => Some(Clue::supporting(Weight::Speaks, say(true))),
            // It rose where it should, until something else stopped it.
            _ if self.rose(subject, expected) => Some(Clue::supporting(Weight::Speaks, say(true))),
            _ if times >= FAR => Some(Clue::against(Weight::Tells, say(false))),
            off if off >= MISSES => Some(Clue::against(Weight::Speaks, say(false))),
            _ => None,
        }
    }

    /// A drive by itself did more than where its limit shows, though less than without that limit:
    /// what stops it next is not known.
    fn rose(&self, subject: &Subject<'_>, expected: f64) -> bool {
        let more = (1.0 + MISSES) * subject.found.value;
        !subject.is_shared() && self.measured > more && self.measured < expected
    }

    fn say(&self, fits: bool, expected: f64) -> Message {
        let id = match (self.changed, fits) {
            (Changed::Held, true) => "clue-held-fits",
            (Changed::Held, false) => "clue-held-misses",
            (_, true) => "clue-other-fits",
            (_, false) => "clue-other-misses",
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

/// What each drive wanted: what it does by itself there, or what it was held to. A drive by itself
/// wants as much as anything else that is known of it allows.
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
    situation.rows.iter().map(load).collect()
}

/// A shared capacity gives everybody the same, or what it wants; a narrowed slot takes from its own
/// drive only.
fn fairness(subject: &Subject<'_>, candidates: &mut [Candidate]) {
    let loads = subject.loads();
    for candidate in candidates.iter_mut() {
        let clue = candidate.nature.expected(&loads).and_then(|each| share(subject, &loads, &each));
        candidate.clues.extend(clue);
    }
}

fn share(subject: &Subject<'_>, loads: &[Load], each: &[f64]) -> Option<Clue> {
    let off = |(load, expected): (&Load, &f64)| {
        Some((subject.base.rate(&load.drive)? / expected.max(1e-9) - 1.0).abs())
    };
    let worst = loads.iter().zip(each).map(off).collect::<Option<Vec<f64>>>()?;
    let worst = worst.into_iter().fold(0.0, f64::max);
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
    match worst {
        worst if worst <= FITS => Some(Clue::supporting(Weight::Hints, say("clue-shares-fit"))),
        worst if worst >= 2.0 * MISSES => {
            Some(Clue::against(Weight::Hints, say("clue-shares-miss")))
        }
        _ => None,
    }
}
