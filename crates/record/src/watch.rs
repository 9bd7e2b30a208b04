//! Observations of a job while it ran: `watch` of `narrows.run/1`.
//!
//! For: a second by second account of the job's threads, of the drives meanwhile, and of the limits
//! of the job. Shares are parts of 1.
//!
//! Not here: conclusions from a second (`narrows-verdict`).

use serde::{Deserialize, Serialize};

use crate::see::LinkState;
use crate::word::{TransferDirection, words};

/// A job that was watched.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WatchRecord {
    /// Subject: `command`, `process` or `machine`.
    pub subject: WatchSubject,
    /// The command line, or the process's name; empty for the whole machine.
    pub name: String,
    /// The process; null for the whole machine, and where several processes of one name were watched.
    pub pid: Option<u32>,
    /// How long, seconds.
    pub watched_s: f64,
    /// The command's exit code; null if it has none, or something else was watched.
    pub exit_code: Option<i32>,
    /// Observations, a second at a time; after the first hour ten.
    pub seconds: Vec<WatchSecond>,
    /// Limits of the job and their part of the time, the greatest first.
    pub shares: Vec<LimitShare>,
    /// Changes that would make it faster, and by how much.
    pub gains: Vec<ChangeGain>,
    /// Throttling by the kernel, the longest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub held: Vec<KernelThrottling>,
    /// Links of drives that became slower or narrower while the drives were in use.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fallen: Vec<LinkDowngrade>,
    /// Part of one processor that watching took.
    pub own_cpu: f64,
    /// Requests by process; null if they could not be traced.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub traced: Option<RequestTrace>,
    /// Why they were not; null if they were.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub untraced: Option<TraceObstacle>,
}

/// A link that became slower or narrower.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LinkDowngrade {
    /// The drive whose own link it is.
    pub drive: String,
    /// The first second that has it so, seconds from the beginning.
    pub at_s: f64,
    /// The fastest that it had been.
    pub from: LinkState,
    /// The slowest that it was afterwards.
    pub to: LinkState,
}

/// Requests as the kernel's block layer reported them, by process.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RequestTrace {
    /// Part of one processor that tracing took in the kernel; null if the kernel does not report
    /// it.
    pub cpu: Option<f64>,
    /// Requests of processes to each drive, most bytes first; 64 at most.
    pub requests: Vec<ProcessRequests>,
    /// Requests that ended and are not among these: their start was not observed, because it was
    /// before the watch, or because too many were in flight.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub missed: u64,
}

fn is_zero(count: &u64) -> bool {
    *count == 0
}

/// Requests of processes of one name to a drive in one direction, over the whole time.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ProcessRequests {
    /// The processes' name.
    pub process: String,
    /// The process; null if there were several.
    pub pid: Option<u32>,
    /// How many they were.
    pub processes: u32,
    /// They were found to be the watched job's; false if the whole machine is watched.
    pub of_job: bool,
    /// The drive, or an array.
    pub drive: String,
    /// `read` or `write`.
    pub direction: TransferDirection,
    /// Requests completed.
    pub requests: u64,
    /// Their bytes.
    pub bytes: u64,
    /// Their requests in flight, on average over the whole time.
    pub depth: f64,
    /// How long a request took on average, from its beginning to its end, microseconds.
    pub latency_us: f64,
    /// Half of them took no longer, microseconds, to a quarter of it.
    pub p50_us: f64,
    /// 99 % of them took no longer, microseconds, to a quarter of it.
    pub p99_us: f64,
    /// Requests by size, the smallest first; sizes that did not occur are left out.
    pub sizes: Vec<RequestSizeCount>,
}

/// Requests of about one size.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RequestSizeCount {
    /// Lower end of the size range, bytes; it reaches up to twice as many.
    pub bytes: u64,
    /// How many requests.
    pub requests: u64,
}

/// Throttling of a job by the kernel.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct KernelThrottling {
    /// The mechanism.
    pub by: ThrottleMechanism,
    /// The control group that sets it; null if none does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub group: Option<String>,
    /// The drive that it is about; null if it is about none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub drive: Option<String>,
    /// `read` or `write`, of a limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub direction: Option<TransferDirection>,
    /// Bytes a second that a limit allows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub allows_bytes: Option<u64>,
    /// Requests a second that a limit allows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub allows_requests: Option<u64>,
    /// The part of it that the group reached.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reached: Option<f64>,
    /// Part of the time: in a second, for which threads slept because of it or, of a limit, for which the job waited; of
    /// the whole, for which it held the job back.
    pub share: f64,
}

