//! Student's t at any level, for whole degrees of freedom.
//!
//! Source: M. Abramowitz and I. A. Stegun, "Handbook of Mathematical Functions" (1964), 26.7.3 and
//! 26.7.4: the probability that |t| stays below a value is a finite sum. The quantile is looked for
//! between two ends by halving.

use std::f64::consts::FRAC_2_PI;

/// More degrees of freedom are treated as this many: the quantile changes by less than a
/// thousandth.
const MOST: f64 = 1000.0;
/// Halvings of the span in which a quantile is looked for: more than its ends need to be neighbours.
const HALVINGS: u32 = 128;
/// Greater quantiles than this belong to levels that doubles cannot tell from zero.
const GREATEST: f64 = 1e12;

/// The value that |t| exceeds with probability `level` (0 to 1). Between whole degrees of freedom it is interpolated
/// in their reciprocal.
pub(crate) fn quantile(level: f64, freedom: f64) -> f64 {
    let freedom = freedom.clamp(1.0, MOST);
    let whole = freedom.floor();
    let at = whole_quantile(level, whole as u32);
    if freedom == whole {
        return at;
    }
    let next = whole_quantile(level, whole as u32 + 1);
    // 1/n - 1/x as a part of 1/n - 1/(n + 1).
    next + (at - next) * (1.0 - (freedom - whole) * (whole + 1.0) / freedom)
}

fn whole_quantile(level: f64, freedom: u32) -> f64 {
    let (mut low, mut high) = (0.0, GREATEST);
    for _ in 0..HALVINGS {
        let middle = f64::midpoint(low, high);
        if beyond(middle, freedom) > level { low = middle } else { high = middle }
    }
    high
}

/// The probability that |t| exceeds `t`.
pub(crate) fn beyond(t: f64, freedom: u32) -> f64 {
    let n = f64::from(freedom);
    let cos2 = n / (n + t * t);
    let (cos, sin) = (cos2.sqrt(), t / (n + t * t).sqrt());
    let within = if freedom.is_multiple_of(2) {
        sin * sum(1.0, cos2, 1, freedom / 2)
    } else {
        let tail = if freedom == 1 { 0.0 } else { sin * sum(cos, cos2, 2, freedom / 2) };
        FRAC_2_PI * (libm::atan(t / n.sqrt()) + tail)
    };
    (1.0 - within).max(0.0)
}

/// `first (1 + k / (k + 1) c + k (k + 2) / ((k + 1) (k + 3)) c^2 + ...)`, `terms` of them.
fn sum(first: f64, c: f64, k: u32, terms: u32) -> f64 {
    let mut term = first;
    let mut sum = 0.0;
    for at in 0..terms {
        sum += term;
        let top = f64::from(k + 2 * at);
        term *= c * top / (top + 1.0);
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two-sided values of W. S. Gosset's table as in any textbook.
    #[test]
    fn quantiles_are_those_of_the_table() {
        for (level, freedom, t) in [
            (0.05, 1.0, 12.706),
            (0.05, 2.0, 4.303),
            (0.05, 3.0, 3.182),
            (0.01, 4.0, 4.604),
            (0.001, 4.0, 8.610),
            (0.01, 5.0, 4.032),
            (0.001, 10.0, 4.587),
            (0.05, 30.0, 2.042),
            // Halfway between 1/3 and 1/4 is 24/7: (3.182 + 2.776) / 2.
            (0.05, 24.0 / 7.0, 2.979),
        ] {
            let computed = quantile(level, freedom);
            assert!((computed - t).abs() < 6e-4, "{level} {freedom}: {computed}");
        }
        assert!(quantile(1e-9, 2.0) > 20_000.0);
        assert!((beyond(0.0, 7) - 1.0).abs() < 1e-12);
    }
}
