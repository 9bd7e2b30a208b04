//! A measured figure beside its prediction, and possible explanations of the difference: a part of
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
    /// Name of the workload in the machine file; null if it is from the command line.
    pub job: Option<String>,
    /// Set that runs together: `alone`, `all`, or the set's name.
    pub set: TargetSet,
    /// Targets of the figure: one, or all of the set in sum.
    pub targets: Vec<String>,
    /// Measured rate, 10^6 bytes per second.
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
    /// Its position relative to the band.
    pub lies: BandPosition,
    /// The same in words.
    pub text: DocumentText,
    /// The limit of the prediction.
    pub limit: Option<LimitRecord>,
    /// Possible explanations, likeliest first; empty inside the band.
    pub causes: Vec<ShortfallExplanation>,
    /// Probability of unlisted causes, of 1.
    pub unknown: f64,
    /// Causes that this figure cannot separate, and ways to separate them, in words.
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
    /// Expected rate under it, 10^6 bytes per second.
    pub mb_s: f64,
    /// Lower end of its 80 % band.
    pub low_mb_s: f64,
    /// Upper end of its 80 % band.
    pub high_mb_s: f64,
    /// Whether that band holds the measured figure.
    pub holds: bool,
    /// The part of resolved complaints that had it, of those in which its conditions held.
    pub prior: f64,
    /// Likelihood among listed and unlisted causes, of 1.
    pub likelihood: f64,
    /// First thing to check.
    pub look: DocumentText,
}
