//! Pictures as SVG: what flows, sweeps, chunks.
//!
//! A drawing is self-contained, follows the reader's light or dark colours, and prints without
//! colour: what is lost is hatched, and everything that matters is labelled.

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

/// A picture of what flows.
pub fn scene(scene: &Scene) -> String {
    flow::draw(scene, "flows")
}

/// What a drawing follows its reader's dark colours by.
const WHERE_DARK: &str = "@media (prefers-color-scheme:dark){\n";

/// A drawing in dark colours whatever its reader's are, but for print: for pages that choose between two.
pub fn dark(drawing: &str) -> String {
    drawing.replace(WHERE_DARK, "@media screen{\n")
}

/// A picture from top to bottom, for being put beside another one.
pub(crate) fn beside(scene: &Scene) -> String {
    flow::draw(scene, "flows slim")
}

/// Every chunk of the arrays of a sweep by every job; none where no array was measured with two
/// chunks.
pub fn chunks(stripe: &StripeRecord, localizer: &Localizer) -> Option<String> {
    chunks::draw(stripe, localizer)
}

/// Rates by position of a run's drives; none where nothing was measured so.
pub fn curves(run: &RunDocument, localizer: &Localizer) -> Option<String> {
    curve::draw(run, localizer)
}

/// What sweeps found, as plots below each other.
pub fn sweeps(sweeps: &[PredictedSweep], localizer: &Localizer) -> String {
    plot::draw(sweeps, localizer)
}
