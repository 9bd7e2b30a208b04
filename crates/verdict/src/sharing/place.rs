//! Matches a bottleneck with a location of the topology.

use narrows_infer::Interval;
use narrows_record::sharing::{Agreement, CandidateLocation};

use super::figures::Figures;
use super::places::{Location, Places};

/// The location with exactly these drives below it and the best matching capacity; none where there
/// is none.
pub(super) fn of(
    figures: &Figures<'_>,
    places: &Places<'_>,
    drives: &[&str],
    capacity: Interval,
) -> Option<CandidateLocation> {
    let mut locations = places.with(drives);
    // The sort is stable: of equal ones the nearest to the drives stays first.
    locations.sort_by_key(|location| (rank(agreement(location, capacity)), !location.is_predicted));
    let (best, others) = locations.split_first()?;
    let load = figures.moved(&figures.drives, drives).unwrap_or(capacity.value);
    Some(CandidateLocation {
        limit: best.limit(load),
        agrees: agreement(best, capacity),
        others: others.iter().map(|location| location.id.to_owned()).collect(),
    })
}

/// A match comes first; a location with unknown capacity contradicts nothing.
fn rank(agreement: Agreement) -> u8 {
    match agreement {
        Agreement::Agrees => 0,
        Agreement::LowerThanDocumented => 1,
        Agreement::NotDocumented => 2,
        Agreement::HigherThanDocumented => 3,
    }
}

/// How a location's capacity compares with the inferred one.
fn agreement(location: &Location<'_>, found: Interval) -> Agreement {
    let Some(documented) = location.capacity.filter(|capacity| *capacity > 0.0) else {
        return Agreement::NotDocumented;
    };
    let (low, high) = location.band;
    if found.high < documented * low {
        Agreement::LowerThanDocumented
    } else if found.low > documented * high {
        Agreement::HigherThanDocumented
    } else {
        Agreement::Agrees
    }
}
