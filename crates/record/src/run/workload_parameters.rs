//! The workload of a target.

use serde::{Deserialize, Serialize};

use crate::word::AccessPattern;

/// The request stream of one target, in figures: the meaning of its `workload`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WorkloadParameters {
    /// `sequential` or `random`.
    pub pattern: AccessPattern,
    /// Requests in a hundred that read.
    pub read_percent: u8,
    /// Bytes a request.
    pub block_bytes: u64,
    /// Requests in flight of each job.
    pub depth: u32,
    /// Threads, each with such a stream.
    pub jobs: u32,
    /// The rate limit of the target, 10^6 bytes per second; null if there was none.
    pub limit_mb_s: Option<f64>,
    /// Bytes after which it stops; null if it runs for a time.
    pub amount_bytes: Option<u64>,
    /// Seconds from the common start to this target's own.
    pub start_after_s: f64,
    /// Options of a fio job by which its requests differ from these figures, as `bssplit=4k/60:64k/40`;
    /// absent if there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub shape: Vec<String>,
}
