//! What is asked of storage: pattern, block size, depth, direction; the named profiles.
//!
//! For: giving prediction, measuring and simulation the same words for the same request stream.
//!
//! Not here: which drives it runs on, for how long, or what came out.

mod profile;

use std::fmt;

use narrows_units::Bytes;

pub use profile::{default_profiles, profile, profile_names};

/// A stream of requests to one target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Workload {
    /// What people call it, such as `seq-read-128k-q32`.
    pub name: String,
    /// In which order offsets come.
    pub pattern: Pattern,
    /// Which way the data goes.
    pub direction: Direction,
    /// Bytes a request.
    pub block: Bytes,
    /// Requests in flight at any time, at least 1.
    pub depth: u32,
}

/// In which order offsets come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pattern {
    /// Each request starts where the one before ended.
    Sequential,
    /// Each request starts anywhere, aligned to the block size.
    Random,
}

/// Which way the data goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Direction {
    /// From the drive.
    Read,
    /// To the drive.
    Write,
}

impl Direction {
    /// As JSON names it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Write => "write",
        }
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl Workload {
    /// A workload named after what it does.
    pub fn new(pattern: Pattern, direction: Direction, block: Bytes, depth: u32) -> Self {
        let order = match pattern {
            Pattern::Sequential => "seq",
            Pattern::Random => "rand",
        };
        let size = block.to_string().replace(" KiB", "k").replace(" MiB", "m").replace(" B", "");
        let depth = depth.max(1);
        let name = format!("{order}-{direction}-{size}-q{depth}");
        Self { name, pattern, direction, block, depth }
    }
}
