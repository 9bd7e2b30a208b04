//! Whether reads returned the data written, and the circumstances of writing.

use serde::{Deserialize, Serialize};

/// Result of checking the checksums in the blocks that were read.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ChecksumResult {
    /// Reads checked. One that had a write beside it on the same blocks is not.
    pub blocks: u64,
    /// Reads that did not return the data written there.
    pub wrong: u64,
    /// Bytes from the start of the file or device to the first of them.
    pub first_wrong: Option<u64>,
    /// Its fault: `checksum`, `place`, `foreign`, `unwritten`, `older`.
    pub why: Option<String>,
}

/// Circumstances of a result with writes in it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WriteContext {
    /// How long flushing took after the last write, in seconds; not part of the rates. Null when it
    /// failed or did not come to an end.
    pub flush_s: Option<f64>,
    /// Every block had been written before; else the file system first allocated blocks that it had
    /// only reserved.
    pub filled: bool,
    /// The target was preconditioned in this run.
    pub preconditioned: bool,
}
