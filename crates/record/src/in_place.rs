//! State of an existing array, measured in place ([`ArrayInPlace`], in a run).
//!
//! Not here: conclusions from its figures ([`crate::array_compared`]).

use serde::{Deserialize, Serialize};

/// An array as it was when it was measured.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ArrayInPlace {
    /// The array: an id of `machine.arrays[]`.
    pub id: String,
    /// The target read: its device, or a file on it.
    pub target: String,
    /// Its RAID engine: `md`, `dm-stripe` (LVM too), `btrfs`, `vroc`, ...
    pub engine: String,
    /// `raid0`, `raid1`, `raid10`, `raid5`, `raid6` or `jbod`; null if unknown.
    pub level: Option<String>,
    /// Chunk size, bytes; null if there are no chunks.
    pub chunk: Option<u64>,
    /// How many copies of each byte there are, of level 10.
    pub copies: u32,
    /// Its present members, in the order in which they take turns if that is known.
    pub members: Vec<InPlaceMember>,
    /// The target whose requests Narrows itself cuts over the members as the array does, without its layer;
    /// null if there was none.
    pub without_layer: Option<String>,
    /// Number of missing members; null if unknown.
    pub missing: Option<u32>,
    /// Background work: `resync`, `recover`, `check`, `reshape`, ...; null if idle or not visible.
    pub sync: Option<String>,
    /// Kernel read-ahead for a program that reads in sequence, in bytes; null if not visible.
    pub read_ahead: Option<u64>,
}

/// A member.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct InPlaceMember {
    /// The target that was read: the drive or partition.
    pub id: String,
    /// The drive that it is, or is on; null if unknown.
    pub drive: Option<String>,
}
