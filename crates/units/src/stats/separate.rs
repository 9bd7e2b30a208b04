//! Whether two groups of separate runs differ, at a level that is asked for.
//!
//! For: saying "slower" of an unchanged drive as seldom as is promised. Two things must hold at
//! once:
//!
//! - *The interval*: Fieller's interval of the ratio of the means ([`crate::stats::ratio`]) leaves out 1.
//!   Where figures scatter normally from run to run, equal groups fail this with the probability
//!   `level`.
//! - *The ranks*: of all ways to deal the same figures into two groups (Wilcoxon's rank sum, or
//!   Mann and Whitney's U: H. B. Mann and D. R. Whitney, Annals of Mathematical Statistics 18
//!   (1947), 50-60) the part that is as far apart is no greater than `level`; or, where the groups
//!   are too small for that, none is further apart: of three and three figures all of one group lie
//!   beyond all of the other, which happens in 2 of the 20 ways whatever the distribution. One
//!   outlier decides nothing.
//!
//! What scatters otherwise than normally is thus called different at most as often as the smaller
//! of both says: of bistable figures (a drive that is in one of two states in each run, by chance)
//! 2 of 64 pairs of three and three are, of five and five 2 of 1,024. Runs that drift together are
//! not covered: measure in turn.
//!
//! Not here: which figures are compared, how many of them at once (`narrows-verdict`).

use crate::stats::ratio::{Mean, Ratio, ratio_at};

/// Most values in a group: counting the ways of dealing more takes long, and tells nothing more.
pub const MOST: usize = 32;

/// Two groups beside each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Separated {
    /// The ratio of the means, with the interval at the level.
    pub ratio: Ratio,
    /// Interval and ranks both say that they differ.
    pub differs: bool,
}

/// Judges `after` beside `before`: one value a run. `least` is the part by which values scatter at
/// least from run to run, and differences below it are none. None of fewer than
/// [`crate::stats::ratio::LEAST_REPEATS`] on either side or more than [`MOST`], or where `before` is not
/// told from 0.
pub fn separated(before: &[f64], after: &[f64], level: f64, least: f64) -> Option<Separated> {
    if before.len().max(after.len()) > MOST {
        return None;
    }
    let mean = |values: &[f64]| Some(Mean::of_repeats(values)?.scattering(values.len(), least));
    let ratio = ratio_at(&mean(before)?, &mean(after)?, level)?;
    let is_apart = !ratio.covers(1.0) && (ratio.ratio - 1.0).abs() >= least;
    Some(Separated { ratio, differs: is_apart && ranks_differ(before, after, level) })
}

/// Whether the ranks are as far apart as the level asks for, or as far as they can be.
fn ranks_differ(before: &[f64], after: &[f64], level: f64) -> bool {
    let ways = ways(before.len(), after.len());
    let all: f64 = ways.iter().sum();
    let u = inversions(before, after);
    let tail: f64 = ways.iter().take(u + 1).sum();
    u == 0 || 2.0 * tail / all <= level
}

/// How many pairs speak against the direction of most: 0 where the groups do not overlap. Equal
/// values speak against both directions.
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
            separated(&a, &b, level, 0.001).is_some_and(|found| found.differs)
        };
        (0..10_000).filter(|_| differs()).count() as f64 / 10_000.0
    }

    /// By derivation at most `level` of normal figures, of whatever relative scatter. Welch's
    /// degrees of freedom are estimates: J. Best and D. Rayner (Technometrics 29 (1987), 205-210)
    /// found the level kept within a part of it for groups of five; the ranks make it smaller. The
    /// standard error of 10,000 trials at 0.01 is 0.001.
    #[test]
    fn equal_groups_are_called_different_no_more_often_than_is_said() {
        for (count, level) in [(3, 0.01), (5, 0.01), (10, 0.01), (3, 0.05), (8, 0.05)] {
            for scatter in [0.0002, 0.01, 0.1] {
                let mut noise = Noise(11);
                let found = false_alarms(count, level, || 1.0 + scatter * noise.normal());
                assert!(found <= level * 1.3, "{count} runs, {level}, {scatter}: {found}");
            }
            let mut noise = Noise(5);
            let found = false_alarms(count, level, || noise.with_outliers());
            assert!(found <= level * 1.3, "{count} runs with outliers, {level}: {found}");
            let mut noise = Noise(5);
            let found = false_alarms(count, level, || 1.0 + 0.1 * noise.uniform());
            assert!(found <= level * 1.6, "{count} uniform runs, {level}: {found}");
        }
    }

    /// Of figures in one of two states, each with probability 1/2, all three of either side agree
    /// and differ from the other's in 2 of 2^6 pairs: 0.031. Of five and five in 2 of 2^10: 0.002.
    #[test]
    fn what_is_in_one_of_two_states_is_told_with_more_runs() {
        for (count, most) in [(3, 0.037), (5, 0.004)] {
            let mut noise = Noise(3);
            let found = false_alarms(count, 0.01, || if noise.uniform() < 0.5 { 1.0 } else { 0.7 });
            assert!(found <= most, "{count} runs: {found}");
        }
    }

    /// Three and three with 1 % scatter: the standard error of the ratio is 0.8 %, t at 1 % with
    /// about four degrees of freedom is 4.6: 10 % are seen nearly always.
    #[test]
    fn what_is_slower_is_seen() {
        let mut noise = Noise(9);
        let mut group = |middle: f64| -> Vec<f64> {
            (0..3).map(|_| middle * (1.0 + 0.01 * noise.normal())).collect()
        };
        let mut seen = || {
            let (a, b) = (group(100.0), group(90.0));
            separated(&a, &b, 0.01, 0.001).is_some_and(|found| found.differs)
        };
        let seen = (0..1000).filter(|_| seen()).count();
        assert!(seen > 900, "{seen}");
    }

    proptest! {
        #[test]
        fn fewer_than_three_say_nothing_and_the_order_of_runs_does_not_matter(
            mut a in prop::collection::vec(50f64..150.0, 1..8),
            b in prop::collection::vec(50f64..150.0, 1..8),
        ) {
            let found = separated(&a, &b, 0.01, 0.001);
            if a.len().min(b.len()) < 3 {
                prop_assert!(found.is_none());
            }
            a.reverse();
            let again = separated(&a, &b, 0.01, 0.001);
            prop_assert_eq!(found.map(|it| it.differs), again.map(|it| it.differs));
            if let Some(found) = found.filter(|found| found.differs) {
                prop_assert!(!found.ratio.covers(1.0));
            }
        }
    }
}
