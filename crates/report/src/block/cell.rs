//! Pieces of text with an ink, and drawings beside them.

use narrows_record::run::TargetMeasurement;

use super::LatencySpread;
use crate::figures::PredictedBand;
use crate::layout::width;

/// Kind of a piece of text, which determines its colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum CellInk {
    #[default]
    Plain,
    /// Names and main figures.
    Strong,
    /// Lines of the tree, lesser facts.
    Faint,
    /// Bottlenecks and faults.
    Alarm,
    Good,
}

/// Text in one table cell: pieces, each with its ink.
#[derive(Clone, Debug, Default)]
pub(crate) struct TableCell {
    pub(crate) pieces: Vec<(String, CellInk)>,
    pub(crate) drawn: Option<CellDrawing>,
}

/// Drawing in a cell besides its text, on a scale from 0 to `most`.
#[derive(Clone, Debug)]
pub(crate) enum CellDrawing {
    /// A measured figure before the band of its prediction. The cell's text says the figure.
    Bar { measured: Option<f64>, predicted: Option<PredictedBand>, most: f64 },
    /// A rate over time, MB/s.
    Course { row: Box<TargetMeasurement>, most: f64 },
    /// How completion times are spread; in a report.
    Spread(LatencySpread),
}

impl TableCell {
    pub(crate) fn new(text: impl Into<String>, ink: CellInk) -> Self {
        Self { pieces: vec![(text.into(), ink)], drawn: None }
    }

    pub(crate) fn plain(text: impl Into<String>) -> Self {
        Self::new(text, CellInk::Plain)
    }

    /// Appends one more piece.
    pub(crate) fn and(mut self, text: impl Into<String>, ink: CellInk) -> Self {
        self.pieces.push((text.into(), ink));
        self
    }

    pub(crate) fn with(self, drawn: CellDrawing) -> Self {
        Self { drawn: Some(drawn), ..self }
    }

    /// Without inks.
    pub(crate) fn text(&self) -> String {
        self.pieces.iter().map(|(text, _)| text.as_str()).collect()
    }

    /// Of its text, in columns of a terminal.
    pub(crate) fn width(&self) -> usize {
        self.pieces.iter().map(|(text, _)| width(text)).sum()
    }

    pub(crate) fn is_empty(&self) -> bool {
        // A bar only goes with its text; the other drawings are the contents.
        self.width() == 0
            && !matches!(self.drawn, Some(CellDrawing::Course { .. } | CellDrawing::Spread(_)))
    }

    /// The signs in it that are no letters or digits.
    pub(crate) fn signs(&self) -> impl Iterator<Item = char> {
        self.pieces.iter().flat_map(|(text, _)| text.chars()).filter(|c| !c.is_alphanumeric())
    }
}
