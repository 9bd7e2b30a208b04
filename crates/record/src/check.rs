//! `narrows.check/1`: problems that are visible without a benchmark.

use narrows_messages::DocumentText;
use serde::{Deserialize, Serialize};

use crate::see::DocumentNote;

/// The outcome of a check.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CheckDocument {
    /// Always `narrows.check/1`.
    pub schema: String,
    /// The version of Narrows that wrote this.
    pub narrows: String,
    /// Source of the machine.
    pub source: String,
    /// Problems, gravest first; empty if nothing checked is wrong.
    pub findings: Vec<CheckProblem>,
    /// Aspects available to check, kind by kind.
    pub looked_at: Vec<CheckedAspect>,
    /// Not everything present could be checked, or nothing was observed at all.
    pub partial: bool,
    /// Checks that were not possible, with reasons.
    pub notes: Vec<DocumentNote>,
}

/// One kind of thing that a check looks at.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CheckedAspect {
    /// `controllers`, `links` (of NVMe drives), `drives`, `health` (wear and temperature of NVMe
    /// drives), `queues` (discard and scheduler) or `places` (those of the board).
    pub id: String,
    /// The same in words.
    pub text: DocumentText,
    /// How many could be looked at.
    pub seen: usize,
    /// Which could not: ids of controllers or drives.
    pub unseen: Vec<String>,
}

/// Something wrong, or worth knowing.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CheckProblem {
    /// The sentence's id, the same in every language, such as `check-link-degraded`.
    pub id: String,
    /// How grave.
    pub severity: Severity,
    /// The drive, controller or port it is about; null for the whole machine.
    pub about: Option<String>,
    /// The problem.
    pub text: DocumentText,
    /// Suggested remedy.
    pub advice: DocumentText,
}

/// How grave a problem is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Worth knowing; does not set the exit code.
    Hint,
    /// Costs speed.
    Warning,
    /// Endangers data or hides a drive.
    Danger,
}
