//! What came of running a set.

use narrows_stats::{Histogram, Timeline};
use narrows_units::{Bytes, BytesPerSec, Iops, Nanos};

use crate::issuer::{Failure, Tally};
use crate::{Method, RunError, Window};

/// Processor time of a target's own threads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CpuUse {
    /// Of the issuing thread.
    pub thread: Nanos,
    /// Of the threads that carry requests for it; none with a ring.
    pub helpers: Nanos,
    /// Over how much time, from the end of the ramp on.
    pub span: Nanos,
}

impl CpuUse {
    /// The share of one core that the issuing thread used, 0 to 1.
    pub fn thread_share(self) -> f64 {
        share(self.thread, self.span)
    }

    /// Cores used by all threads of the target; with a pool it may be more than 1.
    pub fn cores(self) -> f64 {
        share(self.thread + self.helpers, self.span)
    }
}

fn share(part: Nanos, whole: Nanos) -> f64 {
    if whole == Nanos::ZERO { 0.0 } else { part.as_secs() / whole.as_secs() }
}

/// How a target's run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// As planned.
    Whole,
    /// Somebody asked to stop; what stands there is true but not all.
    Cancelled,
    /// Given up after too many errors; left out of the common window.
    Errors,
    /// Requests did not come back within the patience after the end; what came back is counted.
    Stalled,
    /// It never ran, or its device broke down; left out of the common window.
    Failed(RunError),
}

/// What one target did. Times are from the common start of the set.
#[derive(Clone, Debug)]
pub struct TargetResult {
    /// The target's name.
    pub name: String,
    /// How it ended.
    pub outcome: Outcome,
    /// By which means; none if it never ran.
    pub method: Option<Method>,
    /// Bytes in the common window.
    pub bytes: Bytes,
    /// Bytes in the whole run, also of what was in flight when it ended.
    pub moved: Bytes,
    /// Operations in the common window.
    pub ops: u64,
    /// Bytes per second in the common window.
    pub rate: BytesPerSec,
    /// Operations per second in the common window.
    pub iops: Iops,
    /// Operations that moved less than was asked, in the whole run.
    pub short: u64,
    /// Operations that failed, in the whole run.
    pub errors: u64,
    /// The first of them.
    pub first_error: Option<Failure>,
    /// Latencies from the end of the ramp to the end of the run.
    pub latency: Histogram,
    /// Bytes and operations by the millisecond, ramp included;
    /// [`Timeline::rates`] over the common window draws it.
    pub timeline: Timeline,
    /// When its first request was submitted.
    pub started: Nanos,
    /// When it ended.
    pub ended: Nanos,
    /// How long after the first target of the set it started.
    pub skew: Nanos,
    /// Processor time of its own threads.
    pub cpu: CpuUse,
}

impl TargetResult {
    pub(crate) fn new(name: String, outcome: Outcome, tally: Tally) -> Self {
        Self {
            name,
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
            started: tally.started.unwrap_or_default(),
            ended: tally.last,
            skew: Nanos::ZERO,
            cpu: CpuUse::default(),
        }
    }

    /// Whether it took part in the set to the end, and so bounds the common window.
    pub(crate) fn bounds_window(&self) -> bool {
        !matches!(self.outcome, Outcome::Errors | Outcome::Failed(_))
    }

    /// Counts what lies in the window.
    pub(crate) fn cut(&mut self, window: Window) {
        (self.bytes, self.ops) = self.timeline.sum(window.start, window.end);
        let length = window.length();
        self.rate = self.bytes.per(length);
        let per_sec = if length == Nanos::ZERO { 0.0 } else { self.ops as f64 / length.as_secs() };
        self.iops = Iops::new(per_sec);
    }

    /// Processor time of its own threads per operation; none without operations.
    pub fn cpu_per_op(&self) -> Option<Nanos> {
        let cores = self.cpu.cores();
        (self.ops > 0).then(|| Nanos::secs(cores / self.iops.get()))
    }
}

/// What a set of targets did together.
#[derive(Clone, Debug)]
pub struct SetResult {
    /// One entry a target, in the order given.
    pub targets: Vec<TargetResult>,
    /// The common window, in which bytes and operations count.
    pub window: Window,
    /// From the first target's first request to the last target's.
    pub skew: Nanos,
    /// Processor time of the whole process, over `cpu_span`.
    pub process_cpu: Nanos,
    /// Busy processor time of the whole system over `cpu_span`, by the caller's sampler.
    pub system_cpu: Option<Nanos>,
    /// From the end of the ramp to the end of the run.
    pub cpu_span: Nanos,
}

impl SetResult {
    /// Whether something was cut short or failed.
    pub fn is_partial(&self) -> bool {
        self.targets.iter().any(|target| target.outcome != Outcome::Whole)
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
