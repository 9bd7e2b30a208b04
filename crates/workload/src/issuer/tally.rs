//! An issuer's counts.

use narrows_units::stats::{Histogram, Timeline};
use narrows_units::{Bytes, Nanos};

use crate::issuer::request::{RequestFailure, Schedule};
use crate::{Direction, Workload};

/// Runs up to this length are counted in slots of 1 ms, which is fine enough to cut out the common
/// window afterwards; runs up to ten times as long in slots of 10 ms, and so on, so that an hour
/// fits into a few megabytes.
const FINE: Nanos = Nanos::millis(100_000);

/// An issuer's counts.
#[derive(Clone, Debug, PartialEq)]
pub struct IssuerTally {
    /// Bytes moved, ramp included.
    pub bytes: Bytes,
    /// Operations that moved at least one byte, ramp included.
    pub ops: u64,
    /// Operations of `ops` that moved less than requested.
    pub short: u64,
    /// Operations that failed or moved nothing.
    pub errors: u64,
    pub first_error: Option<RequestFailure>,
    /// Latencies of requests that completed between `count_from` and `finish_at`.
    pub latency: Histogram,
    /// Bytes and operations per slot until `finish_at`, ramp included. A slot is 1 ms in runs up to
    /// 100 s.
    pub timeline: Timeline,
    /// The writes among these, for a mixed workload; empty for others.
    pub written: Timeline,
    /// When the first request was submitted.
    pub started: Option<Nanos>,
    /// When the last completion came.
    pub last: Nanos,
}

#[derive(Clone, Debug)]
pub struct TallySnapshot {
    bytes: Bytes,
    /// Operations that moved at least one byte until then, ramp included.
    pub ops: u64,
    short: u64,
    errors: u64,
    latency: Histogram,
    /// Operations submitted until then.
    pub(crate) submitted: u64,
}

#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct CompletionBatch {
    block: u32,
    /// Operations that moved at least one byte, and the writes among them.
    ops: u64,
    writes: u64,
    /// Those of both that moved less than their whole block, and how many bytes less.
    short: ShortTransfers,
    short_writes: ShortTransfers,
    /// When the latest of them were submitted, and how many at that time: a batch that completes
    /// together has one latency.
    since: Nanos,
    alike: u64,
}

/// Operations that moved less than requested, and bytes short of a whole block.
#[derive(Clone, Copy, Debug, Default)]
struct ShortTransfers {
    ops: u64,
    /// Bytes that operations of a block each would have moved in addition.
    missing: u64,
}

impl ShortTransfers {
    #[inline]
    fn add(&mut self, missing: u32, is_short: bool) {
        self.ops += u64::from(is_short);
        self.missing += u64::from(missing);
    }

    /// The bytes that `ops` operations of `block` bytes moved, these among them.
    fn moved(self, ops: u64, block: u32) -> Bytes {
        // Never below 0: no request lacks more than its block.
        Bytes::new(ops * u64::from(block) - self.missing)
    }
}

impl CompletionBatch {
    /// An empty batch of requests of `block` bytes.
    pub(crate) fn new(block: u32) -> Self {
        Self { block, ..Self::default() }
    }

    /// Takes in a request that moved `bytes` of `len`; a device's claim of more is not believed.
    #[inline]
    pub(crate) fn add(&mut self, direction: Direction, len: u32, bytes: u32) {
        let (bytes, is_short) = (bytes.min(len), bytes < len);
        self.ops += 1;
        self.writes += u64::from(direction == Direction::Write);
        // A request of a smaller size lacks bytes of a whole block, too, without being short.
        if bytes < self.block {
            self.short.add(self.block - bytes, is_short);
            if direction == Direction::Write {
                self.short_writes.add(self.block - bytes, is_short);
            }
        }
    }

    pub(crate) fn ops(&self) -> u64 {
        self.ops
    }

    fn bytes(&self) -> Bytes {
        self.short.moved(self.ops, self.block)
    }

    fn written(&self) -> Bytes {
        self.short_writes.moved(self.writes, self.block)
    }

