//! Measured figures as bars with the predicted band behind.

use std::collections::BTreeSet;

use maud::{Markup, html};
use narrows_messages::Localizer;

use crate::block::{Drawn, Table};
use crate::figures::Band;

/// A measured figure and its prediction. A bound has no band, only its end.
pub(super) fn bar(
    measured: Option<f64>,
    predicted: Option<Band>,
    most: f64,
    label: &str,
) -> Markup {
    let share = |value: f64| {
        let share = if most > 0.0 { (value / most).clamp(0.0, 1.0) } else { 0.0 };
        format!("{:.2}%", share * 100.0)
    };
    html! {
        div.bar role="img" aria-label=(label) {
            @if let Some(measured) = measured {
                span.measured style=(format!("width:{}", share(measured))) {}
            }
            @if let Some(Band { low, middle, high, at_most }) = predicted {
                @if !at_most {
                    @let width = share((high - low).max(0.0));
                    span.band style=(format!("left:{};width:{width}", share(low))) {}
                }
                span.middle style=(format!("left:{}", share(middle))) {}
            }
        }
    }
}

/// What the parts of a table's bars and lines mean, as far as they are there.
pub(super) fn legend(table: &Table, localizer: &Localizer) -> Markup {
    let keys: BTreeSet<_> = table.drawn().flat_map(|drawn| keys(drawn, table.measured)).collect();
    html! {
        @if !keys.is_empty() { p.legend {
            @for (class, id) in keys { span class={ "key " (class) } {} (localizer.text(id)) }
        } }
    }
}

/// The parts of a drawing: how they look, and what they are called.
fn keys(drawn: &Drawn, measured: &'static str) -> Vec<(&'static str, &'static str)> {
    let keys = match drawn {
        Drawn::Bar { measured: figure, predicted, .. } => {
            let band = |at_most: bool| predicted.is_some_and(|band| band.at_most == at_most);
            [
                (figure.is_some(), "measured", measured),
                (band(false), "band", "report-html-key-band"),
                (band(true), "bound", "report-html-key-at-most"),
            ]
        }
        Drawn::Course { row, .. } => [
            (!row.changes.is_empty(), "change", "report-html-key-change"),
            (row.steady.is_some(), "steady", "report-html-key-steady"),
            (false, "", ""),
        ],
    };
    keys.into_iter().filter(|(there, _, _)| *there).map(|(_, class, id)| (class, id)).collect()
}
