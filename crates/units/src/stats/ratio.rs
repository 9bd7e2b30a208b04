//! The ratio of two runs' rates, with its confidence interval.
//!
//! For: reporting "1.23 ± 0.04 times", or no significant difference, for two runs made at different
//! times, although the samples within a run are correlated.
//!
//! Means come from one of two sources:
//! - *repeats* ([`SampleMean::of_repeats`]), taken as independent. The only source that sees what changes
//!   from one repeat to the next.
//! - *samples within a run* ([`SampleMean::of_samples`]): equal steps of its time line. A drive that was
//!   fast in one step tends to be so in the next, so that the usual standard error is far too
//!   small. Two estimates of the true one are made and the larger is taken. Batch means: each run
//!   is cut into five stretches, whose means are nearly independent (B. Schmeiser, "Batch Size
//!   Effects in the Analysis of Simulation Output", Operations Research 30 (1982), 556-568; that so
//!   few groups with a t quantile are sound also where their variances differ: R. Ibragimov and
//!   U. K. Müller, "t-Statistic Based Correlation and Heterogeneity Robust Inference", Journal of
//!   Business & Economic Statistics 28 (2010), 453-468). And the variance of a first-order
//!   autoregressive series, (1 + r) / (1 - r) times that of independent samples, with the sample
//!   autocorrelation r corrected for its bias of -(1 + 3 r) / n (F. H. C. Marriott and J. A. Pope,
//!   Biometrika 41 (1954), 390-402).
//!
//! The interval of the ratio is Fieller's (E. C. Fieller, "Some Problems in Interval Estimation",
//! Journal of the Royal Statistical Society B 16 (1954), 175-185), which only requires that the
//! divisor differs from 0; degrees of freedom are those of Welch and Satterthwaite (B. L. Welch,
//! Biometrika 34 (1947), 28-35). Its coverage of the true ratio on simulated series is in the tests
//! and in docs/history.md.
//!
//! Not here: which figures belong together (`narrows-verdict`).

/// Fewest repeats for a mean with an interval.
pub const LEAST_REPEATS: usize = 3;
/// Fewest samples in a run for an autocorrelation.
pub const LEAST_SAMPLES: usize = 10;
/// The number of batches that each run is cut into.
const BATCHES: usize = 5;
/// The strongest autocorrelation used: estimates beyond it are unreliable.
const STRONGEST: f64 = 0.97;

/// Student's t at 97.5 % for 1 to 30 degrees of freedom: W. S. Gosset's table as in any textbook.
const T_975: [f64; 30] = [
    12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160,
    2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056,
    2.052, 2.048, 2.045, 2.042,
];

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SampleMean {
    pub value: f64,
    /// The square of its standard error.
    variance: f64,
    /// Degrees of freedom of the variance, at least 1.
    freedom: f64,
}

/// A ratio with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ratio {
    pub ratio: f64,
    pub low: f64,
    pub high: f64,
}

impl SampleMean {
    /// The mean of independent repeats; `None` for fewer than [`LEAST_REPEATS`], or if one is not
    /// finite.
    pub fn of_repeats(repeats: &[f64]) -> Option<Self> {
        if repeats.len() < LEAST_REPEATS {
            return None;
        }
        let freedom = repeats.len() as f64 - 1.0;
        let value = mean(repeats);
        let variance = squares(repeats, value) / freedom / repeats.len() as f64;
        (value + variance).is_finite().then_some(Self { value, variance, freedom })
    }

    /// The mean of the samples of one or more runs, each run's in order of time; `None` if a run
    /// has fewer than [`LEAST_SAMPLES`], or a sample is not finite.
    pub fn of_samples(runs: &[&[f64]]) -> Option<Self> {
        if runs.is_empty() || runs.iter().any(|run| run.len() < LEAST_SAMPLES) {
            return None;
        }
        let batches: Vec<f64> = runs.iter().flat_map(|run| batch_means(run)).collect();
        let all: Vec<f64> = runs.concat();
        let value = mean(&all);
        let freedom = batches.len() as f64 - 1.0;
        let by_batches = squares(&batches, mean(&batches)) / freedom / batches.len() as f64;
        let variance = by_batches.max(autoregressive(runs, value, all.len() as f64));
        (value + variance).is_finite().then_some(Self { value, variance, freedom })
    }