    /// Takes in a request submitted at `since`. Returns the time and number of those before it, if
    /// they were submitted at another time.
    #[inline]
    pub(crate) fn same_latency(&mut self, since: Nanos) -> Option<(Nanos, u64)> {
        if since == self.since {
            self.alike += 1;
            return None;
        }
        let before = (self.since, self.alike);
        (self.since, self.alike) = (since, 1);
        // The first group of a batch has none before it.
        (before.1 > 0).then_some(before)
    }
}

impl IssuerTally {
    /// Empty counts for a run that ends at `finish_at`.
    pub fn new(finish_at: Nanos, workload: &Workload) -> Self {
        let slot = slot_in(finish_at);
        let mixes = (1..100).contains(&workload.read_percent);
        Self {
            bytes: Bytes::ZERO,
            ops: 0,
            short: 0,
            errors: 0,
            first_error: None,
            latency: Histogram::new(),
            timeline: Timeline::new(slot, finish_at),
            written: Timeline::new(slot, if mixes { finish_at } else { Nanos::ZERO }),
            started: None,
            last: Nanos::ZERO,
        }
    }

    /// Counts a batch that was reaped at `now`.
    #[inline]
    pub(crate) fn count(&mut self, now: Nanos, schedule: &Schedule, batch: &CompletionBatch) {
        let (ops, bytes) = (batch.ops(), batch.bytes());
        if ops > 0 {
            self.bytes = Bytes::new(self.bytes.get() + bytes.get());
            self.ops += ops;
            self.short += batch.short.ops;
            self.timeline.record(now, bytes, ops);
            if batch.writes > 0 {
                self.written.record(now, batch.written(), batch.writes);
            }
            self.last = now;
            // The last group of equal latency; `same_latency` returned the earlier ones when the
            // next began.
            self.answered(now, batch.since, batch.alike, schedule);
        }
    }

    /// Counts the latency of `ops` requests that were submitted at one time.
    #[inline]
    pub(crate) fn answered(&mut self, now: Nanos, since: Nanos, ops: u64, schedule: &Schedule) {
        if (schedule.count_from..schedule.finish_at).contains(&now) {
            self.latency.record_many(now - since, ops);
        }
    }

    /// The totals so far, with the operations submitted, so that later ones can be repeated.
    pub(crate) fn mark(&self, submitted: u64) -> TallySnapshot {
        let Self { bytes, ops, short, errors, .. } = *self;
        TallySnapshot { bytes, ops, short, errors, latency: self.latency.clone(), submitted }
    }

    /// Adds the counts from `mark`, which was taken at `from`, until `to`, `times` times more, as
    /// if repeated again and again from `to` on.
    pub(crate) fn repeat(&mut self, mark: &TallySnapshot, (from, to): (Nanos, Nanos), times: u64) {
        let again = |now: u64, before: u64| now + (now - before) * times;
        self.bytes = Bytes::new(again(self.bytes.get(), mark.bytes.get()));
        self.ops = again(self.ops, mark.ops);
        self.short = again(self.short, mark.short);
        self.errors = again(self.errors, mark.errors);
        self.latency.repeat(&mark.latency, times);
        self.timeline.repeat(from, to, times);
        self.written.repeat(from, to, times);
        self.last = self.last + Nanos::new((to - from).get() * times);
    }

    /// Adds the counts of another issuer of the same run.
    pub fn merge(&mut self, other: &Self) {
        self.bytes = Bytes::new(self.bytes.get() + other.bytes.get());
        self.ops += other.ops;
        self.short += other.short;
        self.errors += other.errors;
        self.first_error = self.first_error.or(other.first_error);
        self.latency.merge(&other.latency);
        self.timeline.merge(&other.timeline);
        self.written.merge(&other.written);
        self.started = self.started.into_iter().chain(other.started).min();
        self.last = self.last.max(other.last);
    }
}

/// The slot length in a run that ends at `finish_at`.
pub(crate) fn slot_in(finish_at: Nanos) -> Nanos {
    let mut tens = 1;
    while finish_at.get() / tens > FINE.get() {
        tens *= 10;
    }
    Nanos::millis(tens)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slots_grow_with_the_run() {
        let slots = [2_000, 100_000, 100_001, 3_600_000].map(|ms| slot_in(Nanos::millis(ms)));
        assert_eq!(slots, [1, 1, 10, 100].map(Nanos::millis));
    }
}
