//! Steady stretches of a round: simulated once, then repeated.
//!
//! For: long rounds in little time. Where nothing changes any more, a second of a round is like the
//! next but for chance. So a stretch is simulated that is long enough for its figures, its counts
//! are taken as often as it fits into the rest of the round, and all that is in flight is moved to
//! the end of that. Waits are random, so that no state of a round ever comes again exactly: what is
//! repeated is an estimate, and [`ENOUGH`] says how good. A round that has fewer requests is simulated
//! whole.
//!
//! Not here: what cannot be steady, which is never repeated: heat, faults, write caches and memories
//! that fill, a sequence that moves from member to member.

use std::cmp::Reverse;

use narrows_array::Level;
use narrows_issuer::Mark;
use narrows_model::ArrayPlan;
use narrows_units::Nanos;
use narrows_workload::{Pattern, Workload};

use super::{Round, Target};
use crate::picos::Picos;

/// Requests of each part in the stretch that is repeated: ten lie beyond its 99.99th percentile, the
/// fewest of which a percentile is told. Its rate, where a wait spreads by a fifth, has a standard
/// error of 0.06 %; its 99.9th percentile, with 100 beyond, one of about 1 %.
const ENOUGH: f64 = 100_000.0;
/// The same, as a multiple of the queue depth: a drive that is hardly slower than its part of a shared
/// link uses up its queue there in some tens of times its depth; what takes longer than this
/// changes rates by less than 0.1 %.
const TURNOVERS: f64 = 1000.0;
/// By how much the rates of the two halves of a steady stretch may differ, as a part of their mean.
const STEADY: f64 = 0.01;

/// The search for a steady stretch.
#[derive(Default)]
pub(super) struct Steady {
    /// When it is looked at next, if ever again.
    due: Option<Nanos>,
    finish_at: Nanos,
    slot: Nanos,
    stretch: Option<Stretch>,
}

/// A stretch that may be steady.
struct Stretch {
    from: Nanos,
    /// Where it ends, once that is known.
    to: Option<Nanos>,
    /// Threads that submit in it.
    active: usize,
    threads: Vec<ThreadMark>,
    targets: Vec<TargetMark>,
}

/// A thread at the begin of a stretch.
struct ThreadMark {
    issued: Mark,
    used: [Picos; 2],
}

/// A part at the begin of a stretch.
struct TargetMark {
    moved: u64,
    helpers: Picos,
}

/// How many requests of a part are enough, where it can be steady at all: of a mix, so many of the
/// rarer direction. `fills` tells whether it writes into a cache or memory that fills up.
pub(super) fn enough(workload: &Workload, array: Option<&ArrayPlan>, fills: bool) -> Option<f64> {
    let moves_on = array.is_some_and(|array| array.level == Level::Jbod)
        && workload.pattern == Pattern::Sequential;
    if moves_on || fills {
        return None;
    }
    let share = workload.read_share();
    let rarer = if share <= 0.0 || share >= 1.0 { 1.0 } else { share.min(1.0 - share) };
    Some(ENOUGH.max(TURNOVERS * f64::from(workload.in_flight())) / rarer)
}

impl Steady {
    /// Whether it is time to look.
    #[inline]
    pub fn is_due(&self, now: Picos) -> bool {
        self.due.is_some_and(|due| now >= Picos::from(due))
    }

    fn next(&mut self, at: Nanos) {
        self.due = Some(at + self.slot).filter(|due| *due < self.finish_at);
    }
}

