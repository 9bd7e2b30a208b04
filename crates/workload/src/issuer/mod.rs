//! Issuers: which request comes next, and counts of completions; without a clock and without I/O.
//!
//! For: keeping a workload's depth in flight, stopping by time, by operations or by errors, and
//! counting. The driver of an [`Issuer`], a thread with a ring (`narrows-engine`) or a simulation in
//! virtual time (`narrows-sim`), calls [`Issuer::step`] with the time and the completions, and
//! passes the new submissions on. So real and virtual hardware are measured with the same code for
//! issuing and counting. Time is counted from the common start of a set. Nothing is allocated after
//! construction.
//!
//! Not here: clocks, files, threads; several targets; meaning of the counts.
//!
//! A batch of completions gets one time stamp, taken when it was reaped, and the requests submitted
//! in answer get the same, as in fio's `t/io_uring.c`. A latency thus runs from handing it to the
//! driver until the driver sees it done.
//!
//! ```
//! use narrows_workload::issuer::{Completion, Issuer, TargetRegion, Schedule};
//! use narrows_units::Nanos;
//!
//! let workload = narrows_workload::profile("seq-read-128k-q2").expect("a workload");
//! let schedule = Schedule {
//!     begin_at: Nanos::ZERO,
//!     count_from: Nanos::ZERO,
//!     finish_at: Nanos::secs(1.0),
//!     ops_max: None,
//! };
//! let mut issuer = Issuer::new(&workload, TargetRegion::whole(1 << 30), schedule, 1).expect("it fits");
//! let mut submissions = Vec::new();
//! issuer.step(Nanos::ZERO, &[], &mut submissions);
//! // Depth 2: two requests of 131,072 bytes in sequence. A third follows once one is done.
//! assert_eq!(submissions.iter().map(|it| it.offset).collect::<Vec<_>>(), [0, 131_072]);
//! let done = Completion { slot: submissions[0].slot, result: Ok(131_072) };
//! submissions.clear();
//! issuer.step(Nanos::millis(1), &[done], &mut submissions);
//! assert_eq!(submissions[0].offset, 262_144);
//! ```

mod counts;
mod errno;
mod noise;
mod offsets;
mod pace;
mod request;
mod shape;
mod shuffle;
mod tally;
#[cfg(test)]
mod tests;
mod window;

use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use narrows_units::{Bytes, BytesPerSec, Nanos};

use self::offsets::Offsets;
use self::pace::RequestPace;
use self::shape::ShapedRequests;
use self::tally::CompletionBatch;
use crate::{Direction, Workload};

pub use counts::IssuerCounts;
pub use errno::Errno;
pub use noise::NoiseStream;
pub use offsets::TargetRegion;
pub use request::{Completion, IoSubmission, RequestFailure, Schedule, StopReason, WorkloadMisfit};
pub use shape::{FlowShare, OffsetSpread, RequestPriorities, RequestShape};
pub use tally::{IssuerTally, TallySnapshot};
pub use window::Window;

/// Most errors of a target before it is given up as failed.
const ERRORS_MAX: u64 = 64;
/// Highest queue depth (NVMe queues end at 65,536 entries, kernels give 1,023 to a queue); more
/// would take too much memory for buffers.
const DEPTH_MAX: u32 = 4096;
/// Most memory for buffers: more is a mistake in the workload, and more than a ring registers as
/// one buffer.
const BUFFERS_MAX: u64 = 1 << 30;

#[derive(Clone, Copy, Debug)]
struct QueueEntry {
    state: QueueEntryState,
    direction: Direction,
    len: u32,
    offset: u64,
    since: Nanos,
}

/// The state of a slot's request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum QueueEntryState {
    Free,
    InFlight,
    /// Counted; the next step is not yet decided.
    Answered,
}

impl QueueEntry {
    const FREE: Self = Self {
        state: QueueEntryState::Free,
        direction: Direction::Read,
        len: 0,
        offset: 0,
        since: Nanos::ZERO,
    };

    /// Of a request that is handed over at `since`.
    fn submitted(direction: Direction, (offset, len): (u64, u32), since: Nanos) -> Self {
        Self { state: QueueEntryState::InFlight, direction, len, offset, since }
    }
}

#[derive(Clone, Debug)]
enum DirectionMix {
    Only(Direction),
    /// The percentage of reads, in an order that the seed decides.
    Reads(u64, NoiseStream),
}

/// Keeps a workload's queue depth. See the module.
#[derive(Clone, Debug)]
pub struct Issuer {
    mix: DirectionMix,
    block: u32,
    offsets: Offsets,
    pace: Option<RequestPace>,
    /// Where requests are not all alike.
    shaped: Option<Box<ShapedRequests>>,
    schedule: Schedule,
    slots: Vec<QueueEntry>,
    free: Vec<u32>,
    submitted: u64,
    stop: Option<(StopReason, Nanos)>,
    failed_at: Option<u64>,
    tally: IssuerTally,
}

