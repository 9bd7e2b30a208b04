//! Sizes in bytes.

use std::fmt;

use crate::{BytesPerSec, Nanos};

/// A size in bytes, up to 2^64 - 1. Prints with binary prefixes: `128 KiB`, `1.5 GiB`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bytes(u64);

impl Bytes {
    pub const ZERO: Self = Self(0);

    pub const fn new(bytes: u64) -> Self {
        Self(bytes)
    }

    /// From KiB (2^10 bytes); saturates.
    pub const fn kib(n: u64) -> Self {
        Self(n.saturating_mul(1 << 10))
    }

    /// From MiB (2^20 bytes); saturates.
    pub const fn mib(n: u64) -> Self {
        Self(n.saturating_mul(1 << 20))
    }

    /// From GiB (2^30 bytes); saturates.
    pub const fn gib(n: u64) -> Self {
        Self(n.saturating_mul(1 << 30))
    }

    pub const fn get(self) -> u64 {
        self.0
    }

    /// The count as a float, for rates and shares.
    pub const fn as_f64(self) -> f64 {
        self.0 as f64
    }

    /// The average rate of this many bytes in `time`; 0 where `time` is 0.
    pub fn per(self, time: Nanos) -> BytesPerSec {
        if time.get() == 0 {
            return BytesPerSec::ZERO;
        }
        BytesPerSec::new(self.as_f64() * 1e9 / time.get() as f64)
    }
}

impl fmt::Display for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const STEPS: [(u32, &str); 5] =
            [(50, "PiB"), (40, "TiB"), (30, "GiB"), (20, "MiB"), (10, "KiB")];
        let step = STEPS.iter().find(|(shift, _)| self.0 >> shift > 0);
        let text = match step {
            None => format!("{} B", self.0),
            Some((shift, unit)) if self.0 & ((1 << shift) - 1) == 0 => {
                format!("{} {unit}", self.0 >> shift)
            }
            Some((shift, unit)) => format!("{:.1} {unit}", self.as_f64() / (1u64 << shift) as f64),
        };
        f.pad(&text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_print_with_the_largest_prefix_that_fits() {
        let printed = |bytes| Bytes::new(bytes).to_string();
        assert_eq!(printed(0), "0 B");
        assert_eq!(printed(4096), "4 KiB");
        assert_eq!(printed(1536), "1.5 KiB");
        assert_eq!(printed(256 << 30), "256 GiB");
    }
}
