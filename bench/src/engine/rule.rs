//! When a comparison is passed, decided over all of its pairs.

use narrows_units::stats::{median, ratio_of_pairs};
use serde::Serialize;

use super::figure::{EngineFigures, EngineQuantity};

/// fio has 64 buckets an octave (FIO_IO_U_PLAT_BITS of its stat.h).
const BUCKET: f64 = 1.0 / 64.0;

/// Two measurements right after each other.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct FigurePair {
    pub narrows: EngineFigures,
    pub judge: EngineFigures,
}

/// Requirement on the ratio of our figure to the judge's.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum RatioRule {
    /// The median at least this.
    AtLeast(f64),
    /// The ratio of the means at most this: for processor time, which the kernel samples by its
    /// clock's ticks, so that a single run of little of it may show none.
    MeansAtMost(f64),
    /// The median differs from 1 by at most this.
    Within(f64),
    /// The interval holds 1, or the median is off 1 by less than this: for ground that scatters
    /// more than the two differ.
    HoldsOneOr(f64),
    /// Our median lies between the judge's least and greatest, give or take a bucket of its
    /// histogram.
    InsideScatter,
    /// Shown, not judged.
    Shown,
}

pub type Want = (EngineQuantity, RatioRule);

/// The median ratio of the pairs and its confidence interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct MedianRatio {
    pub median: f64,
    pub low: f64,
    pub high: f64,
    /// The probability that such an interval holds the true median, at least 0.95.
    pub confidence: f64,
}

/// Outcome of a requirement.
#[derive(Clone, Debug, Serialize)]
pub struct RatioVerdict {
    pub quantity: EngineQuantity,
    pub narrows: f64,
    pub judge: f64,
    /// Ours divided by the judge's, pair by pair.
    pub ratio: MedianRatio,
    /// The mean of ours divided by the mean of the judge's.
    pub means: f64,
    pub rule: String,
    /// Whether it is met; null if not judged.
    pub holds: Option<bool>,
}

impl RatioVerdict {
    /// Over all pairs; an error names the quantity that a side does not tell.
    pub fn of(pairs: &[FigurePair], (quantity, rule): Want) -> Result<Self, String> {
        let side = |of: fn(&FigurePair) -> &EngineFigures| -> Option<Vec<f64>> {
            pairs.iter().map(|pair| quantity.of(of(pair))).collect()
        };
        let absent = || format!("a side does not tell: {}", quantity.name());
        let ours = side(|pair| &pair.narrows).ok_or_else(absent)?;
        let theirs = side(|pair| &pair.judge).ok_or_else(absent)?;
        let few = || format!("too few pairs, or zeros, of {}", quantity.name());
        let interval = ratio_of_pairs(&ours, &theirs, 0.95).ok_or_else(few)?;
        let ratio = MedianRatio {
            median: interval.median,
            low: interval.low,
            high: interval.high,
            confidence: interval.confidence,
        };
        Ok(Self {
            quantity,
            narrows: median(&ours).ok_or_else(few)?,
            judge: median(&theirs).ok_or_else(few)?,
            ratio,
            means: ours.iter().sum::<f64>() / theirs.iter().sum::<f64>(),
            rule: rule.spelled(),
            holds: rule.holds(ratio, &ours, &theirs),
        })
    }
}

impl RatioRule {
    fn holds(self, ratio: MedianRatio, ours: &[f64], theirs: &[f64]) -> Option<bool> {
        let off = (ratio.median - 1.0).abs();
        match self {
            Self::AtLeast(least) => Some(ratio.median >= least),
            Self::MeansAtMost(most) => {
                Some(ours.iter().sum::<f64>() <= most * theirs.iter().sum::<f64>())
            }
            Self::Within(most) => Some(off <= most),
            Self::HoldsOneOr(most) => Some((ratio.low..=ratio.high).contains(&1.0) || off < most),
            Self::InsideScatter => {
                let least = theirs.iter().copied().min_by(f64::total_cmp)?;
                let greatest = theirs.iter().copied().max_by(f64::total_cmp)?;
                let inside = least * (1.0 - BUCKET)..=greatest * (1.0 + BUCKET);
                Some(inside.contains(&median(ours)?))
            }
            Self::Shown => None,
        }
    }

