//! Bytes per second and operations per second.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, Div, Mul, Sub};

use crate::{Bytes, Scalar};

/// Bytes per second. Prints as `812 MB/s` or `3.55 GB/s` (10^6 and 10^9 bytes).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct BytesPerSec(Scalar);

impl BytesPerSec {
    pub const ZERO: Self = Self(Scalar::new(0.0));
    pub const UNLIMITED: Self = Self(Scalar::new(f64::INFINITY));

    /// From bytes per second.
    pub const fn new(bytes_per_sec: f64) -> Self {
        Self(Scalar::new(bytes_per_sec))
    }

    pub const fn mb_s(mb_s: f64) -> Self {
        Self::new(mb_s * 1e6)
    }

    /// In bytes per second.
    pub const fn get(self) -> f64 {
        self.0.get()
    }

    pub const fn as_mb_s(self) -> f64 {
        self.get() / 1e6
    }

    /// In MiB/s (2^20 bytes per second).
    pub const fn as_mib_s(self) -> f64 {
        self.get() / 1_048_576.0
    }

    /// The same rate in operations of `size`; 0 for size 0.
    pub fn in_operations_of(self, size: Bytes) -> Iops {
        if size == Bytes::ZERO {
            return Iops::ZERO;
        }
        Iops::new(self.get() / size.as_f64())
    }
}

impl Add for BytesPerSec {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self::new(self.get() + other.get())
    }
}

impl Sub for BytesPerSec {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self::new(self.get() - other.get())
    }
}

impl Mul<f64> for BytesPerSec {
    type Output = Self;
    fn mul(self, factor: f64) -> Self {
        Self::new(self.get() * factor)
    }
}

/// The ratio of two rates.
impl Div for BytesPerSec {
    type Output = f64;
    fn div(self, other: Self) -> f64 {
        Scalar::new(self.get() / other.get()).get()
    }
}

impl Sum for BytesPerSec {
    fn sum<I: Iterator<Item = Self>>(rates: I) -> Self {
        rates.fold(Self::ZERO, Add::add)
    }
}

impl fmt::Display for BytesPerSec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Documents keep thousandths, and what is rounded from these must read the same.
        let mb_s = match self.as_mb_s() {
            small if (0.01..1e3).contains(&small) => (small * 1e3).round() / 1e3,
            other => other,
        };
        let text = match mb_s {
            _ if mb_s.is_infinite() => "unlimited".to_owned(),
            // Half a hundredth is rounded up: a binary 7.175 is less, and twice 3.59 is 7.18.
            _ if mb_s >= 999.5 => format!("{:.2} GB/s", (mb_s / 10.0).round() / 100.0),
            _ if mb_s >= 99.95 => format!("{mb_s:.0} MB/s"),
            _ if mb_s >= 9.995 => format!("{mb_s:.1} MB/s"),
            _ if mb_s >= 0.01 => format!("{mb_s:.2} MB/s"),
            _ if mb_s > 0.0 => format!("{:.2} kB/s", mb_s * 1e3),
            _ => "0 MB/s".to_owned(),
        };
        f.pad(&text)
    }
}

/// Operations per second. Prints as `850 IOPS`, `57.1k IOPS`, `1.20M IOPS`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Iops(Scalar);

impl Iops {
    pub const ZERO: Self = Self(Scalar::new(0.0));

    /// From operations per second.
    pub const fn new(per_second: f64) -> Self {
        Self(Scalar::new(per_second))
    }

    pub const fn get(self) -> f64 {
        self.0.get()
    }

    /// The bandwidth of this many operations of `size`.
    pub fn of_size(self, size: Bytes) -> BytesPerSec {
        BytesPerSec::new(self.get() * size.as_f64())
    }
}

impl fmt::Display for Iops {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let n = self.get();
        let text = match n {
            _ if n >= 999_950.0 => format!("{:.2}M IOPS", n / 1e6),
            _ if n >= 9_999.5 => format!("{:.1}k IOPS", n / 1e3),
            _ => format!("{n:.0} IOPS"),
        };
        f.pad(&text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_print_as_people_compare_them() {
        assert_eq!(BytesPerSec::mb_s(3554.0).to_string(), "3.55 GB/s");
        assert_eq!(BytesPerSec::mb_s(1185.4).to_string(), "1.19 GB/s");
        assert_eq!(BytesPerSec::mb_s(999.4).to_string(), "999 MB/s");
        assert_eq!(BytesPerSec::mb_s(40.04).to_string(), "40.0 MB/s");
        assert_eq!(BytesPerSec::mb_s(0.074).to_string(), "0.07 MB/s");
        assert_eq!(BytesPerSec::mb_s(0.0074).to_string(), "7.40 kB/s");
        assert_eq!(BytesPerSec::ZERO.to_string(), "0 MB/s");
        assert_eq!(Iops::new(57_149.0).to_string(), "57.1k IOPS");
    }

    #[test]
    fn nothing_over_nothing_is_no_rate() {
        assert_eq!(BytesPerSec::ZERO / BytesPerSec::ZERO, 0.0);
        assert_eq!(BytesPerSec::mb_s(1.0).in_operations_of(Bytes::ZERO), Iops::ZERO);
    }
}