words! {
    /// Mechanism by which the kernel throttles a job.
    pub enum ThrottleMechanism or Unlisted {
        /// A limit of a control group of version 2.
        IoMax = "io_max",
        /// A limit of a control group of version 1.
        BlkioThrottle = "blkio_throttle",
        /// A control group's part of a drive by its weight.
        IoWeight = "io_weight",
        /// Another control group is promised a latency.
        IoLatency = "io_latency",
        /// The kernel keeps writes back so that reads stay quick (`queue/wbt_lat_usec`).
        WritebackThrottling = "writeback_throttling",
        /// Dirty pages have to reach the drive before more may be written.
        DirtyThrottling = "dirty_throttling",
        /// The kernel frees memory.
        Reclaim = "reclaim",
    }
}

words! {
    /// Why requests were not traced.
    pub enum TraceObstacle or Unlisted {
        /// The user may not: it takes root, or CAP_BPF and CAP_PERFMON.
        Rights = "rights",
        /// The kernel cannot, or it was built for another.
        Kernel = "kernel",
        Unwanted = "unwanted",
    }
}

words! {
    /// Subject of a watch.
    pub enum WatchSubject or Unlisted {
        /// A command that was started for it, with all that it starts.
        Command = "command",
        /// A process that ran already, with all that it started.
        Process = "process",
        Machine = "machine",
    }
}

words! {
    /// Limit of a job.
    pub enum WatchLimit or Unlisted {
        /// It waits for a drive, one request at a time: the drive's latency counts.
        Depth = "depth",
        /// It waits for a drive that has several requests at once.
        Drive = "drive",
        /// It waits for a drive whose own link is full.
        Link = "link",
        /// It waits for a drive behind a full link that several drives share.
        Uplink = "uplink",
        /// Its requests are held back before they reach the drive: a rate limit such as a control
        /// group's.
        RateLimit = "rate_limit",
        /// A drive or processor slowed itself down to cool.
        Throttle = "throttle",
        /// One thread calculates.
        Thread = "thread",
        /// Several threads calculate.
        Cpu = "cpu",
        /// Its threads are ready and wait for a processor, because others use them.
        CpuQueue = "cpu_queue",
        /// Memory is short.
        Memory = "memory",
        /// The job waits for something other than drives, processor and memory: a timer, a network,
        /// another process, its own lock.
        Application = "application",
        Unknown = "unknown",
    }
}

impl WatchLimit {
    /// The id of its name for people.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Depth => "watch-limit-depth",
            Self::Drive => "watch-limit-drive",
            Self::Link => "watch-limit-link",
            Self::Uplink => "watch-limit-uplink",
            Self::RateLimit => "watch-limit-rate-limit",
            Self::Throttle => "watch-limit-throttle",
            Self::Thread => "watch-limit-thread",
            Self::Cpu => "watch-limit-cpu",
            Self::CpuQueue => "watch-limit-cpu-queue",
            Self::Memory => "watch-limit-memory",
            Self::Application => "watch-limit-application",
            Self::Unknown | Self::Unlisted(_) => "watch-limit-unknown",
        }
    }
}

/// A second of it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WatchSecond {
    /// Seconds from the beginning.
    pub at_s: f64,
    /// How long it is, seconds.
    pub length_s: f64,
    /// How often the job's threads were sampled; 0 if the whole machine is watched.
    pub looks: u32,
    /// It is a job's and was not sampled, because it was too short.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unseen: bool,
    /// Looks at which a thread was running, or ready to.
    pub running: u32,
    /// Looks at which none was running and one was blocked in the kernel, which is nearly always
    /// input or output.
    pub blocked: u32,
    /// Of the looks at which a thread was running those at which another was blocked.
    #[serde(default)]
    pub overlapped: u32,
    /// Looks at which none was running or blocked, and requests were in flight: asynchronous ones,
    /// if they are the job's.
    pub in_flight: u32,
    /// Threads of the job at the end.
    pub threads: u32,
    /// Processors' worth of time that its threads ran.
    pub cpu: f64,
    /// Of it, the thread that ran most.
    pub busiest: f64,
    /// Processors' worth of time that its threads were ready and had none.
    pub queued: f64,
    /// Bytes that the job had read from drives; null if that is not accessible.
    pub read_bytes: Option<u64>,
    /// Bytes that the job had written to drives; null if that is not accessible.
    pub written_bytes: Option<u64>,
    /// Activity of the whole machine.
    pub machine: MachineSecond,
    /// Drives that did something.
    pub drives: Vec<DriveSecond>,
    /// Components that throttled to cool: drives, or `cpu`.
    pub throttled: Vec<String>,
    /// Possible throttling by the kernel: limits of its control groups, and why its threads slept.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub held: Vec<KernelThrottling>,
    /// Greatest limit of the job.
    pub limit: WatchLimit,
    /// The drive that this is about.
    pub on: Option<String>,
    /// Part of the looks, or of the time, that speaks for it.
    pub confidence: f64,
    /// Part of the time that the job waited for drives.
    pub waiting: f64,
}

