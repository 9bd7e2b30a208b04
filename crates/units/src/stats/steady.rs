//! Whether a rate became steady, by a stated rule.
//!
//! For: separating a drive's lasting rate from its rate while a cache fills, the queue settles or
//! heat builds up.
//!
//! The rule is that of the SNIA Solid State Storage Performance Test Specification, Enterprise 1.1
//! and 2.0, section 2 ("Steady State"): in a measurement window of five rounds the greatest and the
//! least round are no more than 20 % of the average apart, and the line fitted by least squares rises
//! or falls by no more than 10 % of the average. Its rounds are minutes of a run of hours; ours are a
//! second, or a twentieth of the run if that is longer, so that the window is at least five seconds
//! and at least a quarter of a long run. Its window is the first that qualifies; ours reaches to the
//! end of the run, because the rate that a drive fell to is the one that lasts.
//!
//! Not here: where a rate changed (`change`), clocks.

/// The greatest round less the least one, as a part of their average.
const RANGE_MAX: f64 = 0.20;
/// The most that the fitted line may rise or fall over the window, as a part of the average.
const SLOPE_MAX: f64 = 0.10;
const ROUNDS_MIN: usize = 5;
/// Most rounds in a run, which ties the window to the run's length: five of twenty are a quarter.
const ROUNDS_MAX: usize = 20;

/// The part of a series that is steady, and how steady.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SteadySpan {
    /// The first step in it; it reaches to the last step of the series.
    pub from: usize,
    pub len: usize,
    pub mean: f64,
    /// The greatest round less the least one, as a part of the mean; at most 0.2.
    pub range: f64,
    /// The rise of the fitted line over it, negative where it falls, as a part of the mean; at most
    /// 0.1 either way.
    pub slope: f64,
}

/// The longest steady stretch at the end of a series of rates in equal steps, `per_second` of them
/// a second, that begins at step `from` or later. `None` if the rate was not steady, or the series
/// is too short to tell (less than five seconds from `from`).
pub fn steady(rates: &[f64], per_second: usize, from: usize) -> Option<SteadySpan> {
    let round = per_second.max(1).max(rates.len().div_ceil(ROUNDS_MAX));
    let first = rates.len().checked_sub(from.min(rates.len()))? / round;
    // Rounds are counted from the end: the remainder comes before the first.
    (ROUNDS_MIN..=first).rev().find_map(|rounds| judge(rates, rounds * round, round))
}

