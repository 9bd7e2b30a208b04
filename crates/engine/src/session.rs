//! Runs a set of targets together, from one synchronised start.
//!
//! For: the common part of a set's threads: when they start and stop, which are abandoned, and the
//! common window afterwards. The calling thread supervises and reports progress; it issues nothing
//! itself.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::RecvTimeoutError;
use std::time::Duration;

use narrows_units::{Bytes, Nanos};

use crate::result::{RunOutcome, SetResult, TargetResult, ThreadResult};
use crate::workers::{ThreadReport, Workers};
use crate::{EngineChoice, RunError, Schedule, TargetJob, clock};

/// How long creating rings and buffers may take.
const SETUP: Nanos = Nanos::millis(10_000);
/// The time from all threads being ready to the start: enough for the last one to reach its wait.
const LEAD: Nanos = Nanos::millis(5);
/// The supervisor's interval.
const LOOK: Nanos = Nanos::millis(50);
/// Time that a thread may take beyond its own patience before it counts as lost.
const GRACE: Nanos = Nanos::millis(1000);

#[derive(Clone, Debug)]
pub struct RunSettings {
    pub time: Nanos,
    /// How long to run before counting: the queue fills, the drive and its link wake up.
    pub ramp: Nanos,
    pub engine: EngineChoice,
    pub poll: bool,
    /// Let a kernel thread fetch the requests (see [`crate::RingSetup::kernel_thread`]).
    pub kernel_thread: bool,
    /// Write blocks with checksums, and check them when read, on the run's own files.
    pub verify: bool,
    /// Use huge pages for the buffers, as fio does with `--iomem=mmaphuge`. Programs have ordinary memory, whose
    /// pages lie scattered: the same 128 KiB reads at depth 32 came at 1.4 GB/s from a virtio disk with ordinary
    /// pages, from fio as well, and at 3.4 GB/s with huge ones.
    pub huge_pages: bool,
    /// How long after the end requests may stay in flight before a drive counts as stalled.
    pub patience: Nanos,
    /// The same seed gives the same random offsets.
    pub seed: u64,
    /// Ends each target after this many operations, ramp included.
    pub ops_max: Option<u64>,
    /// Ends each target after this many bytes, ramp included.
    pub bytes_max: Option<Bytes>,
    /// Busy time of all processors since boot, read at both ends of the counted time.
    pub system_cpu: Option<fn() -> Option<Nanos>>,
}

impl Default for RunSettings {
    /// Two seconds after a ramp of 200 ms, by a ring, unbound, with 5 s of patience.
    fn default() -> Self {
        Self {
            time: Nanos::millis(2000),
            ramp: Nanos::millis(200),
            engine: EngineChoice::Auto,
            poll: false,
            kernel_thread: false,
            verify: false,
            huge_pages: false,
            patience: Nanos::millis(5000),
            seed: 1,
            ops_max: None,
            bytes_max: None,
            system_cpu: None,
        }
    }
}

impl RunSettings {
    fn schedule(&self) -> Schedule {
        let finish_at = self.ramp + self.time;
        Schedule { begin_at: Nanos::ZERO, count_from: self.ramp, finish_at, ops_max: self.ops_max }
    }

    /// When each thread of `job` begins, counts and ends.
    pub(crate) fn schedule_of(&self, job: &TargetJob) -> Schedule {
        let block = job.workload.block.get().max(1);
        // Requests of several sizes are counted by their bytes instead.
        let bytes_max = self.bytes_max.filter(|_| !job.shape.has_sizes());
        let by_bytes = bytes_max.map(|bytes| bytes.get().div_ceil(block));
        let ops_max = self.ops_max.into_iter().chain(by_bytes).min();
        Schedule {
            begin_at: job.start_after,
            ops_max: ops_max.map(|ops| ops.div_ceil(u64::from(job.threads()))),
            ..self.schedule()
        }
    }
}

/// Runs all `jobs` at once and returns the results. Calls `progress` with the elapsed share of the
/// time, 0 to 1, about twenty times a second, on the calling thread; once `cancel` is set, the run
/// ends within about a second with partial results.
///
/// Each target fails by itself, in its [`TargetResult::outcome`]; the others continue.
pub fn run_set(
    jobs: &[TargetJob],
    settings: &RunSettings,
    cancel: &AtomicBool,
    progress: &(dyn Fn(f64) + Sync),
) -> SetResult {
    run_set_from(jobs, settings, cancel, progress, &mut start_soon)
}

/// The start of a set that runs by itself: as soon as its threads, all ready, have gone to wait for it.
pub fn start_soon() -> Option<Nanos> {
    Some(clock::now() + LEAD)
}

