//! Predictions that the measurements contradict: shared locations that did not limit, and drives that are slower by
//! themselves.

use narrows_messages::{DocumentText, Message};
use narrows_record::predict::Prediction;
use narrows_record::run::RunDocument;
use narrows_record::sentence;
use narrows_record::sharing::{SharedLimit, UnmetPrediction};
use narrows_record::word::TargetSet;
use narrows_units::stats::median;

use super::figures::WorkloadFigures;
use super::places::{PathLocation, PathLocations};
use crate::explain::{is_apart, names, rate};
use crate::thresholds::causes::GAINS;
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

/// Drives with equal predictions, and their rates alone.
struct AlikeDrives<'a> {
    predicted: &'a Prediction,
    drives: Vec<(&'a str, f64)>,
}

/// Drives that are slower alone than predicted, or than others that are described alike. One that fills a limit
/// that it shares is not slow by itself.
pub(super) fn slower_alone(
    run: &RunDocument,
    figures: &WorkloadFigures<'_>,
    found: &[SharedLimit],
) -> Vec<UnmetPrediction> {
    let mut groups: Vec<AlikeDrives<'_>> = Vec::new();
    for &drive in &figures.drives {
        let mut alone = run.predictions.iter().filter(|it| it.set == TargetSet::Alone);
        let predicted = alone.find(|it| it.target == drive && it.workload == figures.workload);
        let Some((predicted, moved)) = predicted.zip(figures.alone(drive)) else { continue };
        let fills = |limit: &SharedLimit| {
            let is_member = limit.drives.iter().any(|member| member == drive);
            is_member && limit.capacity_mb_s.value < GAINS * moved
        };
        // A bound promises nothing.
        if predicted.is_at_most() || found.iter().any(fills) {
            continue;
        }
        let is_alike = |group: &&mut AlikeDrives<'_>| {
            let band = |it: &Prediction| (it.low_mb_s, it.mb_s, it.high_mb_s);
            band(group.predicted) == band(predicted)
        };
        match groups.iter_mut().find(is_alike) {
            Some(group) => group.drives.push((drive, moved)),
            None => groups.push(AlikeDrives { predicted, drives: vec![(drive, moved)] }),
        }
    }
    let mut all = Vec::new();
    for AlikeDrives { predicted, drives } in groups {
        let rates: Vec<f64> = drives.iter().map(|(_, moved)| *moved).collect();
        let usual = median(&rates).unwrap_or_default();
        let (mut below, mut odd) = (Vec::new(), Vec::new());
        for (at, (drive, moved)) in drives.into_iter().enumerate() {
            if moved < UNSHARED * predicted.low_mb_s {
                below.push((drive, moved));
            } else if rates.len() > 2 && moved < usual && is_apart(&rates, at) {
                odd.push((drive, moved));
            }
        }
        let band = (predicted.low_mb_s, predicted.high_mb_s);
        let what = Message::new(sentence::SLOWER_ALONE);
        let what = what.with("low", rate(band.0)).with("high", rate(band.1));
        all.extend(slow(predicted, &below, what));
        let what = Message::new(sentence::SLOWER_ALIKE).with("usual", rate(usual));
        all.extend(slow(predicted, &odd, what));
    }
    all
}

fn slow(predicted: &Prediction, drives: &[(&str, f64)], what: Message) -> Option<UnmetPrediction> {
    let ids: Vec<&str> = drives.iter().map(|(drive, _)| *drive).collect();
    let rates: Vec<f64> = drives.iter().map(|(_, moved)| *moved).collect();
    let moved = median(&rates)?;
    let what = what.with("drives", names(&ids)).with("moved", rate(moved));
    Some(UnmetPrediction {
        drives: ids.into_iter().map(str::to_owned).collect(),
        moved_mb_s: (moved * 10.0).round() / 10.0,
        limit: predicted.limit.clone(),
        text: DocumentText::from(what),
    })
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