impl Issuer {
    /// An issuer of `workload` in `region`; the same `seed` gives the same random offsets.
    pub fn new(
        workload: &Workload,
        region: TargetRegion,
        schedule: Schedule,
        seed: u64,
    ) -> Result<Self, WorkloadMisfit> {
        let block = checked_block(workload)?;
        let offsets = Offsets::new(region, u64::from(block), workload.pattern, seed).ok_or(
            WorkloadMisfit::Region { region: Bytes::new(region.len), block: workload.block },
        )?;
        Ok(Self {
            mix: DirectionMix::of(workload, seed),
            block,
            offsets,
            pace: None,
            shaped: None,
            schedule,
            slots: vec![QueueEntry::FREE; workload.depth as usize],
            // Taken from the end, so that the first requests use slots in ascending order.
            free: (0..workload.depth).rev().collect(),
            submitted: 0,
            stop: None,
            failed_at: None,
            tally: IssuerTally::new(schedule.finish_at, workload),
        })
    }

    /// The same with a rate limit; a limit of 0 or NaN is none.
    #[must_use]
    pub fn held_to(mut self, limit: BytesPerSec) -> Self {
        self.pace = RequestPace::new(limit, self.block, self.schedule.begin_at);
        self
    }

    /// The same, one of several of its kind: a sequence begins at a `share` (0 to 1) of the region.
    #[must_use]
    pub fn begun_at(mut self, share: f64) -> Self {
        self.offsets = self.offsets.begun_at(share);
        self
    }

    /// The same workload with requests of a shape, in the same region, one of several of its kind, which ends
    /// after `bytes_max`; `flowed` counts for all that share. The last step in making an issuer.
    ///
    /// # Errors
    ///
    /// Sizes that are no whole sectors or larger than the block, or a region that is too small.
    pub fn shaped(
        mut self,
        shape: &RequestShape,
        workload: &Workload,
        region: TargetRegion,
        (share, bytes_max): (f64, Option<u64>),
        flowed: &Arc<AtomicU64>,
        seed: u64,
    ) -> Result<Self, WorkloadMisfit> {
        if shape.catches_up {
            self.pace = self.pace.map(RequestPace::catching_up);
        }
        if !shape.is_plain() {
            let ends = (share, bytes_max);
            let requests = ShapedRequests::new(shape, workload, region, ends, flowed, seed)?;
            self.shaped = Some(Box::new(requests));
            if shape.is_poisson {
                // A stream of their own: directions are drawn from `!seed`, offsets from `seed`.
                let seed = NoiseStream::new(seed ^ 0xa221).next();
                self.pace = self.pace.map(|pace| pace.at_random(seed));
            }
        }
        Ok(self)
    }

    /// Takes in completions and appends the next requests to submit. `now` is the time since the
    /// common start and must not go back. Completions of slots that are not in flight are ignored.
    #[inline]
    pub fn step(
        &mut self,
        now: Nanos,
        completions: &[Completion],
        submissions: &mut Vec<IoSubmission>,
    ) {
        if self.stop.is_none() && now >= self.schedule.finish_at {
            self.stop(StopReason::Time, now);
        }
        let mut batch = CompletionBatch::new(self.block);
        for completion in completions {
            self.complete(now, completion, &mut batch);
        }
        self.tally.count(now, &self.schedule, &batch);
        // The usual case: every completion moved data and is answered in its own slot.
        if batch.ops() == completions.len() as u64 && self.may_turn(now, completions.len()) {
            self.turn(now, completions, submissions);
        } else {
            completions.iter().for_each(|completion| self.release(completion.slot));
        }
        self.refill(now, submissions);
    }

    /// Answers each completion with a request in the same slot, without searching the free ones.
    #[inline]
    fn turn(
        &mut self,
        now: Nanos,
        completions: &[Completion],
        submissions: &mut Vec<IoSubmission>,
    ) {
        let (before, block) = (submissions.len(), self.block);
        let reissued = |it: &Completion| IoSubmission::whole(it.slot, Direction::Read, 0, block);
        // Offsets are filled in afterwards: drawn in one go, the generator stays in registers.
        submissions.extend(completions.iter().map(reissued));
        let submissions = submissions.get_mut(before..).unwrap_or_default();
        self.offsets.put(submissions.iter_mut().map(|it| &mut it.offset));
        for IoSubmission { slot, direction, offset, .. } in submissions {
            *direction = self.mix.next();
            if let Some(place) = self.slots.get_mut(*slot as usize) {
                *place = QueueEntry::submitted(*direction, (*offset, block), now);
            }
        }
        self.count_asked(now, completions.len());
    }

