//! Frequencies: processor clocks and signalling rates of links.

use crate::Scalar;

/// A processor's clock frequency in GHz.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Gigahertz(Scalar);

impl Gigahertz {
    /// From 10^9 cycles per second; NaN becomes 0.
    pub const fn new(value: f64) -> Self {
        Self(Scalar::new(value))
    }

    pub const fn get(self) -> f64 {
        self.0.get()
    }
}

/// A signalling rate in Gbit/s, as links are sold: before line code and packet headers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct GbitPerSec(Scalar);

impl GbitPerSec {
    /// From 10^9 bits per second; NaN becomes 0.
    pub const fn new(value: f64) -> Self {
        Self(Scalar::new(value))
    }

    pub const fn get(self) -> f64 {
        self.0.get()
    }
}