    /// The same relative uncertainty around another value, for samples that show only the spread.
    /// `None` if that has no meaning.
    pub fn about(self, value: f64) -> Option<Self> {
        let scale = value / self.value;
        let variance = self.variance * scale * scale;
        (value + variance).is_finite().then_some(Self { value, variance, ..self })
    }
}

impl Ratio {
    /// Whether `value` lies inside, ends included.
    pub fn covers(&self, value: f64) -> bool {
        (self.low..=self.high).contains(&value)
    }
}

/// The ratio `after / before`; `None` if `before` does not differ significantly from 0.
pub fn ratio(before: &SampleMean, after: &SampleMean) -> Option<Ratio> {
    let (a, b) = (before.value, after.value);
    if a <= 0.0 || b < 0.0 {
        return None;
    }
    let ratio = b / a;
    let t = t_975(freedom(before, after, ratio));
    let (spread_a, spread_b) = (t * t * before.variance, t * t * after.variance);
    // The ends r solve (b - r a)^2 = t^2 (variance of b + r^2 variance of a).
    let divisor = a * a - spread_a;
    let root = (a * a * b * b - divisor * (b * b - spread_b)).max(0.0).sqrt();
    let ends = Ratio { ratio, low: (a * b - root) / divisor, high: (a * b + root) / divisor };
    // With a divisor of 0 or less the interval of `before` holds 0, and the ratio has no bounds.
    (divisor > 0.0 && ends.high.is_finite()).then_some(Ratio { low: ends.low.max(0.0), ..ends })
}

/// Degrees of freedom of the difference `after` - `ratio` `before`, after Welch and Satterthwaite.
fn freedom(before: &SampleMean, after: &SampleMean, ratio: f64) -> f64 {
    let (of_a, of_b) = (before.variance * ratio * ratio, after.variance);
    let both = of_a * of_a / before.freedom + of_b * of_b / after.freedom;
    if both > 0.0 { (of_a + of_b) * (of_a + of_b) / both } else { before.freedom }
}

