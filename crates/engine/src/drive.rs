//! Runs one issuer on one device in real time.
//!
//! For: the loop between the pure issuer and the kernel: read the clock, step, exchange. It ends
//! when the issuer is done, or when a device hangs beyond the patience.

use std::sync::atomic::{AtomicBool, Ordering};

use narrows_units::Nanos;

use crate::StopReason;
use crate::result::ThreadUse;
use crate::stamping::ThreadStamping;
use crate::{Completion, Errno, Gauge, IoDevice, Issuer, clock};

/// The longest wait between two checks of the clock and of cancellation.
const LOOK: Nanos = Nanos::millis(50);
/// How long requests in flight may take after a cancellation.
const DRAIN: Nanos = Nanos::millis(1000);

/// Interval at which a thread publishes its counts.
const TOLD_EVERY: Nanos = Nanos::millis(200);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IssuerEnding {
    /// As the issuer decided, nothing left in flight.
    Done,
    /// Requests are still in flight and do not come back.
    Stalled,
    /// The device as a whole failed.
    Broken(Errno),
}

/// The result of running an issuer; its counts are in the issuer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IssuerResult {
    pub ending: IssuerEnding,
    /// Processor time from `count_from` until the end of the schedule.
    pub cpu: ThreadUse,
}

/// Runs `issuer` on `device` from `start` (CLOCK_MONOTONIC) until it is done, `cancel` is set and
/// the rest has completed, or `patience` has passed since the end of its schedule. Written data is
/// stamped, and read data checked, according to `stamping`. Five times a second the counts go to
/// `gauge`, as those of the thread with this number.
pub fn drive(
    issuer: &mut Issuer,
    device: &mut dyn IoDevice,
    stamping: &mut ThreadStamping,
    start: Nanos,
    patience: Nanos,
    cancel: &AtomicBool,
    gauge: Option<(&Gauge, u32)>,
) -> IssuerResult {
    let schedule = issuer.schedule();
    let mut deadline = schedule.finish_at + patience;
    let mut meter = CpuMeter { gauge, ..CpuMeter::new(schedule.count_from, schedule.finish_at) };
    let mut completions: Vec<Completion> = Vec::with_capacity(issuer.depth());
    let mut submissions = Vec::with_capacity(issuer.depth());
    let ending = loop {
        let now = clock::now() - start;
        if now >= meter.due {
            meter.tick(now, device, issuer);
        }
        if cancel.load(Ordering::Relaxed) && issuer.stopped().is_none() {
            issuer.stop(StopReason::Asked, now);
            // Requests in flight are still awaited, because the kernel may write into their
            // buffers; a cancellation only shortens the wait.
            deadline = deadline.min(now + DRAIN);
        }
        // One reading of the clock serves the last exchange and the requests that follow.
        issuer.step(now, &completions, &mut submissions);
        completions.clear();
        if issuer.is_done() {
            break IssuerEnding::Done;
        }
        if now > deadline {
            break IssuerEnding::Stalled;
        }
        stamping.stamp(&submissions, device);
        // The meter's edges are the wait's end: a waiting thread uses no processor time.
        let wait = issuer.wake_at().map_or(LOOK, |at| LOOK.min(at - now));
        if let Err(errno) = device.exchange(&mut submissions, &mut completions, wait) {
            break IssuerEnding::Broken(errno);
        }
        // Before the next step, which frees the slots and submits into their buffers again.
        stamping.check(&completions, issuer, device);
    };
    IssuerResult { ending, cpu: meter.read(clock::now() - start, device) }
}

/// Processor time between two points in time, recorded at the first step after each, and the counts
/// published meanwhile. A step compares one number, whatever is recorded.
struct CpuMeter<'a> {
    from: Nanos,
    to: Nanos,
    begun: Option<CpuReading>,
    ended: Option<CpuReading>,
    gauge: Option<(&'a Gauge, u32)>,
    /// When there is something to record next.
    due: Nanos,
}

#[derive(Clone, Copy)]
struct CpuReading {
    at: Nanos,
    thread: [Nanos; 2],
    helpers: Nanos,
}

impl<'a> CpuMeter<'a> {
    fn new(from: Nanos, to: Nanos) -> Self {
        Self { from, to, begun: None, ended: None, gauge: None, due: Nanos::ZERO }
    }

    #[cold]
    fn tick(&mut self, now: Nanos, device: &dyn IoDevice, issuer: &Issuer) {
        if self.begun.is_none() && now >= self.from {
            self.begun = Some(CpuReading::now(now, device));
        }
        if self.ended.is_none() && now >= self.to {
            self.ended = Some(CpuReading::now(now, device));
        }
        if let Some((gauge, thread)) = self.gauge {
            gauge.put(thread, issuer.counts(now, clock::thread_cpu() + device.helpers_cpu()));
        }
        // The next edge, or the next time to tell.
        let from = self.begun.is_none().then_some(self.from);
        let to = self.ended.is_none().then_some(self.to);
        let report = self.gauge.map(|_| now + TOLD_EVERY);
        let due = from.into_iter().chain(to).chain(report).min();
        self.due = due.unwrap_or(Nanos::new(u64::MAX));
    }

    fn read(&self, now: Nanos, device: &dyn IoDevice) -> ThreadUse {
        let Some(begun) = self.begun else { return ThreadUse::default() };
        // A run that ended before its schedule is measured until now.
        let ended = self.ended.unwrap_or_else(|| CpuReading::now(now, device));
        ThreadUse {
            cpu: None,
            user: ended.thread[0] - begun.thread[0],
            system: ended.thread[1] - begun.thread[1],
            helpers: ended.helpers - begun.helpers,
            span: ended.at - begun.at,
        }
    }
}

impl CpuReading {
    fn now(at: Nanos, device: &dyn IoDevice) -> Self {
        Self { at, thread: clock::thread_use(), helpers: device.helpers_cpu() }
    }
}
