//! What a round asks of a simulator: parts that run at once, and when they count and end.

use narrows_issuer::{Region, Schedule};
use narrows_topology::Id;
use narrows_units::{Bytes, BytesPerSec, Nanos};
use narrows_workload::Workload;

/// One target's part of a round.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// The drive or array.
    pub target: Id,
    /// What is asked of it.
    pub workload: Workload,
    /// No more is asked than this.
    pub limit: Option<BytesPerSec>,
    /// How long after the common start it begins.
    pub start_after: Nanos,
    /// Where, within the target.
    pub region: Region,
}

/// When a round counts and ends, from its common start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timing {
    /// From here on latencies and processor time count.
    pub ramp: Nanos,
    /// How long to count.
    pub time: Nanos,
    /// Ends each part after so many operations, ramp included.
    pub ops_max: Option<u64>,
    /// Ends each part after so many bytes, ramp included.
    pub bytes_max: Option<Bytes>,
    /// How long requests may stay out after the end before a drive counts as stalled.
    pub patience: Nanos,
}

impl Timing {
    /// When everything ends that has not ended by itself.
    pub fn finish_at(&self) -> Nanos {
        self.ramp + self.time
    }

    /// When each thread of `part`, which asks for `block` at a time, begins, counts and ends.
    pub(crate) fn schedule_of(&self, part: &Part, block: Bytes) -> Schedule {
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

/// Who follows a round while it runs; `()` is nobody.
pub trait Watch {
    /// Whether the round is to end with what it has; asked about every 10 ms of real time.
    fn is_cancelled(&self) -> bool;
    /// The share of the round's virtual time that has passed, 0 to 1.
    fn progress(&self, share: f64);
}

impl Watch for () {
    fn is_cancelled(&self) -> bool {
        false
    }

    fn progress(&self, _share: f64) {}
}
