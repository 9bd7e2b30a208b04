//! Findings on an array that was measured in place ([`ArrayComparison`], in `narrows.explain/1`).

use serde::{Deserialize, Serialize};

use crate::in_place::ArrayInPlace;
use crate::run::RunFinding;

/// Performance of an array, beside that of its members.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ArrayComparison {
    /// The array.
    pub array: ArrayInPlace,
    /// A row for each workload.
    pub rows: Vec<ArrayRow>,
    /// Findings, most important first.
    pub findings: Vec<RunFinding>,
}

/// The figures of a workload.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ArrayRow {
    /// The workload's name.
    pub workload: String,
    /// Whole passes over the array and its members.
    pub passes: u32,
    /// Performance of the array; null if it was not measured.
    pub array: Option<Median>,
    /// Lower bound on its members' potential; null if unknown.
    pub could: Option<Median>,
    /// Source of `could`: `without_layer` (measured: the same requests, cut by Narrows itself) or
    /// `arithmetic` (the members together, by the array's arithmetic); null without it.
    pub basis: Option<String>,
    /// Sum of all members at once; null if not measured.
    pub together: Option<Median>,
    /// Sum of each member by itself; null if one was not measured.
    pub alone: Option<Median>,
    /// The model's prediction for the array, MB/s; null if it knows nothing of the drives.
    pub predicted_mb_s: Option<f64>,
    /// Cost of the layer; null if the passes are too few for an interval.
    pub cost: Option<LayerCost>,
    /// The members.
    pub members: Vec<MemberRow>,
}

/// Cost of a layer relative to its members' potential, with its 95 % interval. Below 0 is a gain.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LayerCost {
    /// Percent.
    pub percent: f64,
    /// The interval's lower end, percent.
    pub low_percent: f64,
    /// The interval's upper end, percent.
    pub high_percent: f64,
    /// The same as `percent`, MB/s.
    pub mb_s: f64,
    /// Whether the interval says that it costs something.
    pub is_certain: bool,
}

/// The median of several passes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Median {
    /// 10^6 bytes per second.
    pub mb_s: f64,
    /// The lower end of its 95 % interval, or the least of three to five passes; null of fewer.
    pub low_mb_s: Option<f64>,
    /// The upper end, likewise.
    pub high_mb_s: Option<f64>,
}

/// A member's figures.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MemberRow {
    /// The member.
    pub id: String,
    /// By itself; null if not measured.
    pub alone: Option<Median>,
    /// While all others are read, too; null if not measured.
    pub together: Option<Median>,
    /// It is slower than the others by more than chance.
    pub is_slow: bool,
}
