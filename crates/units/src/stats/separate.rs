//! Whether two groups of separate runs differ, at a given level.
//!
//! For: calling an unchanged drive "slower" as seldom as promised, and "no more than 3 % different" only if that is
//! known. Rates and times are compared by their logarithms: the ratio of geometric means is the same figure
//! whichever of the two is read (P. J. Fleming and J. J. Wallace, Communications of the ACM 29 (1986), 218-221),
//! and its interval has no end below 0. Two conditions must both be met for groups to differ:
//!
//! - *The interval* of the ratio leaves out 1: Welch's, of the difference of the means of logarithms (B. L. Welch,
//!   Biometrika 34 (1947), 28-35). Where logarithms scatter normally from run to run, equal groups fail this with the
//!   probability `level`.
//! - *The ranks*: of all ways to deal the same figures into two groups (Wilcoxon's rank sum, or
//!   Mann and Whitney's U: H. B. Mann and D. R. Whitney, Annals of Mathematical Statistics 18
//!   (1947), 50-60) the part that is as far apart is no greater than `level`, or than 2 %; or, where the groups
//!   are too small for that, none is further apart: of three and three figures all of one group lie
//!   beyond all of the other, which happens in 2 of the 20 ways whatever the distribution. One
//!   outlier decides nothing.
//!
//! Figures not normally distributed are thus called different at most as often as the smaller of
//! both allows: of bistable figures (a drive that is in one of two states in each run, by chance) 2
//! of 64 pairs of three and three are, of five and five 2 of 1,024. Runs that drift together are
//! not covered: interleave them.
//!
//! Not here: which figures are compared, how many of them at once (`narrows-verdict`).

use crate::stats::ratio::{LEAST_REPEATS, Ratio};
use crate::stats::student;

/// Most values in a group: counting the ways of dealing more takes long, and adds nothing.
pub const MOST: usize = 32;

/// The ranks' level if a stricter one is required. A choice: it lets two groups of five overlap by one pair, as 4 of
/// the 252 ways to deal them do (1.6 %); at 1 % they may not overlap at all, and a tenth between figures that scatter
/// by 3 % showed in 85 of 100 cases only.
const RANKS: f64 = 0.02;

/// Two groups beside each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GroupSeparation {
    /// The geometric mean of the first group.
    pub before: f64,
    /// The geometric mean of the second group.
    pub after: f64,
    /// The ratio of the geometric means, with the interval at the level.
    pub ratio: Ratio,
    /// Interval and ranks both say that they differ.
    pub differs: bool,
    /// The variance of the logarithms within each group.
    variances: [f64; 2],
    level: f64,
}

impl GroupSeparation {
    /// How many values a group it would take until the interval reaches no further than `half` (the logarithm of a
    /// ratio) to either side of the ratio, if values go on to scatter as they did. None beyond [`MOST`].
    pub fn values_for(&self, half: f64) -> Option<usize> {
        let reaches = |count: usize| {
            let variances = self.variances.map(|variance| variance / count as f64);
            half_width(variances, [count; 2], self.level) <= half
        };
        (LEAST_REPEATS..=MOST).find(|&count| reaches(count))
    }
}

/// Compares `after` with `before`: one value a run. `least` is the least relative scatter from run
/// to run; smaller differences do not count. `None` for fewer than [`LEAST_REPEATS`] on either side
/// or more than [`MOST`], or if a value is not above 0.
pub fn separated(before: &[f64], after: &[f64], level: f64, least: f64) -> Option<GroupSeparation> {
    let groups = [before, after];
    let counts = groups.map(<[f64]>::len);
    let is_sound = |value: &f64| *value > 0.0 && value.is_finite();
    let is_whole = groups.iter().all(|group| group.iter().all(is_sound));
    if !is_whole || !counts.iter().all(|count| (LEAST_REPEATS..=MOST).contains(count)) {
        return None;
    }
    let [(a, variance_a), (b, variance_b)] = groups.map(|group| {
        // By libm, because the platforms' own logarithms differ in their last digits.
        let logs: Vec<f64> = group.iter().map(|value| libm::log(*value)).collect();
        let mean = logs.iter().sum::<f64>() / logs.len() as f64;
        let squares: f64 = logs.iter().map(|log| (log - mean) * (log - mean)).sum();
        // Values that agree by chance, or by the steps of their counting, do not make a mean exact.
        (mean, (squares / (logs.len() - 1) as f64).max(least * least))
    });
    let variances = [variance_a, variance_b];
    let of_means = [variance_a / counts[0] as f64, variance_b / counts[1] as f64];
    let half = half_width(of_means, counts, level);
    let difference = b - a;
    let [ratio, low, high] = [difference, difference - half, difference + half].map(libm::exp);
    let ratio = Ratio { ratio, low, high };
    let is_apart = !ratio.covers(1.0) && (ratio.ratio - 1.0).abs() >= least;
    let differs = is_apart && ranks_differ(before, after, level);
    Some(GroupSeparation {
        before: libm::exp(a),
        after: libm::exp(b),
        ratio,
        differs,
        variances,
        level,
    })
}

