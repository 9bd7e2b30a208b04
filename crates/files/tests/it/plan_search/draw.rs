//! Numbers that look drawn and are always the same.

/// A linear congruential generator (Knuth, *The Art of Computer Programming*, volume 2, section
/// 3.3.4, MMIX): enough to spread samples.
pub struct Draw(u64);

impl Draw {
    /// Begins at a number.
    pub fn new(seed: u64) -> Self {
        let mut draw = Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x1234_5678);
        draw.below(2);
        draw
    }

    pub fn below(&mut self, most: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % most
    }
}
