//! `narrows.rounds/1`: preview of a measurement.

use serde::{Deserialize, Serialize};

use crate::run::{TargetLocationKind, WorkloadParameters};
use crate::see::DocumentNote;
use crate::word::TargetSet;

/// The rounds of a measurement, in order.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RoundsDocument {
    /// Always `narrows.rounds/1`.
    pub schema: String,
    /// The version of Narrows that wrote this.
    pub narrows: String,
    /// Targets to open.
    pub targets: Vec<RoundTargetLocation>,
    /// Rounds to run.
    pub rounds: Vec<PlannedRound>,
    /// Total time of the rounds, seconds; scratch files are not counted. With an amount, an upper
    /// bound.
    pub total_s: f64,
    /// Longest total time, with the rounds that follow from the results of these, seconds; null if
    /// none follow.
    pub most_s: Option<f64>,
    /// Targets that would be left out, and why.
    pub notes: Vec<DocumentNote>,
}

/// Where a target would be measured.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RoundTargetLocation {
    /// Its id.
    pub target: String,
    /// `scratch`, `raw`, `file` or `nop`.
    pub kind: TargetLocationKind,
    /// The folder of the scratch file, the device or the file; null if there is none.
    pub path: Option<String>,
}

/// Parts to run together.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlannedRound {
    /// `alone`, `all`, or the set's name.
    pub set: TargetSet,
    /// Counted from 1.
    pub repeat: u32,
    /// Seconds that it takes, ramp and staggered starts included.
    pub time_s: f64,
    /// Part of each of its targets.
    pub parts: Vec<PlannedPart>,
}

/// Part of one target.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlannedPart {
    /// Its id.
    pub target: String,
    /// The workload's name.
    pub workload: String,
    /// The same in figures.
    pub asked: WorkloadParameters,
}
