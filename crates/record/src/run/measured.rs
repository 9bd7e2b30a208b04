//! Performance of one target.

use serde::{Deserialize, Serialize};

use super::{
    ChecksumResult, DriveMonitoring, ImportSource, PositionCurve, RateChange, SteadyState,
    TargetStack, WorkloadParameters, WriteContext,
};
use crate::word::{TargetSet, TransferDirection};

/// Performance of one target in one set under one workload.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TargetMeasurement {
    /// The drive's id.
    pub target: String,
    /// The workload's name.
    pub workload: String,
    /// Set that ran together: `alone`, `all`, or the set's name.
    pub set: TargetSet,
    /// Every drive of the set.
    pub together: Vec<String>,
    /// Counted from 1.
    pub repeat: u32,
    /// `read` or `write`; a mix counts as `read`.
    pub direction: TransferDirection,
    /// The request to the target.
    pub asked: WorkloadParameters,
    /// 10^6 bytes per second in the common window.
    pub mb_s: f64,
    /// Operations per second in the common window; 0 where an imported program counts none.
    pub iops: f64,
    /// Completion latency.
    pub latency_us: Latency,
    /// The process's own processor time per operation, microseconds, over all drives of the set;
    /// null without operations.
    pub cpu_us_per_io: Option<f64>,
    /// The whole system's busy processor time per operation, microseconds, kernel workers included.
    pub system_cpu_us_per_io: Option<f64>,
    /// Share of one core that the busiest issuing thread used, 0 to 1.
    pub thread_cpu: f64,
    /// The issuing threads' time in user mode per operation, microseconds: the engine's own cost.
    pub user_cpu_us_per_io: Option<f64>,
    /// Every issuing thread of the target.
    pub threads: Vec<IssuingThread>,
    /// How long after the first issuer of the set this one started, microseconds.
    pub skew_us: f64,
    /// Length of the common window, seconds: from the last start to the first end.
    pub window_s: f64,
    /// Seconds from the common start until this target was through: with an amount to its last
    /// completion, else to the end of asking.
    pub done_s: f64,
    /// 10^6 bytes per second that were read in the common window, of a mix.
    pub read_mb_s: f64,
    /// 10^6 bytes per second that were written in the common window, of a mix.
    pub write_mb_s: f64,
    /// Operations completed in the common window.
    pub ops: u64,
    /// Operations that failed.
    pub errors: u64,
    /// On Narrows' own simulated machine, rather than on a kernel's devices.
    pub simulated: bool,
    /// Cut short, or with failed operations: the figures are no measure of the drive.
    pub partial: bool,
    /// How it was measured: engine, fallbacks, file, file system.
    pub method: MeasuringMethod,
    /// MB/s in each 100 ms of the common window.
    pub timeline_mb_s: Vec<f64>,
    /// The drive's link during the run; null if it has none or it cannot be read.
    pub link_during: Option<crate::see::LinkState>,
    /// Degrees Celsius at the end of the run.
    pub temperature_c: Option<i32>,
    /// Bytes that others moved during the run on the drive, or on the devices that carry a file or folder;
    /// null if not observed or not distinguishable from the target's own requests.
    pub other_io_bytes: Option<u64>,
    /// The devices of which others' bytes were counted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub other_io_on: Vec<String>,
    /// Devices further down whose counters do not tell others' bytes, because a layer above caches, copies
    /// or adds parity.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub other_io_untold_on: Vec<String>,
    /// The first and last moments at which others' bytes were observed to grow, seconds from the common
    /// start; null if there were too few.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub other_io_span_s: Option<(f64, f64)>,
    /// Observations of its surroundings during the run.
    pub watched: DriveMonitoring,
    /// Layers between the requests and the drive.
    pub place: TargetStack,
    /// The steady part; null if the rate did not become steady.
    pub steady: Option<SteadyState>,
    /// Lasting changes of the rate, in order.
    pub changes: Vec<RateChange>,
    /// Result of verification; null if blocks were not verified.
    pub verified: Option<ChecksumResult>,
    /// Circumstances of writing; null if nothing was written.
    pub written: Option<WriteContext>,
    /// Its rates by position, of which `mb_s` is the mean; left out where all was read as one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub curve: Option<PositionCurve>,
    /// The other program's file that this was taken from; left out where Narrows measured it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub imported: Option<ImportSource>,
}

impl TargetMeasurement {
    /// This measurement with its curve; `None` if it was not measured by position.
    pub fn curve_of(&self) -> Option<(&Self, &PositionCurve)> {
        Some((self, self.curve.as_ref()?))
    }

    /// Whether all devices down to the drives were looked at for other I/O, so that none seen means that there
    /// was none.
    pub fn is_other_io_known(&self) -> bool {
        self.other_io_bytes.is_some() && self.other_io_untold_on.is_empty()
    }

    /// Bytes that others were seen to move.
    pub fn other_io_seen(&self) -> u64 {
        self.other_io_bytes.unwrap_or_default()
    }

    /// Operations per second; `None` if an imported program counts none.
    pub fn counted_iops(&self) -> Option<f64> {
        (self.iops > 0.0 || self.mb_s == 0.0).then_some(self.iops)
    }

    /// Whether there is a result. Files of other programs contain figures without their requests.
    pub fn is_done(&self) -> bool {
        self.ops > 0 || (self.imported.is_some() && self.mb_s > 0.0)
    }
}

/// An issuing thread.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct IssuingThread {
    /// The logical processor that it was bound to.
    pub cpu: Option<u32>,
    /// Share of one core in user mode, 0 to 1.
    pub user: f64,
    /// Share of one core in the kernel, 0 to 1.
    pub system: f64,
}

/// Completion latency in microseconds at the usual quantiles; null with too few samples for it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Latency {
    /// Median.
    pub p50: Option<f64>,
    /// 90 %.
    pub p90: Option<f64>,
    /// 99 %.
    pub p99: Option<f64>,
    /// 99.9 %.
    pub p999: Option<f64>,
    /// 99.99 %.
    pub p9999: Option<f64>,
}

/// How a figure was measured.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MeasuringMethod {
    /// `io_uring`, `pread`, `passthrough` (NVMe commands through a ring), `nop`, or `simulated` on
    /// virtual hardware.
    pub engine: String,
    /// O_DIRECT was used.
    pub direct: bool,
    /// Caching between the requests and the drive: `direct`, `write-through`, `page-cache`,
    /// `page-cache-through` or `flush-every-N`; empty if another program measured and its file does not
    /// state it.
    pub caching: String,
    /// Buffers registered with the ring.
    pub registered_buffers: bool,
    /// Files registered with the ring.
    pub registered_files: bool,
    /// Completions taken by the issuing task itself (DEFER_TASKRUN).
    pub deferred_taskrun: bool,
    /// Completions polled for instead of interrupting (IORING_SETUP_IOPOLL).
    pub polled: bool,
    /// Requests fetched by a thread of the kernel (IORING_SETUP_SQPOLL).
    pub kernel_thread: bool,
    /// Requests handed over in one system call, at most.
    pub batch: u32,
    /// Buffers were requested in huge pages; on virtual disks that can double the rate.
    pub huge_pages: bool,
    /// Copy-on-write, and with it checksums, was turned off for the scratch file; null if the file
    /// system has none.
    pub no_cow: Option<bool>,
    /// The file system under the scratch file; null for a raw device.
    pub file_system: Option<String>,
    /// Bytes of the region that was read.
    pub region: u64,
}
