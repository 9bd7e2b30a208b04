//! Documented shared locations that did not limit in the measurements.

use narrows_messages::{Localizer, Message};
use narrows_record::sharing::{SharedLimit, Unmet};

use super::figures::Figures;
use super::places::{Places, Spot};
use crate::explain::{names, rate};
use crate::thresholds::explain::UNSHARED;
use crate::thresholds::sharing::PRESSED;

/// Each location that was predicted to bind when all ran together, and did not.
pub(super) fn unmet(
    figures: &Figures<'_>,
    places: &Places<'_>,
    found: &[SharedLimit],
    localizer: &Localizer,
) -> Vec<Unmet> {
    let several = places.spots.iter().filter(|spot| spot.is_predicted && spot.drives.len() > 1);
    let open = several.filter(|spot| found.iter().all(|limit| !is_of(limit, spot)));
    open.filter_map(|spot| of_spot(figures, spot, localizer)).collect()
}

fn is_of(limit: &SharedLimit, spot: &Spot<'_>) -> bool {
    let has = |drive: &&str| limit.drives.iter().any(|member| member == drive);
    limit.drives.len() == spot.drives.len() && spot.drives.iter().all(has)
}

/// None where the drives cannot fill it, or something narrower limited them.
fn of_spot(figures: &Figures<'_>, spot: &Spot<'_>, localizer: &Localizer) -> Option<Unmet> {
    let capacity = spot.capacity?;
    let alone = spot.drives.iter().map(|drive| figures.alone(drive));
    let alone: f64 = alone.sum::<Option<f64>>()?;
    let moved = figures.moved(&figures.drives, &spot.drives)?;
    let is_pressed = alone >= PRESSED * capacity;
    if !is_pressed || moved < UNSHARED * alone {
        return None;
    }
    let limit = spot.limit(moved, localizer);
    let what = Message::new("sharing-unmet")
        .with("drives", names(&spot.drives))
        .with("limit", &limit.name)
        .with("capacity", rate(capacity))
        .with("moved", rate(moved))
        .with("alone", rate(alone));
    Some(Unmet {
        drives: spot.drives.iter().map(|&drive| drive.to_owned()).collect(),
        moved_mb_s: (moved * 10.0).round() / 10.0,
        text: localizer.say(&what),
        limit,
    })
}
