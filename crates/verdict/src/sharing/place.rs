//! Matches a bottleneck with a location of the topology.

use narrows_infer::RateInterval;
use narrows_record::sharing::{CandidateLocation, CapacityAgreement};

use super::figures::WorkloadFigures;
use super::places::{PathLocation, PathLocations};

/// The location with exactly these drives below it and the best matching capacity; `None` if there
/// is none.
pub(super) fn of(
    figures: &WorkloadFigures<'_>,
    places: &PathLocations<'_>,
    drives: &[&str],
    capacity: RateInterval,
) -> Option<CandidateLocation> {
    let mut locations = places.with(drives);
    // The sort is stable: of equal ones the nearest to the drives stays first.
    locations.sort_by_key(|location| (rank(agreement(location, capacity)), !location.is_predicted));
    let (best, others) = locations.split_first()?;
    let load = figures.moved(&figures.drives, drives).unwrap_or(capacity.value);
    let agrees = agreement(best, capacity);
    // Beside one that agrees, another documented capacity is ruled out; an unknown one is not.
    let is_open = |other: &&&PathLocation<'_>| {
        agrees != CapacityAgreement::Agrees
            || matches!(
                agreement(other, capacity),
                CapacityAgreement::Agrees | CapacityAgreement::NotDocumented
            )
    };
    let others = others.iter().filter(is_open).map(|location| location.id.to_owned());
    Some(CandidateLocation { limit: best.limit(load), agrees, others: others.collect() })
}

/// A match comes first; a location with unknown capacity contradicts nothing.
fn rank(agreement: CapacityAgreement) -> u8 {
    match agreement {
        CapacityAgreement::Agrees => 0,
        CapacityAgreement::LowerThanDocumented => 1,
        CapacityAgreement::NotDocumented => 2,
        CapacityAgreement::HigherThanDocumented => 3,
    }
}

/// How a location's capacity compares with the inferred one.
fn agreement(location: &PathLocation<'_>, found: RateInterval) -> CapacityAgreement {
    let Some(documented) = location.capacity.filter(|capacity| *capacity > 0.0) else {
        return CapacityAgreement::NotDocumented;
    };
    let (low, high) = location.band;
    if found.high < documented * low {
        CapacityAgreement::LowerThanDocumented
    } else if found.low > documented * high {
        CapacityAgreement::HigherThanDocumented
    } else {
        CapacityAgreement::Agrees
    }
}
