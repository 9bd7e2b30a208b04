//! Pictures as SVG: flows, sweeps, chunks.
//!
//! A drawing is self-contained, follows the reader's light or dark colours, and prints without
//! colour: losses are hatched, and everything that matters is labelled.

mod chunks;
mod curve;
pub(crate) mod flow;
mod plot;
mod write;

pub(crate) use flow::fitting;

use narrows_messages::Localizer;
use narrows_record::predict::PredictedSweep;
use narrows_record::run::RunDocument;
use narrows_record::stripe::StripeRecord;

use crate::scene::Scene;

pub fn scene(scene: &Scene) -> String {
    flow::draw(scene, "flows")
}

const WHERE_DARK: &str = "@media (prefers-color-scheme:dark){\n";

/// A drawing in dark colours whatever its reader's are, but for print: for pages that choose between two.
pub fn dark(drawing: &str) -> String {
    drawing.replace(WHERE_DARK, "@media screen{\n")
}

/// A picture from top to bottom, for being put beside another one.
pub(crate) fn beside(scene: &Scene) -> String {
    flow::draw(scene, "flows slim")
}

/// Every chunk of the arrays of a sweep by every job; `None` if no array was measured with two
/// chunks.
pub fn chunks(stripe: &StripeRecord, localizer: &Localizer) -> Option<String> {
    chunks::draw(stripe, localizer)
}

/// Rates by position of a run's drives; `None` if nothing was measured by position.
pub fn curves(run: &RunDocument, localizer: &Localizer) -> Option<String> {
    curve::draw(run, localizer)
}

/// Draws sweep results as stacked plots.
pub fn sweeps(sweeps: &[PredictedSweep], localizer: &Localizer) -> String {
    plot::draw(sweeps, localizer)
}
