//! An array that is there already, measured in place: what it was then ([`ArrayInPlace`], in a run).
//!
//! Not here: what follows of its figures ([`crate::array_compared`]).

use serde::{Deserialize, Serialize};

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
    pub members: Vec<InPlaceMember>,
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
pub struct InPlaceMember {
    /// The target that was read: the drive or partition.
    pub id: String,
    /// The drive that it is, or is on; null where that is not known.
    pub drive: Option<String>,
}
