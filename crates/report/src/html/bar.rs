//! Measured figures as bars with the predicted band behind.

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
    let has = |is_it: fn(&Drawn) -> bool| table.drawn().any(is_it);
    let keys = [
        (has(is_measured), "key measured", table.measured),
        (has(is_band), "key band", "report-html-key-band"),
        (has(is_bound), "key bound", "report-html-key-at-most"),
        (has(is_changed), "key change", "report-html-key-change"),
        (has(is_steady), "key steady", "report-html-key-steady"),
    ];
    html! {
        @if keys.iter().any(|(there, _, _)| *there) { p.legend {
            @for (_, class, id) in keys.into_iter().filter(|(there, _, _)| *there) {
                span class=(class) {} (localizer.text(id))
            }
        } }
    }
}

fn is_measured(drawn: &Drawn) -> bool {
    matches!(drawn, Drawn::Bar { measured: Some(_), .. })
}

fn is_band(drawn: &Drawn) -> bool {
    matches!(drawn, Drawn::Bar { predicted: Some(Band { at_most: false, .. }), .. })
}

fn is_bound(drawn: &Drawn) -> bool {
    matches!(drawn, Drawn::Bar { predicted: Some(Band { at_most: true, .. }), .. })
}

fn is_changed(drawn: &Drawn) -> bool {
    matches!(drawn, Drawn::Course { row, .. } if !row.changes.is_empty())
}

fn is_steady(drawn: &Drawn) -> bool {
    matches!(drawn, Drawn::Course { row, .. } if row.steady.is_some())
}
