//! The published machines and their measurements: the five write-ups (`data/casebook.toml`) and the
//! figures of others (`data/published.toml`).
//!
//! Both files have one structure. A system of the write-ups names messages of the catalogue
//! (`title`, `finding`, `what`, `author`, `why`, `doubt`), one of the others carries plain text
//! instead (`name`, `text`, `author_text`, `why_text`, `doubt_text`).
//!
//! Not here: our predictions for them (`narrows-verdict`).

mod query;
#[cfg(test)]
mod tests;

use std::sync::LazyLock;

use serde::Deserialize;

use crate::packed::{PackedText, packed};

pub use query::{CacheModeName, MachineVariation, PredictionMeasure, PredictionQuery};

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PublishedSystem {
    /// Short name, such as `S000`.
    pub id: String,
    /// Its usual machine file, by name in [`crate::machine`]; `None` if nothing can be predicted.
    pub machine: Option<String>,
    /// Message that describes it; write-ups only.
    pub title: Option<String>,
    /// Message for its author's finding or open question; write-ups only.
    pub finding: Option<String>,
    /// Its description, plain text; not for write-ups.
    pub name: Option<String>,
    /// Use of its figures as a whole; not for write-ups, whose rows differ.
    pub split: Option<DatasetSplit>,
    /// The kind of machine that it is; for leaving out all of a kind at once.
    pub family: Option<String>,
    /// Whether the model was complete before it was seen.
    #[serde(default)]
    pub unseen: bool,
    /// Which of the sets of systems that were written and predicted at once, else the first.
    #[serde(default = "first_set")]
    pub set: u32,
    /// Reason for the split, or missing data.
    pub why: Option<String>,
    pub source: Option<String>,
}

fn first_set() -> u32 {
    1
}

/// Use of a system's figures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DatasetSplit {
    /// The model is held against them.
    Checks,
    Calibrates,
    /// They do not say enough to be predicted.
    NotEnough,
}

impl DatasetSplit {
    /// As the data and JSON name it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Checks => "checks",
            Self::Calibrates => "calibrates",
            Self::NotEnough => "not-enough",
        }
    }
}

/// A published figure.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CasebookEntry {
    pub id: String,
    /// The machine's id.
    pub system: String,
    /// Message that describes the measurement.
    pub what: Option<String>,
    pub text: Option<String>,
    pub role: CasebookEntryRole,
    /// Whether its author complains of it, so that it is no figure of a machine that works.
    #[serde(default)]
    pub complaint: bool,
    /// The model's prediction before its system was seen, if it has changed since.
    pub first: Option<f64>,
    /// Basis of the drives' figures; `Some` wherever there is a query.
    pub inputs: Option<InputBasis>,
    pub published: Option<f64>,
    /// At least.
    pub low: Option<f64>,
    /// At most.
    pub high: Option<f64>,
    /// Of all three: `MB/s`, `MiB/s`, `IOPS`, `s`, `x` (a ratio), `%` (of one core), `lanes`.
    pub unit: String,
    /// The kind of limit that its author names, if one.
    pub published_limit: Option<String>,
    /// The sentence with the author's own explanation.
    pub author: Option<String>,
    pub author_text: Option<String>,
    /// The sentence that says why the row is not checked: which constant comes from it, which input
    /// is missing, or our best explanation and the measurement that would settle it.
    pub why: Option<String>,
    pub why_text: Option<String>,
    /// The sentence about a contradiction within the publication.
    pub doubt: Option<String>,
    pub doubt_text: Option<String>,
    pub ask: Option<PredictionQuery>,
    /// Divisor (unit `x`).
    pub per: Option<PredictionQuery>,
    /// Subtrahend: the figure is a difference.
    pub less: Option<PredictionQuery>,
}

/// Role of a row; decided before the model existed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CasebookEntryRole {
    /// The model is held against it.
    Checks,
    Calibrates,
    /// Not met, and known not to be; `why` has the best explanation.
    Unexplained,
    /// An input that any model would need is not published.
    CannotCheck,
}

impl CasebookEntryRole {
    /// As the data and JSON name it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Checks => "checks",
            Self::Calibrates => "calibrates",
            Self::Unexplained => "unexplained",
            Self::CannotCheck => "cannot-check",
        }
    }
}

/// Basis of the drives' figures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum InputBasis {
    Measured,
    /// Only their maker's or reviewers' figures.
    Datasheet,
}

impl InputBasis {
    /// As the data and JSON name it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Measured => "measured",
            Self::Datasheet => "datasheet",
        }
    }

    /// How far a prediction may be off, as a share of the figure.
    pub fn tolerance(self) -> f64 {
        match self {
            Self::Measured => 0.05,
            Self::Datasheet => 0.12,
        }
    }
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct CasebookFile {
    #[serde(default)]
    system: Vec<PublishedSystem>,
    #[serde(default)]
    row: Vec<CasebookEntry>,
}

static WRITE_UPS_TEXT: PackedText = packed!("casebook.toml");
static PUBLISHED_TEXT: PackedText = packed!("published.toml");

// Both files are part of the program and read by tests: they do not fail here.
static WRITE_UPS: LazyLock<CasebookFile> =
    LazyLock::new(|| toml::from_str(WRITE_UPS_TEXT.text()).unwrap_or_default());
static PUBLISHED: LazyLock<CasebookFile> =
    LazyLock::new(|| toml::from_str(PUBLISHED_TEXT.text()).unwrap_or_default());

/// The machines of the write-ups.
pub fn systems() -> &'static [PublishedSystem] {
    &WRITE_UPS.system
}

/// The figures of the write-ups.
pub fn rows() -> &'static [CasebookEntry] {
    &WRITE_UPS.row
}

pub fn published_systems() -> &'static [PublishedSystem] {
    &PUBLISHED.system
}

pub fn published_rows() -> &'static [CasebookEntry] {
    &PUBLISHED.row
}
