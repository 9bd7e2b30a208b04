//! A float that is ordered and never NaN, so that quantities can be sorted and compared.

use std::cmp::Ordering;

/// A finite or infinite, never NaN, 64-bit float. NaN becomes 0 on the way in.
///
/// Dividing nothing by nothing is the only way a quantity here could become NaN, and "no bytes in
/// no time" is best read as no rate.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Scalar(f64);

impl Scalar {
    /// Wraps a float; NaN and -0 become 0. A sum of nothing is -0 (`Sum` of `f64`), which is never wanted
    /// to read.
    pub const fn new(value: f64) -> Self {
        Self(if value.is_nan() { 0.0 } else { value + 0.0 })
    }

    pub const fn get(self) -> f64 {
        self.0
    }
}

impl Eq for Scalar {}

impl PartialOrd for Scalar {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Scalar {
    fn cmp(&self, other: &Self) -> Ordering {
        // No NaN can be inside, so the partial order is total; -0.0 and 0.0 are equal.
        self.0.partial_cmp(&other.0).unwrap_or(Ordering::Equal)
    }
}
