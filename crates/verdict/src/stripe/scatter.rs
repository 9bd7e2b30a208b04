//! The uncertainty of figures measured once, twice or three times.
//!
//! So few repeats say little each, so that the standard deviation of a round comes from their
//! range, over all candidates of a job, as in control charts: a range divided by d2, which is the
//! mean range of that many normal samples of standard deviation 1 (L. H. C. Tippett, Biometrika 17
//! (1925), 364-387). The scatter of medians of normal samples: H. A. David and H. N. Nagaraja,
//! "Order Statistics", 3rd edition (2003), section 8.1. Student's t accounts for the small number
//! of repeats.

use narrows_units::stats::median;
use narrows_units::stats::ratio::t_975;

/// For 2, 3, ... samples: the mean range of normal ones.
const D2: [f64; 5] = [1.128, 1.693, 2.059, 2.326, 2.534];
/// For 1, 2, ... samples: the standard deviation of the median of normal ones.
const MEDIAN: [f64; 5] = [1.0, std::f64::consts::FRAC_1_SQRT_2, 0.6698, 0.5461, 0.5356];
/// The same for many, times the square root of their number.
const MEDIAN_OF_MANY: f64 = 1.2533;
/// Least standard deviation of a round: repeats may agree by chance.
const LEAST: f64 = 0.005;
/// The standard deviation of a round if nothing was measured twice.
const UNKNOWN: f64 = 0.03;
const ASSUMED_FREEDOM: f64 = 30.0;

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct RepeatScatter {
    pub count: usize,
    /// Relative standard deviation of one value; `None` for a single one.
    pub sigma: Option<f64>,
}

impl RepeatScatter {
    pub fn of(values: &[f64]) -> Self {
        let count = values.len();
        let most = values.iter().copied().reduce(f64::max);
        let least = values.iter().copied().reduce(f64::min);
        let range = most.zip(least).map(|(most, least)| most - least);
        let middle = median(values).filter(|middle| *middle > 0.0);
        let sigma = |(range, middle): (f64, f64)| Some(range / mean_range(count)? / middle);
        Self { count, sigma: range.zip(middle).and_then(sigma) }
    }
}

/// `None` for one sample.
fn mean_range(count: usize) -> Option<f64> {
    D2.get(count.checked_sub(2)?).or(D2.last()).copied()
}

/// The scatter of a round, from the repeats of many figures of one job.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct RoundScatter {
    /// The standard deviation of a round, as a part of its figure.
    pub sigma: f64,
    freedom: f64,
}

impl RoundScatter {
    /// The mean over those with repeats.
    pub fn of(all: impl Iterator<Item = RepeatScatter>) -> Self {
        let (mut sum, mut known, mut freedom) = (0.0, 0.0, 0.0);
        for repeats in all {
            let Some(sigma) = repeats.sigma else { continue };
            sum += sigma;
            known += 1.0;
            freedom += repeats.count as f64 - 1.0;
        }
        match known > 0.0 {
            true => Self { sigma: (sum / known).max(LEAST), freedom },
            false => Self { sigma: UNKNOWN, freedom: ASSUMED_FREEDOM },
        }
    }

    /// The standard deviation of one that may scatter more than the others.
    pub fn sigma_of(&self, repeats: RepeatScatter) -> f64 {
        repeats.sigma.map_or(self.sigma, |own| own.max(self.sigma))
    }
}

/// The uncertainty of a weighted sum of logarithms of figures.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ScoreUncertainty {
    variance: f64,
    /// The sum of the squared variances, each by its degrees of freedom (B. L. Welch, Biometrika
    /// 34 (1947), 28-35).
    by_freedom: f64,
}

impl ScoreUncertainty {
    /// With one more figure, whose usual scatter is `usual`.
    pub fn with(self, weight: f64, repeats: RepeatScatter, usual: RoundScatter) -> Self {
        let many = || MEDIAN_OF_MANY / (repeats.count.max(1) as f64).sqrt();
        let of_median = repeats
            .count
            .checked_sub(1)
            .and_then(|at| MEDIAN.get(at))
            .copied()
            .unwrap_or_else(many);
        let error = weight * usual.sigma_of(repeats) * of_median;
        let variance = error * error;
        Self {
            variance: self.variance + variance,
            by_freedom: self.by_freedom + variance * variance / usual.freedom.max(1.0),
        }
    }

    /// Half of the 95 % interval, as a part; 0 for an empty sum.
    pub fn half_width(self) -> f64 {
        match self.by_freedom > 0.0 {
            true => t_975(self.variance * self.variance / self.by_freedom) * self.variance.sqrt(),
            false => 0.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 95 and 105 lie 10 apart, a tenth of their median: 0.1 / 1.128 = 0.0887.
    #[test]
    fn a_range_tells_a_standard_deviation() {
        let two = RepeatScatter::of(&[95.0, 105.0]);
        assert!((two.sigma.unwrap() - 0.0887).abs() < 1e-4, "{two:?}");
        let three = RepeatScatter::of(&[95.0, 100.0, 105.0]);
        assert!((three.sigma.unwrap() - 0.0591).abs() < 1e-4, "{three:?}");
        assert_eq!((RepeatScatter::of(&[5.0]).sigma, RepeatScatter::of(&[]).sigma), (None, None));
    }

    /// Two figures of 4 % in one job, measured twice each, have 2 degrees of freedom: the interval
    /// of one is 4.303 * 0.04 * 0.7071 = 12.2 %.
    #[test]
    fn few_repeats_leave_wide_intervals() {
        let twice = RepeatScatter { count: 2, sigma: Some(0.04) };
        let usual = RoundScatter::of([twice, twice].into_iter());
        let half = ScoreUncertainty::default().with(1.0, twice, usual).half_width();
        assert!((half - 0.1217).abs() < 1e-3, "{half}");
        let many = RoundScatter::of([twice; 100].into_iter());
        let half = ScoreUncertainty::default().with(1.0, twice, many).half_width();
        assert!((half - 2.042 * 0.0283).abs() < 1e-3, "{half}");
        assert_eq!(ScoreUncertainty::default().half_width(), 0.0);
    }

    #[test]
    fn what_was_never_repeated_is_assumed() {
        let once = RepeatScatter { count: 1, sigma: None };
        assert_eq!(RoundScatter::of([once].into_iter()).sigma, UNKNOWN);
        // Repeats that agree exactly do so by chance.
        let same = RepeatScatter { count: 2, sigma: Some(0.0) };
        assert_eq!(RoundScatter::of([same].into_iter()).sigma, LEAST);
    }
}
