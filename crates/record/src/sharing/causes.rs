//! Possible explanations of a limit, and experiments that would tell them apart.

use narrows_messages::DocumentText;
use serde::{Deserialize, Serialize};

use crate::predict::LimitRecordKind;

/// Possible explanation of a limit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SharingCause {
    /// The limit of several drives that it explains: its place in `limits`; null if it explains the
    /// rate of one drive by itself.
    pub limit: Option<usize>,
    /// The drive whose own limit it explains; null for a limit of several.
    pub drive: Option<String>,
    /// Kind of explanation.
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
    /// Evidence for and against it.
    pub evidence: Vec<CauseEvidence>,
    /// The first thing to change, were it so.
    pub remedy: Option<CauseRemedy>,
}

/// Evidence for or against an explanation.
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

/// A change, and its benefit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CauseRemedy {
    /// The sentence's id, the same in every language.
    pub id: String,
    /// The change in words.
    pub text: DocumentText,
    /// Combined gain of all drives of the limit, 10^6 bytes per second; null if unknown.
    pub gain_mb_s: Option<f64>,
}

/// Experiment that would tell two explanations apart.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SharingExperiment {
    /// Which experiment: the same in every language.
    pub id: String,
    /// The action, in words.
    pub text: DocumentText,
    /// The limit that it is about: its place in `limits`; null for a drive's own.
    pub limit: Option<usize>,
    /// The drive whose own limit it is about; null for a limit of several.
    pub drive: Option<String>,
    /// The ids of the two explanations.
    pub between: [String; 2],
    /// Seconds that it takes; a person's part is not counted.
    pub cost_s: f64,
    /// Predicted outcome under each of the two, in the order of `between`.
    pub predicted: Vec<ExperimentOutcome>,
    /// The command that runs it; null if there is none.
    pub command: Option<String>,
    /// Requirements.
    pub needs: ExperimentNeeds,
    /// Its result; null if it was not done.
    pub ran: Option<ExperimentResult>,
}

/// Outcome of an experiment if an explanation is right.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExperimentOutcome {
    /// The explanation's id.
    pub cause: String,
    /// The figure that shows it, 10^6 bytes per second; null if the outcome is not a figure.
    pub mb_s: Option<f64>,
    /// Its upper end, where what the drives could move under the change is known from below only; null for one
    /// figure.
    pub most_mb_s: Option<f64>,
    /// The outcome in words.
    pub text: DocumentText,
}

/// Requirement of an experiment.
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

/// Result of an experiment.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExperimentResult {
    /// The figure, 10^6 bytes per second; null if the outcome is not a figure.
    pub mb_s: Option<f64>,
    /// The id of the explanation that it supports; null if it fits neither.
    pub concluded: Option<String>,
    /// The conclusion in words.
    pub text: DocumentText,
}
