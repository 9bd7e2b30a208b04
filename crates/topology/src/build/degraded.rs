//! Why a link runs below its own maximum, from the facts of its ends.

use narrows_units::LinkWidth;

use crate::evidence::LinkFacts;
use crate::graph::DegradationCause;

/// Compares both ends; `port` has no facts if the listing lacks it.
pub(super) fn degraded(
    own: &LinkFacts,
    port: &LinkFacts,
    current: Option<LinkWidth>,
) -> Option<DegradationCause> {
    let (current, possible) = (current?, own.possible?);
    if !current.is_below(possible) {
        return None;
    }
    if port.possible.is_some_and(|port| possible.common(port) == current) {
        return Some(DegradationCause::Port);
    }
    // The link trains at most to the target speed of the port above (PCI Express Base Specification
    // 6.0, section 7.5.3.19); the device's own target is its request.
    let held_by =
        |end: &LinkFacts| end.target == Some(current.rate) && current.lanes == possible.lanes;
    match (held_by(port), held_by(own)) {
        (true, _) => Some(DegradationCause::Port),
        (false, true) => Some(DegradationCause::Device),
        _ => Some(DegradationCause::Unknown),
    }
}
