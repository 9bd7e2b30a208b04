//! What figures leave open, and where they contradict each other or the documentation.

use narrows_messages::DocumentText;
use serde::{Deserialize, Serialize};

use crate::predict::LimitRecord;
use crate::word::TargetSet;

/// Something that the figures leave open.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct UndecidedPoint {
    /// The sentence's id, the same in every language.
    pub id: String,
    /// The drives it is about.
    pub drives: Vec<String>,
    /// The drives whose run together would tell; empty where none would.
    pub run: Vec<String>,
    /// The sentence.
    pub text: DocumentText,
}

/// Figures that cannot be, cannot be together, or were left out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DriveContradiction {
    /// The sentence's id, the same in every language.
    pub id: String,
    /// The drives it is about.
    pub drives: Vec<String>,
    /// The set whose figures it is about; empty where it is about several.
    pub set: TargetSet,
    /// The sentence.
    pub text: DocumentText,
}

/// A shared place that was predicted to bind and was not seen to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct UnmetPrediction {
    /// The place, with what was predicted for it.
    pub limit: LimitRecord,
    /// The drives below it.
    pub drives: Vec<String>,
    /// What they moved together at most, 10^6 bytes per second.
    pub moved_mb_s: f64,
    /// The sentence.
    pub text: DocumentText,
}
