//! Pictures as SVG: what flows, sweeps, chunks.
//!
//! A drawing is self-contained, follows the reader's light or dark colours, and prints without
//! colour: what is lost is hatched, and everything that matters is said in words.

mod chunks;
mod flow;
mod plot;
mod write;

use narrows_messages::Localizer;
use narrows_record::predict::Sweep;
use narrows_record::stripe::Stripe;

use crate::picture::Layout;
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

/// The same picture for wide and for narrow windows, of which a page shows the one that fits.
pub(crate) fn fitting(scene: impl Fn(Layout) -> Scene) -> String {
    let wide = flow::draw(&scene(Layout::Wide), "flows wide");
    let slim = flow::draw(&scene(Layout::Slim), "flows slim");
    format!("{wide}{slim}")
}

/// A picture from top to bottom, for being put beside another one.
pub(crate) fn beside(scene: &Scene) -> String {
    flow::draw(scene, "flows slim")
}

/// Every chunk of the arrays of a sweep by every job; none where no array was measured with two
/// chunks.
pub fn chunks(stripe: &Stripe, localizer: &Localizer) -> Option<String> {
    chunks::draw(stripe, localizer)
}

/// What sweeps found, as plots below each other.
pub fn sweeps(sweeps: &[Sweep], localizer: &Localizer) -> String {
    plot::draw(sweeps, localizer)
}
