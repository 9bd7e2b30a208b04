//! A median, how well it is known, and how two measurers compare pair by pair.
//!
//! For: judging the engine against another program on a disk that itself scatters. Everything
//! here rests on order statistics, which ask nothing of the distribution: storage figures are
//! lopsided and have outliers, where a t interval would promise too much.
//!
//! Source: H. A. David and H. N. Nagaraja, "Order Statistics", 3rd edition (2003), section 7.1:
//! the interval from the k-th smallest to the k-th greatest of n samples covers the median with
//! probability 1 - 2 P(B < k), B being binomial(n, 1/2). It is the inverse of the sign test.

/// A median and the interval that contains the true one with at least `confidence`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MedianInterval {
    pub median: f64,
    /// The interval's lower end, one of the samples.
    pub low: f64,
    /// The interval's upper end, one of the samples.
    pub high: f64,
    /// The probability, 0 to 1, that the interval covers the true median; at least the requested
    /// one.
    pub confidence: f64,
}

impl MedianInterval {
    /// Whether `value` lies inside, ends included.
    pub fn covers(&self, value: f64) -> bool {
        (self.low..=self.high).contains(&value)
    }
}

/// The median (mean of the middle two for an even count); `None` for no samples or a NaN.
pub fn median(samples: &[f64]) -> Option<f64> {
    let sorted = sorted(samples)?;
    let low = sorted.get(sorted.len().checked_sub(1)? / 2)?;
    let high = sorted.get(sorted.len() / 2)?;
    Some((low + high) / 2.0)
}

/// The median with the narrowest symmetric interval of order statistics that covers the true one
/// with at least `confidence` (0 to 1, such as 0.95). `None` if there are too few samples for it
/// (95 % takes six), more than 1,000, or a NaN.
pub fn interval_of_median(samples: &[f64], confidence: f64) -> Option<MedianInterval> {
    let sorted = sorted(samples)?;
    let (rank, covered) = rank_from_ends(sorted.len(), confidence)?;
    Some(MedianInterval {
        median: median(samples)?,
        low: *sorted.get(rank - 1)?,
        high: *sorted.get(sorted.len() - rank)?,
        confidence: covered,
    })
}

/// The ratio `ours / theirs` of runs made in pairs, one after the other, with its interval as in
/// [`interval_of_median`]. Pairing cancels slow drift, such as a host's other guests. `None` also
/// if the lengths differ or a divisor is not above 0.
pub fn ratio_of_pairs(ours: &[f64], theirs: &[f64], confidence: f64) -> Option<MedianInterval> {
    let usable = ours.len() == theirs.len() && theirs.iter().all(|&value| value > 0.0);
    let ratios: Vec<f64> = ours.iter().zip(theirs).map(|(a, b)| a / b).collect();
    if usable { interval_of_median(&ratios, confidence) } else { None }
}

fn sorted(samples: &[f64]) -> Option<Vec<f64>> {
    let mut sorted = samples.to_vec();
    sorted.sort_by(f64::total_cmp);
    (!sorted.iter().any(|value| value.is_nan())).then_some(sorted)
}

/// The greatest rank k, counted from 1, whose interval covers `confidence`, and its coverage.
fn rank_from_ends(count: usize, confidence: f64) -> Option<(usize, f64)> {
    // Beyond 1,000 samples 2^-n underflows; more runs are not compared.
    if !(1..=1000).contains(&count) {
        return None;
    }
    let mut probability = (0..count).fold(1.0, |p: f64, _| p / 2.0);
    let mut tail = 0.0;
    let mut best = None;
    for rank in 1..=count / 2 {
        tail += probability;
        let covered = 1.0 - 2.0 * tail;
        if covered < confidence {
            break;
        }
        best = Some((rank, covered));
        // The binomial probability of the next rank from that of this one.
        probability = probability * (count - rank + 1) as f64 / rank as f64;
    }
    best
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn ranks_agree_with_the_sign_test_tables() {
        // Two-sided 5 % sign test, n = 6, 10, 15, 20, 25: reject at 0, 1, 3, 5, 7 or fewer signs,
        // so the interval begins at the next rank (Conover, table A3 for p = 1/2).
        for (count, rank) in [(6, 1), (10, 2), (15, 4), (20, 6), (25, 8)] {
            assert_eq!(rank_from_ends(count, 0.95).map(|rank| rank.0), Some(rank), "n = {count}");
        }
        assert_eq!(rank_from_ends(5, 0.95), None, "2 / 2^5 = 6.25 % lie outside even the range");
        // n = 6: 1 - 2 / 64.
        assert_eq!(rank_from_ends(6, 0.95), Some((1, 0.96875)));
    }

    #[test]
    fn pairs_cancel_what_drifts() {
        // Both halve over the runs; ours is always 2 % above theirs but for two outliers.
        let theirs: Vec<f64> = (0..20).map(|i| 1000.0 - 25.0 * f64::from(i)).collect();
        let mut ours: Vec<f64> = theirs.iter().map(|value| value * 1.02).collect();
        ours[3] *= 0.5;
        ours[9] *= 2.0;
        let ratio = ratio_of_pairs(&ours, &theirs, 0.95).unwrap();
        assert!((ratio.median - 1.02).abs() < 1e-12 && !ratio.covers(1.0), "{ratio:?}");
        assert_eq!(ratio_of_pairs(&ours, &theirs[1..], 0.95), None);
        assert_eq!(ratio_of_pairs(&[1.0; 8], &[0.0; 8], 0.95), None);
    }

    #[test]
    fn medians_of_odd_even_and_no_samples() {
        assert_eq!(median(&[3.0, 1.0, 2.0]), Some(2.0));
        assert_eq!(median(&[4.0, 1.0, 2.0, 3.0]), Some(2.5));
        assert_eq!(median(&[]), None);
        assert_eq!(median(&[1.0, f64::NAN]), None);
    }

    proptest! {
        #[test]
        fn the_interval_holds_the_median(samples in prop::collection::vec(-1e9f64..1e9, 6..200)) {
            let interval = interval_of_median(&samples, 0.95).unwrap();
            prop_assert!(interval.covers(interval.median) && interval.confidence >= 0.95);
            prop_assert!(samples.contains(&interval.low) && samples.contains(&interval.high));
        }
    }
}
