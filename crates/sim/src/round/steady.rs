//! Steady stretches of a round: simulated once, then repeated.
//!
//! For: long rounds in little time. Once nothing changes any more, one second of a round is like the
//! next but for chance. So a stretch is simulated that is long enough for its figures, its counts are
//! taken as often as it fits into the rest of the round, and everything in flight is moved to the end.
//! Waits are random, so that no state of a round ever recurs exactly: the repeated part is an
//! estimate, and [`ENOUGH`] gives its accuracy. A round with fewer requests is simulated whole.
//!
//! Slow changes continue in the repeated part: write caches fill by the same amount each time, and drives
//! get warmer at the rate of the stretch. Repetition stops before the next turning point: a cache becomes
//! full or empty, a drive begins or ceases to throttle, a fault or a narrower link comes or goes.
//!
//! Not here: unsteady parts, which are never repeated: faults that hit single requests, arrays'
//! memories that fill, a sequence that moves from member to member.

use std::cmp::Reverse;

use narrows_array::RaidLevel;
use narrows_model::ArrayPlan;
use narrows_units::Nanos;
use narrows_workload::issuer::TallySnapshot;
use narrows_workload::{Pattern, Workload};

use super::{RareEvent, SimRound, SimTarget};
use crate::heat::DriveTemperature;
use crate::picos::Picos;
use crate::unit::{CacheContent, DriveUnit};

/// Requests of each part in the stretch that is repeated: ten lie beyond its 99.99th percentile, the
/// fewest of which a percentile is given. Its rate, where a wait spreads by a fifth, has a standard
/// error of 0.06 %; its 99.9th percentile, with 100 beyond, one of about 1 %.
const ENOUGH: f64 = 100_000.0;
/// The same, as a multiple of the queue depth: a drive that is hardly slower than its part of a shared
/// link drains its queue there within some tens of queue depths; anything slower than this changes
/// rates by less than 0.1 %.
const TURNOVERS: f64 = 1000.0;
/// By how much the rates of the two halves of a steady stretch may differ, as a part of their mean.
const STEADY: f64 = 0.01;

#[derive(Default)]
pub(super) struct SteadySearch {
    /// When it is looked at next, if ever again.
    due: Option<Nanos>,
    finish_at: Nanos,
    slot: Nanos,
    stretch: Option<SteadyStretch>,
    /// The round has taken too long: what has run of it is repeated.
    hurried: bool,
    /// It was ended, because it could not even be repeated.
    pub cut: bool,
}

/// A stretch that may be steady.
struct SteadyStretch {
    from: Nanos,
    /// Its end, once known.
    to: Option<Nanos>,
    active: usize,
    threads: Vec<ThreadMark>,
    targets: Vec<TargetMark>,
    units: Vec<UnitMark>,
}

/// A thread at the begin of a stretch.
struct ThreadMark {
    issued: TallySnapshot,
    used: [Picos; 2],
}

/// A part at the begin of a stretch.
struct TargetMark {
    moved: u64,
    helpers: Picos,
}

/// A drive at the begin of a stretch.
struct UnitMark {
    /// Bytes that have warmed it.
    bytes: u64,
    held: Option<CacheContent>,
}

/// Number of requests of a part that are enough, if it can be steady at all: for a mix, that many
/// of the rarer direction. `fills`: whether it writes into an array's memory, which fills up.
pub(super) fn enough(workload: &Workload, array: Option<&ArrayPlan>, fills: bool) -> Option<f64> {
    let moves_on = array.is_some_and(|array| array.level == RaidLevel::Jbod)
        && workload.pattern == Pattern::Sequential;
    if moves_on || fills {
        return None;
    }
    let share = workload.read_share();
    let rarer = if share <= 0.0 || share >= 1.0 { 1.0 } else { share.min(1.0 - share) };
    Some(ENOUGH.max(TURNOVERS * f64::from(workload.in_flight())) / rarer)
}

impl SteadySearch {
    /// Whether it is time to look.
    #[inline]
    pub fn is_due(&self, now: Picos) -> bool {
        self.due.is_some_and(|due| now >= Picos::from(due))
    }

    /// Something has changed: earlier observations no longer predict the rest.
    pub fn forget(&mut self) {
        self.stretch = None;
    }

    /// From the next check on, repeats the stretch so far.
    pub fn hurry(&mut self, now: Nanos) {
        self.hurried = true;
        // A stretch whose end was far is as good as any.
        if let Some(stretch) = &mut self.stretch {
            stretch.to = None;
        }
        if self.due.is_some() {
            self.next(Nanos::new(now.get().next_multiple_of(self.slot.get().max(1))));
        }
    }

    fn next(&mut self, at: Nanos) {
        self.due = Some(at + self.slot).filter(|due| *due < self.finish_at);
    }
}

