//! The results of running a set.

use narrows_units::stats::{Histogram, Timeline};
use narrows_units::{Bytes, BytesPerSec, Iops, Nanos};
use narrows_workload::{Direction, Workload};

use narrows_workload::issuer::IssuerTally;
use narrows_workload::issuer::RequestFailure;

use crate::job::TargetJob;
use crate::stamping::VerifiedReads;
use crate::{IoMethod, RunError, Schedule, Window};

/// Processor time of an issuing thread.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ThreadUse {
    /// The processor that it was bound to, if any.
    pub cpu: Option<u32>,
    /// Time of the thread in user mode: the engine's own cost.
    pub user: Nanos,
    /// Time of the thread in the kernel.
    pub system: Nanos,
    /// Time of the threads that run its requests; 0 with a ring.
    pub helpers: Nanos,
    /// The time over which these count, from the end of the ramp on.
    pub span: Nanos,
}

impl ThreadUse {
    /// The share of one core that it used in user mode, 0 to 1.
    pub fn user_share(self) -> f64 {
        share(self.user, self.span)
    }

    /// The share of one core that it used in the kernel, 0 to 1.
    pub fn system_share(self) -> f64 {
        share(self.system, self.span)
    }

    /// The share of one core that the issuing thread used, 0 to 1.
    pub fn thread_share(self) -> f64 {
        share(self.user + self.system, self.span)
    }

    /// Cores used, its helpers included; with a pool it may be more than 1.
    pub fn cores(self) -> f64 {
        share(self.user + self.system + self.helpers, self.span)
    }
}

