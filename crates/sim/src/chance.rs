//! Random waits, and the station that a random request uses.
//!
//! A wait is four fifths fixed; the last fifth is drawn from an exponential distribution. So its mean
//! is the requested mean, its median 0.94 and its 99th percentile 1.72 of that: flash that is read
//! while nothing else is in flight spreads by about this much. The distribution is a table of equally
//! likely values, made with `libm`, whose results are the same on every machine.

use narrows_workload::issuer::NoiseStream;

use crate::picos::Picos;

const FIXED: f64 = 0.8;
const VALUES: usize = 1024;

#[derive(Clone, Debug)]
pub(crate) struct NoiseSource {
    noise: NoiseStream,
    /// Factors of the mean; their own mean is 1.
    waits: Vec<f64>,
}

impl NoiseSource {
    pub fn new(seed: u64) -> Self {
        let exponential = |at: usize| -libm::log(1.0 - (at as f64 + 0.5) / VALUES as f64);
        let mean = (0..VALUES).map(exponential).sum::<f64>() / VALUES as f64;
        let value = |at: usize| FIXED + (1.0 - FIXED) * exponential(at) / mean;
        Self { noise: NoiseStream::new(seed), waits: (0..VALUES).map(value).collect() }
    }

    /// A random wait with this mean, and a random number below `end`.
    #[inline]
    pub fn wait_and_below(&mut self, mean: Picos, end: u64) -> (Picos, u64) {
        // One number serves for both: ten bits choose the wait, the other 54 the station.
        let drawn = self.noise.next();
        let at = (drawn % VALUES as u64) as usize;
        let below = (u128::from(drawn / VALUES as u64) * u128::from(end)) >> 54;
        (mean.times(self.waits[at]), below as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Over many draws, waits have the requested mean and the percentiles given in the module.
    #[test]
    fn waits_spread_around_their_mean() {
        let (mut chance, mean) = (NoiseSource::new(7), Picos::secs(80e-6));
        let mut drawn: Vec<f64> = (0..100_000)
            .map(|_| {
                let (wait, below) = chance.wait_and_below(mean, 10);
                assert!(below < 10);
                wait.as_secs() / 80e-6
            })
            .collect();
        drawn.sort_by(f64::total_cmp);
        let average = drawn.iter().sum::<f64>() / drawn.len() as f64;
        assert!((average - 1.0).abs() < 0.005, "{average}");
        // 0.8 + 0.2 ln 2 = 0.939; 0.8 + 0.2 ln 100 = 1.721.
        assert!((drawn[50_000] - 0.939).abs() < 0.005, "{}", drawn[50_000]);
        assert!((drawn[99_000] - 1.721).abs() < 0.04, "{}", drawn[99_000]);
    }
}
