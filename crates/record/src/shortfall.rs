//! A measured figure beside its prediction, and what would explain the difference: a part of
//! `narrows.predict/1`.

use narrows_messages::DocumentText;
use serde::{Deserialize, Serialize};

use crate::predict::LimitRecord;
use crate::word::TargetSet;

/// A measured figure beside its prediction.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PredictionShortfall {
    /// As it was given: `nvme1=820MB/s`, or the name of a run.
    pub given: String,
    /// The workload's name; of several at once the first.
    pub workload: String,
    /// What the machine file calls the workload; null for one of the command line.
    pub job: Option<String>,
    /// What runs together: `alone`, `all`, or the set's name.
    pub set: TargetSet,
    /// What the figure is of: one target, or all of the set in sum.
    pub targets: Vec<String>,
    /// What was measured, 10^6 bytes per second.
    pub measured_mb_s: f64,
    /// The same in operations per second.
    pub measured_iops: f64,
    /// The prediction for the same, 10^6 bytes per second.
    pub mb_s: f64,
    /// Lower end of its 80 % band.
    pub low_mb_s: f64,
    /// Upper end of its 80 % band.
    pub high_mb_s: f64,
    /// The measured as a part of the predicted figure: 0.4 is 60 % less.
    pub share: f64,
    /// Where it lies.
    pub lies: BandPosition,
    /// The same in words.
    pub text: DocumentText,
    /// What limits the prediction.
    pub limit: Option<LimitRecord>,
    /// What would explain it, likeliest first; empty inside the band.
    pub causes: Vec<ShortfallExplanation>,
    /// What is left for causes that are not listed, of 1.
    pub unknown: f64,
    /// Causes that this figure cannot separate, and what would separate them, in words.
    pub apart: Vec<DocumentText>,
}

/// Where a measured figure lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum BandPosition {
    /// Below the band.
    Below,
    /// In the band.
    Inside,
    /// Above the band.
    Above,
}

/// Something that would explain a figure, tested with the model.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ShortfallExplanation {
    /// Which, such as `link`, `cache-full`, `waits`.
    pub id: String,
    /// The same in words.
    pub what: DocumentText,
    /// The nodes, drives or arrays that it is about.
    pub about: Vec<String>,
    /// What would come of it, 10^6 bytes per second.
    pub mb_s: f64,
    /// Lower end of its 80 % band.
    pub low_mb_s: f64,
    /// Upper end of its 80 % band.
    pub high_mb_s: f64,
    /// Whether that band holds the measured figure.
    pub holds: bool,
    /// How common it is among complaints of the kind, 1 for the commonest: a judgement, no count.
    pub prior: f64,
    /// How likely it is among all that is listed and what is not, of 1.
    pub likelihood: f64,
    /// What to look at first.
    pub look: DocumentText,
}