/// Student's t at 97.5 %: half the width of a 95 % interval, in standard errors. Degrees of freedom
/// between two lines of the table take the greater quantile, those beyond 30 that of 30.
pub fn t_975(freedom: f64) -> f64 {
    let line = (freedom as usize).clamp(1, T_975.len());
    T_975.get(line - 1).copied().unwrap_or(f64::INFINITY)
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

/// The sum of the squared distances from `middle`.
fn squares(values: &[f64], middle: f64) -> f64 {
    values.iter().map(|value| (value - middle) * (value - middle)).sum()
}

/// The means of batches of equal length; the remainder at the beginning is left out.
fn batch_means(run: &[f64]) -> Vec<f64> {
    let length = run.len() / BATCHES;
    let whole = run.get(run.len() - length * BATCHES..).unwrap_or_default();
    whole.chunks_exact(length.max(1)).map(mean).collect()
}

/// The variance of the mean of `count` samples, as a first-order autoregressive series.
fn autoregressive(runs: &[&[f64]], middle: f64, count: f64) -> f64 {
    let spread: f64 = runs.iter().map(|run| squares(run, middle)).sum();
    if spread <= 0.0 {
        return 0.0;
    }
    let follow = |pair: &[f64]| pair.iter().map(|value| value - middle).product::<f64>();
    let together: f64 = runs.iter().flat_map(|run| run.windows(2)).map(follow).sum();
    let apparent = together / spread;
    // A negative correlation would narrow the interval, on the word of few samples.
    let correlation = (apparent + (1.0 + 3.0 * apparent) / count).clamp(0.0, STRONGEST);
    spread / (count - 1.0) / count * (1.0 + correlation) / (1.0 - correlation)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_ratio_of_repeats_by_hand() {
        // Before 99, 100, 101: mean 100, variance of the mean 1 / 3; after twice that: 200, 4 / 3.
        // Ratio 2; variance of the difference 4 / 3 + 2^2 / 3 = 8 / 3, each part with 2 degrees of
        // freedom, so 4 together: t = 2.776. The ends solve
        // (200 - 100 r)^2 = 2.776^2 (4 + r^2) / 3, so r^2 (10,000 - 2.569) - 40,000 r
        // + 40,000 - 10.275 = 0, whose roots are 2.00051 -+ 0.04534.
        let before = SampleMean::of_repeats(&[99.0, 100.0, 101.0]).unwrap();
        let after = SampleMean::of_repeats(&[198.0, 200.0, 202.0]).unwrap();
        let interval = ratio(&before, &after).unwrap();
        assert_eq!(interval.ratio, 2.0);
        assert!((interval.low - 1.95517).abs() < 2e-5 && (interval.high - 2.04586).abs() < 2e-5);
        assert!(!interval.covers(1.0) && interval.covers(2.0));
    }

    #[test]
    fn too_little_gives_no_interval() {
        assert_eq!(SampleMean::of_repeats(&[1.0, 2.0]), None);
        assert_eq!(SampleMean::of_repeats(&[1.0, f64::NAN, 2.0]), None);
        assert_eq!(SampleMean::of_samples(&[&[1.0; 9]]), None);
        assert_eq!(SampleMean::of_samples(&[&[1.0; 10], &[1.0; 9]]), None);
        assert_eq!(SampleMean::of_samples(&[]), None);
        // The divisor's interval holds 0: 1 +- 4.303 * sqrt(1 / 3).
        let near_zero = SampleMean::of_repeats(&[0.0, 1.0, 2.0]).unwrap();
        let sure = SampleMean::of_repeats(&[1.0; 3]).unwrap();
        assert_eq!(ratio(&near_zero, &sure), None);
        assert!(ratio(&sure, &near_zero).is_some(), "a dividend may be near 0");
    }

    #[test]
    fn what_never_varies_is_known_exactly() {
        let before = SampleMean::of_samples(&[&[500.0; 30]]).unwrap();
        let after = before.about(250.0).unwrap();
        assert_eq!(ratio(&before, &after), Some(Ratio { ratio: 0.5, low: 0.5, high: 0.5 }));
    }

    #[test]
    fn runs_that_differ_from_one_another_widen_the_interval() {
        // Two runs of 30 steps at 100 and 110 with a ripple of 1: within each the mean is known to
        // under one percent; that the two differ by 10 must show in their mean's interval.
        let ripple = |level: f64| -> Vec<f64> {
            (0..30).map(|at| level + if at % 2 == 0 { 1.0 } else { -1.0 }).collect()
        };
        let (slow, fast) = (ripple(100.0), ripple(110.0));
        let one = SampleMean::of_samples(&[&slow]).unwrap();
        let both = SampleMean::of_samples(&[&slow, &fast]).unwrap();
        let width = |mean: &SampleMean| {
            let interval = ratio(mean, mean).unwrap();
            interval.high - interval.low
        };
        assert!(width(&one) < 0.02 && width(&both) > 0.05, "{} {}", width(&one), width(&both));
    }

    /// Uniform numbers by the generator of D. E. Knuth's MMIX; the sum of twelve is nearly normal.
    struct Noise(u64);

    impl Noise {
        fn normal(&mut self) -> f64 {
            let mut uniform = || {
                let (times, plus) = (6_364_136_223_846_793_005, 1_442_695_040_888_963_407);
                self.0 = self.0.wrapping_mul(times).wrapping_add(plus);
                (self.0 >> 11) as f64 / (1u64 << 53) as f64
            };
            (0..12).map(|_| uniform()).sum::<f64>() - 6.0
        }

        /// First-order autoregressive about 1 with a standard deviation of 5 %.
        fn series(&mut self, length: usize, correlation: f64) -> Vec<f64> {
            let fresh = (1.0 - correlation * correlation).sqrt();
            let mut state = self.normal();
            let mut step = || {
                state = correlation * state + fresh * self.normal();
                1.0 + 0.05 * state
            };
            (0..length).map(|_| step()).collect()
        }
    }

    /// The share of 2,000 comparisons of equal means in which the interval contains 1.
    fn coverage(length: usize, correlation: f64) -> f64 {
        let mut noise = Noise(7);
        let mut covers = || {
            let [a, b] = [0, 1].map(|_| noise.series(length, correlation));
            let mean = |series: &[f64]| SampleMean::of_samples(&[series]).unwrap();
            ratio(&mean(&a), &mean(&b)).is_some_and(|it| it.covers(1.0))
        };
        (0..2000).filter(|_| covers()).count() as f64 / 2000.0
    }

    #[test]
    fn intervals_cover_the_truth_as_often_as_is_said_although_samples_depend() {
        // 30 samples are the 3 s of a usual round. The standard error of 2,000 trials at 95 % is
        // 0.5 points. The plain t interval, half as wide as it should be at a correlation of
        // 0.6 (the square root of (1 - 0.6) / (1 + 0.6)), covers two thirds.
        for (length, correlation, least) in
            [(30, 0.0, 0.95), (30, 0.3, 0.95), (30, 0.6, 0.94), (100, 0.8, 0.95), (30, 0.8, 0.90)]
        {
            let correct = coverage(length, correlation);
            assert!(correct >= least, "{length} samples, {correlation}: {correct}");
        }
    }

    #[test]
    fn intervals_are_not_so_wide_that_nothing_is_ever_seen() {
        // Uncorrelated samples with 5 % spread: the standard error of the ratio of two means of 30
        // is 0.05 sqrt(2 / 30) = 1.3 %, so the interval's half must stay under three times that.
        let mut noise = Noise(3);
        let [a, b] = [0, 1].map(|_| SampleMean::of_samples(&[&noise.series(30, 0.0)]).unwrap());
        let interval = ratio(&a, &b.about(b.value * 0.9).unwrap()).unwrap();
        assert!(interval.high - interval.low < 0.12 && !interval.covers(1.0), "{interval:?}");
    }

    proptest! {
        #[test]
        fn an_interval_holds_its_ratio_and_turns_around(
            before in prop::collection::vec(90f64..110.0, 10..60),
            after in prop::collection::vec(90f64..110.0, 10..60),
        ) {
            let (a, b) = (SampleMean::of_samples(&[&before]), SampleMean::of_samples(&[&after]));
            let (a, b) = (a.unwrap(), b.unwrap());
            let there = ratio(&a, &b).unwrap();
            prop_assert!(there.low <= there.ratio && there.ratio <= there.high);
            // Fieller's interval of b / a is that of a / b turned around.
            let back = ratio(&b, &a).unwrap();
            prop_assert!((back.low * there.high - 1.0).abs() < 1e-6);
            prop_assert!((back.high * there.low - 1.0).abs() < 1e-6);
        }

        #[test]
        fn units_do_not_matter(
            samples in prop::collection::vec(1f64..1e4, 10..60), scale in 1e-3f64..1e6,
        ) {
            let scaled: Vec<f64> = samples.iter().map(|sample| sample * scale).collect();
            let one = SampleMean::of_samples(&[&samples]).unwrap();
            let other = SampleMean::of_samples(&[&scaled]).unwrap();
            if let (Some(one), Some(other)) = (ratio(&one, &one), ratio(&other, &other)) {
                prop_assert!((one.high / other.high - 1.0).abs() < 1e-6);
            }
        }
    }
}