    /// Whether `count` completions may each be answered by a request.
    #[inline]
    fn may_turn(&self, now: Nanos, count: usize) -> bool {
        let left = |most: u64| most >= self.submitted + count as u64;
        self.stop.is_none()
            && now >= self.schedule.begin_at
            && self.pace.is_none()
            && self.shaped.is_none()
            && self.schedule.ops_max.is_none_or(left)
    }

    /// Frees a slot that has been answered.
    #[inline]
    fn release(&mut self, slot: u32) {
        let answered = |place: &&mut QueueEntry| place.state == QueueEntryState::Answered;
        if let Some(place) = self.slots.get_mut(slot as usize).filter(answered) {
            place.state = QueueEntryState::Free;
            self.free.push(slot);
        }
    }

    /// The next time at which it submits although nothing completes; none when it waits only for
    /// completions. Valid until the next step.
    pub fn wake_at(&self) -> Option<Nanos> {
        if self.stop.is_some() || self.free.is_empty() {
            return None;
        }
        let mut due = self.pace.as_ref().map_or(Nanos::ZERO, RequestPace::due);
        if let Some(shaped) = &self.shaped {
            match shaped.paused_until {
                Some(until) => due = due.max(until),
                // A pause that waits for answers begins with the last of them.
                None if self.in_flight() > 0 && shaped.has_pauses() => return None,
                None => {}
            }
        }
        Some(due.max(self.schedule.begin_at))
    }

    /// Stops submitting; requests in flight still count.
    pub fn stop(&mut self, why: StopReason, now: Nanos) {
        self.stop.get_or_insert((why, now));
    }

    /// Why it stopped submitting, and when; none while running.
    pub fn stopped(&self) -> Option<(StopReason, Nanos)> {
        self.stop
    }

    /// Whether it is finished: stopped, and nothing in flight.
    pub fn is_done(&self) -> bool {
        self.stop.is_some() && self.in_flight() == 0
    }

    /// The most requests in flight.
    pub fn depth(&self) -> usize {
        self.slots.len()
    }

    /// Requests in flight.
    pub fn in_flight(&self) -> usize {
        self.slots.len() - self.free.len()
    }

    /// Direction and offset of the request in flight in `slot`, for checking data that was read.
    pub fn request_in(&self, slot: u32) -> Option<(Direction, u64)> {
        let slot = self.slots.get(slot as usize)?;
        (slot.state == QueueEntryState::InFlight).then_some((slot.direction, slot.offset))
    }

    /// When it counts and ends.
    pub fn schedule(&self) -> Schedule {
        self.schedule
    }

    /// The counts so far.
    pub fn tally(&self) -> &IssuerTally {
        &self.tally
    }

    /// Its totals now, for [`Self::repeat`].
    pub fn mark(&self) -> TallySnapshot {
        self.tally.mark(self.submitted)
    }

    /// How often the stretch since `mark` can be repeated before its operations are used up.
    pub fn repeats_left(&self, mark: &TallySnapshot) -> u64 {
        let each = (self.submitted - mark.submitted).max(1);
        self.schedule.ops_max.map_or(u64::MAX, |most| most.saturating_sub(self.submitted) / each)
    }

    /// Repeats the stretch from `mark`, which was taken at `from`, until `to`, the present, `times`
    /// times more without stepping: the counts grow, and requests in flight move to that time. For
    /// virtual time only. `from` and `to` are whole slots of the time line.
    pub fn repeat(&mut self, mark: &TallySnapshot, (from, to): (Nanos, Nanos), times: u64) {
        self.tally.repeat(mark, (from, to), times);
        self.submitted += (self.submitted - mark.submitted) * times;
        let passed = Nanos::new((to - from).get() * times);
        self.slots.iter_mut().for_each(|slot| slot.since = slot.since + passed);
        self.pace.iter_mut().for_each(|pace| pace.later(passed));
    }

    /// Its totals at the moment `at`, with the processor time that its driver knows of.
    pub fn counts(&self, at: Nanos, busy: Nanos) -> IssuerCounts {
        let IssuerTally { bytes, ops, errors, .. } = self.tally;
        IssuerCounts { at, bytes, ops, errors, in_flight: self.in_flight() as u32, busy }
    }

    pub fn into_tally(self) -> IssuerTally {
        self.tally
    }

