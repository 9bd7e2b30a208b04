//! The input of a round: parts that run at once, and when they count and end.

use narrows_topology::Id;
use narrows_units::{Bytes, BytesPerSec, Nanos};
use narrows_workload::Workload;
use narrows_workload::issuer::{IssuerCounts, Schedule, TargetRegion};

use crate::PartMonitoring;

/// One target's part of a round.
#[derive(Clone, Debug, PartialEq)]
pub struct SimPart {
    pub target: Id,
    pub workload: Workload,
    pub limit: Option<BytesPerSec>,
    /// Its start, after the common start.
    pub start_after: Nanos,
    pub region: TargetRegion,
}

/// When a round counts and ends, from its common start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RoundTiming {
    /// When latencies and processor time begin to count.
    pub ramp: Nanos,
    pub time: Nanos,
    /// Ends each part after this many operations, ramp included.
    pub ops_max: Option<u64>,
    /// Ends each part after this many bytes, ramp included.
    pub bytes_max: Option<Bytes>,
    /// How long after the end requests may stay in flight before a drive counts as stalled.
    pub patience: Nanos,
}

impl RoundTiming {
    /// When everything still running is ended.
    pub fn finish_at(&self) -> Nanos {
        self.ramp + self.time
    }

    /// When each thread of `part`, with blocks of `block`, begins, counts and ends.
    pub(crate) fn schedule_of(&self, part: &SimPart, block: Bytes) -> Schedule {
        let block = block.get().max(1);
        let by_bytes = self.bytes_max.map(|bytes| bytes.get().div_ceil(block));
        let ops_max = self.ops_max.into_iter().chain(by_bytes).min();
        let threads = u64::from(part.workload.jobs.max(1));
        Schedule {
            begin_at: part.start_after,
            count_from: self.ramp,
            finish_at: self.finish_at(),
            ops_max: ops_max.map(|ops| ops.div_ceil(threads)),
        }
    }
}

/// An observer of a running round; `()` is none.
pub trait SimObserver {
    /// Whether to end the round early; called every 10 ms of real time.
    fn is_cancelled(&self) -> bool;
    /// Called with the share of the round's virtual time that has passed, 0 to 1.
    fn progress(&self, share: f64);
    /// Called about as often with the counts so far of a thread of a part, in virtual time. Parts are
    /// counted from 0 in the order of the round, threads within their part.
    fn counted(&self, _part: usize, _thread: u32, _counts: IssuerCounts) {}
    /// Called about as often with the monitoring of a part so far.
    fn readings(&self, _part: usize, _around: &PartMonitoring) {}
}

impl SimObserver for () {
    fn is_cancelled(&self) -> bool {
        false
    }

    fn progress(&self, _share: f64) {}
}
