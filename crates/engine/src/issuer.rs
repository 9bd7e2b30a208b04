//! What to ask next, and what came of it: the engine without a clock and without I/O.
//!
//! For: keeping a workload's depth in flight, stopping by time, by operations or by errors, and
//! counting. Whoever drives it, a thread with a ring or a simulation in virtual time, calls
//! [`Issuer::step`] with the time and what has completed, and hands the new submissions over.
//! Time is counted from the common start of a set. Nothing is allocated after construction.
//!
//! Not here: clocks, files, threads; several targets; what the counts mean.
//!
//! A batch of completions gets one time stamp, taken when it was reaped, and what is submitted in
//! answer gets the same, as in fio's `t/io_uring.c`. A latency is therefore from being handed to
//! the driver until being seen by it.

use narrows_stats::{Histogram, Timeline};
use narrows_units::{Bytes, Nanos};
use narrows_workload::{Direction, Workload};

use crate::Errno;
use crate::offsets::{Offsets, Region};

/// After so many errors a target is given up: it fails, and asking on would not measure it.
const ERRORS_MAX: u64 = 64;
/// More requests in flight than this no drive takes (NVMe queues end at 65,536 entries, kernels
/// give 1,023 to a queue), and the buffers would eat the memory.
const DEPTH_MAX: u32 = 4096;
/// A whole buffer set larger than this is a slip, not a workload; it is also the most that a ring
/// registers as one buffer.
const BUFFERS_MAX: u64 = 1 << 30;
/// The slots in which bytes are counted: fine enough to cut the common window out afterwards.
const TIMELINE_SLOT: Nanos = Nanos::millis(1);

/// One request to hand to the device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Submission {
    /// Which of the `depth` places in flight, and which buffer.
    pub slot: u32,
    /// Which way the data goes.
    pub direction: Direction,
    /// Where, in bytes from the start of the file or device.
    pub offset: u64,
    /// How much, in bytes.
    pub len: u32,
}

/// One request that the device has answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Completion {
    /// The slot of its submission.
    pub slot: u32,
    /// Bytes moved, or what went wrong.
    pub result: Result<u32, Errno>,
}

/// When to count and when to end, from the common start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Schedule {
    /// From here on latencies count; before it the queue fills and the drive wakes up.
    pub count_from: Nanos,
    /// From here on nothing is submitted and nothing counts.
    pub finish_at: Nanos,
    /// Nothing is submitted beyond so many operations.
    pub ops_max: Option<u64>,
}

/// Why nothing more is submitted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The time is over.
    Time,
    /// All operations were asked.
    Operations,
    /// Too many errors, or the same place failed twice.
    Errors,
    /// Somebody asked.
    Asked,
}

/// A request that failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Failure {
    /// Where, in bytes.
    pub offset: u64,
    /// In the system's words; [`Errno::ENODATA`] for a request that moved nothing.
    pub errno: Errno,
}

/// Why a workload cannot run on a region.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unfit {
    /// The region holds not one whole, aligned block.
    #[error("the region of {region} holds no whole block of {block}")]
    Region {
        /// Size of the region.
        region: Bytes,
        /// Size of a block.
        block: Bytes,
    },
    /// O_DIRECT moves whole sectors of 512 bytes or more.
    #[error("a block of {block} is no multiple of 512 bytes, or more than 1 GiB")]
    Block {
        /// Size of a block.
        block: Bytes,
    },
    /// Depth 0, above 4,096, or more than 1 GiB in flight.
    #[error("a depth of {depth} is outside 1 to 4,096, or has more than 1 GiB in flight")]
    Depth {
        /// Requests in flight.
        depth: u32,
    },
}

/// What an issuer has counted.
#[derive(Clone, Debug, PartialEq)]
pub struct Tally {
    /// Bytes moved, ramp included.
    pub bytes: Bytes,
    /// Operations that moved at least one byte, ramp included.
    pub ops: u64,
    /// Of these, the ones that moved less than was asked.
    pub short: u64,
    /// Operations that failed or moved nothing.
    pub errors: u64,
    /// The first of them.
    pub first_error: Option<Failure>,
    /// Latencies of what completed between `count_from` and `finish_at`.
    pub latency: Histogram,
    /// Bytes and operations by the millisecond until `finish_at`, ramp included.
    pub timeline: Timeline,
    /// When the first request was submitted.
    pub started: Option<Nanos>,
    /// When the last completion was seen.
    pub last: Nanos,
}

#[derive(Clone, Copy, Debug, Default)]
struct Slot {
    in_flight: bool,
    offset: u64,
    since: Nanos,
}

/// Keeps a workload's depth in flight. See the module.
#[derive(Clone, Debug)]
pub struct Issuer {
    direction: Direction,
    block: u32,
    offsets: Offsets,
    schedule: Schedule,
    slots: Vec<Slot>,
    free: Vec<u32>,
    asked: u64,
    stop: Option<(Stop, Nanos)>,
    failed_at: Option<u64>,
    tally: Tally,
}

impl Issuer {
    /// An issuer of `workload` in `region`; the same `seed` asks the same random offsets.
    pub fn new(
        workload: &Workload,
        region: Region,
        schedule: Schedule,
        seed: u64,
    ) -> Result<Self, Unfit> {
        let block = checked_block(workload)?;
        let offsets = Offsets::new(region, u64::from(block), workload.pattern, seed)
            .ok_or(Unfit::Region { region: Bytes::new(region.len), block: workload.block })?;
        Ok(Self {
            direction: workload.direction(),
            block,
            offsets,
            schedule,
            slots: vec![Slot::default(); workload.depth as usize],
            free: (0..workload.depth).rev().collect(),
            asked: 0,
            stop: None,
            failed_at: None,
            tally: Tally::new(schedule.finish_at),
        })
    }

