//! `narrows.casebook/1`: published machines beside our predictions for them.

use narrows_messages::DocumentText;
use serde::de::IntoDeserializer as _;
use serde::de::value::{Error, StrDeserializer};
use serde::{Deserialize, Serialize};

use crate::predict::LimitRecordKind;
use crate::see::SeeDocument;
use crate::word::{FigureUnit, words};

/// The casebook.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CasebookDocument {
    /// Always `narrows.casebook/1`.
    pub schema: String,
    /// The version of Narrows that wrote this.
    pub narrows: String,
    /// How near ours come, over all rows that check.
    pub summary: CasebookSummary,
    /// The machines.
    pub systems: Vec<CasebookSystem>,
    /// Every figure, all machines.
    pub rows: Vec<CasebookRow>,
}

/// One published machine.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CasebookSystem {
    /// Short name, such as `S000`.
    pub id: String,
    /// Title.
    pub title: DocumentText,
    /// Its author's findings and open questions; empty without a write-up.
    pub finding: DocumentText,
    /// `checks`, `calibrates` or `not-enough`, where all its figures are for one thing.
    pub split: Option<String>,
    /// Reason for that split, or what is missing.
    pub why: Option<String>,
    /// Where it was published.
    pub source: Option<String>,
    /// The machine; null where too little of it is published.
    pub machine: Option<SeeDocument>,
    /// Accuracy of our predictions over its rows that check; null if none does.
    pub score: Option<CasebookScore>,
}

/// Accuracy of predictions for a set of figures. Shares are 0 to 1, and null if nothing counts.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CasebookScore {
    /// Rows that check.
    pub checks: usize,
    /// Of these, rows that are met.
    pub met: usize,
    /// The median of the absolute errors.
    pub median_error: Option<f64>,
    /// Rows that only state an order.
    pub orderings: usize,
    /// Of these, orders that ours share.
    pub orderings_met: usize,
    /// Rows whose author names a limit.
    pub limits: usize,
    /// Those for which we name the same kind.
    pub limits_met: usize,
    /// The share of published figures inside our 80 % bands.
    pub in_band: Option<f64>,
    /// The median of half a band's width as a share of its figure.
    pub half_width: Option<f64>,
}

/// How near predictions come, all in all.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CasebookSummary {
    /// All rows that check, each counted once.
    pub rows: CasebookScore,
    /// Systems with rows that check.
    pub systems: usize,
    /// The same with each system counted once, however many rows it has.
    pub by_system: SystemScore,
    /// Rows that check and are not met, by id.
    pub failing: Vec<String>,
}

/// Medians and means over systems.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SystemScore {
    /// The median of the systems' median errors.
    pub median_error: Option<f64>,
    /// The mean of the systems' shares inside the bands.
    pub in_band: Option<f64>,
    /// The median of the systems' median half widths.
    pub half_width: Option<f64>,
    /// The mean of the systems' shares of limits that are right.
    pub limits_met: Option<f64>,
}

/// One published figure beside ours.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CasebookRow {
    /// The figure's id.
    pub id: String,
    /// The machine's id.
    pub system: String,
    /// The measurement.
    pub what: DocumentText,
    /// Role of the row: `checks`, `calibrates`, `unexplained` or `cannot-check`.
    pub role: CasebookRole,
    /// Source of the drives' figures: `measured` or `datasheet`.
    pub inputs: Option<String>,
    /// As published: a figure, the middle of a range, or its only end.
    pub published: f64,
    /// Lower end of a published range.
    pub published_low: Option<f64>,
    /// Upper end of a published range.
    pub published_high: Option<f64>,
    /// Unit of all figures of the row.
    pub unit: FigureUnit,
    /// Our prediction; null if nothing can be predicted.
    pub predicted: Option<f64>,
    /// Lower end of our 80 % band.
    pub low: Option<f64>,
    /// Upper end of our 80 % band.
    pub high: Option<f64>,
    /// (predicted - published) / published; 0 inside a published range, else from its nearer end.
    pub error: Option<f64>,
    /// Whether the published figure lies inside our band, or a range reaches into it.
    pub in_band: Option<bool>,
    /// The kind of limit that we name.
    pub limit: Option<LimitRecordKind>,
    /// Common name.
    pub limit_name: Option<DocumentText>,
    /// The kind of limit that its author names.
    pub published_limit: Option<LimitRecordKind>,
    /// Whether both limits are the same; null if one of them is missing.
    pub limit_ok: Option<bool>,
    /// Whether ours is near enough, for figures of write-ups with the limit right; null without a
    /// prediction.
    pub ok: Option<bool>,
    /// The author's own explanation.
    pub author: Option<DocumentText>,
    /// Why the row is not checked: which constant comes from it, which input is missing, or our
    /// best explanation and the measurement that would settle it.
    pub why: Option<DocumentText>,
    /// Contradiction within the publication.
    pub doubt: Option<DocumentText>,
    /// Why there is no prediction.
    pub not_yet: Option<DocumentText>,
}

words! {
    /// Role of a row.
    pub enum CasebookRole or Unlisted {
        /// Ours is held against it.
        Checks = "checks",
        /// A constant comes from it.
        Calibrates = "calibrates",
        /// Not met, and known not to be.
        Unexplained = "unexplained",
        /// An input that any prediction would need is not published.
        CannotCheck = "cannot-check",
    }
}

impl LimitRecordKind {
    /// The kind spelled so in JSON.
    pub fn named(name: &str) -> Option<Self> {
        let name: StrDeserializer<'_, Error> = name.into_deserializer();
        Self::deserialize(name).ok()
    }
}
