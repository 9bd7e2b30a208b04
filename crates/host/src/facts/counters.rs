//! Counters of disks and processors, and their increase.

use narrows_units::{Bytes, Nanos};

/// A block device's counters since it appeared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DiskCounters {
    pub reads: u64,
    pub read: Bytes,
    pub writes: u64,
    pub written: Bytes,
    pub in_flight: u64,
    /// How long at least one request was in flight.
    pub busy: Nanos,
    /// Total time of all requests in flight: its increase per second is the mean number in flight.
    pub waited: Nanos,
}

impl DiskCounters {
    /// The difference from an `earlier` sample; `in_flight` stays the later one's. Counters that
    /// decreased, because the device was removed and came back, give 0.
    pub fn since(self, earlier: Self) -> Self {
        let bytes = |late: Bytes, early: Bytes| Bytes::new(late.get().saturating_sub(early.get()));
        Self {
            reads: self.reads.saturating_sub(earlier.reads),
            read: bytes(self.read, earlier.read),
            writes: self.writes.saturating_sub(earlier.writes),
            written: bytes(self.written, earlier.written),
            in_flight: self.in_flight,
            busy: self.busy - earlier.busy,
            waited: self.waited - earlier.waited,
        }
    }
}

/// Processor time since boot, summed over all logical processors. Usually counted in ticks of 10
/// ms, so only differences over a second or more are accurate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CpuCounters {
    pub busy: Nanos,
    /// Idle, waiting for I/O or not.
    pub idle: Nanos,
    /// Used by the hypervisor for other guests.
    pub stolen: Nanos,
}

impl CpuCounters {
    /// The processor time between an `earlier` sample and this one.
    pub fn since(self, earlier: Self) -> Self {
        Self {
            busy: self.busy - earlier.busy,
            idle: self.idle - earlier.idle,
            stolen: self.stolen - earlier.stolen,
        }
    }
}
