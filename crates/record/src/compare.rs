//! `narrows.compare/1`: two runs, or several of each side, figure by figure.

use serde::{Deserialize, Serialize};

use crate::word::TargetSet;

/// Two runs, the earlier named first as a rule: ratios say how many times `a` is `b`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CompareDocument {
    /// Always `narrows.compare/1`.
    pub schema: String,
    /// The version of Narrows that wrote this.
    pub narrows: String,
    /// The run that is compared with.
    pub a: ComparisonSide,
    /// The run that is compared.
    pub b: ComparisonSide,
    /// Figures that both measured, one entry a drive, workload and set.
    pub rows: Vec<ComparisonRow>,
    /// Figures in `a` only.
    pub only_a: Vec<UnmatchedFigure>,
    /// Figures in `b` only.
    pub only_b: Vec<UnmatchedFigure>,
    /// Differences in circumstances that may explain the figures.
    pub differences: Vec<RunDifference>,
    /// How much slower was allowed, as a part; null where not requested.
    pub allowed_slower: Option<f64>,
    /// The probability, 0 to 1, that all intervals that come from runs contain the true ratio;
    /// absent if there are none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confidence: Option<f64>,
}

/// One of the sides: a run, or several that repeat it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ComparisonSide {
    /// The run's id; of several, the one that was named first.
    pub id: String,
    /// When it started, UTC, RFC 3339.
    pub started: String,
    /// Not everything requested was measured.
    pub partial: bool,
    /// On Narrows' own simulated machine.
    pub simulated: bool,
    /// The ids of all runs of this side, that one included; absent if it is the only one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub runs: Vec<String>,
}

/// One figure of both runs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ComparisonRow {
    /// The drive's id in `b`.
    pub target: String,
    /// The drive's id in `a`.
    pub target_a: String,
    /// Key that identified the two as one drive.
    pub joined_by: JoinKey,
    /// The workload's name.
    pub workload: String,
    /// Set that ran together: `alone`, `all`, or the set's name.
    pub set: TargetSet,
    /// Every drive of the set, as `b` names them.
    pub together: Vec<String>,
    /// How often `a` measured it, all its runs together.
    pub repeats_a: u32,
    /// How often `b` measured it, all its runs together.
    pub repeats_b: u32,
    /// In how many separate runs `a` measured it.
    pub runs_a: u32,
    /// In how many separate runs `b` measured it.
    pub runs_b: u32,
    /// 10^6 bytes per second.
    pub mb_s: Option<ComparisonPair>,
    /// Operations per second.
    pub iops: Option<ComparisonPair>,
    /// The latency that 99 % of the operations did not exceed, microseconds.
    pub p99_us: Option<ComparisonPair>,
    /// The process's own processor time per operation, microseconds.
    pub cpu_us_per_io: Option<ComparisonPair>,
    /// Cut short or with failed operations on either side: the figures are no measure of the drive.
    pub partial: bool,
    /// Slower by more than allowed, beyond what noise explains: `mb_s`, `iops` or `p99_us`.
    pub slower: Vec<String>,
    /// Perhaps slower by more than allowed: more runs would tell. Absent if there are none, or no allowance was
    /// given.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub open: Vec<String>,
}

/// How two runs are known to have measured the same drive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum JoinKey {
    /// The same serial number.
    Serial,
    /// The same World Wide Name.
    Wwn,
    /// The same model in the same slot.
    Slot,
    /// The same name, and nothing against it.
    Name,
    /// The only drive of each side, each named after its imported file.
    File,
}

/// A figure of both runs: geometric means of three or more runs a side, else means, and their ratio.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ComparisonPair {
    /// In `a`.
    pub a: f64,
    /// In `b`.
    pub b: f64,
    /// How many times `a` is `b`; null where `a` is 0.
    pub ratio: Option<f64>,
    /// Lower end of the ratio's interval; null if there is too little data. Intervals from runs are
    /// valid all together with the document's `confidence`, others each by itself with 95 %.
    pub low: Option<f64>,
    /// Upper end of the ratio's interval.
    pub high: Option<f64>,
    /// Source of the interval; null if there is none.
    pub interval_from: Option<IntervalSource>,
    /// Outcome.
    pub outcome: RatioOutcome,
    /// About how many more runs on each side would decide it; absent if it is decided, and if figures scatter so
    /// much that no number of runs would.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub more_runs: Option<u32>,
}

/// Source of an interval.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum IntervalSource {
    /// Three or more separate runs on either side: it covers changes from run to run. Only these
    /// tell slower from faster.
    Runs,
    /// The repeats within runs: it covers changes from repeat to repeat, but not those from run to
    /// run.
    Repeats,
    /// The steps of a time line, of one run at least: it does not cover changes from run to run.
    Samples,
}

/// Meaning of a ratio with its interval.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum RatioOutcome {
    /// No difference is seen, and one of a tenth or more is excluded: the interval says how large it is at most.
    Same,
    /// No difference is seen, and one of a tenth or more is not excluded.
    Undecided,
    /// `b` is more.
    More,
    /// `b` is less.
    Less,
    /// Fewer than three separate runs on a side, or no interval: nothing tells a difference from
    /// noise.
    Unknown,
}

/// A figure that only one of the runs measured.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct UnmatchedFigure {
    /// The drive's id in that run.
    pub target: String,
    /// The workload's name.
    pub workload: String,
    /// Set that ran together: `alone`, `all`, or the set's name.
    pub set: TargetSet,
    /// Every drive of the set.
    pub together: Vec<String>,
}

/// Something that differs around the figures.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RunDifference {
    /// The drive's id in `b`; null for the whole machine.
    pub about: Option<String>,
    /// The difference, such as `kernel`, `scheduler`, `link`, `file_system`; docs/json.md lists
    /// them.
    pub what: String,
    /// In `a`; null if unknown or if there was none.
    pub was: Option<String>,
    /// In `b`; null if unknown or if there is none.
    pub is: Option<String>,
}
