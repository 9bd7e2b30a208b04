//! `narrows.predict/1`: predicted throughput of drives, alone and together.

use narrows_messages::DocumentText;
use serde::{Deserialize, Serialize};

use crate::run::RunFinding;
use crate::see::{DocumentNote, EvidenceBasis, SeeDocument};
use crate::shortfall::PredictionShortfall;
use crate::word::{FigureUnit, TargetSet, TransferDirection, words};

/// From this ratio of its ends on, a fifth to either side, a band stands beside its figure in a sentence: the figure
/// alone would promise too much.
pub const WIDE_BAND: f64 = 1.5;

/// The finding that no rate is known of some drives.
pub const NO_RATE: &str = "predict-no-rate";

/// Predictions for one machine.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PredictDocument {
    /// Always `narrows.predict/1`.
    pub schema: String,
    /// The version of Narrows that wrote this.
    pub narrows: String,
    /// The machine that the predictions are for.
    pub machine: SeeDocument,
    /// One entry a workload, set and target.
    pub results: Vec<Prediction>,
    /// Gain of each change, by workload and set, most first.
    pub upgrades: Vec<PredictedUpgrade>,
    /// Meaning of differences in everyday jobs.
    pub meanings: Vec<EverydayMeaning>,
    /// One thing varied, everything else as it is.
    pub sweeps: Vec<PredictedSweep>,
    /// Conclusions from the predictions, in words.
    pub findings: Vec<RunFinding>,
    /// The drives of sets of more than 64, listed once; rows of such a set do not repeat them.
    pub sets: Vec<LargeSet>,
    /// Totals of sets of several targets.
    pub totals: Vec<SetTotal>,
    /// Measured figures beside predictions, and possible explanations of the difference.
    pub measured: Vec<PredictionShortfall>,
    /// Remarks.
    pub notes: Vec<DocumentNote>,
}

/// A set of more drives than every row of it should repeat.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LargeSet {
    /// Its name in the rows' `set`.
    pub name: TargetSet,
    /// Every target of it.
    pub drives: Vec<String>,
}

/// Total of a set of several targets.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SetTotal {
    /// The workload's name; of several at once the first.
    pub workload: String,
    /// Its name in the machine file, or all of several; null if it is from the command line.
    pub job: Option<String>,
    /// As in the rows.
    pub set: TargetSet,
    /// Every target of the set; empty if `sets` lists them.
    pub together: Vec<String>,
    /// 10^6 bytes per second.
    pub mb_s: f64,
    /// Operations per second.
    pub iops: f64,
    /// Lower end of the 80 % band.
    pub low_mb_s: f64,
    /// Upper end of the 80 % band.
    pub high_mb_s: f64,
    /// How the errors of its members are related.
    pub errors: ErrorCorrelation,
    /// The limit of most of it.
    pub limit: Option<LimitRecord>,
}

/// How the errors of a set's members are related, from which its band follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ErrorCorrelation {
    /// All run into one limit, or rest on one figure: their ends add up.
    Common,
    /// Each member for itself: distances from the sum add up as squares.
    Independent,
    /// Groups with errors in common, each group for itself.
    Grouped,
}

/// Prediction for one target in one set under one workload.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Prediction {
    /// The workload's name, such as `seq-read-128k-q32`.
    pub workload: String,
    /// Set that runs together: `alone`, `all`, or the set's name.
    pub set: TargetSet,
    /// The drive or array.
    pub target: String,
    /// Every drive of the set; empty if `sets` lists them.
    pub together: Vec<String>,
    /// `read` or `write`.
    pub direction: TransferDirection,
    /// 10^6 bytes per second.
    pub mb_s: f64,
    /// Operations per second.
    pub iops: f64,
    /// Lower end of the 80 % band.
    pub low_mb_s: f64,
    /// Upper end of the 80 % band.
    pub high_mb_s: f64,
    /// Its limit.
    pub limit: LimitRecord,
    /// The limit that would come next, were this one gone; null if no other is known.
    pub next_limit: Option<LimitRecord>,
    /// The weakest basis among the facts it rests on.
    pub basis: EvidenceBasis,
    /// Name of the workload in the machine file; null if it is from the command line.
    pub job: Option<String>,
    /// How long the machine file's amount takes; null without one.
    pub seconds: Option<f64>,
    /// How many equal drives the row is of, the target the first of them; left out for one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub equal: Option<u32>,
}

impl Prediction {
    /// How many drives the row is of.
    pub fn times(&self) -> f64 {
        f64::from(self.equal.unwrap_or(1))
    }

    /// Whether it is only a bound: a link ends it, and of the drive nothing but that link is known, so that the
    /// drive may well be slower. What is assumed of a drive itself, such as the latency of its class, is a guess
    /// with a band to both sides, and no bound.
    pub fn is_at_most(&self) -> bool {
        let is_on_link = matches!(self.limit.kind, LimitRecordKind::Link | LimitRecordKind::Uplink);
        is_on_link && self.basis == EvidenceBasis::Assumed
    }
}

/// Benefit of one change for a set under a workload.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PredictedUpgrade {
    /// The workload's name.
    pub workload: String,
    /// Name of the workload in the machine file; null if it is from the command line.
    pub job: Option<String>,
    /// Set that runs together: `alone`, `all`, or the set's name.
    pub set: TargetSet,
    /// Every target of the set.
    pub together: Vec<String>,
    /// Kind of change.
    pub kind: UpgradeKind,
    /// The change in words.
    pub what: DocumentText,
    /// How much more the set moves in all: 0.31 is 31 % more.
    pub gain: f64,
    /// The set's total then, 10^6 bytes per second.
    pub mb_s: f64,
    /// The limit of most of it then.
    pub limit: Option<LimitRecord>,
}

