//! Drives one issuer on one device in real time.
//!
//! For: the loop between the pure issuer and the kernel: read the clock, step, exchange. It ends
//! when the issuer is done, or when a device that hangs has used up everybody's patience.

use std::sync::atomic::{AtomicBool, Ordering};

use narrows_units::Nanos;

use crate::Stop;
use crate::result::ThreadUse;
use crate::stamping::Stamping;
use crate::{Completion, Device, Errno, Issuer, clock};

/// The longest wait without a look at the clock and at who wants to stop.
const LOOK: Nanos = Nanos::millis(50);
/// How long requests in flight may take after somebody asked to stop.
const DRAIN: Nanos = Nanos::millis(1000);

/// How a drive ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// As the issuer decided, nothing left in flight.
    Done,
    /// Requests are still in flight and do not come back.
    Stalled,
    /// The device as a whole failed.
    Broken(Errno),
}

/// What came of driving an issuer; the counts stand in the issuer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Driven {
    /// How it ended.
    pub ending: Ending,
    /// Processor time from `count_from` until the end of the schedule.
    pub cpu: ThreadUse,
}

/// Drives `issuer` on `device` from `start` (CLOCK_MONOTONIC) until it is done, `cancel` is set
/// and the rest has come in, or `patience` has passed since the end of its schedule. What is
/// written is stamped, and what is read checked, as `stamping` says.
pub fn drive(
    issuer: &mut Issuer,
    device: &mut dyn Device,
    stamping: &mut Stamping,
    start: Nanos,
    patience: Nanos,
    cancel: &AtomicBool,
) -> Driven {
    let schedule = issuer.schedule();
    let mut deadline = schedule.finish_at + patience;
    let mut meter = Meter { from: schedule.count_from, to: schedule.finish_at, ..Meter::default() };
    let mut completions: Vec<Completion> = Vec::with_capacity(issuer.depth());
    let mut submissions = Vec::with_capacity(issuer.depth());
    let ending = loop {
        let now = clock::now() - start;
        meter.tick(now, device);
        if cancel.load(Ordering::Relaxed) && issuer.stopped().is_none() {
            issuer.stop(Stop::Asked, now);
            deadline = deadline.min(now + DRAIN);
        }
        issuer.step(now, &completions, &mut submissions);
        completions.clear();
        if issuer.is_done() {
            break Ending::Done;
        }
        if now > deadline {
            break Ending::Stalled;
        }
        stamping.stamp(&submissions, device);
        // The meter's edges are met to the wait's end: while it waits, a thread uses nothing.
        let wait = issuer.wake_at().map_or(LOOK, |at| LOOK.min(at - now));
        if let Err(errno) = device.exchange(&mut submissions, &mut completions, wait) {
            break Ending::Broken(errno);
        }
        stamping.check(&completions, issuer, device);
    };
    Driven { ending, cpu: meter.read(clock::now() - start, device) }
}

/// Processor time between two points in time, noted at the first look after each.
#[derive(Default)]
struct Meter {
    from: Nanos,
    to: Nanos,
    begun: Option<Reading>,
    ended: Option<Reading>,
}

#[derive(Clone, Copy)]
struct Reading {
    at: Nanos,
    thread: [Nanos; 2],
    helpers: Nanos,
}

impl Meter {
    #[inline]
    fn tick(&mut self, now: Nanos, device: &dyn Device) {
        if self.begun.is_none() && now >= self.from {
            self.begun = Some(Reading::now(now, device));
        }
        if self.ended.is_none() && now >= self.to {
            self.ended = Some(Reading::now(now, device));
        }
    }

    fn read(&self, now: Nanos, device: &dyn Device) -> ThreadUse {
        let Some(begun) = self.begun else { return ThreadUse::default() };
        let ended = self.ended.unwrap_or_else(|| Reading::now(now, device));
        ThreadUse {
            cpu: None,
            user: ended.thread[0] - begun.thread[0],
            system: ended.thread[1] - begun.thread[1],
            helpers: ended.helpers - begun.helpers,
            span: ended.at - begun.at,
        }
    }
}

impl Reading {
    fn now(at: Nanos, device: &dyn Device) -> Self {
        Self { at, thread: clock::thread_use(), helpers: device.helpers_cpu() }
    }
}
