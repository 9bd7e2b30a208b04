//! What an issuer and its driver say to each other.

use narrows_units::{Bytes, Nanos};
use narrows_workload::Direction;

use crate::Errno;

/// One request to hand to the device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Submission {
    /// Which of the `depth` places in flight, and which buffer.
    pub slot: u32,
    /// Which way the data goes.
    pub direction: Direction,
    /// Where, in bytes from the start of the file or device.
    pub offset: u64,
    /// How much, in bytes.
    pub len: u32,
    /// Which of a device's files, where it has several.
    pub file: u16,
    /// Where in the slot's buffer it begins, in bytes.
    pub within: u32,
}

impl Submission {
    /// Of a device's only file, with all of the slot's buffer.
    pub fn whole(slot: u32, direction: Direction, offset: u64, len: u32) -> Self {
        Self { slot, direction, offset, len, file: 0, within: 0 }
    }
}

/// One request that the device has answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Completion {
    /// The slot of its submission.
    pub slot: u32,
    /// Bytes moved, or what went wrong.
    pub result: Result<u32, Errno>,
}

/// When to count and when to end, from the common start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Schedule {
    /// Nothing is submitted before.
    pub begin_at: Nanos,
    /// From here on latencies count; before it the queue fills and the drive wakes up.
    pub count_from: Nanos,
    /// From here on nothing is submitted and nothing counts.
    pub finish_at: Nanos,
    /// Nothing is submitted beyond so many operations.
    pub ops_max: Option<u64>,
}

/// Why nothing more is submitted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The time is over.
    Time,
    /// All operations were asked.
    Operations,
    /// Too many errors, or the same place failed twice.
    Errors,
    /// Somebody asked.
    Asked,
}

/// A request that failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Failure {
    /// Where, in bytes.
    pub offset: u64,
    /// In the system's words; [`Errno::ENODATA`] for a request that moved nothing.
    pub errno: Errno,
}

/// Why a workload cannot run on a region.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unfit {
    /// The region holds not one whole, aligned block.
    #[error("the region of {region} holds no whole block of {block}")]
    Region {
        /// Size of the region.
        region: Bytes,
        /// Size of a block.
        block: Bytes,
    },
    /// O_DIRECT moves whole sectors of 512 bytes or more.
    #[error("a block of {block} is no multiple of 512 bytes, or more than 1 GiB")]
    Block {
        /// Size of a block.
        block: Bytes,
    },
    /// Depth 0, above 4,096, or more than 1 GiB in flight.
    #[error("a depth of {depth} is outside 1 to 4,096, or has more than 1 GiB in flight")]
    Depth {
        /// Requests in flight.
        depth: u32,
    },
}
