//! A sentence that follows from a document.

use narrows_messages::DocumentText;
use serde::{Deserialize, Serialize};

use crate::predict::LimitRecord;

/// Something that follows from the measurements.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RunFinding {
    /// The sentence's id, the same in every language.
    pub id: String,
    /// The drives it is about.
    pub targets: Vec<String>,
    /// The sentence.
    pub text: DocumentText,
    /// The bottleneck that it names; null if it names none, or a link that is not full.
    pub limit: Option<LimitRecord>,
}