impl SimRound<'_> {
    /// Begins to look for steady stretches, in a round that can have any.
    pub(super) fn seek_steady(&mut self, finish_at: Nanos) {
        let is_steady = self.targets.iter().all(|target| target.enough.is_some());
        let Some(first) = self.runners.first().filter(|_| is_steady) else { return };
        let (slot, count_from) =
            (first.issuer.tally().timeline.slot(), first.issuer.schedule().count_from);
        let due = Nanos::new(count_from.get().next_multiple_of(slot.get()));
        self.steady = SteadySearch { due: Some(due), finish_at, slot, ..SteadySearch::default() };
    }

    /// Looks whether a stretch is steady, and repeats it. All that happens before `due` has happened,
    /// and nothing else.
    pub(super) fn look_for_steady(&mut self) {
        let Some(now) = self.steady.due else { return };
        self.steady.next(now);
        let Some(active) = self.active(now) else { return self.steady.forget() };
        // A thread that has begun or ended since changes the others' rates.
        let stretch = self.steady.stretch.take().filter(|it| it.active == active);
        let is_whole = |it: &SteadyStretch| self.next_change(it.from) > Picos::from(now);
        let Some(stretch) = stretch.filter(is_whole) else {
            self.steady.stretch = Some(self.begin_stretch(now, active));
            return;
        };
        let Some(to) = stretch.to.or_else(|| self.end_of(&stretch, now)) else {
            self.steady.stretch = Some(stretch);
            return;
        };
        if now < to {
            self.steady.due = Some(to).filter(|to| *to < self.steady.finish_at);
            self.steady.stretch = Some(SteadyStretch { to: Some(to), ..stretch });
        } else if self.is_steady(&stretch, now) {
            self.repeat(&stretch, now);
        } else {
            self.steady.stretch = Some(self.begin_stretch(now, active));
        }
    }

    /// The number of threads that submit; none while one has not begun, or still waits for its last
    /// requests, or faults hit single requests.
    fn active(&self, now: Nanos) -> Option<usize> {
        if self.units.iter().any(|unit| unit.fault_state.hits_requests(Picos::from(now))) {
            return None;
        }
        let mut active = 0;
        for runner in self.runners.iter().filter(|runner| !runner.is_over()) {
            if runner.issuer.stopped().is_some() || runner.issuer.schedule().begin_at >= now {
                return None;
            }
            active += 1;
        }
        Some(active)
    }

    fn begin_stretch(&self, from: Nanos, active: usize) -> SteadyStretch {
        let thread = self
            .runners
            .iter()
            .map(|runner| ThreadMark { issued: runner.issuer.mark(), used: runner.used() });
        let target = |it: &SimTarget| TargetMark { moved: it.moved, helpers: it.helpers };
        let targets = self.targets.iter().map(target).collect();
        let unit = |it: &DriveUnit| UnitMark {
            bytes: it.warmth.map_or(0, |warmth| warmth.all_bytes),
            held: it.held,
        };
        let units = self.units.iter().map(unit).collect();
        SteadyStretch { from, to: None, active, threads: thread.collect(), targets, units }
    }

    /// Next start or end of a fault, a narrower link or a heat source after a time.
    fn next_change(&self, after: Nanos) -> Picos {
        let of_units = self.units.iter().flat_map(|unit| {
            let warmth = unit.warmth.iter().flat_map(DriveTemperature::changes);
            unit.fault_state.ends().chain(warmth)
        });
        let of_links = self.trainings.iter().flat_map(|it| [it.from, it.until]);
        let changes = of_units.chain(of_links).filter(|at| *at > Picos::from(after));
        changes.min().unwrap_or(Picos::NEVER)
    }

    /// Until when nothing turns, if all goes on as in a stretch that ends now.
    fn until(&self, stretch: &SteadyStretch, now: Nanos) -> Nanos {
        let end = Picos::from(self.steady.finish_at).min(self.next_change(now));
        let rates = self.warming(stretch, now);
        let turns = self.units.iter().zip(rates).filter_map(|(unit, rate)| {
            unit.warmth.map(|warmth| warmth.turns(rate, Picos::from(now), end))
        });
        turns.fold(end, Picos::min).nanos()
    }

    /// Heating load of each drive in a stretch that ends now, in bytes per second.
    fn warming(&self, stretch: &SteadyStretch, now: Nanos) -> Vec<f64> {
        let seconds = (now - stretch.from).as_secs();
        let rate = |(unit, mark): (&DriveUnit, &UnitMark)| {
            let bytes = unit.warmth.map_or(0, |warmth| warmth.all_bytes - mark.bytes);
            bytes as f64 / seconds
        };
        self.units.iter().zip(&stretch.units).map(rate).collect()
    }

    /// Where a stretch ends that has enough requests of each part now, so that the rest of the round
    /// is a multiple of it.
    fn end_of(&self, stretch: &SteadyStretch, now: Nanos) -> Option<Nanos> {
        let mut done = vec![(0, false); self.targets.len()];
        for (runner, mark) in self.runners.iter().zip(&stretch.threads) {
            let (ops, submits) = &mut done[runner.task];
            *ops += runner.issuer.tally().ops - mark.issued.ops;
            *submits |= !runner.is_over();
        }
        let mut parts = self.targets.iter().zip(&done).filter(|(_, (_, submits))| *submits);
        let is_enough =
            parts.all(|(target, (ops, _))| target.enough.is_some_and(|it| *ops as f64 >= it));
        if !is_enough && !self.steady.hurried {
            return None;
        }
        let (length, all) = (now - stretch.from, self.until(stretch, now) - stretch.from);
        // So many stretches of at least this length fill the rest.
        let times = all.get() / length.get().max(1);
        let slot = self.steady.slot.get();
        let each = (all.get() / times.max(1) / slot * slot).max(length.get());
        Some(stretch.from + Nanos::new(each))
    }

    /// Whether every part did the same in both halves.
    fn is_steady(&self, stretch: &SteadyStretch, now: Nanos) -> bool {
        if self.steady.hurried {
            return true;
        }
        let slot = self.steady.slot.get();
        // The timeline knows no times between its slots.
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
    fn repeat(&mut self, stretch: &SteadyStretch, now: Nanos) {
        let length = now - stretch.from;
        let fits = (self.until(stretch, now) - now).get() / length.get().max(1);
        let submitting = self.runners.iter().zip(&stretch.threads).filter(|(it, _)| !it.is_over());
        let left = submitting.map(|(runner, mark)| runner.issuer.repeats_left(&mark.issued));
        let held = self.units.iter().zip(&stretch.units);
        let held = held.filter_map(|(unit, mark)| Some(unit.held?.repeats_left(&mark.held?)));
        let times = left.chain(held).fold(fits, u64::min);
        if times == 0 {
            return;
        }
        // Marks the parts that would have needed more requests before repetition.
        let mut done = vec![0; self.targets.len()];
        for runner in &self.runners {
            done[runner.task] += runner.issuer.tally().ops;
        }
        for (target, ops) in self.targets.iter_mut().zip(done) {
            let is_short = target.enough.is_some_and(|enough| (ops as f64) < enough);
            target.shortened |= self.steady.hurried && is_short;
        }
        // All counts grow as if the stretch had run so many times more.
        for (runner, mark) in self.runners.iter_mut().zip(&stretch.threads) {
            runner.repeat(&mark.issued, mark.used, (stretch.from, now), times);
        }
        for (target, mark) in self.targets.iter_mut().zip(&stretch.targets) {
            target.moved += (target.moved - mark.moved) * times;
            target.helpers = target.helpers + (target.helpers - mark.helpers).repeated(times);
        }
        let passed = Picos::from(Nanos::new(length.get() * times));
        for (unit, mark) in self.units.iter_mut().zip(&stretch.units) {
            if let (Some(held), Some(before)) = (&mut unit.held, &mark.held) {
                held.repeat(before, times, passed);
            }
        }
        let warming = self.warming(stretch, now);
        self.move_on(passed);
        self.steady.next(now + passed.nanos());
        // Lets drives get warmer for a time that began at `from`.
        let from = Picos::from(now);
        for (number, rate) in warming.iter().enumerate() {
            let mut at = Picos::ZERO;
            while let Some(warmth) = self.units[number].warmth.filter(|_| at < passed) {
                let time = warmth.step().min(passed - at);
                at = at + time;
                let mut warmer = warmth;
                warmer.follow_at(*rate, from + at, time);
                self.units[number].warmth = Some(warmer);
                self.note_warmth(from + at, number as u32, &warmth);
            }
        }
    }

    fn move_on(&mut self, by: Picos) {
        self.own.iter_mut().for_each(|server| server.move_on(by));
        self.shared.iter_mut().for_each(|server| server.move_on(by));
        self.units.iter_mut().for_each(|unit| unit.move_on(by));
        self.flights.move_on(by);
        let agenda = std::mem::take(&mut self.agenda).into_iter();
        // Faults come and go at their own times; everything else is under way and moves along.
        let later = |(at, due)| if due == RareEvent::Change { (at, due) } else { (at + by, due) };
        self.agenda = agenda.map(|Reverse(it)| Reverse(later(it))).collect();
        // The event queue has times of its own.
        (0..self.runners.len()).for_each(|at| self.set_runner(at));
        (0..self.shared.len()).for_each(|at| self.set_shared(at));
        self.set_agenda();
    }
}
