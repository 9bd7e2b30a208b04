//! One issuing thread: steps its issuer in virtual time and spends processor time for each request.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use narrows_units::Nanos;
use narrows_workload::issuer::{
    Completion, Errno, IoSubmission, Issuer, IssuerCounts, StopReason, TallySnapshot,
};

use crate::picos::Picos;
use crate::{PartEnding, SimThreadResult};

/// How long requests in flight may take after a cancellation, as in the engine.
const DRAIN: Nanos = Nanos::millis(1000);

/// Most completions that a thread takes in at a time, and so most submissions: the engine hands
/// over requests in batches of this size.
const BATCH: usize = 8;

#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ThreadCost {
    pub busy: Picos,
    /// Time of the program itself, included in `busy`.
    pub own: Picos,
}

pub(crate) struct ThreadRunner {
    pub issuer: Issuer,
    pub task: usize,
    pub stream: u64,
    /// The number of its first slot among all requests in flight.
    pub base: u32,
    free: Picos,
    deadline: Nanos,
    answers: BinaryHeap<Reverse<DueCompletion>>,
    batch: Vec<Completion>,
    /// Processor time in the counted time: total, and the program's own.
    used: [Picos; 2],
    ending: Option<(PartEnding, Nanos)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct DueCompletion {
    at: Picos,
    slot: u32,
    /// Bytes, or the negated error number.
    result: i64,
}

impl ThreadRunner {
    pub fn new(issuer: Issuer, task: usize, stream: u64, base: u32, patience: Nanos) -> Self {
        Self {
            deadline: issuer.schedule().finish_at + patience,
            answers: BinaryHeap::with_capacity(issuer.depth()),
            batch: Vec::with_capacity(issuer.depth()),
            issuer,
            task,
            stream,
            base,
            free: Picos::ZERO,
            used: [Picos::ZERO; 2],
            ending: None,
        }
    }

    /// Completes a request at `at`, unless that is never. Returns when the thread takes it in.
    #[inline]
    pub fn answer(&mut self, at: Picos, slot: u32, result: Result<u32, Errno>) -> Picos {
        if at < Picos::NEVER {
            let result = result.map_or_else(|errno| -i64::from(errno.0), i64::from);
            self.answers.push(Reverse(DueCompletion { at, slot, result }));
        }
        at.max(self.free)
    }

    /// Takes in the completions until `at`, and appends submissions.
    #[inline]
    pub fn step(&mut self, at: Picos, submissions: &mut Vec<IoSubmission>) {
        while self.batch.len() < BATCH {
            let Some(&Reverse(answer)) = self.answers.peek().filter(|it| it.0.at <= at) else {
                break;
            };
            self.answers.pop();
            let result = match answer.result {
                bytes @ 0.. => Ok(bytes as u32),
                errno => Err(Errno(-errno as i32)),
            };
            self.batch.push(Completion { slot: answer.slot, result });
        }
        let now = at.nanos();
        self.issuer.step(now, &self.batch, submissions);
        self.batch.clear();
        if self.issuer.is_done() {
            self.end(PartEnding::Done, now);
        } else if now > self.deadline {
            self.end(PartEnding::Stalled, now);
        }
    }

    /// Spends processor time on requests that were just submitted.
    #[inline]
    pub fn pay(&mut self, at: Picos, cost: ThreadCost) {
        self.free = self.free.max(at) + cost.busy;
        let schedule = self.issuer.schedule();
        if (schedule.count_from..schedule.finish_at).contains(&at.nanos()) {
            let [all, own] = self.used;
            self.used = [all + cost.busy, own + cost.own];
        }
    }

    /// Processor time in the counted time so far: in total, and the program's own.
    pub fn used(&self) -> [Picos; 2] {
        self.used
    }

    /// Repeats everything between two times `times` times more, see [`Issuer::repeat`]; `used` is the
    /// processor time at the first of them.
    pub fn repeat(
        &mut self,
        mark: &TallySnapshot,
        used: [Picos; 2],
        span: (Nanos, Nanos),
        times: u64,
    ) {
        if self.is_over() {
            return;
        }
        self.issuer.repeat(mark, span, times);
        for (now, before) in self.used.iter_mut().zip(used) {
            *now = *now + (*now - before).repeated(times);
        }
        let by = Picos::from(span.1 - span.0).repeated(times);
        self.free = self.free + by;
        let answers = std::mem::take(&mut self.answers).into_iter();
        let later =
            |Reverse(it): Reverse<DueCompletion>| Reverse(DueCompletion { at: it.at + by, ..it });
        self.answers = answers.map(later).collect();
    }

    /// Its totals so far. Processor time is known of the counted time only.
    pub fn counted(&self, now: Nanos) -> IssuerCounts {
        self.issuer.counts(now, self.used[0].nanos())
    }

    /// Whether it counts submissions now.
    pub fn counts(&self, at: Picos) -> bool {
        at.nanos() >= self.issuer.schedule().count_from
    }

    /// When its next step is due.
    #[inline]
    pub fn next(&self) -> Picos {
        if self.ending.is_some() {
            return Picos::NEVER;
        }
        let answered = self.answers.peek().map_or(Picos::NEVER, |Reverse(answer)| answer.at);
        let end = match self.issuer.stopped() {
            None => self.issuer.schedule().finish_at,
            // `step` gives up after the deadline, not at it.
            Some(_) => self.deadline + Nanos::new(1),
        };
        let wake = self.issuer.wake_at().unwrap_or(end).min(end);
        // A busy thread takes nothing in.
        answered.min(Picos::from(wake)).max(self.free)
    }

    pub fn cancel(&mut self, now: Nanos) {
        if self.issuer.stopped().is_none() {
            self.issuer.stop(StopReason::Asked, now);
            self.deadline = self.deadline.min(now + DRAIN);
        }
    }

    pub fn is_over(&self) -> bool {
        self.ending.is_some()
    }

    fn end(&mut self, ending: PartEnding, now: Nanos) {
        let ending = match (ending, self.issuer.stopped()) {
            (PartEnding::Done, Some((StopReason::Asked, _))) => PartEnding::Cancelled,
            (PartEnding::Done, Some((StopReason::Errors, _))) => PartEnding::Errors,
            (ending, _) => ending,
        };
        self.ending = Some((ending, now));
    }

    /// When it ended.
    pub fn over(&self) -> Nanos {
        self.ending.map_or(self.deadline, |(_, over)| over)
    }

    pub fn issued(self) -> (PartEnding, Nanos, SimThreadResult) {
        let schedule = self.issuer.schedule();
        let stopped = self.issuer.stopped();
        let tally = self.issuer.into_tally();
        // A stalled thread was submitting until the end; it is the drive that did not answer. A
        // thread that had submitted everything ended with its last completion.
        let ended = match stopped {
            Some((StopReason::Operations, _)) => tally.last,
            Some((_, at)) => at,
            None => schedule.finish_at,
        };
        let [all, own] = self.used;
        let span = ended.min(schedule.finish_at) - schedule.count_from;
        let (user, system) = (own.nanos(), (all - own).nanos());
        let issued = SimThreadResult { tally, user, system, span };
        (self.ending.map_or(PartEnding::Stalled, |(ending, _)| ending), ended, issued)
    }
}
