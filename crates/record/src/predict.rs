//! `narrows.predict/1`: what drives will do, alone and together.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::see::{Basis, Note, See};

/// Predictions for one machine.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Predict {
    /// Always `narrows.predict/1`.
    pub schema: String,
    /// The version of Narrows that wrote this.
    pub narrows: String,
    /// The machine that the predictions are for.
    pub machine: See,
    /// One entry a workload, set and target.
    pub results: Vec<Prediction>,
    /// Remarks.
    pub notes: Vec<Note>,
}

/// What one target will do in one set under one workload.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Prediction {
    /// The workload's name, such as `seq-read-128k-q32`.
    pub workload: String,
    /// What runs together: `alone`, `all`, or the set's name.
    pub set: String,
    /// The drive or array.
    pub target: String,
    /// Every drive of the set.
    pub together: Vec<String>,
    /// `read` or `write`.
    pub direction: String,
    /// 10^6 bytes per second.
    pub mb_s: f64,
    /// Operations per second.
    pub iops: f64,
    /// Lower end of the 80 % band.
    pub low_mb_s: f64,
    /// Upper end of the 80 % band.
    pub high_mb_s: f64,
    /// What keeps it from being faster.
    pub limit: Limit,
    /// What would limit it next, were the limit gone; null when nothing else is known.
    pub next_limit: Option<Limit>,
    /// The weakest basis among the facts it rests on.
    pub basis: Basis,
}

/// A limit: a resource with a capacity and what is asked of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Limit {
    /// The kind.
    pub kind: LimitKind,
    /// The node, link or drive, as an id of the machine; empty when it has none.
    pub id: String,
    /// What people call it, such as `chipset uplink (DMI 3.0, 8 GT/s x4)`.
    pub name: String,
    /// What the flows of this set put on it.
    pub load: f64,
    /// What it can carry.
    pub capacity: f64,
    /// Unit of load and capacity: `MB/s`, `IOPS`, `cores`.
    pub unit: String,
}

/// Kinds of limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum LimitKind {
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
    /// A rate limit that somebody set.
    Throttle,
    /// The application between reading and writing.
    Application,
    /// Nothing known explains it.
    Unknown,
}
