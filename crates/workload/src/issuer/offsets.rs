//! The order of offsets.
//!
//! For: handing out offsets in a region, one after the other or anywhere, always on a block
//! boundary, for a few nanoseconds each. Random offsets cover the region: every block comes once
//! before any comes twice, each time in another order, so that a small cache has nothing to hold
//! and a precondition leaves nothing out.
//!
//! Not here: which regions of a device are allocated.

use crate::Pattern;
use crate::issuer::shuffle::Shuffle;

/// A part of a file or device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TargetRegion {
    pub offset: u64,
    /// Length in bytes.
    pub len: u64,
}

impl TargetRegion {
    /// The first `len` bytes.
    pub fn whole(len: u64) -> Self {
        Self { offset: 0, len }
    }

    /// The first block boundary inside, and the number of whole blocks after it. A remainder
    /// shorter than a block is not used.
    fn blocks(self, block: u64) -> Option<(u64, u64)> {
        let end = self.offset.checked_add(self.len)?;
        let first = self.offset.checked_next_multiple_of(block)?;
        let count = end.checked_sub(first)? / block;
        (count > 0).then_some((first, count))
    }
}

/// Hands out offsets.
#[derive(Clone, Debug)]
pub(crate) struct Offsets {
    first: u64,
    count: u64,
    block: u64,
    order: OffsetOrder,
}

#[derive(Clone, Debug)]
enum OffsetOrder {
    Sequential { next: u64 },
    Random(Shuffle),
}

impl Offsets {
    /// `None` if the region contains no whole block or `block` is 0.
    pub(crate) fn new(
        region: TargetRegion,
        block: u64,
        pattern: Pattern,
        seed: u64,
    ) -> Option<Self> {
        let (first, count) = region.blocks(block)?;
        let order = match pattern {
            Pattern::Sequential => OffsetOrder::Sequential { next: 0 },
            Pattern::Random => OffsetOrder::Random(Shuffle::new(count, seed)),
        };
        Some(Self { first, count, block, order })
    }

    /// Starts a sequence at a `share` (0 to 1) of the region, so that several sequences do not read
    /// the same blocks at the same time.
    #[must_use]
    pub(crate) fn begun_at(mut self, share: f64) -> Self {
        if let OffsetOrder::Sequential { next } = &mut self.order {
            *next = ((self.count as f64 * share) as u64).min(self.count - 1);
        }
        self
    }

    /// The next offset in bytes.
    pub(crate) fn next(&mut self) -> u64 {
        let mut offset = 0;
        self.put(std::iter::once(&mut offset));
        offset
    }

    /// Writes the next offsets, in bytes, one after the other.
    #[inline]
    pub(crate) fn put<'a>(&mut self, offsets: impl Iterator<Item = &'a mut u64>) {
        let (first, count, block) = (self.first, self.count, self.block);
        match &mut self.order {
            OffsetOrder::Random(shuffle) => {
                shuffle.each(offsets, |place, number| *place = first + number * block);
            }
            OffsetOrder::Sequential { next } => offsets.for_each(|place| {
                *place = first + *next * block;
                *next = if *next + 1 == count { 0 } else { *next + 1 };
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_sequence_wraps_at_the_last_whole_block() {
        // 10 KiB from 1 KiB on: blocks of 4 KiB start at 4 KiB and end by 11 KiB, so only one.
        let region = TargetRegion { offset: 1024, len: 10 << 10 };
        let mut one = Offsets::new(region, 4096, Pattern::Sequential, 0).unwrap();
        assert_eq!([one.next(), one.next()], [4096, 4096]);
        let mut three =
            Offsets::new(TargetRegion::whole(14_000), 4096, Pattern::Sequential, 0).unwrap();
        assert_eq!([0; 4].map(|_| three.next()), [0, 4096, 8192, 0]);
    }

    #[test]
    fn a_region_without_a_whole_block_is_refused() {
        for (offset, len, block) in [(0, 4095, 4096), (1, 8190, 4096), (0, 0, 1), (0, 9, 0)] {
            let region = TargetRegion { offset, len };
            assert!(Offsets::new(region, block, Pattern::Random, 0).is_none(), "{region:?}");
        }
        let hostile = TargetRegion { offset: u64::MAX - 5, len: 4096 };
        assert!(Offsets::new(hostile, 512, Pattern::Random, 0).is_none());
    }

    #[test]
    fn sequences_of_several_jobs_begin_apart() {
        let first = |share| {
            let whole = TargetRegion::whole(64 << 12);
            Offsets::new(whole, 4096, Pattern::Sequential, 0).unwrap().begun_at(share).next()
        };
        // A quarter of 64 blocks is 16; the last block is the 63rd even for a share of 1.
        assert_eq!([0.0, 0.25, 1.0].map(first), [0, 16 << 12, 63 << 12]);
    }

    /// A region of seven blocks: the batch goes over the end of a round.
    #[test]
    fn a_batch_has_the_offsets_that_come_one_by_one() {
        for pattern in [Pattern::Sequential, Pattern::Random] {
            let offsets = || Offsets::new(TargetRegion::whole(7 << 12), 4096, pattern, 3).unwrap();
            let (mut one, mut all) = (offsets(), [0; 10]);
            offsets().put(all.iter_mut());
            assert_eq!(all, [0; 10].map(|_| one.next()));
        }
    }

    #[test]
    fn seeds_differ() {
        let first = |seed| Offsets::new(TargetRegion::whole(1 << 40), 4096, Pattern::Random, seed);
        let starts: BTreeSet<u64> = (0..50).filter_map(|s| Some(first(s)?.next())).collect();
        assert_eq!(starts.len(), 50);
    }

    proptest! {
        #[test]
        fn offsets_are_aligned_and_inside(
            offset in 0u64..1 << 50, len in 0u64..1 << 40, shift in 9u32..22,
            random: bool, seed: u64,
        ) {
            let pattern = if random { Pattern::Random } else { Pattern::Sequential };
            let block = 1 << shift;
            let region = TargetRegion { offset, len };
            if let Some(mut offsets) = Offsets::new(region, block, pattern, seed) {
                for _ in 0..100 {
                    let at = offsets.next();
                    prop_assert!(at % block == 0 && at >= offset && at + block <= offset + len);
                }
            }
        }
    }
}
