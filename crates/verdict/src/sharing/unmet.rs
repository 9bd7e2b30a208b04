//! Documented shared locations that did not limit in the measurements.

use narrows_messages::{DocumentText, Message};
use narrows_record::sharing::{SharedLimit, UnmetPrediction};

use super::figures::WorkloadFigures;
use super::places::{PathLocation, PathLocations};
use crate::explain::{names, rate};
use crate::thresholds::explain::UNSHARED;
use crate::thresholds::sharing::PRESSED;

/// Each location that was predicted to bind when all ran together, and did not.
pub(super) fn unmet(
    figures: &WorkloadFigures<'_>,
    places: &PathLocations<'_>,
    found: &[SharedLimit],
) -> Vec<UnmetPrediction> {
    let several = places
        .locations
        .iter()
        .filter(|location| location.is_predicted && location.drives.len() > 1);
    let open = several.filter(|location| found.iter().all(|limit| !is_of(limit, location)));
    open.filter_map(|location| of_location(figures, location)).collect()
}

fn is_of(limit: &SharedLimit, location: &PathLocation<'_>) -> bool {
    let has = |drive: &&str| limit.drives.iter().any(|member| member == drive);
    limit.drives.len() == location.drives.len() && location.drives.iter().all(has)
}

/// `None` if the drives cannot fill it, or something narrower limited them.
fn of_location(
    figures: &WorkloadFigures<'_>,
    location: &PathLocation<'_>,
) -> Option<UnmetPrediction> {
    let capacity = location.capacity?;
    let alone = location.drives.iter().map(|drive| figures.alone(drive));
    let alone: f64 = alone.sum::<Option<f64>>()?;
    let moved = figures.moved(&figures.drives, &location.drives)?;
    let is_pressed = alone >= PRESSED * capacity;
    if !is_pressed || moved < UNSHARED * alone {
        return None;
    }
    let limit = location.limit(moved);
    let what = Message::new("sharing-unmet")
        .with("drives", names(&location.drives))
        .text("limit", &limit.name)
        .with("capacity", rate(capacity))
        .with("moved", rate(moved))
        .with("alone", rate(alone));
    Some(UnmetPrediction {
        drives: location.drives.iter().map(|&drive| drive.to_owned()).collect(),
        moved_mb_s: (moved * 10.0).round() / 10.0,
        text: DocumentText::from(what),
        limit,
    })
}
