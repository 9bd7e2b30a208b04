//! `narrows.verify/1`: contents of a kept file; `narrows.rehearsal/1`: planned writes and their
//! targets.

use serde::{Deserialize, Serialize};

use crate::word::words;

/// Result of `narrows verify`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct VerifyDocument {
    /// Always `narrows.verify/1`.
    pub schema: String,
    /// The version of Narrows that wrote this.
    pub narrows: String,
    /// The file.
    pub file: String,
    /// Its size as it was made, in bytes.
    pub size: u64,
    /// It had been written throughout once; without that nothing had been promised.
    pub laid_out: bool,
    /// Times that acknowledged writes had been flushed and written down.
    pub flushes: u64,
    /// Blocks of 4 KiB that were judged.
    pub blocks: u64,
    /// Of these, the ones that had been overwritten, acknowledged and flushed.
    pub promised: u64,
    /// Blocks that hold a write that came after the last flush.
    pub newer: u64,
    /// Blocks that hold a part of a write that was under way at the end.
    pub unfinished: u64,
    /// Blocks of which nothing is promised, because a write of theirs had failed.
    pub unknown: u64,
    /// Blocks that differ from the data promised.
    pub wrong: u64,
    /// Bytes from the start of the file to the first of them.
    pub first_wrong: Option<u64>,
    /// Its fault: `unwritten`, `checksum`, `place`, `foreign`, `older`, `unreadable`.
    pub why: Option<String>,
    /// Interrupted: not all of it was looked at.
    pub partial: bool,
}

/// Output of `narrows measure --rehearse`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Rehearsal {
    /// Always `narrows.rehearsal/1`.
    pub schema: String,
    /// The version of Narrows that wrote this.
    pub narrows: String,
    /// Consequences for each target.
    pub targets: Vec<TargetRehearsal>,
    /// Everything requested is allowed.
    pub allowed: bool,
}

/// Consequences for a target.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TargetRehearsal {
    /// The target.
    pub target: String,
    /// The device, the new file, or the folder of the scratch file; null if nothing is written.
    pub path: Option<String>,
    /// Kind of write: `raw`, `keep`, `scratch`, `nothing`.
    pub kind: WriteKind,
    /// The bytes of a device that would be overwritten: from, and up to but without.
    pub bytes: Option<[u64; 2]>,
    /// Checks, in this order; empty for files the run creates itself.
    pub checks: Vec<SafetyCheck>,
    /// Remarks that do not rule out writing.
    pub remarks: Vec<String>,
    /// The same with fio, a command line a workload.
    pub fio: Vec<String>,
}

words! {
    /// Kind of write to a target.
    pub enum WriteKind or Unlisted {
        /// The device itself.
        Raw = "raw",
        Keep = "keep",
        Scratch = "scratch",
        Nothing = "nothing",
    }
}

/// A check and its result.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SafetyCheck {
    /// The check.
    pub check: String,
    /// Nothing spoke against it.
    pub passed: bool,
    /// The objections.
    pub reasons: Vec<String>,
}