impl WatchSecond {
    /// It covers the whole machine, not a job.
    pub fn is_of_machine(&self) -> bool {
        self.looks == 0 && !self.unseen
    }
}

/// The whole machine in a second.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MachineSecond {
    /// Logical processors.
    pub cpus: u32,
    /// Processors' worth of time that was busy.
    pub cpu: f64,
    /// The busiest of them.
    pub busiest_cpu: f64,
    /// Part of the time in which some task waited for input or output (pressure stall information);
    /// null if the kernel does not report it.
    pub io_some: Option<f64>,
    /// Part of the time in which some task waited for memory.
    pub memory_some: Option<f64>,
}

/// A drive in a second.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DriveSecond {
    /// The drive, or an array or other device that is made of drives.
    pub drive: String,
    /// It is made of drives, whose figures include its own.
    pub is_array: bool,
    /// The devices right below it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub made_of: Vec<String>,
    /// Reads completed.
    pub reads: u64,
    /// Writes completed.
    pub writes: u64,
    /// Bytes read.
    pub read_bytes: u64,
    /// Bytes written.
    pub written_bytes: u64,
    /// Part of the time that at least one request was in flight.
    pub busy: f64,
    /// Requests in flight, on average over the whole time.
    pub depth: f64,
    /// Average latency of a request, microseconds; null if none completed.
    pub latency_us: Option<f64>,
    /// Looks at which the job waited while this drive had requests in flight.
    pub waited: u32,
    /// How full the fullest link on its way was, all drives behind it together; null where no link
    /// is known.
    pub link_share: Option<f64>,
    /// Other drives had a part of that, a tenth at least.
    pub link_is_shared: bool,
    /// Speed and width of its own link, at best in this second; null if not observed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub link: Option<LinkState>,
    /// The job had a file open on it, or itself; null if not observed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opened: Option<bool>,
    /// The job's own requests to it; null if not traced.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub own: Option<OwnRequests>,
    /// Requests to it from kernel threads, for the job or for others: passed on by devices above, written
    /// later, or held back; null if that was not traced.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kernel: Option<OwnRequests>,
}

/// Requests of the job, or of the kernel's threads, to a drive in a second.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OwnRequests {
    /// Requests completed.
    pub requests: u64,
    /// Their bytes.
    pub bytes: u64,
    /// In flight, on average over the whole time.
    pub depth: f64,
}

/// A limit and its part of the time.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LimitShare {
    /// The limit.
    pub limit: WatchLimit,
    /// The drive that it is about.
    pub on: Option<String>,
    /// Its part of the whole time.
    pub share: f64,
    /// In how many seconds it was the greatest.
    pub seconds: u32,
}

words! {
    /// A change that can be made.
    pub enum SuggestedChange or Unlisted {
        /// A drive with half the latency and twice the rate.
        FasterDrive = "faster_drive",
        /// Four requests at once instead of one at a time.
        QueueDepth = "queue_depth",
        /// Twice as many drives, striped.
        MoreDrives = "more_drives",
        /// A link with twice the rate: another slot.
        BetterSlot = "better_slot",
        /// Twice the rate limit.
        RateLimit = "rate_limit",
        /// The work of the one thread divided among two.
        MoreThreads = "more_threads",
        /// Processors without other load.
        FreeCpus = "free_cpus",
    }
}

/// Benefit of a change.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ChangeGain {
    /// The change.
    pub change: SuggestedChange,
    /// How many times as fast the job would be; 1 if it would bring nothing. With `at_most` the
    /// most that it can be.
    pub factor: f64,
    /// The part of the time that it acts on.
    pub share: f64,
    /// `factor` is only an upper bound.
    pub at_most: bool,
    /// Lower bound, from the observations.
    pub least: f64,
    /// The most that it would be.
    pub most: f64,
    /// Why it is not known more precisely; null if it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unsure: Option<GainUncertainty>,
}

words! {
    /// Why a change's benefit is unknown.
    pub enum GainUncertainty or Unlisted {
        /// The drive was never seen with as many, or as few, requests of the kind at once.
        DepthUnseen = "depth_unseen",
        /// The full link hides the drive's own capability.
        DriveHidden = "drive_hidden",
        /// Others use the processors: how many of them they would give up is not known.
        ProcessorsTaken = "processors_taken",
        /// Which of several threads the job waits for is not known.
        ThreadsUnknown = "threads_unknown",
        /// Threads waited for the drive while others computed: whether the job had to wait for them is not known.
        ThreadsOverlap = "threads_overlap",
    }
}