    /// Counts the bytes of a request.
    #[inline]
    fn complete(&mut self, now: Nanos, completion: &Completion, batch: &mut CompletionBatch) {
        let in_flight = |slot: &&mut QueueEntry| slot.state == QueueEntryState::InFlight;
        let slot = self.slots.get_mut(completion.slot as usize).filter(in_flight);
        let Some(slot) = slot else { return };
        slot.state = QueueEntryState::Answered;
        let QueueEntry { direction, len, offset, since, .. } = *slot;
        match completion.result {
            Ok(moved) if moved > 0 => {
                batch.add(direction, len, moved);
                if let Some((since, ops)) = batch.same_latency(since) {
                    self.tally.answered(now, since, ops, &self.schedule);
                }
            }
            failed => {
                let errno = failed.err().unwrap_or(Errno::ENODATA);
                self.fail(now, RequestFailure { offset, errno });
            }
        }
    }

    fn fail(&mut self, now: Nanos, failure: RequestFailure) {
        self.tally.errors += 1;
        self.tally.first_error.get_or_insert(failure);
        // An offset at which the drive failed twice will fail again.
        let is_lost = failure.errno.meaning() == Errno::EIO;
        let twice = is_lost && self.failed_at == Some(failure.offset);
        if twice || self.tally.errors >= ERRORS_MAX {
            self.stop(StopReason::Errors, now);
        }
        if is_lost {
            self.failed_at.get_or_insert(failure.offset);
        }
    }

    #[inline]
    fn refill(&mut self, now: Nanos, submissions: &mut Vec<IoSubmission>) {
        if self.stop.is_some() || now < self.schedule.begin_at {
            return;
        }
        let before = submissions.len();
        let left =
            self.schedule.ops_max.map_or(u64::MAX, |most| most.saturating_sub(self.submitted));
        for _ in 0..left.min(self.free.len() as u64) {
            if !self.is_due(now) {
                break;
            }
            let Some(slot) = self.free.pop() else { break };
            submissions.push(self.submission(slot, now));
        }
        self.count_asked(now, submissions.len() - before);
        let is_over = self.shaped.as_ref().is_some_and(|shaped| shaped.is_over());
        if is_over || self.schedule.ops_max.is_some_and(|most| self.submitted >= most) {
            self.stop(StopReason::Operations, now);
        }
    }

    /// Whether the rate limit and pauses allow a request now.
    #[inline]
    fn is_due(&mut self, now: Nanos) -> bool {
        if self.pace.as_ref().is_some_and(|pace| !pace.is_due(now)) {
            return false;
        }
        let in_flight = self.in_flight();
        self.shaped
            .as_mut()
            .is_none_or(|shaped| !shaped.is_over() && shaped.may_ask(now, in_flight))
    }

    #[inline]
    fn submission(&mut self, slot: u32, now: Nanos) -> IoSubmission {
        let direction = self.mix.next();
        let (offset, len) = match &mut self.shaped {
            Some(shaped) => shaped.next(direction),
            None => (self.offsets.next(), self.block),
        };
        if let Some(pace) = &mut self.pace {
            pace.take(now, f64::from(len) / f64::from(self.block));
        }
        if let Some(place) = self.slots.get_mut(slot as usize) {
            *place = QueueEntry::submitted(direction, (offset, len), now);
        }
        let priority = self.shaped.as_mut().map_or(0, |shaped| shaped.priority());
        IoSubmission { priority, ..IoSubmission::whole(slot, direction, offset, len) }
    }

    /// Counts the requests of a step.
    #[inline]
    fn count_asked(&mut self, now: Nanos, count: usize) {
        if self.submitted == 0 && count > 0 {
            self.tally.started = Some(now);
        }
        self.submitted += count as u64;
    }
}

impl DirectionMix {
    fn of(workload: &Workload, seed: u64) -> Self {
        match workload.read_percent {
            0 => Self::Only(Direction::Write),
            100.. => Self::Only(Direction::Read),
            // A separate random stream; that of the offsets uses the seed itself.
            reads => Self::Reads(u64::from(reads), NoiseStream::new(!seed)),
        }
    }

    #[inline]
    fn next(&mut self) -> Direction {
        match self {
            Self::Only(direction) => *direction,
            Self::Reads(reads, noise) => {
                if noise.below(100) < *reads {
                    Direction::Read
                } else {
                    Direction::Write
                }
            }
        }
    }
}

fn checked_block(workload: &Workload) -> Result<u32, WorkloadMisfit> {
    let block = workload.block.get();
    if block == 0 || !block.is_multiple_of(512) || block > BUFFERS_MAX {
        return Err(WorkloadMisfit::Block { block: workload.block });
    }
    let depth = workload.depth;
    if !(1..=DEPTH_MAX).contains(&depth) || block * u64::from(depth) > BUFFERS_MAX {
        return Err(WorkloadMisfit::Depth { depth });
    }
    // At most 1 GiB, which fits.
    Ok(block as u32)
}