fn share(part: Nanos, whole: Nanos) -> f64 {
    if whole == Nanos::ZERO { 0.0 } else { part.as_secs() / whole.as_secs() }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RunOutcome {
    Whole,
    /// It was cancelled; its figures are valid but incomplete.
    Cancelled,
    /// Given up after too many errors; excluded from the common window.
    Errors,
    /// Requests were in flight when the patience was over; those completed count.
    Stalled,
    /// It never ran, or its device failed; excluded from the common window.
    Failed(RunError),
}

/// The result of one target. Times are from the common start of the set.
#[derive(Clone, Debug)]
pub struct TargetResult {
    pub name: String,
    pub outcome: RunOutcome,
    /// How it was measured; `None` if it never ran.
    pub method: Option<IoMethod>,
    pub bytes: Bytes,
    /// Bytes in the whole run, including requests in flight at its end.
    pub moved: Bytes,
    pub ops: u64,
    /// Bytes per second in the common window.
    pub rate: BytesPerSec,
    /// Operations per second in the common window.
    pub iops: Iops,
    /// Operations that moved less than requested, in the whole run.
    pub short: u64,
    /// Operations that failed, in the whole run.
    pub errors: u64,
    pub first_error: Option<RequestFailure>,
    /// Latencies from the end of the ramp to the end of the run.
    pub latency: Histogram,
    /// Bytes and operations per slot, ramp included; see [`Timeline::rates`].
    pub timeline: Timeline,
    /// Rate of reads in the common window.
    pub read: BytesPerSec,
    /// Rate of writes in the common window.
    pub written: BytesPerSec,
    /// When its first request was submitted.
    pub started: Nanos,
    /// When its last thread ended.
    pub ended: Nanos,
    /// How much later than the set's first target it started, without its `start_after`.
    pub skew: Nanos,
    /// Processor time of each of its threads that ran.
    pub threads: Vec<ThreadUse>,
    /// The result of verification; `None` if it was not requested.
    pub verified: Option<VerifiedReads>,
    /// The workload's direction, and the writes of a mix.
    way: (Direction, Timeline),
}

impl TargetResult {
    /// The result of target `name` under `workload`, with its counts, ramp included;
    /// [`SetResult::cut`] counts those in the common window.
    pub fn new(name: &str, workload: &Workload, outcome: RunOutcome, tally: IssuerTally) -> Self {
        Self {
            name: name.to_owned(),
            outcome,
            method: None,
            bytes: Bytes::ZERO,
            moved: tally.bytes,
            ops: 0,
            rate: BytesPerSec::ZERO,
            iops: Iops::ZERO,
            short: tally.short,
            errors: tally.errors,
            first_error: tally.first_error,
            latency: tally.latency,
            timeline: tally.timeline,
            read: BytesPerSec::ZERO,
            written: BytesPerSec::ZERO,
            started: tally.started.unwrap_or_default(),
            ended: tally.last,
            skew: Nanos::ZERO,
            threads: Vec::new(),
            verified: None,
            way: (workload.direction(), tally.written),
        }
    }

    /// The result of a job's threads together: their counts, and the most severe of their outcomes.
    pub(crate) fn of(job: &TargetJob, threads: Vec<ThreadResult>, finish_at: Nanos) -> Self {
        let mut tally = IssuerTally::new(finish_at, &job.workload);
        threads.iter().for_each(|thread| tally.merge(&thread.tally));
        let outcome = threads.iter().map(|thread| &thread.outcome).max_by_key(|it| it.gravity());
        let outcome = outcome.cloned().unwrap_or(RunOutcome::Cancelled);
        let mut result = Self::new(&job.target.name, &job.workload, outcome, tally);
        result.ended = threads.iter().map(|thread| thread.ended).max().unwrap_or_default();
        result.threads = threads.iter().filter_map(|thread| thread.used).collect();
        for checked in threads.iter().filter_map(|thread| thread.checked) {
            result.verified.get_or_insert_default().merge(&checked);
        }
        result.method = threads.into_iter().find_map(|thread| thread.method);
        result
    }

    /// Whether it ran to the end, and so bounds the common window.
    pub(crate) fn bounds_window(&self) -> bool {
        !matches!(self.outcome, RunOutcome::Errors | RunOutcome::Failed(_))
    }

    /// Counts the traffic in the window.
    pub(crate) fn cut(&mut self, window: Window) {
        (self.bytes, self.ops) = self.timeline.sum(window.start, window.end);
        let length = window.length();
        self.rate = self.bytes.per(length);
        let per_sec = if length == Nanos::ZERO { 0.0 } else { self.ops as f64 / length.as_secs() };
        self.iops = Iops::new(per_sec);
        let written = self.way.1.sum(window.start, window.end).0.per(length);
        (self.read, self.written) = match self.way.0 {
            Direction::Write => (BytesPerSec::ZERO, self.rate),
            Direction::Read => (self.rate - written, written),
        };
    }

    /// The share of one core that the busiest of its issuing threads used, 0 to 1.
    pub fn thread_share(&self) -> f64 {
        self.threads.iter().map(|thread| thread.thread_share()).fold(0.0, f64::max)
    }
}

#[derive(Clone, Debug)]
pub(crate) struct ThreadResult {
    pub(crate) outcome: RunOutcome,
    pub(crate) tally: IssuerTally,
    pub(crate) method: Option<IoMethod>,
    pub(crate) used: Option<ThreadUse>,
    pub(crate) checked: Option<VerifiedReads>,
    pub(crate) ended: Nanos,
}

impl ThreadResult {
    /// The result of a thread that never ran.
    pub(crate) fn nothing(job: &TargetJob, outcome: RunOutcome, finish_at: Nanos) -> Self {
        let tally = IssuerTally::new(finish_at, &job.workload);
        let ended = Nanos::ZERO;
        Self { outcome, tally, method: None, used: None, checked: None, ended }
    }
}

impl RunOutcome {
    /// The severity of an outcome; a target's outcome is the most severe of its threads'.
    fn gravity(&self) -> u8 {
        match self {
            Self::Whole => 0,
            Self::Cancelled => 1,
            Self::Errors => 2,
            Self::Stalled => 3,
            Self::Failed(_) => 4,
        }
    }
}

#[derive(Clone, Debug)]
pub struct SetResult {
    /// One entry per target, in the order given.
    pub targets: Vec<TargetResult>,
    /// The common window, in which bytes and operations count.
    pub window: Window,
    /// From the first target's first request to the last target's, without their delays.
    pub skew: Nanos,
    pub first_done: Nanos,
    pub last_done: Nanos,
    /// Processor time of the whole process, over `cpu_span`.
    pub process_cpu: Nanos,
    /// Busy processor time of the whole system over `cpu_span`, from the caller's sampler.
    pub system_cpu: Option<Nanos>,
    /// From the end of the ramp to the end of the run.
    pub cpu_span: Nanos,
}

impl SetResult {
    /// Determines the common window of targets with these requested delays, and counts in it.
    /// Processor times are left at 0.
    pub fn cut(mut targets: Vec<TargetResult>, start_after: &[Nanos], schedule: Schedule) -> Self {
        let running = || targets.iter().zip(start_after).filter(|(one, _)| one.bounds_window());
        let spans = running().map(|(one, _)| Window { start: one.started, end: one.ended });
        let window = Window::common(schedule, spans);
        let late = |(one, after): (&TargetResult, &Nanos)| one.started - *after;
        let first = running().map(late).min().unwrap_or_default();
        let last = running().map(late).max().unwrap_or_default();
        let ends = || running().map(|(one, _)| one.ended);
        let (first_done, last_done) = (ends().min(), ends().max());
        for (target, after) in targets.iter_mut().zip(start_after) {
            target.skew = late((target, after)) - first;
            target.cut(window);
        }
        Self {
            targets,
            window,
            skew: last - first,
            first_done: first_done.unwrap_or_default(),
            last_done: last_done.unwrap_or_default(),
            process_cpu: Nanos::ZERO,
            system_cpu: None,
            cpu_span: Nanos::ZERO,
        }
    }

    /// The process's processor time per operation of the set; none without operations.
    pub fn process_cpu_per_op(&self) -> Option<Nanos> {
        self.per_op(self.process_cpu)
    }

    /// The system's busy time per operation of the set; none without operations or sampler.
    pub fn system_cpu_per_op(&self) -> Option<Nanos> {
        self.per_op(self.system_cpu?)
    }

    fn per_op(&self, cpu: Nanos) -> Option<Nanos> {
        let iops: f64 = self.targets.iter().map(|target| target.iops.get()).sum();
        (iops > 0.0).then(|| Nanos::secs(share(cpu, self.cpu_span) / iops))
    }
}
