//! The model query of a casebook row.

use narrows_units::Bytes;
use serde::Deserialize;

use crate::quantity;

#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PredictionQuery {
    /// The machine file, if not the system's usual one.
    pub machine: Option<String>,
    /// The workload, by name; not needed for links and lanes.
    pub workload: Option<String>,
    /// Concurrent drives or arrays; for lanes, the devices using them.
    #[serde(default)]
    pub together: Vec<String>,
    /// Whose figure is meant; `total` for the sum.
    pub of: String,
    #[serde(default)]
    pub measure: PredictionMeasure,
    /// Destination if the data is written at the same time: a copy, whose rate is that of its reads.
    pub to: Option<String>,
    /// How much is read; for [`PredictionMeasure::Seconds`].
    #[serde(default, deserialize_with = "quantity::optional")]
    pub amount: Option<Bytes>,
    /// Writes of each thread between two flushes.
    pub fsync: Option<u32>,
    /// The row with the application's own rate: with the model's time for reading, that row must
    /// come out as published. `None` if the requested row is that one, or no application takes
    /// part.
    pub calibrated_by: Option<String>,
    /// The application works on one request's data while the next is under way; otherwise its own
    /// time adds to that of reading.
    #[serde(default = "yes")]
    pub overlaps: bool,
    /// Difference from the machine file.
    pub change: Option<MachineVariation>,
}

fn yes() -> bool {
    true
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PredictionMeasure {
    /// How much, or how many operations, a second.
    #[default]
    Rate,
    /// How long `amount` takes.
    Seconds,
    /// Use of the busiest core, 0 to 100.
    CorePercent,
    /// Throughput of the link above `of`.
    Link,
    /// Lanes that `together` takes, as its slots are wired.
    LanesNeeded,
    LanesOffered,
}

/// One variation on a machine file: of an array, of a slot, or of the processor.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MachineVariation {
    pub array: Option<String>,
    /// Stripe unit of one member.
    #[serde(default, deserialize_with = "quantity::optional")]
    pub chunk: Option<Bytes>,
    pub cache: Option<CacheModeName>,
    /// Only the first N members.
    pub members: Option<u32>,
    /// The members' own write buffers are on.
    pub drive_buffer: Option<bool>,
    pub slot: Option<String>,
    /// Its link as a machine file writes it, `2.0 x4`.
    pub link: Option<String>,
    /// Clock of a busy core, as a machine file writes it, `4.6 GHz`.
    pub clock: Option<String>,
}

/// Cache mode of an array, as a machine file names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CacheModeName {
    /// No cache.
    None,
    /// Repeated reads come from memory.
    ReadOnly,
    /// Recent writes are cached too; writes go to the drives first.
    WriteThrough,
    WriteBack,
}
