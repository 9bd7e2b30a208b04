//! The machine as a drawing: links are pipes, what flows through them is water.
//!
//! Processors stand at the left, drives and cards at the right, and each box is as tall as what
//! hangs on it, so that every link is a straight horizontal pipe and none cross. A pipe's
//! thickness grows with the square root of what it carries (a x16 link is four times as thick as
//! a x1 link, and both can be seen); the water in it fills the share that is used. The narrow
//! place has an outline, a colour and a label.
//!
//! The drawing is self-contained and follows the reader's light or dark colour scheme.

mod board;
mod chunks;
mod draw;
mod place;
mod plot;
mod write;

use narrows_messages::Localizer;
use narrows_record::plan::Plan;
use narrows_record::predict::Sweep;
use narrows_record::see::See;
use narrows_record::stripe::Stripe;

use crate::figures::Overlay;
use crate::tree::Tree;

/// The drawing of a machine, with figures on it if there are any.
pub fn topology(see: &See, overlay: Option<&Overlay>, localizer: &Localizer) -> String {
    let tree = Tree::of(see);
    draw::draw(see, &tree, overlay, localizer)
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

/// The best arrangement of a plan on its board; none where there is none.
pub fn board(plan: &Plan, localizer: &Localizer) -> Option<String> {
    plan.best.as_ref().map(|best| board::draw(plan, best, localizer))
}