/// What is changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum UpgradeKind {
    /// Links between devices and their ports, twice as fast.
    Links,
    /// SATA, SAS or USB links, twice as fast.
    Transports,
    /// Ways of chipsets or switches to the processor, twice as fast.
    Uplinks,
    /// Ceilings of places, twice as high.
    Places,
    /// Drives twice as fast.
    Drives,
    /// Twice as many requests in flight.
    Depth,
    /// Twice as many threads.
    Jobs,
    /// Twice as many cores.
    Cores,
    /// A quarter more clock.
    Clock,
    /// Twice the memory bandwidth.
    Memory,
    /// Write caches twice as large.
    Cache,
    /// A program twice as fast.
    Application,
    /// One more drive, or one more member of an array.
    AnotherDrive,
    /// Chunks twice as large.
    Chunk,
}

impl UpgradeKind {
    /// Whether people can buy or set it: no board takes another root complex, or memory of twice the
    /// bandwidth.
    pub fn is_offered(self) -> bool {
        !matches!(self, Self::Places | Self::Memory)
    }
}

/// An everyday job in two situations.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EverydayMeaning {
    /// `copy` (50 GB to the same drive), `load` (a file of 10 GB), `picture` (30 MB), `start` (of a
    /// large application).
    pub task: String,
    /// The same in words.
    pub what: DocumentText,
    /// `array` (a member alone, the array), `together` (alone, all at once) or `upgrade`.
    pub compared: SituationPair,
    /// The drive or array that it is about.
    pub target: String,
    /// The first situation in words.
    pub before: DocumentText,
    /// The second situation in words.
    pub after: DocumentText,
    /// Seconds in the first situation.
    pub before_s: f64,
    /// Seconds in the second situation.
    pub after_s: f64,
    /// Whether a person notices the difference.
    pub notice: PerceivedDifference,
    /// The same in words.
    pub text: DocumentText,
}

words! {
    /// Which two situations of a job are compared.
    pub enum SituationPair or Unlisted {
        /// On a member alone, and on the array.
        Array = "array",
        /// Alone, and with all at once.
        Together = "together",
        /// Before and after a change.
        Upgrade = "upgrade",
    }
}

/// Whether a person notices a difference between two waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum PerceivedDifference {
    /// No.
    No,
    /// Yes: 0.1 s lies between them, below which a wait seems immediate.
    Immediate,
    /// Yes: 1 s lies between them, below which the train of thought goes on.
    Flow,
    /// Yes: 10 s lie between them, below which attention stays.
    Attention,
    /// Yes: clearly longer or shorter.
    Clearly,
}

/// One thing varied under one workload.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PredictedSweep {
    /// Variable: `chunk`, `drives`, `depth`, `block`, `jobs`, `slot` or `cache`.
    pub over: SweepVariable,
    /// The workload's name before it is varied.
    pub workload: String,
    /// The drive or array; `all` for all drives together.
    pub of: String,
    /// In the requested order.
    pub points: Vec<SweepPoint>,
    /// Why the last values are missing: the first of them for which there is no place; null if none
    /// is missing for that reason.
    pub ends: Option<DocumentText>,
}

words! {
    /// Variable of a sweep.
    pub enum SweepVariable or Unlisted {
        /// The chunk of an array.
        Chunk = "chunk",
        Drives = "drives",
        /// Requests in flight.
        Depth = "depth",
        /// Bytes a request.
        Block = "block",
        /// Threads.
        Jobs = "jobs",
        Slot = "slot",
        /// How an array or its driver caches.
        Cache = "cache",
    }
}

/// The prediction for one value of a sweep; sums over its targets.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SweepPoint {
    /// The value as people write it: `64 KiB`, `8`, `write-back`.
    pub value: String,
    /// Bytes or a count; null for slots and cache modes.
    pub number: Option<f64>,
    /// 10^6 bytes per second.
    pub mb_s: f64,
    /// Operations per second.
    pub iops: f64,
    /// Lower end of the 80 % band.
    pub low_mb_s: f64,
    /// Upper end of the 80 % band.
    pub high_mb_s: f64,
    /// The limit of most of it.
    pub limit: LimitRecord,
}

/// A limit: a resource with a capacity and its load.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LimitRecord {
    /// The kind.
    pub kind: LimitRecordKind,
    /// The node, link or drive, as an id of the machine; empty when it has none.
    pub id: String,
    /// Common name, such as `chipset uplink (DMI 3.0 x4)`.
    pub name: DocumentText,
    /// Load on it from the flows of this set.
    pub load: f64,
    /// Its capacity.
    pub capacity: f64,
    /// Unit of load and capacity: `MB/s`, `IOPS`, `cores`.
    pub unit: FigureUnit,
}

/// Kinds of limits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum LimitRecordKind {
    /// A link between a device and its port.
    Link,
    /// The chipset's link to the processor, or a switch's to its root port.
    Uplink,
    /// A root complex below the sum of its lanes.
    RootComplex,
    /// A controller's own ceiling.
    Controller,
    /// The drive's bandwidth.
    Drive,
    /// The drive's operations per second.
    DriveIops,
    /// Too little in flight: rate <= depth x size / latency.
    Depth,
    /// A processor core's time.
    Cpu,
    /// The RAID layer.
    RaidLayer,
    /// Memory bandwidth.
    Memory,
    /// A cache that is full.
    Cache,
    /// Heat.
    Heat,
    /// A configured rate limit.
    Throttle,
    /// The application between reading and writing.
    Application,
    /// Nothing known explains it.
    #[default]
    Unknown,
}
