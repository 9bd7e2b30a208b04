//! Whether what was read is what had been written.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What came of checking the checksums in the blocks that were read.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Verified {
    /// Blocks checked.
    pub blocks: u64,
    /// Blocks that were not what had been written there.
    pub wrong: u64,
    /// Bytes from the start of the file or device to the first of them.
    pub first_wrong: Option<u64>,
    /// What was wrong with it: `checksum`, `place`, `unwritten`, `older`.
    pub why: Option<String>,
}
