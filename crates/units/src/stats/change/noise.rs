//! The noise of a series, independent of its levels.

/// Most steps in a batch. Longer batches would straddle most levels of a series that changes every
/// few seconds, and count the changes as noise.
const BATCH_MAX: usize = 8;
const BATCHES_MIN: usize = 8;
/// The part of a normal distribution's absolute values that lies below 0.4307 standard deviations.
const SHARE: (usize, usize) = (1, 3);
/// See [`SHARE`]: the inverse of the normal distribution at 1/2 + 1/6.
const DEVIATIONS: f64 = 0.430_727;

/// The median of each value and two neighbours on either side; at the ends, of the five values
/// there.
pub(super) fn running_median(values: &[f64]) -> Vec<f64> {
    let last = values.len().saturating_sub(5);
    let median = |at: usize| {
        let first = at.saturating_sub(2).min(last);
        let mut five = values.get(first..values.len().min(first + 5)).unwrap_or_default().to_vec();
        five.sort_by(f64::total_cmp);
        five.get(five.len() / 2).copied().unwrap_or_default()
    };
    (0..values.len()).map(median).collect()
}

/// The variance of a step, as it affects means over many steps: the greatest of the estimates from
/// batches of 1, 2, 4 and 8 steps. For independent steps all lengths agree; correlated noise makes
/// means of batches scatter more than that (batch means: Fishman, "Principles of Discrete Event
/// Simulation", 1978).
pub(super) fn variance(values: &[f64]) -> f64 {
    let lengths = (0..).map(|doubled| 1usize << doubled).take_while(|&length| length <= BATCH_MAX);
    let enough = lengths.filter(|length| *length == 1 || values.len() / length >= BATCHES_MIN);
    enough.map(|length| of_batches(values, length)).fold(0.0, f64::max)
}

/// From the differences of neighbouring batches, so that levels do not count, and from the lower
/// third of them, so that changes of level do not count.
fn of_batches(values: &[f64], length: usize) -> f64 {
    let mean = |batch: &[f64]| batch.iter().sum::<f64>() / length as f64;
    let means: Vec<f64> = values.chunks_exact(length).map(mean).collect();
    let mut apart: Vec<f64> = means.windows(2).map(|two| (two[0] - two[1]).abs()).collect();
    apart.sort_by(f64::total_cmp);
    let third = apart.get(apart.len() * SHARE.0 / SHARE.1).copied().unwrap_or_default();
    // A difference has twice the variance of a mean, which has 1 / length of that of a step.
    let deviation = third / DEVIATIONS;
    deviation * deviation / 2.0 * length as f64
}