    fn spelled(self) -> String {
        match self {
            Self::AtLeast(least) => format!("the median ratio is at least {least}"),
            Self::MeansAtMost(most) => format!("the ratio of the means is at most {most}"),
            Self::Within(most) => format!("the median ratio is within {:.0} % of 1", most * 1e2),
            Self::HoldsOneOr(most) => format!(
                "the interval of the median ratio holds 1, or the median is within {:.0} % of 1",
                most * 1e2
            ),
            Self::InsideScatter => {
                "our median lies between the judge's least and greatest, give or take 1/64"
                    .to_owned()
            }
            Self::Shown => "shown, not judged".to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs(figures: &[(f64, f64)]) -> Vec<FigurePair> {
        let figure = |iops| EngineFigures { iops, ..EngineFigures::default() };
        figures.iter().map(|&(a, b)| FigurePair { narrows: figure(a), judge: figure(b) }).collect()
    }

    fn holds(figures: &[(f64, f64)], rule: RatioRule) -> Option<bool> {
        RatioVerdict::of(&pairs(figures), (EngineQuantity::Iops, rule)).unwrap().holds
    }

    #[test]
    fn the_median_ratio_decides() {
        // Ratios 2.0, 2.1, 2.2, 2.2, 2.3, 9: the median of six is the middle of the 3rd and 4th.
        let fast =
            [(20.0, 10.0), (21.0, 10.0), (22.0, 10.0), (22.0, 10.0), (23.0, 10.0), (90.0, 10.0)];
        assert_eq!(holds(&fast, RatioRule::AtLeast(2.2)), Some(true));
        assert_eq!(holds(&fast, RatioRule::AtLeast(2.21)), Some(false));
        assert_eq!(holds(&fast, RatioRule::Within(0.01)), Some(false));
        assert_eq!(holds(&fast, RatioRule::Shown), None);
    }

    #[test]
    fn a_bias_counts_where_the_interval_leaves_one_out() {
        // Six pairs: the interval is from the least to the greatest (1 - 2 / 2^6 = 96.9 %).
        let off = |ratio: f64| [(ratio * 100.0, 100.0); 6];
        assert_eq!(holds(&off(1.015), RatioRule::HoldsOneOr(0.02)), Some(true));
        assert_eq!(holds(&off(1.03), RatioRule::HoldsOneOr(0.02)), Some(false));
        let mut around = off(1.03);
        around[0] = (99.0, 100.0);
        assert_eq!(holds(&around, RatioRule::HoldsOneOr(0.02)), Some(true));
    }

    #[test]
    fn sampled_time_is_judged_by_its_means() {
        // 0 + 0 + 0 + 0 + 0 + 9 of 6 * 6 = 36: a quarter, though most runs show nothing.
        let mut sampled = [(0.0, 6.0); 6];
        sampled[5] = (9.0, 6.0);
        assert_eq!(holds(&sampled, RatioRule::MeansAtMost(0.25)), Some(true));
        assert_eq!(holds(&sampled, RatioRule::MeansAtMost(0.24)), Some(false));
    }

    #[test]
    fn scatter_is_the_judges_own() {
        let inside =
            [(11.0, 10.0), (11.0, 12.0), (11.0, 10.5), (11.0, 11.5), (50.0, 10.0), (11.0, 10.0)];
        assert_eq!(holds(&inside, RatioRule::InsideScatter), Some(true));
        // 12 and a bucket are 12.19.
        let outside = inside.map(|(_, judge)| (12.2, judge));
        assert_eq!(holds(&outside, RatioRule::InsideScatter), Some(false));
        let nearly = inside.map(|(_, judge)| (12.18, judge));
        assert_eq!(holds(&nearly, RatioRule::InsideScatter), Some(true));
    }

    #[test]
    fn what_a_side_does_not_tell_is_an_error() {
        let pairs = pairs(&[(1.0, 1.0); 6]);
        let error = RatioVerdict::of(&pairs, (EngineQuantity::P99Us, RatioRule::InsideScatter))
            .unwrap_err();
        assert_eq!(error, "a side does not tell: p99, us");
    }
}
