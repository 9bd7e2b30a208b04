//! Bytes and operations in equal slots of time.
//!
//! For: cutting a common window out of several issuers' runs after the fact, exactly to the slot,
//! and for drawing how steady a drive was. Time is counted from the run's start.
//!
//! Not here: latencies (`histogram`), clocks.

use std::ops::Range;

use crate::{Bytes, BytesPerSec, Nanos};

/// Bytes and operations completed in each slot of time since a start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Timeline {
    slot: Nanos,
    slots: Vec<TimelineBin>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct TimelineBin {
    bytes: u64,
    ops: u64,
}

impl Timeline {
    /// An empty timeline of slots of `slot` (at least 1 ns) that covers `length` from the start;
    /// the only call that allocates.
    pub fn new(slot: Nanos, length: Nanos) -> Self {
        let slot = slot.max(Nanos::new(1));
        let count = length.get().div_ceil(slot.get());
        Self { slot, slots: vec![TimelineBin::default(); usize::try_from(count).unwrap_or(0)] }
    }

    pub fn slot(&self) -> Nanos {
        self.slot
    }

    /// Counts `ops` operations of `bytes` bytes together, completed `at` after the start.
    /// Completions after the end of the timeline are not counted.
    #[inline]
    pub fn record(&mut self, at: Nanos, bytes: Bytes, ops: u64) {
        let index = (at.get() / self.slot.get()) as usize;
        if let Some(slot) = self.slots.get_mut(index) {
            slot.bytes += bytes.get();
            slot.ops += ops;
        }
    }

    /// Counts the whole slots inside `from..to` again, `times` times in a row, starting at their
    /// end. Counts beyond the end of the timeline are dropped.
    pub fn repeat(&mut self, from: Nanos, to: Nanos, times: u64) {
        let range = self.whole_slots(from, to);
        let index = |at: Nanos| (at.get() / self.slot.get()) as usize;
        let (start, end) = (index(range.start), index(range.end));
        let count = (end - start).saturating_mul(usize::try_from(times).unwrap_or(usize::MAX));
        for at in end..end.saturating_add(count).min(self.slots.len()) {
            // From the second time on this reads what the loop itself has written.
            let again = self.slots[at - (end - start)];
            self.slots[at].bytes += again.bytes;
            self.slots[at].ops += again.ops;
        }
    }

    /// Adds the counts of `other`, which has equal slots.
    pub fn merge(&mut self, other: &Self) {
        for (mine, theirs) in self.slots.iter_mut().zip(&other.slots) {
            mine.bytes += theirs.bytes;
            mine.ops += theirs.ops;
        }
    }

    /// Bytes completed in each slot, in order.
    pub fn bytes(&self) -> impl Iterator<Item = Bytes> + '_ {
        self.slots.iter().map(|slot| Bytes::new(slot.bytes))
    }

    /// The longest stretch of whole slots inside `from..to`; empty if there is none.
    pub fn whole_slots(&self, from: Nanos, to: Nanos) -> Range<Nanos> {
        let slot = self.slot.get();
        let end = (to.get() / slot).min(self.slots.len() as u64);
        let start = from.get().div_ceil(slot).min(end);
        Nanos::new(start * slot)..Nanos::new(end * slot)
    }

    /// Bytes and operations in the whole slots inside `from..to`.
    pub fn sum(&self, from: Nanos, to: Nanos) -> (Bytes, u64) {
        let slots = self.between(from, to);
        let bytes = slots.iter().map(|slot| slot.bytes).sum();
        (Bytes::new(bytes), slots.iter().map(|slot| slot.ops).sum())
    }

    /// The rate in each step of `step` (rounded down to whole slots, at least one) from `from` to
    /// `to`; a remainder shorter than half a step is left out.
    pub fn rates(&self, from: Nanos, to: Nanos, step: Nanos) -> Vec<BytesPerSec> {
        let per_step = (step.get() / self.slot.get()).max(1) as usize;
        let steps = self.between(from, to).chunks(per_step);
        let long_enough = steps.filter(|step| step.len() * 2 >= per_step);
        long_enough
            .map(|step| {
                let bytes = Bytes::new(step.iter().map(|slot| slot.bytes).sum());
                bytes.per(Nanos::new(self.slot.get() * step.len() as u64))
            })
            .collect()
    }

    fn between(&self, from: Nanos, to: Nanos) -> &[TimelineBin] {
        let range = self.whole_slots(from, to);
        let index = |at: Nanos| (at.get() / self.slot.get()) as usize;
        self.slots.get(index(range.start)..index(range.end)).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_window_counts_whole_slots_only() {
        let mut timeline = Timeline::new(Nanos::millis(1), Nanos::millis(10));
        for ms in 0..20 {
            timeline.record(Nanos::millis(ms), Bytes::new(1000), 1);
        }
        // 2.5 to 7.9 ms holds the slots 3, 4, 5 and 6: 4,000 bytes in 4 ms are 1 MB/s.
        let (from, to) = (Nanos::micros(2_500), Nanos::micros(7_900));
        assert_eq!(timeline.whole_slots(from, to), Nanos::millis(3)..Nanos::millis(7));
        assert_eq!(timeline.sum(from, to), (Bytes::new(4000), 4));
        let rates = timeline.rates(from, to, Nanos::millis(3));
        assert_eq!(rates, [BytesPerSec::mb_s(1.0)], "the rest of 1 ms is under half a step");
        // Samples after the end (10 ms) are dropped.
        assert_eq!(timeline.sum(Nanos::ZERO, Nanos::millis(99)), (Bytes::new(10_000), 10));
        assert_eq!(timeline.sum(to, from), (Bytes::ZERO, 0), "backwards is empty");
    }

    #[test]
    fn a_stretch_is_repeated_after_its_end() {
        let mut timeline = Timeline::new(Nanos::millis(1), Nanos::millis(8));
        for (ms, bytes) in [(0, 9), (1, 10), (2, 20)] {
            timeline.record(Nanos::millis(ms), Bytes::new(bytes), 1);
        }
        timeline.repeat(Nanos::millis(1), Nanos::millis(3), 2);
        let bytes: Vec<u64> = timeline.bytes().map(Bytes::get).collect();
        assert_eq!(bytes, [9, 10, 20, 10, 20, 10, 20, 0]);
        assert_eq!(timeline.sum(Nanos::ZERO, Nanos::millis(8)).1, 7);
        timeline.repeat(Nanos::millis(6), Nanos::millis(8), u64::MAX);
        assert_eq!(timeline.sum(Nanos::ZERO, Nanos::millis(8)).1, 7, "nothing after the end");
    }

    proptest! {
        #[test]
        fn sums_agree_with_the_samples(
            samples in prop::collection::vec((0u64..5_000, 1u64..100), 0..200),
            from in 0u64..5_000, to in 0u64..5_000,
        ) {
            let mut timeline = Timeline::new(Nanos::new(10), Nanos::new(5_000));
            for &(at, bytes) in &samples {
                timeline.record(Nanos::new(at), Bytes::new(bytes), 1);
            }
            let (low, high) = (from.div_ceil(10) * 10, to / 10 * 10);
            let inside = || samples.iter().filter(|(at, _)| (low..high).contains(at));
            let expected = inside().map(|(_, bytes)| bytes).sum();
            let sum = timeline.sum(Nanos::new(from), Nanos::new(to));
            prop_assert_eq!(sum, (Bytes::new(expected), inside().count() as u64));
        }
    }
}