    /// Takes in what has completed and appends what to submit next. `now` is the time since the
    /// common start and must not go back. Completions of slots that are not in flight are ignored.
    pub fn step(
        &mut self,
        now: Nanos,
        completions: &[Completion],
        submissions: &mut Vec<Submission>,
    ) {
        if self.stop.is_none() && now >= self.schedule.finish_at {
            self.stop(Stop::Time, now);
        }
        let (mut bytes, mut ops) = (0, 0);
        for completion in completions {
            let moved = self.complete(now, completion);
            bytes += u64::from(moved);
            ops += u64::from(moved > 0);
        }
        self.tally.moved(now, Bytes::new(bytes), ops);
        self.refill(now, submissions);
    }

    /// Submits nothing more; what is in flight still counts.
    pub fn stop(&mut self, why: Stop, now: Nanos) {
        self.stop.get_or_insert((why, now));
    }

    /// Why nothing more is submitted, and since when; none while running.
    pub fn stopped(&self) -> Option<(Stop, Nanos)> {
        self.stop
    }

    /// Whether all is over: nothing more to submit and nothing in flight.
    pub fn is_done(&self) -> bool {
        self.stop.is_some() && self.in_flight() == 0
    }

    /// Requests in flight.
    pub fn in_flight(&self) -> usize {
        self.slots.len() - self.free.len()
    }

    /// Where the request in flight in `slot` goes, for checking what was read.
    pub fn offset_of(&self, slot: u32) -> Option<u64> {
        let slot = self.slots.get(slot as usize)?;
        slot.in_flight.then_some(slot.offset)
    }

    /// When to count and when to end.
    pub fn schedule(&self) -> Schedule {
        self.schedule
    }

    /// What was counted so far.
    pub fn tally(&self) -> &Tally {
        &self.tally
    }

    /// What was counted.
    pub fn into_tally(self) -> Tally {
        self.tally
    }

    /// Frees the slot and says how many bytes it moved.
    #[inline]
    fn complete(&mut self, now: Nanos, completion: &Completion) -> u32 {
        let Some(slot) = self.slots.get_mut(completion.slot as usize).filter(|s| s.in_flight)
        else {
            return 0;
        };
        slot.in_flight = false;
        let (offset, since) = (slot.offset, slot.since);
        self.free.push(completion.slot);
        match completion.result {
            Ok(moved) if moved > 0 => {
                self.tally.short += u64::from(moved < self.block);
                if (self.schedule.count_from..self.schedule.finish_at).contains(&now) {
                    self.tally.latency.record(now - since);
                }
                moved
            }
            failed => {
                let errno = failed.err().unwrap_or(Errno::ENODATA);
                self.fail(now, Failure { offset, errno });
                0
            }
        }
    }

    fn fail(&mut self, now: Nanos, failure: Failure) {
        self.tally.errors += 1;
        self.tally.first_error.get_or_insert(failure);
        // A place that the drive gave up on twice will not come back.
        let twice = failure.errno == Errno::EIO && self.failed_at == Some(failure.offset);
        if twice || self.tally.errors >= ERRORS_MAX {
            self.stop(Stop::Errors, now);
        }
        if failure.errno == Errno::EIO {
            self.failed_at.get_or_insert(failure.offset);
        }
    }

    #[inline]
    fn refill(&mut self, now: Nanos, submissions: &mut Vec<Submission>) {
        while self.stop.is_none() && !self.free.is_empty() {
            if self.schedule.ops_max.is_some_and(|most| self.asked >= most) {
                return self.stop(Stop::Operations, now);
            }
            submissions.extend(self.next_submission(now));
        }
    }

    #[inline]
    fn next_submission(&mut self, now: Nanos) -> Option<Submission> {
        let index = self.free.pop()?;
        let offset = self.offsets.next();
        *self.slots.get_mut(index as usize)? = Slot { in_flight: true, offset, since: now };
        self.asked += 1;
        self.tally.started.get_or_insert(now);
        Some(Submission { slot: index, direction: self.direction, offset, len: self.block })
    }
}

fn checked_block(workload: &Workload) -> Result<u32, Unfit> {
    let block = workload.block.get();
    if block == 0 || !block.is_multiple_of(512) || block > BUFFERS_MAX {
        return Err(Unfit::Block { block: workload.block });
    }
    let depth = workload.depth;
    if !(1..=DEPTH_MAX).contains(&depth) || block * u64::from(depth) > BUFFERS_MAX {
        return Err(Unfit::Depth { depth });
    }
    Ok(block as u32)
}

impl Tally {
    /// Nothing counted yet, in a run that ends at `finish_at`.
    pub(crate) fn new(finish_at: Nanos) -> Self {
        Self {
            bytes: Bytes::ZERO,
            ops: 0,
            short: 0,
            errors: 0,
            first_error: None,
            latency: Histogram::new(),
            timeline: Timeline::new(TIMELINE_SLOT, finish_at),
            started: None,
            last: Nanos::ZERO,
        }
    }

    fn moved(&mut self, now: Nanos, bytes: Bytes, ops: u64) {
        if ops > 0 {
            self.bytes = Bytes::new(self.bytes.get() + bytes.get());
            self.ops += ops;
            self.timeline.record(now, bytes, ops);
            self.last = now;
        }
    }
}

#[cfg(test)]
mod tests;
