//! Measured figures as bars with the predicted band behind, and tables of figures.

use maud::{Markup, html};
use narrows_messages::Localizer;

use crate::figures::{Band, Reading};

/// A measured figure and its prediction on a common scale.
#[derive(Clone, Copy)]
pub(super) struct Bar {
    /// Measured; none where it was not.
    pub(super) measured: Option<Reading>,
    /// Predicted.
    pub(super) predicted: Option<Band>,
}

impl Bar {
    /// The measured figure; none where nothing completed.
    pub(super) fn figure(&self) -> Option<f64> {
        self.measured.and_then(|reading| reading.figure)
    }

    /// The greatest figure in it.
    pub(super) fn most(&self) -> f64 {
        let band = self.predicted.map_or(0.0, |band| band.high.max(band.middle));
        self.figure().unwrap_or(0.0).max(band)
    }

    /// Measured, in words beside the bar; the prediction where nothing was measured. A bound has
    /// no band, only its end.
    pub(super) fn draw(&self, most: f64, label: &str) -> Markup {
        let share = |value: f64| {
            let share = if most > 0.0 { (value / most).clamp(0.0, 1.0) } else { 0.0 };
            format!("{:.2}%", share * 100.0)
        };
        html! {
            div.bar role="img" aria-label=(label) {
                @if let Some(measured) = self.figure() {
                    span.measured style=(format!("width:{}", share(measured))) {}
                }
                @if let Some(Band { low, middle, high, at_most }) = self.predicted {
                    @if !at_most {
                        @let width = share((high - low).max(0.0));
                        span.band style=(format!("left:{};width:{width}", share(low))) {}
                    }
                    span.middle style=(format!("left:{}", share(middle))) {}
                }
            }
        }
    }
}

/// What the parts of these bars mean, as far as they are there.
pub(super) fn legend(bars: &[Bar], measured: &'static str, localizer: &Localizer) -> Markup {
    let is_band = |bar: &Bar| bar.predicted.is_some_and(|band| !band.at_most);
    let is_bound = |bar: &Bar| bar.predicted.is_some_and(|band| band.at_most);
    let keys = [
        (bars.iter().any(|bar| bar.figure().is_some()), "key measured", measured),
        (bars.iter().any(is_band), "key band", "report-html-key-band"),
        (bars.iter().any(is_bound), "key bound", "report-html-key-at-most"),
    ];
    html! {
        p.legend {
            @for (_, class, id) in keys.into_iter().filter(|(there, _, _)| *there) {
                span class=(class) {} (localizer.text(id))
            }
        }
    }
}
