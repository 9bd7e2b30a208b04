//! What may explain a limit, and what would tell explanations apart.

use narrows_messages::DocumentText;
use serde::{Deserialize, Serialize};

use crate::predict::LimitRecordKind;

/// What may explain a limit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SharingCause {
    /// The limit of several drives that it explains: its place in `limits`; null where it explains
    /// what one drive does by itself.
    pub limit: Option<usize>,
    /// The drive whose own limit it explains; null for a limit of several.
    pub drive: Option<String>,
    /// What kind of explanation it is.
    pub kind: LimitRecordKind,
    /// Tells it from the other explanations of the same limit: the kind, with the place it names.
    pub id: String,
    /// The ids of others that predict the same figures, and are shown as one answer.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub also: Vec<String>,
    /// The explanation in words.
    pub text: DocumentText,
    /// How likely it is, 0 to 1; all explanations of a limit add up to 1.
    pub likelihood: f64,
    /// What speaks for and against it.
    pub evidence: Vec<CauseEvidence>,
    /// What to change first, were it so.
    pub remedy: Option<CauseRemedy>,
}

/// What speaks for or against an explanation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CauseEvidence {
    /// The sentence's id, the same in every language.
    pub id: String,
    /// The sentence.
    pub text: DocumentText,
    /// It speaks for it, rather than against it.
    pub supports: bool,
}

/// What to change, and what that would buy.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CauseRemedy {
    /// The sentence's id, the same in every language.
    pub id: String,
    /// The change in words.
    pub text: DocumentText,
    /// What all drives of the limit together would gain, 10^6 bytes per second; null where nothing
    /// says it.
    pub gain_mb_s: Option<f64>,
}

/// What would tell two explanations apart.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SharingExperiment {
    /// Which experiment: the same in every language.
    pub id: String,
    /// What is done, in words.
    pub text: DocumentText,
    /// The limit that it is about: its place in `limits`; null for a drive's own.
    pub limit: Option<usize>,
    /// The drive whose own limit it is about; null for a limit of several.
    pub drive: Option<String>,
    /// The ids of the two explanations.
    pub between: [String; 2],
    /// Seconds that it takes; a person's part is not counted.
    pub cost_s: f64,
    /// What comes out of it under each of the two, in the order of `between`.
    pub predicted: Vec<ExperimentOutcome>,
    /// The command that does it; null where none does.
    pub command: Option<String>,
    /// What it needs.
    pub needs: ExperimentNeeds,
    /// What came of it; null where it was not done.
    pub ran: Option<ExperimentResult>,
}

/// What comes of an experiment if an explanation is right.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExperimentOutcome {
    /// The explanation's id.
    pub cause: String,
    /// The figure that shows it, 10^6 bytes per second; null where the outcome is none.
    pub mb_s: Option<f64>,
    /// The outcome in words.
    pub text: DocumentText,
}

/// What an experiment needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ExperimentNeeds {
    /// Only reading: it can be done at once.
    Nothing,
    /// Rights to change settings of the kernel or of links.
    Root,
    /// A person moving drives.
    Hands,
}

/// What came of an experiment.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExperimentResult {
    /// The figure, 10^6 bytes per second; null where the outcome is none.
    pub mb_s: Option<f64>,
    /// The id of the explanation that it speaks for; null where it fits neither.
    pub concluded: Option<String>,
    /// The conclusion in words.
    pub text: DocumentText,
}
