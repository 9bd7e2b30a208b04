//! Measured figures as bars with the predicted band behind.

use std::collections::BTreeSet;

use maud::{Markup, html};
use narrows_messages::Localizer;

use crate::block::{CellDrawing, PageTable};
use crate::figures::PredictedBand;

/// A measured figure and its prediction. A bound has no band, only its end.
pub(super) fn bar(
    measured: Option<f64>,
    predicted: Option<PredictedBand>,
    most: f64,
    label: &str,
) -> Markup {
    let at = |value: f64| {
        let share = if most > 0.0 { (value / most).clamp(0.0, 1.0) } else { 0.0 };
        format!("{:.0}", share * 1000.0)
    };
    html! {
        svg.bar role="img" aria-label=(label) viewBox="0 0 1000 12" preserveAspectRatio="none" {
            rect.room width="1000" height="12" {}
            @if let Some(PredictedBand { low, high, at_most: false, .. }) = predicted {
                line.band x1=(at(low)) x2=(at(high)) y1="6" y2="6" {}
            }
            @if let Some(measured) = measured {
                rect.measured y="3" width=(at(measured)) height="6" {}
            }
            @if let Some(PredictedBand { middle, .. }) = predicted {
                line.middle x1=(at(middle)) x2=(at(middle)) y1="0" y2="12" {}
            }
        }
    }
}

/// Meaning of the parts of a table's bars and lines, as far as present.
pub(super) fn legend(table: &PageTable, localizer: &Localizer) -> Markup {
    let keys: BTreeSet<_> = table.drawn().flat_map(|drawn| keys(drawn, table.measured)).collect();
    html! {
        @if !keys.is_empty() { p.legend {
            @for (class, id) in keys { span class={ "key " (class) } {} (localizer.text(id)) }
        } }
    }
}

/// The parts of a drawing: their look, and their names.
fn keys(drawn: &CellDrawing, measured: &'static str) -> Vec<(&'static str, &'static str)> {
    let keys = match drawn {
        CellDrawing::Bar { measured: figure, predicted, .. } => {
            let band = |at_most: bool| predicted.is_some_and(|band| band.at_most == at_most);
            [
                (figure.is_some(), "measured", measured),
                (band(false), "band", "report-html-key-band"),
                (band(true), "bound", "report-html-key-at-most"),
            ]
        }
        CellDrawing::Course { row, .. } => [
            (!row.changes.is_empty(), "change", "report-html-key-change"),
            (row.steady.is_some(), "steady", "report-html-key-steady"),
            (false, "", ""),
        ],
        CellDrawing::Spread(_) => [(false, "", ""); 3],
    };
    keys.into_iter().filter(|(there, _, _)| *there).map(|(_, class, id)| (class, id)).collect()
}
