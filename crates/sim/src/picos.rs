//! Time inside a round, in picoseconds: a request of 4 KiB takes some hundred thousand of them, so
//! that rounding does not show in rates.

use std::ops::{Add, Sub};

use narrows_units::Nanos;

/// Picoseconds since the common start of a round, or between two times; up to 213 days.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Picos(u64);

/// The longest service time of one request, 11 days: sums of it do not overflow.
const LONGEST: f64 = 1e18;

impl Picos {
    pub const ZERO: Self = Self(0);
    pub const NEVER: Self = Self(u64::MAX);

    /// From seconds; negative ones become 0, NaN and more than 11 days become 11 days. At no time at all, a request
    /// whose price is no number would be answered again and again in the same moment, and no round would end.
    pub fn secs(secs: f64) -> Self {
        Self((secs * 1e12).min(LONGEST) as u64)
    }

    pub fn as_secs(self) -> f64 {
        self.0 as f64 / 1e12
    }

    pub fn get(self) -> f64 {
        self.0 as f64
    }

    /// In whole nanoseconds.
    pub fn nanos(self) -> Nanos {
        Nanos::new(self.0 / 1000)
    }

    /// So many times; saturates.
    pub fn repeated(self, times: u64) -> Self {
        Self(self.0.saturating_mul(times))
    }

    /// Multiplied by `factor`; limits as for [`Self::secs`].
    pub fn times(self, factor: f64) -> Self {
        Self((self.0 as f64 * factor).min(LONGEST) as u64)
    }
}

impl From<Nanos> for Picos {
    fn from(time: Nanos) -> Self {
        Self(time.get().saturating_mul(1000))
    }
}

impl Add for Picos {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }
}

/// Saturates: a longer subtrahend gives 0.
impl Sub for Picos {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_that_is_none_is_long() {
        for (secs, expected) in [(f64::NAN, LONGEST), (-1.0, 0.0), (0.5, 5e11), (1e9, LONGEST)] {
            assert_eq!(Picos::secs(secs).get(), expected);
            assert_eq!(Picos::secs(1.0).times(secs).get(), expected);
        }
    }
}
