//! Numbers below a bound, each once, in an order that a drive cannot predict.
//!
//! For: random offsets that cover a region without a map of those already used. A counter of as
//! many bits as the bound needs goes through a keyed one-to-one function on those bits; results
//! beyond the bound are skipped (at most half of them). After the last number, the next round has
//! new keys.
//!
//! Source: multiplying by an odd number and adding the upper half of the bits to the lower are
//! one-to-one on k bits, and so is doing one after the other (the finishing step of hash functions;
//! G. Steele, D. Lea, C. Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014,
//! section 3). Skipping numbers that are too large: J. Black, P. Rogaway, "Ciphers with arbitrary
//! finite domains", CT-RSA 2002, section 4 ("cycle walking"), here along a counter.

use crate::issuer::noise::NoiseStream;

/// Hands out the numbers below a bound. See the module.
#[derive(Clone, Debug)]
pub(crate) struct Shuffle {
    count: u64,
    mask: u64,
    half: u32,
    counter: u64,
    keys: [u64; 3],
    noise: NoiseStream,
}

impl Shuffle {
    /// The numbers below `count`, which is at least 1.
    pub(crate) fn new(count: u64, seed: u64) -> Self {
        let bits = u64::BITS - count.saturating_sub(1).leading_zeros();
        // A single number takes no bits, and a shift by all 64 would overflow.
        let mask = u64::MAX.checked_shr(u64::BITS - bits).unwrap_or(0);
        let mut made = Self {
            count: count.max(1),
            mask,
            // A shift by 0 would make `x ^ x` of every number, which is 0.
            half: (bits / 2).max(1),
            counter: 0,
            keys: [0; 3],
            noise: NoiseStream::new(seed),
        };
        made.turn();
        made
    }

    /// Starts a new order.
    fn turn(&mut self) {
        self.counter = 0;
        // The lowest bit makes the factors odd: only those can be undone modulo a power of two.
        self.keys = [self.noise.next(), self.noise.next() | 1, self.noise.next() | 1];
    }

    /// Gives each of `places` the next number.
    #[inline]
    pub(crate) fn each<P>(
        &mut self,
        places: impl Iterator<Item = P>,
        mut give: impl FnMut(P, u64),
    ) {
        // A copy stays in registers: the compiler cannot know that no place is a part of this.
        let mut shuffle = self.clone();
        places.for_each(|place| give(place, shuffle.next()));
        *self = shuffle;
    }

    #[inline]
    fn next(&mut self) -> u64 {
        loop {
            let number = self.place(self.counter);
            if self.counter == self.mask {
                self.turn();
            } else {
                self.counter += 1;
            }
            if number < self.count {
                return number;
            }
        }
    }

    /// A one-to-one function on the bits of the mask.
    #[inline]
    fn place(&self, counter: u64) -> u64 {
        let [offset, first, second] = self.keys;
        let mut x = counter.wrapping_add(offset) & self.mask;
        x = x.wrapping_mul(first) & self.mask;
        x ^= x >> self.half;
        x = x.wrapping_mul(second) & self.mask;
        x ^= x >> self.half;
        x
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn rounds(count: u64, seed: u64, rounds: u64) -> Vec<Vec<u64>> {
        let mut shuffle = Shuffle::new(count, seed);
        (0..rounds).map(|_| (0..count).map(|_| shuffle.next()).collect()).collect()
    }

    #[test]
    fn rounds_differ_and_so_do_seeds() {
        let [first, second] = <[_; 2]>::try_from(rounds(1000, 1, 2)).unwrap();
        assert_ne!(first, second);
        assert_ne!(first, rounds(1000, 2, 1)[0]);
    }

    /// The distance between consecutive numbers is that of two independent ones: in a range of n, n
    /// / 4 or less with probability 7/16. Reading ahead and striping gain nothing.
    #[test]
    fn neighbours_in_time_are_no_neighbours_in_place() {
        for count in [4096u64, 5000, 1 << 20] {
            let numbers = &rounds(count, 9, 1)[0];
            let near = |pair: &&[u64]| pair[0].abs_diff(pair[1]) <= count / 4;
            let share = numbers.windows(2).filter(near).count() as f64 / count as f64;
            assert!((share - 7.0 / 16.0).abs() < 0.05, "{count}: {share}");
            let next = numbers.windows(2).filter(|pair| pair[1] == pair[0] + 1).count();
            assert!(next < 20 + count as usize / 1000, "{count}: {next} in sequence");
            // The low bit, which decides between two members of a stripe, is as often 1 after 1.
            let same = numbers.windows(2).filter(|pair| (pair[0] ^ pair[1]) & 1 == 0).count();
            let same = same as f64 / count as f64;
            assert!((same - 0.5).abs() < 0.1, "{count}: low bit stays with {same}");
        }
    }

    proptest! {
        #[test]
        fn each_round_holds_each_number_once(count in 1u64..3000, seed: u64) {
            for mut round in rounds(count, seed, 3) {
                round.sort_unstable();
                prop_assert!(round.into_iter().eq(0..count));
            }
        }

        #[test]
        fn large_bounds_are_kept(count in 1u64.., seed: u64) {
            let mut shuffle = Shuffle::new(count, seed);
            prop_assert!((0..100).all(|_| shuffle.next() < count));
        }
    }
}
