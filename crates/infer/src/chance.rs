//! Random numbers from a seed, the same on every machine.

/// SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014).
#[derive(Clone, Debug)]
pub struct SplitMix64(u64);

impl SplitMix64 {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Uniform from 0 to 1, 1 excluded.
    pub fn part(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Uniform from `low` to `high`, `high` excluded.
    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.part()
    }

    /// A whole number from `low` to `high`, both included.
    pub fn whole(&mut self, low: usize, high: usize) -> usize {
        let count = high.saturating_sub(low) as u64 + 1;
        low + (self.bits() % count) as usize
    }

    /// Log-uniform from `low` to `high`.
    pub fn scaled(&mut self, low: f64, high: f64) -> f64 {
        low * libm::exp(self.part() * libm::log(high / low))
    }

    /// Normal, mean 0, standard deviation 1 (Box and Muller, 1958).
    pub fn normal(&mut self) -> f64 {
        // `part` never gives 1, so that the logarithm stays finite.
        let radius = (-2.0 * libm::log(1.0 - self.part())).sqrt();
        radius * libm::cos(2.0 * std::f64::consts::PI * self.part())
    }

    pub fn shuffle<T>(&mut self, values: &mut [T]) {
        for at in (1..values.len()).rev() {
            values.swap(at, self.whole(0, at));
        }
    }
}
