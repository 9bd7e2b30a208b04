//! Links as observed under load, which may differ from the topology.

use narrows_record::run::TargetMeasurement;
use narrows_record::see::LinkState;

use super::states::carried;
use crate::explain::carries;

/// The last state of a link: one that drops under load is wide in the first sample.
pub(super) fn last_look(row: &TargetMeasurement) -> Option<LinkState> {
    let looks = &row.watched.links;
    looks.iter().rev().find_map(|look| look.link).or(row.link_during)
}

/// The state that a link had for most of a row: samples are kept if they differ from the one
/// before, and the last holds until the end.
pub(super) fn mostly(row: &TargetMeasurement) -> Option<LinkState> {
    let looks = &row.watched.links;
    let ends = looks.iter().skip(1).map(|look| look.at_s).chain([row.window_s]);
    let spans =
        looks.iter().zip(ends).filter_map(|(look, end)| Some((look.link?, end - look.at_s)));
    let longest = spans.max_by(|(_, a), (_, b)| a.total_cmp(b));
    longest.map(|(link, _)| link).or(row.link_during)
}

pub(super) fn wider(a: LinkState, b: LinkState) -> LinkState {
    if carries(b) > carries(a) { b } else { a }
}

pub(super) fn narrower(a: LinkState, b: LinkState) -> LinkState {
    if carries(b) < carries(a) { b } else { a }
}

/// The capability common to both ends: the lower rate and the fewer lanes.
pub(super) fn common(a: LinkState, b: LinkState) -> LinkState {
    LinkState { gts: a.gts.min(b.gts), lanes: a.lanes.min(b.lanes) }
}

/// The bandwidth of a link in one state, as a part of that in another. Line codes count: half the
/// rate of 8 GT/s carries less than half.
pub(super) fn part(of: LinkState, whole: LinkState) -> f64 {
    let arithmetic = || Some(carried(of)? / carried(whole)?);
    arithmetic().unwrap_or_else(|| carries(of) / carries(whole))
}
