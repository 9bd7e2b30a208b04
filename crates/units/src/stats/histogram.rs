//! Latencies counted in log-linear buckets.
//!
//! For: recording millions of latencies a second in a few instructions each and a fixed 30 KiB.
//! Below 128 ns each nanosecond has its own bucket; above, each power of two is cut into 64 equal
//! buckets. A bucket is therefore at most 1/64 of its lower end wide, and its middle, which
//! quantiles report, is off by less than 0.8 %.
//!
//! The layout is the one of HdrHistogram (Gil Tene, "How NOT to measure latency", 2015) and of
//! fio's `plat_val_to_idx`; the code is our own because the index must be free of branches.
//!
//! Not here: exact values (but the least and greatest are kept exactly), time stamps.

use crate::Nanos;

/// log2 of the number of buckets per power of two.
const FINE_BITS: u32 = 6;
/// The number of buckets: the largest shift is 57, its buckets end at 57 * 64 + 127.
const BUCKETS: usize = (57 << FINE_BITS) + 128;
/// The number of samples that must lie on either side of a quantile for it to be given.
///
/// With 10 beyond, the standard error of the rank is about a third of the distance to the end
/// (sqrt(10) / 10); with fewer, the figure says more about luck than about the drive.
const BEYOND: u64 = 10;

/// The number of samples in each latency bucket. See the module for the error of a bucket.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Histogram {
    counts: Vec<u64>,
    count: u64,
    least: u64,
    greatest: u64,
}

impl Default for Histogram {
    fn default() -> Self {
        Self::new()
    }
}

impl Histogram {
    /// An empty histogram; the only call that allocates.
    pub fn new() -> Self {
        Self { counts: vec![0; BUCKETS], count: 0, least: u64::MAX, greatest: 0 }
    }

    #[inline]
    pub fn record(&mut self, latency: Nanos) {
        self.record_many(latency, 1);
    }

    /// Counts one latency `times` times; 0 times is nothing.
    #[inline]
    pub fn record_many(&mut self, latency: Nanos, times: u64) {
        if times == 0 {
            return;
        }
        let nanos = latency.get();
        // Every value has a bucket: the check never fails.
        if let Some(count) = self.counts.get_mut(bucket_of(nanos)) {
            *count += times;
        }
        self.count += times;
        self.least = self.least.min(nanos);
        self.greatest = self.greatest.max(nanos);
    }

    pub fn merge(&mut self, other: &Self) {
        for (mine, theirs) in self.counts.iter_mut().zip(&other.counts) {
            *mine += theirs;
        }
        self.count += other.count;
        self.least = self.least.min(other.least);
        self.greatest = self.greatest.max(other.greatest);
    }

    /// Adds the counts since `before`, an earlier state of this one, `times` times more.
    pub fn repeat(&mut self, before: &Self, times: u64) {
        for (mine, earlier) in self.counts.iter_mut().zip(&before.counts) {
            *mine += (*mine - earlier) * times;
        }
        self.count += (self.count - before.count) * times;
    }

    pub fn count(&self) -> u64 {
        self.count
    }

    /// The least sample, exactly; none when empty.
    pub fn least(&self) -> Option<Nanos> {
        (self.count > 0).then_some(Nanos::new(self.least))
    }

    /// The greatest sample, exactly; none when empty.
    pub fn greatest(&self) -> Option<Nanos> {
        (self.count > 0).then_some(Nanos::new(self.greatest))
    }

    /// The buckets that hold samples: the middle of each, and how many it holds.
    pub fn buckets(&self) -> impl Iterator<Item = (Nanos, u64)> + '_ {
        let filled = self.counts.iter().enumerate().filter(|(_, count)| **count > 0);
        filled.map(|(bucket, count)| (Nanos::new(middle_of(bucket)), *count))
    }

    /// The latency that a share `q` (0 to 1) of the samples does not exceed (nearest rank), off by
    /// less than 0.8 %. `None` if fewer than 10 samples are on either side of that rank: a 99.9 %
    /// quantile takes 10,000 samples, a median 20.
    pub fn quantile(&self, q: f64) -> Option<Nanos> {
        let rank = self.rank_of(q)?;
        let mut below = 0;
        for (bucket, &count) in self.counts.iter().enumerate() {
            below += count;
            if below >= rank {
                // The middle of the outermost buckets can lie beyond every sample in them.
                let middle = middle_of(bucket).clamp(self.least, self.greatest);
                return Some(Nanos::new(middle));
            }
        }
        None
    }

    /// The rank of `q`, counted from 1, if enough samples lie on either side of it.
    fn rank_of(&self, q: f64) -> Option<u64> {
        if !(0.0..=1.0).contains(&q) {
            return None;
        }
        let rank = (q * self.count as f64).ceil() as u64;
        let beyond = rank.min(self.count.saturating_sub(rank));
        (beyond >= BEYOND).then_some(rank)
    }
}

