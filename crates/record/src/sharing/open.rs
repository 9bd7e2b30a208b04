//! Questions left open by figures, and contradictions between them or with the documentation.

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
    /// The drives to run together to settle it; empty if no run would.
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
    /// The set whose figures it is about; empty if it is about several.
    pub set: TargetSet,
    /// The sentence.
    pub text: DocumentText,
}

/// A shared place that was predicted to bind and was not seen to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct UnmetPrediction {
    /// The place, with its prediction.
    pub limit: LimitRecord,
    /// The drives below it.
    pub drives: Vec<String>,
    /// Their highest combined rate, 10^6 bytes per second.
    pub moved_mb_s: f64,
    /// The sentence.
    pub text: DocumentText,
}