/// Half the width of Welch's interval, from the variances of both means.
fn half_width(of_means: [f64; 2], counts: [usize; 2], level: f64) -> f64 {
    let sum = of_means[0] + of_means[1];
    let parts = of_means.iter().zip(counts);
    let freedom = sum * sum / parts.map(|(v, n)| v * v / (n - 1) as f64).sum::<f64>();
    student::quantile(level, freedom) * sum.sqrt()
}

/// Whether the ranks are as far apart as the level requires, or as far as they can be.
fn ranks_differ(before: &[f64], after: &[f64], level: f64) -> bool {
    let ways = ways(before.len(), after.len());
    let all: f64 = ways.iter().sum();
    let u = inversions(before, after);
    let tail: f64 = ways.iter().take(u + 1).sum();
    u == 0 || 2.0 * tail / all <= level.max(RANKS)
}

/// The number of pairs that contradict the direction of most: 0 if the groups do not overlap. Equal
/// values contradict both directions.
fn inversions(before: &[f64], after: &[f64]) -> usize {
    let pairs = || before.iter().flat_map(|a| after.iter().map(move |b| (a, b)));
    let not_less = pairs().filter(|(a, b)| b <= a).count();
    let not_more = pairs().filter(|(a, b)| b >= a).count();
    not_less.min(not_more)
}

