//! Figures to be drawn in a report, as values.

use crate::figures::PredictedBand;

/// Achieved and possible rates of drives or arrays, each as a bar on one scale.
#[derive(Clone, Debug, Default)]
pub(crate) struct BarChart {
    pub(crate) most: f64,
    pub(crate) rows: Vec<ChartBar>,
    /// Legend for the part of a bar that was not reached, if any has one.
    pub(crate) lost: String,
}

/// One bar. Its text is beside it, so that nothing depends on its length alone.
#[derive(Clone, Debug, Default)]
pub(crate) struct ChartBar {
    pub(crate) name: String,
    pub(crate) got: f64,
    /// Its rate if nothing holds it back; `None` if unknown.
    pub(crate) could: Option<f64>,
    pub(crate) predicted: Option<PredictedBand>,
    /// The figure, and lesser words after it.
    pub(crate) value: String,
    pub(crate) of: String,
    /// `−40 %`; empty if nothing is lost.
    pub(crate) lost: String,
    /// The one that is recommended, or best.
    pub(crate) is_chosen: bool,
    /// Lines shown on demand.
    pub(crate) tip: Vec<String>,
}

/// A figure of the answer with its label and a sentence.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tile {
    pub(crate) label: String,
    pub(crate) value: String,
    pub(crate) text: Vec<String>,
    pub(crate) is_alert: bool,
}

/// How requests' completion times are spread.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct LatencySpread {
    /// The share of requests in each of equally wide steps of a logarithmic scale.
    pub(crate) shares: Vec<f64>,
    /// Where percentiles lie on the scale, 0 to 1.
    pub(crate) marks: Vec<f64>,
    /// Its description, for those who do not see it.
    pub(crate) label: String,
}
