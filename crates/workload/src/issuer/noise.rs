//! Pseudo-random numbers: for offsets, and for data that does not compress.
//!
//! Source: SplitMix64, from G. Steele, D. Lea, C. Flood, "Fast splittable pseudorandom number
//! generators" (OOPSLA 2014), figure 16; the choice in a range without division from D. Lemire,
//! "Fast random integer generation in an interval" (2019), without its rejection step: the bias
//! is below 2^-20 for 2^44 blocks.

/// A stream of pseudo-random numbers. The same seed gives the same stream everywhere.
#[derive(Clone, Debug)]
pub struct NoiseStream(u64);

impl NoiseStream {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    #[expect(clippy::should_implement_trait, reason = "a stream that never ends needs no Option")]
    #[inline]
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `end`; 0 for an `end` of 0.
    #[inline]
    pub fn below(&mut self, end: u64) -> u64 {
        ((u128::from(self.next()) * u128::from(end)) >> 64) as u64
    }

    /// A share, at least 0 and below 1, in steps of 2^-53.
    pub fn share(&mut self) -> f64 {
        // 53 bits are as many as an f64 holds exactly; more could round up to 1.
        (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Fills `bytes` with data that no compressor shortens.
    pub fn fill(&mut self, bytes: &mut [u8]) {
        let (words, rest) = bytes.as_chunks_mut::<8>();
        words.iter_mut().for_each(|word| *word = self.next().to_le_bytes());
        if !rest.is_empty() {
            let last = self.next().to_le_bytes();
            rest.copy_from_slice(last.get(..rest.len()).unwrap_or_default());
        }
    }
}