impl Round<'_> {
    /// Begins to look for steady stretches, in a round that can have any.
    pub(super) fn seek_steady(&mut self, finish_at: Nanos) {
        let changes = !self.trainings.is_empty()
            || self.units.iter().any(|it| it.warmth.is_some() || !it.fault_state.is_none())
            || self.targets.iter().any(|target| target.enough.is_none());
        let Some(first) = self.runners.first().filter(|_| !changes) else { return };
        let (slot, count_from) =
            (first.issuer.tally().timeline.slot(), first.issuer.schedule().count_from);
        let due = Nanos::new(count_from.get().next_multiple_of(slot.get()));
        self.steady = Steady { due: Some(due), finish_at, slot, stretch: None };
    }

    /// Looks whether a stretch is steady, and repeats it. All that happens before `due` has happened,
    /// and nothing else.
    pub(super) fn look_for_steady(&mut self) {
        let Some(now) = self.steady.due else { return };
        self.steady.next(now);
        let Some(active) = self.active(now) else {
            self.steady.stretch = None;
            return;
        };
        let Some(stretch) = self.steady.stretch.take().filter(|it| it.active == active) else {
            self.steady.stretch = Some(self.begin_stretch(now, active));
            return;
        };
        let Some(to) = stretch.to.or_else(|| self.end_of(&stretch, now)) else {
            self.steady.stretch = Some(stretch);
            return;
        };
        if now < to {
            self.steady.due = Some(to).filter(|to| *to < self.steady.finish_at);
            self.steady.stretch = Some(Stretch { to: Some(to), ..stretch });
        } else if self.is_steady(&stretch, now) {
            self.repeat(&stretch, now);
        } else {
            self.steady.stretch = Some(self.begin_stretch(now, active));
        }
    }

    /// The number of threads that submit; none while one has not begun, or still waits for its last
    /// requests.
    fn active(&self, now: Nanos) -> Option<usize> {
        let mut active = 0;
        for runner in self.runners.iter().filter(|runner| !runner.is_over()) {
            if runner.issuer.stopped().is_some() || runner.issuer.schedule().begin_at >= now {
                return None;
            }
            active += 1;
        }
        Some(active)
    }

    fn begin_stretch(&self, from: Nanos, active: usize) -> Stretch {
        let thread = self
            .runners
            .iter()
            .map(|runner| ThreadMark { issued: runner.issuer.mark(), used: runner.used() });
        let target = |it: &Target| TargetMark { moved: it.moved, helpers: it.helpers };
        let targets = self.targets.iter().map(target).collect();
        Stretch { from, to: None, active, threads: thread.collect(), targets }
    }

    /// Where a stretch ends that has enough requests of each part now, so that the rest of the round
    /// is a multiple of it.
    fn end_of(&self, stretch: &Stretch, now: Nanos) -> Option<Nanos> {
        let mut done = vec![(0, false); self.targets.len()];
        for (runner, mark) in self.runners.iter().zip(&stretch.threads) {
            let (ops, submits) = &mut done[runner.task];
            *ops += runner.issuer.tally().ops - mark.issued.ops;
            *submits |= !runner.is_over();
        }
        let mut parts = self.targets.iter().zip(&done).filter(|(_, (_, submits))| *submits);
        let is_enough =
            parts.all(|(target, (ops, _))| target.enough.is_some_and(|it| *ops as f64 >= it));
        let (length, all) = (now - stretch.from, self.steady.finish_at - stretch.from);
        let times = all.get() / length.get().max(1);
        let slot = self.steady.slot.get();
        let each = (all.get() / times.max(1) / slot * slot).max(length.get());
        is_enough.then(|| stretch.from + Nanos::new(each))
    }

    /// Whether every part did the same in both halves.
    fn is_steady(&self, stretch: &Stretch, now: Nanos) -> bool {
        let slot = self.steady.slot.get();
        let half = ((now - stretch.from).get() / 2).next_multiple_of(slot);
        let middle = stretch.from + Nanos::new(half);
        let mut done = vec![[0; 2]; self.targets.len()];
        for runner in &self.runners {
            let timeline = &runner.issuer.tally().timeline;
            done[runner.task][0] += timeline.sum(stretch.from, middle).1;
            done[runner.task][1] += timeline.sum(middle, now).1;
        }
        done.iter().all(|[first, second]| {
            let first = *first as f64 / (middle - stretch.from).as_secs();
            let second = *second as f64 / (now - middle).as_secs();
            (first - second).abs() <= STEADY * (first + second) / 2.0
        })
    }

    /// Repeats a stretch that ends now as often as fits.
    fn repeat(&mut self, stretch: &Stretch, now: Nanos) {
        let length = now - stretch.from;
        let fits = (self.steady.finish_at - now).get() / length.get().max(1);
        let submitting = self.runners.iter().zip(&stretch.threads).filter(|(it, _)| !it.is_over());
        let left = submitting.map(|(runner, mark)| runner.issuer.repeats_left(&mark.issued));
        let times = left.fold(fits, u64::min);
        if times == 0 {
            return;
        }
        for (runner, mark) in self.runners.iter_mut().zip(&stretch.threads) {
            runner.repeat(&mark.issued, mark.used, (stretch.from, now), times);
        }
        for (target, mark) in self.targets.iter_mut().zip(&stretch.targets) {
            target.moved += (target.moved - mark.moved) * times;
            target.helpers = target.helpers + (target.helpers - mark.helpers).repeated(times);
        }
        let passed = Nanos::new(length.get() * times);
        self.move_on(Picos::from(passed));
        self.steady.next(now + passed);
    }

    /// Moves all that is under way.
    fn move_on(&mut self, by: Picos) {
        self.own.iter_mut().for_each(|server| server.move_on(by));
        self.shared.iter_mut().for_each(|server| server.move_on(by));
        self.units.iter_mut().for_each(|unit| unit.move_on(by));
        self.flights.move_on(by);
        let agenda = std::mem::take(&mut self.agenda).into_iter();
        self.agenda = agenda.map(|Reverse((at, due))| Reverse((at + by, due))).collect();
        (0..self.runners.len()).for_each(|at| self.set_runner(at));
        (0..self.shared.len()).for_each(|at| self.set_shared(at));
        self.set_agenda();
    }
}