/// The last `len` steps in rounds of `round` steps, if they are steady.
fn judge(rates: &[f64], len: usize, round: usize) -> Option<SteadySpan> {
    let from = rates.len().checked_sub(len)?;
    let rounds: Vec<f64> = rates.get(from..)?.chunks(round).map(mean).collect();
    let mean = mean(&rounds);
    let most = rounds.iter().copied().fold(f64::MIN, f64::max);
    let least = rounds.iter().copied().fold(f64::MAX, f64::min);
    // A rate of 0 is not steady; a NaN fails here too.
    if !(mean > 0.0 && mean.is_finite()) {
        return None;
    }
    let range = (most - least) / mean;
    // The rise of the least-squares line from the first value to the last.
    let middle = (rounds.len().max(1) - 1) as f64 / 2.0;
    let offset = |at: usize| at as f64 - middle;
    let along: f64 = rounds.iter().enumerate().map(|(at, value)| offset(at) * value).sum();
    let spread: f64 = (0..rounds.len()).map(|at| offset(at) * offset(at)).sum();
    let rise = along / spread.max(f64::MIN_POSITIVE) * 2.0 * middle;
    let slope = rise / mean;
    let is_steady = range <= RANGE_MAX && slope.abs() <= SLOPE_MAX;
    is_steady.then_some(SteadySpan { from, len, mean, range, slope })
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len().max(1) as f64
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Seconds of ten steps, each at one rate.
    fn seconds(rates: &[f64]) -> Vec<f64> {
        rates.iter().flat_map(|&rate| [rate; 10]).collect()
    }

    #[test]
    fn five_equal_seconds_are_steady_and_four_are_too_few() {
        let stretch = steady(&seconds(&[300.0; 5]), 10, 0).unwrap();
        assert_eq!((stretch.from, stretch.len, stretch.mean), (0, 50, 300.0));
        assert_eq!((stretch.range, stretch.slope), (0.0, 0.0));
        assert_eq!(steady(&seconds(&[300.0; 4]), 10, 0), None);
        assert_eq!(steady(&seconds(&[300.0; 6]), 10, 15), None, "45 steps are left");
        assert_eq!(steady(&[], 10, 0), None);
    }

    /// Rounds of 90, 110, 90, 110, 100: average 100, 20 apart, which is just allowed. The line's
    /// slope is (-2*90 - 110 + 110 + 2*100) / 10 = 2 a round, 8 over four: 8 %.
    #[test]
    fn the_limits_are_those_of_the_specification() {
        let stretch = steady(&seconds(&[90.0, 110.0, 90.0, 110.0, 100.0]), 10, 0).unwrap();
        assert!((stretch.range - 0.2).abs() < 1e-12 && (stretch.slope - 0.08).abs() < 1e-12);
        assert_eq!(steady(&seconds(&[89.9, 110.0, 90.0, 110.0, 100.1]), 10, 0), None);
        // 94, 97, 100, 103, 106: 12 apart, and the line rises by as much: over 10 %.
        assert_eq!(steady(&seconds(&[94.0, 97.0, 100.0, 103.0, 106.0]), 10, 0), None);
    }

    /// Nine seconds in the cache, one in which it runs full, ten after it. Twenty rounds of a
    /// second; the last ten are steady, the eleventh from the end (900) is not among them.
    #[test]
    fn what_lasts_is_what_counts() {
        let mut rates = seconds(&[1500.0; 9]);
        rates.extend(seconds(&[900.0]));
        rates.extend(seconds(&[300.0; 10]));
        let stretch = steady(&rates, 10, 0).unwrap();
        assert_eq!((stretch.from, stretch.len, stretch.mean), (100, 100, 300.0));
    }

    /// 40 s are rounds of 2 s, and five of them 10 s: the last 8 s alone are too little.
    #[test]
    fn a_long_run_needs_a_quarter_of_itself() {
        let with = |quiet: usize| {
            let mut rates = seconds(&vec![1000.0; 40 - quiet]);
            rates.extend(seconds(&vec![300.0; quiet]));
            steady(&rates, 10, 0).map(|stretch| stretch.len)
        };
        assert_eq!((with(8), with(10), with(13)), (None, Some(100), Some(120)));
    }

    proptest! {
        /// A stretch called steady is so by the definition, computed here from the end of the
        /// series; no longer one is.
        #[test]
        fn the_stretch_is_the_longest_that_the_rule_allows(
            rates in prop::collection::vec(80.0f64..120.0, 5..40),
        ) {
            let count = rates.len();
            let round = count.div_ceil(20);
            let allowed = |len: usize| {
                let means: Vec<f64> = rates[count - len..].chunks(round)
                    .map(|chunk| chunk.iter().sum::<f64>() / chunk.len() as f64).collect();
                let n = means.len() as f64;
                let average = means.iter().sum::<f64>() / n;
                let x: f64 = (0..means.len()).map(|at| at as f64).sum::<f64>() / n;
                let off = |at: usize| at as f64 - x;
                let up: f64 = (0..means.len()).map(|at| off(at) * (means[at] - average)).sum();
                let across: f64 = (0..means.len()).map(|at| off(at).powi(2)).sum();
                let spread = means.iter().fold(0.0f64, |most, a| {
                    means.iter().fold(most, |most, b| most.max(a - b))
                });
                spread <= 0.2 * average && (up / across * (n - 1.0)).abs() <= 0.1 * average
            };
            let lengths = (5..=count / round).rev().map(|rounds| rounds * round);
            let longest = lengths.into_iter().find(|&len| allowed(len));
            prop_assert_eq!(steady(&rates, 1, 0).map(|stretch| stretch.len), longest);
        }

        #[test]
        fn nothing_that_a_series_holds_can_harm(
            rates in prop::collection::vec(any::<f64>(), 0..80),
            per_second in 0usize..20,
            from in 0usize..100,
        ) {
            if let Some(stretch) = steady(&rates, per_second, from) {
                prop_assert!(stretch.from >= from && stretch.from + stretch.len == rates.len());
            }
        }
    }
}