/// As [`run_set`], from a start that `agree` gives once all threads are ready, so that several hosts can
/// start together: an instant of this host's CLOCK_MONOTONIC, or `None` if the set is called off.
/// `agree` is not called if the set was cancelled before.
pub fn run_set_from(
    jobs: &[TargetJob],
    settings: &RunSettings,
    cancel: &AtomicBool,
    progress: &(dyn Fn(f64) + Sync),
    agree: &mut dyn FnMut() -> Option<Nanos>,
) -> SetResult {
    let workers = Workers::launch(jobs, settings);
    let mut watch = SetSupervisor {
        schedule: settings.schedule(),
        patience: settings.patience,
        system_cpu: settings.system_cpu,
        results: workers.owners.iter().map(|_| None).collect(),
        workers,
        cancel,
        progress,
        edges: [None; 2],
    };
    // Waits until all threads are ready or have failed, then sets the common start.
    let give_up = clock::now() + SETUP;
    let mut waiting = watch.results.len();
    while waiting > 0 && clock::now() < give_up && !watch.cancel.load(Ordering::Relaxed) {
        match watch.receive(LOOK) {
            // Either report counts: a thread that cannot get ready is done at once, and one that
            // is ready waits for the start.
            Ok(()) => waiting -= 1,
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => break,
        }
    }
    let called_off = watch.cancel.load(Ordering::Relaxed);
    let start = if called_off { None } else { agree() };
    // Set even if the set is called off: the threads wait for it without a limit.
    let _ = watch.workers.gate.start.set(start);
    let start = start.unwrap_or_else(clock::now);
    let finish_at = watch.schedule.finish_at;
    let mut deadline = finish_at + watch.patience + GRACE;
    while watch.results.iter().any(Option::is_none) {
        let now = clock::now() - start;
        if now > deadline {
            break;
        }
        let due = [watch.schedule.count_from, watch.schedule.finish_at];
        for (index, due) in due.into_iter().enumerate() {
            if now >= due && watch.edges[index].is_none() {
                watch.edges[index] = Some(watch.edge(now));
            }
        }
        (watch.progress)((now.as_secs() / finish_at.as_secs()).min(1.0));
        if watch.cancel.load(Ordering::Relaxed)
            && !watch.workers.gate.cancel.swap(true, Ordering::Relaxed)
        {
            // One second for requests in flight (DRAIN in `drive`), one for the reports.
            deadline = deadline.min(now + GRACE + GRACE);
        }
        // The time until the next check: soon, but not past an edge.
        let edges = [watch.schedule.count_from, watch.schedule.finish_at];
        let ahead = edges.into_iter().filter(|edge| *edge > now);
        let next_look = ahead.map(|edge| edge - now).min().unwrap_or(LOOK).min(LOOK);
        if watch.receive(next_look) == Err(RecvTimeoutError::Disconnected) {
            break;
        }
    }
    watch.note_end(clock::now() - start);
    watch.conclude(jobs)
}

/// Processor time at one end of the counted time.
#[derive(Clone, Copy)]
struct WindowEdge {
    at: Nanos,
    process: Nanos,
    system: Option<Nanos>,
}

struct SetSupervisor<'a> {
    workers: Workers,
    schedule: Schedule,
    patience: Nanos,
    system_cpu: Option<fn() -> Option<Nanos>>,
    results: Vec<Option<ThreadResult>>,
    cancel: &'a AtomicBool,
    progress: &'a (dyn Fn(f64) + Sync),
    edges: [Option<WindowEdge>; 2],
}

impl SetSupervisor<'_> {
    fn receive(&mut self, timeout: Nanos) -> Result<(), RecvTimeoutError> {
        let timeout = Duration::from_nanos(timeout.get());
        let (index, report) = self.workers.reports.recv_timeout(timeout)?;
        if let (ThreadReport::Done(result), Some(slot)) = (report, self.results.get_mut(index)) {
            *slot = Some(*result);
        }
        Ok(())
    }

    /// A run that ended early has its second edge at its end.
    fn note_end(&mut self, now: Nanos) {
        if self.edges[1].is_none() {
            self.edges[1] = Some(self.edge(now));
        }
    }

    fn edge(&self, at: Nanos) -> WindowEdge {
        let system = self.system_cpu.and_then(|read| read());
        WindowEdge { at, process: clock::process_cpu(), system }
    }

    fn conclude(self, jobs: &[TargetJob]) -> SetResult {
        let (schedule, edges) = (self.schedule, self.edges);
        let mut threads: Vec<Vec<ThreadResult>> = jobs.iter().map(|_| Vec::new()).collect();
        for (result, owner) in self.results.into_iter().zip(self.workers.owners) {
            let (Some(own), Some(job)) = (threads.get_mut(owner), jobs.get(owner)) else {
                continue;
            };
            // No report until the deadline: the thread hangs in the kernel and is abandoned.
            own.push(result.unwrap_or_else(|| {
                ThreadResult::nothing(job, RunOutcome::Failed(RunError::Lost), schedule.finish_at)
            }));
        }
        let targets = jobs.iter().zip(threads);
        let targets = targets.map(|(job, own)| TargetResult::of(job, own, schedule.finish_at));
        let starts: Vec<Nanos> = jobs.iter().map(|job| job.start_after).collect();
        let mut set = SetResult::cut(targets.collect(), &starts, schedule);
        if let [begun, Some(ended)] = edges {
            // A run that ended within its ramp has counted nothing.
            let begun = begun.unwrap_or(ended);
            set.process_cpu = ended.process - begun.process;
            set.cpu_span = ended.at - begun.at;
            set.system_cpu = ended.system.zip(begun.system).map(|(end, begin)| end - begin);
        }
        set
    }
}
