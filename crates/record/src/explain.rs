//! `narrows.explain/1`: which drives share a limit, and why; the cost of an array relative to its drives'
//! potential.

use serde::{Deserialize, Serialize};

use crate::array_compared::ArrayComparison;
use crate::see::DocumentNote;
use crate::sharing::SharingRecord;

/// Conclusions from one run, or from several of one machine.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExplainDocument {
    /// Always `narrows.explain/1`.
    pub schema: String,
    /// The version of Narrows that wrote this.
    pub narrows: String,
    /// The runs whose figures were taken, by id.
    pub runs: Vec<String>,
    /// Source of the machine, as in `machine.source` of a run.
    pub source: String,
    /// The machine was a simulated one.
    pub simulated: bool,
    /// Limits that the drives share; null if no workload's figures say anything on that.
    pub sharing: Option<SharingRecord>,
    /// Performance of an existing array, beside that of its members; left out if none was measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub array: Option<ArrayComparison>,
    /// Remarks: omissions and reasons.
    pub notes: Vec<DocumentNote>,
    /// Interrupted, or a drive was left out: the contents are true but incomplete.
    pub partial: bool,
}
