//! Performance of possible arrays, measured on the undisturbed drives: a part of the run that measured it.

use narrows_messages::DocumentText;
use narrows_units::Bytes;
use serde::{Deserialize, Serialize};

use crate::run::{RunFinding, TargetMeasurement};
use crate::word::{AccessPattern, TransferDirection, words};

/// Candidates tried, and the recommendation.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StripeRecord {
    /// Objective of the ranking.
    pub objective: StripeObjective,
    /// The drives, in the order in which they take turns.
    pub drives: Vec<String>,
    /// The jobs of each, most important first.
    pub jobs: Vec<StripeJob>,
    /// Candidates tried.
    pub candidates: Vec<StripeCandidate>,
    /// Measurements: `target` is a candidate's id. They belong to the run, which lends them to whoever
    /// ranks.
    #[serde(skip)]
    pub results: Vec<TargetMeasurement>,
    /// Candidates from best to worst, including single drives; those that are `set_aside` are missing.
    pub ranking: Vec<RankedCandidate>,
    /// Unranked candidates: dropped early, or a job that counts was not measured. Their scores are
    /// those of the measured jobs, and are not comparable.
    pub set_aside: Vec<RankedCandidate>,
    /// Recommendation; null if nothing could be compared.
    pub recommendation: Option<StripeRecommendation>,
    /// The array beside the same drives used separately, job by job.
    pub separate: Vec<ArrayVersusSeparate>,
    /// Cache modes on the recommended array; empty if none were requested.
    pub caches: Vec<CacheModeFigures>,
    /// Findings, most important first: the run's, once it is known.
    #[serde(skip)]
    pub findings: Vec<RunFinding>,
}

/// Objective of a ranking.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StripeObjective {
    /// `balanced`, `read`, `write`, `latency` or `custom`.
    pub name: StripeObjectiveKind,
    /// Weight of each job's figure, by the job's name; they sum to 1.
    pub weights: Vec<JobWeight>,
}

words! {
    /// Objective of a ranking.
    pub enum StripeObjectiveKind or Unlisted {
        /// Reads and writes count the same in total.
        Balanced = "balanced",
        Read = "read",
        Write = "write",
        /// Only jobs whose requests are waited for count.
        Latency = "latency",
        /// A statement without a measurement.
        Custom = "custom",
    }
}

/// Weight of a job.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct JobWeight {
    /// The job's name.
    pub job: String,
    /// 0 to 1.
    pub weight: f64,
}

/// A job of every candidate.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StripeJob {
    /// The workload's name.
    pub name: String,
    /// `sequential` or `random`.
    pub pattern: AccessPattern,
    /// `read` or `write`; a mix counts as `read`.
    pub direction: TransferDirection,
    /// Bytes a request.
    pub block: u64,
    /// Requests in flight.
    pub depth: u32,
    /// Whether the latency counts, rather than the rate.
    pub by_latency: bool,
}

/// An arrangement of drives.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StripeCandidate {
    /// Its id, such as `raid0-64k`, `raid0-64k-2` (of the first two drives), or a
    /// drive's id.
    pub id: String,
    /// `single`, `jbod`, `raid0`, `raid1`, `raid10`, `raid5` or `raid6`.
    pub level: CandidateLevel,
    /// Bytes of a chunk; null if the level has none.
    pub chunk: Option<u64>,
    /// The drives, in order.
    pub members: Vec<String>,
    /// The cache mode: `direct` unless cache modes are compared.
    pub cache: String,
    /// Another candidate's id, which was plainly better at everything; null for one that was
    /// measured to the end.
    pub dropped_for: Option<String>,
}

words! {
    /// How drives are arranged.
    pub enum CandidateLevel or Unlisted {
        /// A drive by itself.
        Single = "single",
        /// One drive after the other.
        Jbod = "jbod",
        Raid0 = "raid0",
        Raid1 = "raid1",
        Raid10 = "raid10",
        /// Stripes with one parity.
        Raid5 = "raid5",
        /// Stripes with two parities.
        Raid6 = "raid6",
        /// Stripes with three parities.
        RaidZ3 = "raidz3",
    }
}

/// A candidate's place.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RankedCandidate {
    /// The candidate's id.
    pub candidate: String,
    /// The weighted geometric mean of its figures, each by the best of all: 0 to 1.
    pub score: f64,
    /// Half of the score's 95 % interval: two scores are equal if they differ by no more than the root
    /// of the sum of both squares.
    pub spread: f64,
    /// Its figures.
    pub figures: Vec<CandidateFigure>,
}

/// A candidate's figure of one job.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CandidateFigure {
    /// The job's name.
    pub job: String,
    /// 10^6 bytes per second, the median of the repeats.
    pub mb_s: f64,
    /// Operations per second.
    pub iops: f64,
    /// Median latency, microseconds; null with too few samples.
    pub latency_us: Option<f64>,
    /// By the best of all candidates: 0 to 1.
    pub share: f64,
    /// The standard deviation of one round by the range of the repeats, as a part of the figure; null
    /// with one.
    pub scatter: Option<f64>,
    /// The id of the candidate that was measured in its place, because it sends the drives the very
    /// same requests; null if it was measured itself.
    pub measured_as: Option<String>,
}

/// The recommendation, and why.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StripeRecommendation {
    /// The candidate's id.
    pub candidate: String,
    /// Candidates that are as good as it within the scatter.
    pub ties: Vec<String>,
    /// Whether the array is worth it for one job at a time: at least 1.1 times as fast as the
    /// fastest drive by itself, also by the lower end of the 95 % interval.
    pub is_worth_it: bool,
    /// The reason, in a sentence or two.
    pub reason: DocumentText,
}

/// The recommended array beside the drives by themselves, for one job.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ArrayVersusSeparate {
    /// The job's name.
    pub job: String,
    /// The array's MB/s.
    pub array_mb_s: f64,
    /// The fastest drive's by itself.
    pub best_single_mb_s: f64,
    /// Sum of its drives' while all drives run, each with a job of its own; null if not measured.
    pub all_separate_mb_s: Option<f64>,
    /// The array's median latency, microseconds.
    pub array_latency_us: Option<f64>,
    /// The best drive's.
    pub single_latency_us: Option<f64>,
}

/// Figures, risks and requirements of a cache mode.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CacheModeFigures {
    /// The mode: see docs/caches.md.
    pub mode: String,
    /// Its figures; empty for a mode that could not be tried.
    pub figures: Vec<CandidateFigure>,
    /// Data lost in a power cut.
    pub loses: DocumentText,
    /// Settings needed first; null if none.
    pub needs: Option<DocumentText>,
    /// Why it was not tried; null if it was.
    pub not_tried: Option<DocumentText>,
}

impl StripeCandidate {
    /// Display name: `RAID 0 64 KiB`, `RAID 0 64 KiB (2/3)` of the first two of three drives; a
    /// drive's id.
    pub fn title(&self, all: &[String]) -> String {
        let level = match self.level.as_str().strip_prefix("raid") {
            Some(level) if level.starts_with('z') => self.level.as_str().to_uppercase(),
            Some(level) => format!("RAID {level}"),
            None if self.level == CandidateLevel::Single => return self.id.clone(),
            None => self.level.as_str().to_uppercase(),
        };
        let chunk = self.chunk.map(|chunk| format!(" {}", Bytes::new(chunk))).unwrap_or_default();
        let (own, all) = (self.members.len(), all.len());
        let fewer = if own < all { format!(" ({own}/{all})") } else { String::new() };
        format!("{level}{chunk}{fewer}")
    }
}
