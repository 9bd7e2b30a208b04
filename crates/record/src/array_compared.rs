//! What follows of the figures of an array that was measured in place ([`ArrayComparison`], in
//! `narrows.explain/1`).

use serde::{Deserialize, Serialize};

use crate::in_place::ArrayInPlace;
use crate::run::RunFinding;

/// What an array does, beside what its members could do.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ArrayComparison {
    /// The array.
    pub array: ArrayInPlace,
    /// A row for each workload.
    pub rows: Vec<ArrayRow>,
    /// What follows, most important first.
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
    /// What the array does; null where it was not measured.
    pub array: Option<Median>,
    /// What its members could do, at least; null where that is not known.
    pub could: Option<Median>,
    /// Where `could` comes from: `without_layer` (measured: the same requests, cut by Narrows itself) or
    /// `arithmetic` (what the members do together, by the array's arithmetic); null without it.
    pub basis: Option<String>,
    /// All members at once, in sum; null where that was not measured.
    pub together: Option<Median>,
    /// Each member by itself, in sum; null where one was not measured.
    pub alone: Option<Median>,
    /// What the model says of the array, MB/s; null where it knows nothing of the drives.
    pub predicted_mb_s: Option<f64>,
    /// What the layer costs; null where the passes are too few for an interval.
    pub cost: Option<LayerCost>,
    /// The members.
    pub members: Vec<MemberRow>,
}

/// What a layer costs of what its members could do, with its 95 % interval. Below 0 it brings something.
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
    /// By itself; null where that was not measured.
    pub alone: Option<Median>,
    /// While all others are read, too; null where that was not measured.
    pub together: Option<Median>,
    /// It is slower than the others by more than chance.
    pub is_slow: bool,
}
