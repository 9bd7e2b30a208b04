//! An array that is there already, measured in place: what it was then ([`ArrayInPlace`], in a run), and what
//! follows of its figures ([`ArrayCompared`], in `narrows.explain/1`).

use serde::{Deserialize, Serialize};

use crate::run::Finding;

/// An array as it was when it was measured.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ArrayInPlace {
    /// The array: an id of `machine.arrays[]`.
    pub id: String,
    /// What was read of it: its device, or a file on it.
    pub target: String,
    /// What makes it: `md`, `dm-stripe` (LVM too), `btrfs`, `vroc`, ...
    pub engine: String,
    /// `raid0`, `raid1`, `raid10`, `raid5`, `raid6` or `jbod`; null where it is not known.
    pub level: Option<String>,
    /// How much goes to one member before the next, in bytes; null where there are no chunks.
    pub chunk: Option<u64>,
    /// How many copies of each byte there are, of level 10.
    pub copies: u32,
    /// Its members that are there, in the order in which they take turns where that is known.
    pub members: Vec<ArrayMember>,
    /// The target whose requests Narrows itself cuts over the members as the array does, without its layer;
    /// null where there was none.
    pub without_layer: Option<String>,
    /// How many members are missing; null where that cannot be seen.
    pub missing: Option<u32>,
    /// What was under way: `resync`, `recover`, `check`, `reshape`, ...; null where nothing was, or where it
    /// cannot be seen.
    pub sync: Option<String>,
    /// What the kernel reads ahead of a program that reads in sequence, in bytes; null where it cannot be seen.
    pub read_ahead: Option<u64>,
}

/// A member.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ArrayMember {
    /// The target that was read: the drive or partition.
    pub id: String,
    /// The drive that it is, or is on; null where that is not known.
    pub drive: Option<String>,
}

/// What an array does, beside what its members could do.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ArrayCompared {
    /// The array.
    pub array: ArrayInPlace,
    /// A row for each workload.
    pub rows: Vec<ArrayRow>,
    /// What follows, most important first.
    pub findings: Vec<Finding>,
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
