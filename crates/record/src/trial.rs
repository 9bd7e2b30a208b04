//! `narrows.trial/1`: a temporary array of scratch files, and the time a command took on it.

use narrows_messages::DocumentText;
use serde::{Deserialize, Serialize};

use crate::run::RunFinding;
use crate::see::DocumentNote;

/// A trial.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TrialDocument {
    /// Always `narrows.trial/1`.
    pub schema: String,
    /// The version of Narrows that wrote this.
    pub narrows: String,
    /// The trial's id, and its file's name: `<utc>-<id>`.
    pub id: String,
    /// When it started, UTC, RFC 3339.
    pub started: String,
    /// The command line.
    pub command: Vec<String>,
    /// The array that was tried.
    pub array: TrialArray,
    /// Planned steps, in this order; empty unless it was only rehearsed.
    pub plan: Vec<TrialPlanStep>,
    /// Rounds on it and on one drive alone, in the order done.
    pub rounds: Vec<TrialRound>,
    /// Results on the array beside one drive.
    pub comparisons: Vec<TrialComparison>,
    /// Findings, most important first.
    pub findings: Vec<RunFinding>,
    /// Remarks.
    pub notes: Vec<DocumentNote>,
    /// Cut short, or a command failed: the contents are true but incomplete.
    pub partial: bool,
}

/// An array made of scratch files.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TrialArray {
    /// `md` or `btrfs`.
    pub engine: String,
    /// `raid0`, `raid1` or `raid10`.
    pub level: String,
    /// How much goes to one member before the next, in bytes; null for a mirror.
    pub chunk: Option<u64>,
    /// The file system on it: `xfs`, `ext4` or `btrfs`.
    pub fs: String,
    /// The requested size of the file system, on the array and on one drive alike.
    pub size: u64,
    /// Its members.
    pub members: Vec<TrialMember>,
    /// The drive that was tried alone.
    pub alone: String,
}

/// A member of the array.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TrialMember {
    /// The drive or folder as named.
    pub name: String,
    /// The drives that it is on; empty if unknown.
    pub drives: Vec<String>,
    /// The folder in which its scratch file was made.
    pub folder: String,
    /// The scratch file's size.
    pub size: u64,
}

/// Something that a trial would do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TrialPlanStep {
    /// Purpose.
    pub what: DocumentText,
    /// The command, or for steps without one an equivalent.
    pub command: Vec<String>,
}

/// Where something was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum TrialTarget {
    /// On the array.
    Array,
    /// On one drive alone.
    Alone,
}

/// A command or job, done once.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TrialRound {
    /// The job's name, or the command in one line.
    pub work: String,
    /// Where.
    pub place: TrialTarget,
    /// Counted from 1.
    pub repeat: u32,
    /// Seconds from its start until all it had written was on the devices.
    pub wall_s: f64,
    /// Processor seconds in programs.
    pub user_s: f64,
    /// Processor seconds in the kernel on behalf of the command.
    pub system_s: f64,
    /// Bytes read from the loop devices.
    pub read: u64,
    /// Bytes written to them.
    pub written: u64,
    /// Both together a second.
    pub mb_s: f64,
    /// The exit code; null where a signal ended it.
    pub exit: Option<i32>,
    /// The separately timed parts of a job; empty for a command.
    pub steps: Vec<TrialJobStep>,
}

/// A part of a job.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TrialJobStep {
    /// Its name, such as `build`.
    pub name: String,
    /// Seconds.
    pub wall_s: f64,
    /// Number of streams of 100 Mbit/s that this would sustain; null if nothing is streamed.
    pub streams: Option<f64>,
}

/// One command, job or part of a job on the array, beside the same on one drive.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TrialComparison {
    /// The job's name, or the command in one line.
    pub work: String,
    /// The part of the job; null for all of it.
    pub step: Option<String>,
    /// Seconds on the array, the median of the repeats.
    pub array_s: f64,
    /// Seconds on one drive alone.
    pub alone_s: f64,
    /// How many times as fast it is on the array.
    pub times: f64,
    /// The lower end of the interval in which the true value lies in 95 % of cases; null with
    /// fewer than three repeats.
    pub low: Option<f64>,
    /// Its upper end; null also if the times scatter so much that there is none.
    pub high: Option<f64>,
    /// Processor time over time on the array: 1 is one core busy throughout. Null for a part.
    pub cores: Option<f64>,
}