/// In how many ways `n + m` different values are dealt into groups of `n` and `m` so that `u` pairs
/// are inverted, for each `u`: the coefficients of the Gaussian binomial.
fn ways(n: usize, m: usize) -> Vec<f64> {
    // dealt[k][u]: of the values looked at so far k are in the first group.
    let mut dealt = vec![vec![0.0; n * m + 1]; n + 1];
    if let Some(first) = dealt.first_mut().and_then(|row| row.first_mut()) {
        *first = 1.0;
    }
    for value in 0..n + m {
        for k in (0..n.min(value + 1)).rev() {
            // The k + 1st of the first group has the others before it as inversions.
            let others = value - k;
            let (below, above) = dealt.split_at_mut(k + 1);
            let (Some(from), Some(to)) = (below.last(), above.first_mut()) else { continue };
            to.iter_mut().skip(others).zip(from).for_each(|(to, from)| *to += from);
        }
    }
    dealt.pop().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Pascal: 6 over 3 is 20, one way has no inversion, one has all nine.
    #[test]
    fn ways_of_dealing_by_hand() {
        assert_eq!(ways(3, 3), [1.0, 1.0, 2.0, 3.0, 3.0, 3.0, 3.0, 2.0, 1.0, 1.0]);
        assert_eq!(ways(1, 2), [1.0, 1.0, 1.0]);
        assert_eq!(ways(5, 5).iter().sum::<f64>(), 252.0);
        assert_eq!(inversions(&[1.0, 2.0, 3.0], &[4.0, 5.0, 6.0]), 0);
        assert_eq!(inversions(&[1.0, 2.0, 3.0], &[4.0, 5.0, 3.0]), 1);
        assert_eq!(inversions(&[1.0], &[1.0]), 1);
    }

    /// Uniform numbers by the generator of D. E. Knuth's MMIX.
    struct Noise(u64);

    impl Noise {
        fn uniform(&mut self) -> f64 {
            let (times, plus) = (6_364_136_223_846_793_005, 1_442_695_040_888_963_407);
            self.0 = self.0.wrapping_mul(times).wrapping_add(plus);
            (self.0 >> 11) as f64 / (1u64 << 53) as f64
        }

        fn normal(&mut self) -> f64 {
            (0..12).map(|_| self.uniform()).sum::<f64>() - 6.0
        }

        /// One in ten runs is slowed down to a half by other load.
        fn with_outliers(&mut self) -> f64 {
            let disturbed = self.uniform() < 0.1;
            (1.0 + 0.01 * self.normal()) * if disturbed { 0.5 } else { 1.0 }
        }
    }

    /// The share of 10,000 pairs of equal groups that are called different.
    fn false_alarms(count: usize, level: f64, mut draw: impl FnMut() -> f64) -> f64 {
        let mut group = || (0..count).map(|_| draw()).collect::<Vec<f64>>();
        let mut differs = || {
            let (a, b) = (group(), group());
            separated(&a, &b, level, 0.001).is_some_and(|it| it.differs)
        };
        (0..10_000).filter(|_| differs()).count() as f64 / 10_000.0
    }

    /// By derivation at most `level` of normal figures, of whatever relative scatter. Welch's
    /// degrees of freedom are estimates: J. Best and D. Rayner (Technometrics 29 (1987), 205-210)
    /// showed the level kept within a part of it for groups of five; the ranks make it smaller. The
    /// standard error of 10,000 trials at 0.01 is 0.001.
    #[test]
    fn equal_groups_are_called_different_no_more_often_than_is_said() {
        for (count, level) in [(3, 0.01), (5, 0.01), (10, 0.01), (3, 0.05), (8, 0.05)] {
            for scatter in [0.0002, 0.01, 0.1] {
                let mut noise = Noise(11);
                let rate = false_alarms(count, level, || 1.0 + scatter * noise.normal());
                assert!(rate <= level * 1.3, "{count} runs, {level}, {scatter}: {rate}");
            }
            let mut noise = Noise(5);
            let rate = false_alarms(count, level, || noise.with_outliers());
            assert!(rate <= level * 1.3, "{count} runs with outliers, {level}: {rate}");
            let mut noise = Noise(5);
            let rate = false_alarms(count, level, || 1.0 + 0.1 * noise.uniform());
            assert!(rate <= level * 1.6, "{count} uniform runs, {level}: {rate}");
        }
    }

    /// Of figures in one of two states, each with probability 1/2, all three of either side agree
    /// and differ from the other's in 2 of 2^6 pairs: 0.031. Of five and five in 2 of 2^10: 0.002.
    #[test]
    fn what_is_in_one_of_two_states_is_told_with_more_runs() {
        for (count, most) in [(3, 0.037), (5, 0.004)] {
            let mut noise = Noise(3);
            let rate = false_alarms(count, 0.01, || if noise.uniform() < 0.5 { 1.0 } else { 0.7 });
            assert!(rate <= most, "{count} runs: {rate}");
        }
    }

    /// Before 99, 100, 101 and after twice that: logarithms scatter by 0.01 (1 % of 100) around their means, so
    /// that the difference, ln 2, has the standard error 0.01 sqrt(2 / 3) = 0.00816; with equal variances there are
    /// 4 degrees of freedom, whose t at 5 % is 2.776: exp(+-0.02267) times 2 are 1.9552 and 2.0458.
    #[test]
    fn a_ratio_with_its_interval_by_hand() {
        let comparison =
            separated(&[99.0, 100.0, 101.0], &[198.0, 200.0, 202.0], 0.05, 0.001).unwrap();
        let Ratio { ratio, low, high } = comparison.ratio;
        assert!((ratio - 2.0).abs() < 1e-9 && comparison.differs);
        assert!((low - 1.9552).abs() < 1e-4 && (high - 2.0458).abs() < 1e-4, "{low} {high}");
        // Half of it takes more than twice the values, and t falls as well: with 7 a side t is
        // 2.179, the standard error 0.00535, and 0.0117 in all; with 8 it is 2.145 times 0.005.
        assert_eq!(comparison.values_for(0.0113), Some(8));
        assert_eq!(comparison.values_for(0.03), Some(3));
        assert_eq!(comparison.values_for(1e-4), None);
        // There is no ratio if one value is 0.
        assert_eq!(separated(&[0.0, 1.0, 2.0], &[1.0; 3], 0.05, 0.001), None);
    }

    /// Three and three with 1 % scatter: the standard error of the ratio is 0.8 %, t at 1 % with
    /// about four degrees of freedom is 4.6: 10 % show nearly always. Five and five that scatter by 3 %: a
    /// standard error of 1.9 %, times 3.36 (1 %, eight degrees of freedom) 6.4 %, so that a tenth (10.5 % of a
    /// logarithm) is 2.1 standard errors beyond.
    #[test]
    fn a_tenth_is_found() {
        for (seed, runs, scatter) in [(9, 3, 0.01), (23, 5, 0.03)] {
            let mut noise = Noise(seed);
            let mut group = |middle: f64| -> Vec<f64> {
                (0..runs).map(|_| middle * (1.0 + scatter * noise.normal())).collect()
            };
            let mut shows = || {
                let (a, b) = (group(100.0), group(90.0));
                separated(&a, &b, 0.01, 0.001).is_some_and(|it| it.differs)
            };
            let count = (0..1000).filter(|_| shows()).count();
            assert!(count > 900, "{runs} runs: {count}");
        }
    }

    proptest! {
        #[test]
        fn fewer_than_three_say_nothing_and_the_order_of_runs_does_not_matter(
            mut a in prop::collection::vec(50f64..150.0, 1..8),
            b in prop::collection::vec(50f64..150.0, 1..8),
        ) {
            let comparison = separated(&a, &b, 0.01, 0.001);
            if a.len().min(b.len()) < 3 {
                prop_assert!(comparison.is_none());
            }
            a.reverse();
            let again = separated(&a, &b, 0.01, 0.001);
            prop_assert_eq!(comparison.map(|it| it.differs), again.map(|it| it.differs));
            if let Some(comparison) = comparison.filter(|it| it.differs) {
                prop_assert!(!comparison.ratio.covers(1.0));
            }
        }
    }
}
