//! Messages between an issuer and its driver.

use narrows_units::{Bytes, Nanos};

use crate::Direction;
use crate::issuer::Errno;

/// One request to hand to the device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IoSubmission {
    /// The number of the slot, below the queue depth, which is also that of its buffer.
    pub slot: u32,
    pub direction: Direction,
    /// Offset in bytes from the start of the file or device.
    pub offset: u64,
    /// Length in bytes.
    pub len: u32,
    /// The number of the file, where a device has several.
    pub file: u16,
    /// Offset in the slot's buffer, in bytes.
    pub within: u32,
    /// Its priority in the kernel's form (ioprio_set(2)); 0 for that of the thread.
    pub priority: u16,
}

impl IoSubmission {
    /// A request to a device's only file, which uses all of the slot's buffer.
    pub fn whole(slot: u32, direction: Direction, offset: u64, len: u32) -> Self {
        Self { slot, direction, offset, len, file: 0, within: 0, priority: 0 }
    }
}

/// A request that the device has answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Completion {
    pub slot: u32,
    /// Bytes moved, or the error.
    pub result: Result<u32, Errno>,
}

/// When an issuer counts and ends, from the common start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Schedule {
    pub begin_at: Nanos,
    /// When latencies begin to count; before that the queue fills and the drive wakes up.
    pub count_from: Nanos,
    /// When submitting and counting end.
    pub finish_at: Nanos,
    /// Most operations to submit.
    pub ops_max: Option<u64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StopReason {
    Time,
    Operations,
    /// Too many errors, or two at the same offset.
    Errors,
    Asked,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RequestFailure {
    pub offset: u64,
    /// The system's error; [`Errno::ENODATA`] for a request that moved nothing.
    pub errno: Errno,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WorkloadMisfit {
    /// The region does not contain a whole, aligned block.
    #[error("the region of {region} holds no whole block of {block}")]
    Region { region: Bytes, block: Bytes },
    /// O_DIRECT needs whole sectors of 512 bytes or more.
    #[error("a block of {block} is no multiple of 512 bytes, or more than 1 GiB")]
    Block { block: Bytes },
    /// Queue depth 0, above 4,096, or more than 1 GiB in flight.
    #[error("a depth of {depth} is outside 1 to 4,096, or has more than 1 GiB in flight")]
    Depth { depth: u32 },
}
