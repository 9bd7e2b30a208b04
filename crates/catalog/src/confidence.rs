//! How far a row is to be trusted.

use serde::Deserialize;

use crate::word::spelled;

/// How far a row of the catalogue is to be trusted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Confidence {
    /// Memory or one weak source; verify before leaning on it.
    Low,
    /// One good source, or several that differ a little.
    Medium,
    /// Sources agree, or it was measured.
    High,
}

spelled!(Confidence { Low => "low", Medium => "medium", High => "high" });
