//! `narrows.check/1`: what can be seen to be wrong without a benchmark.

use serde::{Deserialize, Serialize};

use crate::see::Note;

/// The outcome of a check.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Check {
    /// Always `narrows.check/1`.
    pub schema: String,
    /// The version of Narrows that wrote this.
    pub narrows: String,
    /// What was checked.
    pub source: String,
    /// What was found, gravest first; empty when all is well.
    pub findings: Vec<Problem>,
    /// What could not be checked, and why.
    pub notes: Vec<Note>,
}

/// Something wrong, or worth knowing.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Problem {
    /// The sentence's id, the same in every language, such as `check-link-degraded`.
    pub id: String,
    /// How grave.
    pub severity: Severity,
    /// The drive, controller or port it is about; null for the whole machine.
    pub about: Option<String>,
    /// What is wrong.
    pub text: String,
    /// What would help.
    pub advice: String,
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