/// The bucket of a value: its leading seven bits and how far they were shifted.
#[inline]
fn bucket_of(nanos: u64) -> usize {
    // The bit of 64 keeps values below 128 unshifted, so that each has its own bucket.
    let shift = 57 - (nanos | 64).leading_zeros();
    ((shift as usize) << FINE_BITS) + (nanos >> shift) as usize
}

/// The middle of a bucket, the inverse of [`bucket_of`].
fn middle_of(bucket: usize) -> u64 {
    let bucket = bucket as u64;
    if bucket < 128 {
        return bucket;
    }
    let shift = (bucket >> FINE_BITS) - 1;
    let low = ((bucket & 63) | 64) << shift;
    low + ((1 << shift) >> 1)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn recorded(samples: &[u64]) -> Histogram {
        let mut histogram = Histogram::new();
        samples.iter().for_each(|&nanos| histogram.record(Nanos::new(nanos)));
        histogram
    }

    #[test]
    fn buckets_join_without_gap_or_overlap() {
        // Around each power of two the index goes up by one at a bucket's edge and never back.
        for exponent in 0..63 {
            let power = 1u64 << exponent;
            let width = 1u64 << (exponent as u32).saturating_sub(FINE_BITS);
            assert_eq!(bucket_of(power), bucket_of(power - 1) + 1, "2^{exponent}");
            assert_eq!(bucket_of(power + width), bucket_of(power) + 1, "2^{exponent}");
        }
        assert_eq!(bucket_of(0), 0);
        assert_eq!(bucket_of(u64::MAX), BUCKETS - 1);
    }

    #[test]
    fn quantiles_need_ten_samples_beyond_them() {
        // The median of 20 samples is rank 10, with 10 above it; of 19 it is rank 10 with 9 above.
        let twenty: Vec<u64> = (1..=20).collect();
        assert_eq!(recorded(&twenty).quantile(0.5), Some(Nanos::new(10)));
        assert_eq!(recorded(&twenty[1..]).quantile(0.5), None);
        assert_eq!(recorded(&twenty).quantile(0.9), None);
        // p99.9 of 10,000: rank 9,990, 10 beyond; of 9,999 the rank is still 9,990, 9 beyond.
        let many: Vec<u64> = (1..=10_000).collect();
        assert!(recorded(&many).quantile(0.999).is_some());
        assert!(recorded(&many[1..]).quantile(0.999).is_none());
        for q in [-0.1, 1.1, f64::NAN, 0.0, 1.0] {
            assert_eq!(recorded(&many).quantile(q), None, "{q}");
        }
    }

    #[test]
    fn what_came_since_is_repeated_and_what_came_before_is_not() {
        let mut histogram = recorded(&[5, 90]);
        let before = histogram.clone();
        [7, 7, 90].into_iter().for_each(|nanos| histogram.record(Nanos::new(nanos)));
        histogram.repeat(&before, 3);
        // Three more of each: 7 eight times in all, 90 five times, 5 still once.
        assert_eq!(histogram, recorded(&[&[5][..], &[7; 8], &[90; 5]].concat()));
    }

    #[test]
    fn an_empty_histogram_has_no_figures() {
        let empty = Histogram::new();
        assert_eq!((empty.count(), empty.least(), empty.quantile(0.5)), (0, None, None));
    }

    fn latencies() -> impl Strategy<Value = Vec<u64>> {
        // Log-uniform from 1 ns to 2^40 ns (18 minutes), so that each octave is met.
        let one = (0u32..40, any::<u64>()).prop_map(|(e, low)| (1 << e) + low % (1 << e));
        prop::collection::vec(one, 20..400)
    }

    proptest! {
        /// Against the sorted samples: same rank, at most 0.8 % off.
        #[test]
        fn quantiles_agree_with_sorted_samples(mut samples in latencies(), q in 0.0f64..1.0) {
            let histogram = recorded(&samples);
            samples.sort_unstable();
            let rank = (q * samples.len() as f64).ceil() as usize;
            match histogram.quantile(q) {
                None => prop_assert!(rank < 10 || samples.len() - rank < 10),
                Some(quantile) => {
                    let exact = samples[rank - 1] as f64;
                    let error = (quantile.get() as f64 - exact).abs() / exact;
                    prop_assert!(error < 0.008, "{quantile:?} for {exact}: {error}");
                }
            }
        }

        #[test]
        fn every_value_is_in_a_bucket_with_its_middle_near(nanos in any::<u64>()) {
            let middle = middle_of(bucket_of(nanos)) as f64;
            prop_assert!((middle - nanos as f64).abs() <= nanos as f64 / 128.0);
        }

        #[test]
        fn merging_is_recording_both(a in latencies(), b in latencies()) {
            let mut merged = recorded(&a);
            merged.merge(&recorded(&b));
            prop_assert_eq!(merged, recorded(&[a, b].concat()));
        }
    }
}
