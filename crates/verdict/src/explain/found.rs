//! Bottlenecks inferred from contention, alongside those of the topology: each is reported once,
//! measured before documented.

use narrows_messages::{Message, sureness};
use narrows_record::run::RunDocument;
use narrows_record::sharing::{CapacityAgreement, SharedLimit};

use super::figures::FiguresByDrive;
use super::{Conclusion, names, rate};

/// The bottlenecks found, the most costly first.
pub(super) fn limits(run: &RunDocument) -> Vec<&SharedLimit> {
    let mut limits: Vec<&SharedLimit> =
        run.sharing.iter().flat_map(|sharing| &sharing.limits).collect();
    limits.sort_by(|a, b| b.cost_percent.total_cmp(&a.cost_percent));
    limits
}

/// Whether a bottleneck has exactly these drives.
pub(super) fn is_of(limit: &SharedLimit, drives: &[&str]) -> bool {
    let has = |drive: &&str| limit.drives.iter().any(|member| member == drive);
    limit.drives.len() == drives.len() && drives.iter().all(has)
}

/// The conclusion about a bottleneck that no other sentence mentions.
pub(super) fn conclude(figures: &FiguresByDrive<'_>, limit: &SharedLimit) -> Conclusion {
    let drives: Vec<&str> = limit.drives.iter().map(String::as_str).collect();
    let all_there = drives.iter().all(|drive| figures.together.contains_key(drive));
    let together = match all_there {
        true => FiguresByDrive::sum(&figures.together, &drives),
        false => limit.capacity_mb_s.value,
    };
    let place = limit.place.as_ref();
    let sentence = match limit.place.as_ref().map(|place| place.agrees) {
        None => "finding-found-limit",
        Some(CapacityAgreement::Agrees | CapacityAgreement::NotDocumented) => "finding-found-place",
        Some(CapacityAgreement::LowerThanDocumented) => "finding-found-lower",
        Some(CapacityAgreement::HigherThanDocumented) => "finding-found-higher",
    };
    let what = Message::new(sentence)
        .with("drives", names(&drives))
        .with("capacity", rate(limit.capacity_mb_s.value))
        .with("together", rate(together))
        .with("alone", rate(FiguresByDrive::sum(&figures.alone, &drives)))
        .with("percent", sureness(limit.confidence))
        .text("limit", place.map(|place| place.limit.name.clone()).unwrap_or_default())
        .with("documented", rate(place.map_or(0.0, |place| place.limit.capacity)));
    let limit = place.map(|place| place.limit.clone());
    Conclusion { targets: super::owned(&drives), what, limit }
}
