//! `narrows.explain/1`: which drives share a limit, and why; what an array costs of what its drives could do.

use serde::{Deserialize, Serialize};

use crate::array_compared::ArrayComparison;
use crate::see::DocumentNote;
use crate::sharing::SharingRecord;

/// What follows from one run, or from several of one machine.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExplainDocument {
    /// Always `narrows.explain/1`.
    pub schema: String,
    /// The version of Narrows that wrote this.
    pub narrows: String,
    /// The runs whose figures were taken, by id.
    pub runs: Vec<String>,
    /// Where the machine was seen, as in `machine.source` of a run.
    pub source: String,
    /// The machine was a simulated one.
    pub simulated: bool,
    /// What the drives share; null where no workload's figures say anything on that.
    pub sharing: Option<SharingRecord>,
    /// What an array that is there already does, beside what its members could do; left out where none was
    /// measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub array: Option<ArrayComparison>,
    /// Remarks: what was left out and why.
    pub notes: Vec<DocumentNote>,
    /// Interrupted, or a drive was left out: what stands here is true but not all.
    pub partial: bool,
}
