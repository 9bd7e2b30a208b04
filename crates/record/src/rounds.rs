//! `narrows.rounds/1`: what a measurement would do, before it does it.

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
    /// What would be opened.
    pub targets: Vec<RoundTargetLocation>,
    /// What would run.
    pub rounds: Vec<PlannedRound>,
    /// What all rounds take together, seconds; scratch files are not counted. With an amount it is
    /// the most that they take.
    pub total_s: f64,
    /// What it may take in all with the rounds that follow from what these show, seconds; null where
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
    /// The folder of the scratch file, the device or the file; null where there is none.
    pub path: Option<String>,
}

/// What would run together.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlannedRound {
    /// `alone`, `all`, or the set's name.
    pub set: TargetSet,
    /// Counted from 1.
    pub repeat: u32,
    /// Seconds that it takes, ramp and staggered starts included.
    pub time_s: f64,
    /// What each of its targets would do.
    pub parts: Vec<PlannedPart>,
}

/// What one target would do.
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
