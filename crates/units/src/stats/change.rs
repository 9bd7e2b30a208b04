//! Where a rate changed for good.
//!
//! For: "after 13 GB it fell from 1,500 to 300 MB/s". Between two changes a rate has a level, to
//! which it returns; a slot without a completion, a saw, noise that wanders and a slow drift are no
//! changes.
//!
//! How: a running median of five removes single slots (Tukey, "Exploratory Data Analysis", 1977,
//! chapter 7) and leaves edges where they are. The cut into levels that has the least squares, plus
//! a price for each level, is found exactly by dynamic programming (Jackson and others, "An
//! algorithm for optimal partitioning of data on an interval", IEEE Signal Processing Letters 12,
//! 2005). The price is Schwarz' criterion (Yao, "Estimating the number of change-points via
//! Schwarz' criterion", Statistics & Probability Letters 6, 1988) on the variance of batch means,
//! which unlike that of single steps does not mistake wandering noise for signal. A remaining
//! change must be large and sudden enough to be worth a sentence.
//!
//! Not here: whether a rate is steady (`steady`), meaning of a change (`narrows-verdict`).

mod levels;
mod noise;

use self::levels::{PrefixSums, cuts};
use self::noise::{running_median, variance};

/// Smaller changes, as a fraction of the greater level, are not reported: two runs differ by as
/// much, and the slope is within what still counts as steady.
const SIZE_MIN: f64 = 0.10;
/// A change must also show between this many shortest levels right before and right after it;
/// otherwise it is a drift that levels merely approximate.
const SUDDEN: usize = 3;
/// Schwarz' criterion charges twice the variance times the logarithm of the count for a level and
/// its position. This is four times that: the variance is itself estimated, and noise that is
/// correlated over longer than a batch would otherwise pass for levels. A change of a tenth that
/// lasts for a second still shows in noise of 4 %.
const PRICE: f64 = 8.0;
/// Noise is taken to be at least this part of the mean: levels nearer than that do not differ in
/// practice, and a series without any noise would be cut at each rounding.
const NOISE_MIN: f64 = 0.01;

/// A lasting change of level.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ChangePoint {
    /// The first step at the new level.
    pub at: usize,
    /// The mean since the change before.
    pub from: f64,
    /// The mean until the next change.
    pub to: f64,
}

/// The lasting changes in a series of rates in equal steps, in order. A level lasts at least
/// `level_min` steps (not under 5, which the running median needs); one that began less than that
/// before the end is not yet known to last. Each is placed to within a step or two.
///
/// Up to 1,024 steps, every step is a candidate for a change; in longer series 1,024 evenly spread
/// ones are, then every step around those changes. That bounds the time to a million sums, a
/// few milliseconds.
pub fn change_points(rates: &[f64], level_min: usize) -> Vec<ChangePoint> {
    let level_min = level_min.max(5);
    if rates.iter().any(|rate| !rate.is_finite()) {
        return Vec::new();
    }
    let smooth = running_median(rates);
    let sums = PrefixSums::of(&smooth);
    let mean = sums.mean(0, smooth.len());
    if mean <= 0.0 || smooth.len() < 2 * level_min {
        return Vec::new();
    }
    let variance = variance(&smooth).max((NOISE_MIN * mean).powi(2));
    // Natural logarithm of a count, from its binary digits: the price need not be more exact, and
    // the platforms' own logarithms differ in their last digits.
    let count = smooth.len();
    let digits = f64::from(usize::BITS - count.leading_zeros());
    let logarithm = digits * std::f64::consts::LN_2;
    let price = PRICE * variance * logarithm;
    let mut cuts = cuts(&sums, level_min, price);
    drop_small(&sums, &mut cuts, level_min);
    // Levels come from the rates themselves: the running median only places the cuts.
    changes(&PrefixSums::of(rates), &cuts)
}

/// Drops the smallest of the cuts that are too small, until none is too small.
fn drop_small(sums: &PrefixSums, cuts: &mut Vec<usize>, level_min: usize) {
    loop {
        let sizes = (0..cuts.len()).map(|index| (index, size(sums, cuts, index, level_min)));
        let least = sizes.min_by(|(_, a), (_, b)| a.total_cmp(b));
        match least {
            Some((index, size)) if size < SIZE_MIN => cuts.remove(index),
            _ => return,
        };
    }
}

/// The size of a change as a part of the greater level: between the levels, or between the steps
/// near the cut, whichever is less.
fn size(sums: &PrefixSums, cuts: &[usize], index: usize, level_min: usize) -> f64 {
    let (before, at, after) = around(cuts, index, sums.len());
    let near = SUDDEN * level_min;
    let levels = apart(sums.mean(before, at), sums.mean(at, after));
    let (low, high) = (before.max(at.saturating_sub(near)), after.min(at + near));
    levels.min(apart(sums.mean(low, at), sums.mean(at, high)))
}

fn apart(a: f64, b: f64) -> f64 {
    (a - b).abs() / a.max(b).max(f64::MIN_POSITIVE)
}

/// A cut and its neighbours, or the ends of the series if it has none.
fn around(cuts: &[usize], index: usize, len: usize) -> (usize, usize, usize) {
    let get = |index: usize| cuts.get(index).copied();
    let before = index.checked_sub(1).and_then(get).unwrap_or(0);
    (before, get(index).unwrap_or(len), get(index + 1).unwrap_or(len))
}

fn changes(raw: &PrefixSums, cuts: &[usize]) -> Vec<ChangePoint> {
    let change = |index: usize| {
        let (before, at, after) = around(cuts, index, raw.len());
        ChangePoint { at, from: raw.mean(before, at), to: raw.mean(at, after) }
    };
    (0..cuts.len()).map(change).collect()
}

#[cfg(test)]
mod tests;
