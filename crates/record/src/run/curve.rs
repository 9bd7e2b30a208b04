//! Rates by position: a drive read in equal parts, from its beginning to its end.

use serde::{Deserialize, Serialize};

/// Performance of one target at each of several positions.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PositionCurve {
    /// Start of the area read in parts: bytes from the beginning of the drive, or of the file used
    /// in its place.
    pub from_bytes: u64,
    /// Length of the area read in parts, in bytes.
    pub length_bytes: u64,
    /// From the beginning to the end. On a spinning disk that is from the outer tracks to the inner.
    pub points: Vec<CurvePoint>,
    /// Durations of single reads of 4 KiB at places all over it, in the order in which they were read;
    /// empty if not measured.
    pub accesses: Vec<CurveAccess>,
}

/// A part.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CurvePoint {
    /// Start of the part, bytes from the beginning.
    pub at_bytes: u64,
    /// 10^6 bytes per second.
    pub mb_s: f64,
}

/// A single read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CurveAccess {
    /// Offset of the read, bytes from the beginning.
    pub at_bytes: u64,
    /// Microseconds.
    pub us: f64,
}

impl PositionCurve {
    /// The rates in order, 10^6 bytes per second.
    pub fn rates(&self) -> Vec<f64> {
        self.points.iter().map(|point| point.mb_s).collect()
    }

    /// The median time of single reads, microseconds.
    pub fn access_us(&self) -> Option<f64> {
        let mut times: Vec<f64> = self.accesses.iter().map(|access| access.us).collect();
        times.sort_by(f64::total_cmp);
        times.get(times.len() / 2).copied()
    }
}
