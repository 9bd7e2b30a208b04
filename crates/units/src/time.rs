//! Durations in nanoseconds.

use std::fmt;
use std::ops::{Add, Sub};

/// A duration in nanoseconds, up to 584 years. Prints as `84.2 µs`, `1.20 ms`, `3.0 s`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Nanos(u64);

impl Nanos {
    pub const ZERO: Self = Self(0);

    pub const fn new(nanos: u64) -> Self {
        Self(nanos)
    }

    /// From microseconds; saturates.
    pub const fn micros(n: u64) -> Self {
        Self(n.saturating_mul(1_000))
    }

    /// From milliseconds; saturates.
    pub const fn millis(n: u64) -> Self {
        Self(n.saturating_mul(1_000_000))
    }

    /// From seconds, fractions kept to the nanosecond; negative and NaN become 0.
    pub fn secs(secs: f64) -> Self {
        Self((secs * 1e9).round() as u64)
    }

    pub const fn get(self) -> u64 {
        self.0
    }

    pub const fn as_micros(self) -> f64 {
        self.0 as f64 / 1e3
    }

    pub const fn as_secs(self) -> f64 {
        self.0 as f64 / 1e9
    }
}

impl Add for Nanos {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }
}

/// Saturates: a longer subtrahend gives 0.
impl Sub for Nanos {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0))
    }
}

impl fmt::Display for Nanos {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let n = self.0 as f64;
        let text = match self.0 {
            0..1_000 => format!("{} ns", self.0),
            1_000..1_000_000 => format!("{:.1} µs", n / 1e3),
            1_000_000..1_000_000_000 => format!("{:.2} ms", n / 1e6),
            _ => format!("{:.1} s", n / 1e9),
        };
        f.pad(&text)
    }
}
