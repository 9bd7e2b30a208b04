//! Which block comes next.
//!
//! For: handing out offsets in a region, one after the other or anywhere, always on a block
//! boundary, for a few nanoseconds each. Random offsets are drawn with replacement: a block may
//! come twice before all have come once, as in a real random load.
//!
//! Not here: which regions of a device are allocated.

use narrows_workload::Pattern;

use crate::noise::Noise;

/// A stretch of a file or device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Region {
    /// Where it starts, in bytes.
    pub offset: u64,
    /// How long it is, in bytes.
    pub len: u64,
}

impl Region {
    /// The first `len` bytes.
    pub fn whole(len: u64) -> Self {
        Self { offset: 0, len }
    }

    /// The first block boundary inside, and how many whole blocks follow. A rest at the end that
    /// is shorter than a block is left alone.
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
    order: Order,
}

#[derive(Clone, Debug)]
enum Order {
    Sequential { next: u64 },
    Random(Noise),
}

impl Offsets {
    /// None where the region holds no whole block or `block` is 0.
    pub(crate) fn new(region: Region, block: u64, pattern: Pattern, seed: u64) -> Option<Self> {
        let (first, count) = region.blocks(block)?;
        let order = match pattern {
            Pattern::Sequential => Order::Sequential { next: 0 },
            Pattern::Random => Order::Random(Noise::new(seed)),
        };
        Some(Self { first, count, block, order })
    }

    /// The next offset in bytes.
    #[inline]
    pub(crate) fn next(&mut self) -> u64 {
        let index = match &mut self.order {
            Order::Random(noise) => noise.below(self.count),
            Order::Sequential { next } => {
                let index = *next;
                *next = if index + 1 == self.count { 0 } else { index + 1 };
                index
            }
        };
        self.first + index * self.block
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
        let region = Region { offset: 1024, len: 10 << 10 };
        let mut one = Offsets::new(region, 4096, Pattern::Sequential, 0).unwrap();
        assert_eq!([one.next(), one.next()], [4096, 4096]);
        let mut three = Offsets::new(Region::whole(14_000), 4096, Pattern::Sequential, 0).unwrap();
        assert_eq!([0; 4].map(|_| three.next()), [0, 4096, 8192, 0]);
    }

    #[test]
    fn a_region_without_a_whole_block_is_refused() {
        for (offset, len, block) in [(0, 4095, 4096), (1, 8190, 4096), (0, 0, 1), (0, 9, 0)] {
            let region = Region { offset, len };
            assert!(Offsets::new(region, block, Pattern::Random, 0).is_none(), "{region:?}");
        }
        let hostile = Region { offset: u64::MAX - 5, len: 4096 };
        assert!(Offsets::new(hostile, 512, Pattern::Random, 0).is_none());
    }

    #[test]
    fn random_offsets_reach_every_block_evenly() {
        let mut offsets = Offsets::new(Region::whole(64 << 12), 4096, Pattern::Random, 7).unwrap();
        let mut seen = [0u32; 64];
        (0..64_000).for_each(|_| seen[(offsets.next() >> 12) as usize] += 1);
        // 1,000 each expected, standard deviation 31; six of them bound 64 blocks with room.
        assert!(seen.iter().all(|count| (810..1190).contains(count)), "{seen:?}");
    }

    #[test]
    fn seeds_differ() {
        let first = |seed| Offsets::new(Region::whole(1 << 40), 4096, Pattern::Random, seed);
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
            if let Some(mut offsets) = Offsets::new(Region { offset, len }, block, pattern, seed) {
                for _ in 0..100 {
                    let at = offsets.next();
                    prop_assert!(at % block == 0 && at >= offset && at + block <= offset + len);
                }
            }
        }
    }
}
