//! `narrows.casebook/1`: the published machines beside our predictions for them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::see::See;

/// The casebook.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Casebook {
    /// Always `narrows.casebook/1`.
    pub schema: String,
    /// The version of Narrows that wrote this.
    pub narrows: String,
    /// The machines.
    pub systems: Vec<System>,
    /// Every figure, all machines.
    pub rows: Vec<Row>,
}

/// One published machine.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct System {
    /// Short name, such as `S000`.
    pub id: String,
    /// What it is.
    pub title: String,
    /// What its author found, or could not find out.
    pub finding: String,
    /// The machine.
    pub machine: See,
}

/// One published figure beside ours.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Row {
    /// The figure's id.
    pub id: String,
    /// The machine's id.
    pub system: String,
    /// What was measured.
    pub what: String,
    /// As published: a figure or the middle of a range.
    pub published: f64,
    /// Lower end of a published range.
    pub published_low: Option<f64>,
    /// Upper end of a published range.
    pub published_high: Option<f64>,
    /// Unit of all figures of the row.
    pub unit: String,
    /// Ours; null where the model does not cover it yet.
    pub predicted: Option<f64>,
    /// Lower end of our 80 % band.
    pub low: Option<f64>,
    /// Upper end of our 80 % band.
    pub high: Option<f64>,
    /// (predicted - published) / published; 0 inside a published range.
    pub error: Option<f64>,
    /// The limit that we name.
    pub limit: Option<String>,
    /// Why there is no prediction yet.
    pub not_yet: Option<String>,
}
