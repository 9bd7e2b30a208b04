//! What a row of the casebook asks the model.

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
    /// What runs at once: drives or arrays; for lanes, what takes them.
    #[serde(default)]
    pub together: Vec<String>,
    /// Whose figure is meant; `total` for the sum.
    pub of: String,
    #[serde(default)]
    pub measure: PredictionMeasure,
    /// Where the data is written at the same time: the ask is a copy, and the rate that of its reads.
    pub to: Option<String>,
    /// How much is read; for [`PredictionMeasure::Seconds`].
    #[serde(default, deserialize_with = "quantity::optional")]
    pub amount: Option<Bytes>,
    /// Writes of each thread between two flushes.
    pub fsync: Option<u32>,
    /// The row that tells the application's own rate: with the model's time for reading, that row
    /// must come out as published. None: the row asked is that one, or no application takes part.
    pub calibrated_by: Option<String>,
    /// The application works on one request's data while the next is under way; otherwise its own
    /// time adds to that of reading.
    #[serde(default = "yes")]
    pub overlaps: bool,
    /// What differs from the machine file.
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
    /// What the link above `of` can carry.
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
    /// The first so many members only.
    pub members: Option<u32>,
    /// The members' own write buffers are on.
    pub drive_buffer: Option<bool>,
    pub slot: Option<String>,
    /// Its link as a machine file writes it, `2.0 x4`.
    pub link: Option<String>,
    /// What a busy core runs at, as a machine file writes it, `4.6 GHz`.
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
    /// Also what was just written; writes go to the drives first.
    WriteThrough,
    WriteBack,
}
