//! Why a rate dropped, as far as the document shows.

use narrows_record::run::{RateChange, RunDocument, TargetMeasurement, ThrottleEvent};
use narrows_record::see::LinkState;
use narrows_record::word::TransferDirection;

use crate::thresholds::explain::{CACHE_FALL, HOT_CELSIUS, NEAR_S};
use crate::thresholds::others;

#[derive(Clone, Debug, PartialEq)]
pub(super) enum DropCause {
    /// The link changed to a lower speed or width.
    Link {
        from: String,
        to: String,
    },
    Throttle {
        what: String,
        counter: String,
    },
    /// No counter rose, but the drive was hot.
    Hot {
        celsius: i32,
    },
    /// Other processes used the drive.
    Others {
        bytes: u64,
    },
    Cache,
    /// No sampled fact explains it.
    Unknown,
}

/// The cause of a drop. Observed causes come before plausible ones: a full cache is inferred for
/// the first drop of a writing workload, if it is deep and has no other reason.
pub(super) fn of_fall(row: &TargetMeasurement, change: &RateChange, is_first: bool) -> DropCause {
    let writes = row.direction == TransferDirection::Write
        || row.asked.read_percent < 100 && row.write_mb_s > 0.0;
    let is_deep = change.to_mb_s <= CACHE_FALL * change.from_mb_s;
    let fits = if writes && is_first && is_deep { DropCause::Cache } else { DropCause::Unknown };
    observed(row, change).unwrap_or(fits)
}

/// Whether a link that dropped, throttling or heat explains a drop, so that no cache has to.
pub(crate) fn has_other_reason(row: &TargetMeasurement, change: &RateChange) -> bool {
    link(row, change).or_else(|| throttle(row, change)).or_else(|| hot(row, change)).is_some()
}

pub(super) fn observed(row: &TargetMeasurement, change: &RateChange) -> Option<DropCause> {
    link(row, change)
        .or_else(|| throttle(row, change))
        .or_else(|| hot(row, change))
        .or_else(|| others(row))
}

fn link(row: &TargetMeasurement, change: &RateChange) -> Option<DropCause> {
    let fell = falls(row).find(|(_, _, at_s)| (at_s - change.at_s).abs() <= NEAR_S)?;
    Some(DropCause::Link { from: fell.0.to_string(), to: fell.1.to_string() })
}

fn throttle(row: &TargetMeasurement, change: &RateChange) -> Option<DropCause> {
    // The drive's own counters only show that it happened during the run; processors' show when.
    let near = |throttle: &&ThrottleEvent| {
        throttle.what == row.target || (throttle.at_s - change.at_s).abs() <= NEAR_S
    };
    let ThrottleEvent { what, counter, .. } = row.watched.throttles.iter().find(near)?;
    Some(DropCause::Throttle { what: what.clone(), counter: counter.clone() })
}

/// Samples are kept if the temperature differed from the one before: the last one before the drop
/// holds until the next.
fn hot(row: &TargetMeasurement, change: &RateChange) -> Option<DropCause> {
    let looks = &row.watched.temperatures;
    let started = looks.iter().rposition(|look| look.at_s < change.at_s - NEAR_S).unwrap_or(0);
    let until = looks.iter().skip(started).take_while(|look| look.at_s <= change.at_s + NEAR_S);
    let limit = row.watched.temperature_limit_c.unwrap_or(HOT_CELSIUS);
    let celsius = until.map(|look| look.celsius).max().filter(|&celsius| celsius >= limit)?;
    Some(DropCause::Hot { celsius })
}

fn others(row: &TargetMeasurement) -> Option<DropCause> {
    let own = row.mb_s * 1e6 * row.window_s;
    let bytes = row.other_io_seen();
    (own > 0.0 && bytes as f64 >= others::EXPLAIN_FALL * own).then_some(DropCause::Others { bytes })
}

/// Samples at which a link carried less than at the one before: from, to, time.
pub(super) fn falls(
    row: &TargetMeasurement,
) -> impl Iterator<Item = (LinkState, LinkState, f64)> + '_ {
    let looks = || row.watched.links.iter().filter_map(|look| Some((look.link?, look.at_s)));
    let pairs = looks().zip(looks().skip(1));
    let pairs = pairs.map(|((before, _), (after, at_s))| (before, after, at_s));
    pairs.filter(|(before, after, _)| carries(*after) < carries(*before))
}

/// A link that lost speed or lanes, and kept them lost.
pub(crate) struct DegradedLink<'a> {
    pub full: LinkState,
    pub narrow: LinkState,
    /// The first row that shows it.
    pub row: &'a TargetMeasurement,
}

/// Whether a drive's own link fell while it ran alone, or between two such rounds, and stayed there. Beside
/// others only, it is the slots' matter.
pub(crate) fn fallen_link<'a>(run: &'a RunDocument, drive: &str) -> Option<DegradedLink<'a>> {
    let alone = run.results.iter().filter(|row| row.target == drive && row.together.len() < 2);
    let (mut full, mut fell): (Option<LinkState>, Option<DegradedLink<'_>>) = (None, None);
    for row in alone {
        let watched = &row.watched.links;
        let ends = watched.iter().skip(1).map(|look| look.at_s).chain([row.window_s]);
        // A change at the beginning or end of a round belongs to the state before or after it.
        let lasted = watched.iter().zip(ends);
        let lasted = lasted.filter(|(look, end)| end - look.at_s >= 0.1 * row.window_s);
        let looks = lasted.filter_map(|(look, _)| look.link);
        for state in looks.chain(row.link_during.filter(|_| watched.is_empty())) {
            match full {
                Some(full) if carries(state) < carries(full) => {
                    let row = fell.map_or(row, |fell| fell.row);
                    fell = Some(DegradedLink { full, narrow: state, row });
                }
                // As wide as before, or wider: whatever was lost was not kept lost.
                _ => (full, fell) = (Some(state), None),
            }
        }
    }
    fell
}

/// The best state of a link under load: idle ones save power, and wake up within the first sample
/// or two.
pub(crate) fn best_link(row: &TargetMeasurement) -> Option<LinkState> {
    let looks = row.watched.links.iter().filter_map(|look| look.link);
    looks.reduce(|a, b| if carries(b) > carries(a) { b } else { a })
}

/// A link's rate over all lanes in GT/s: enough to compare two states of one link.
pub(crate) fn carries(link: LinkState) -> f64 {
    link.gts * f64::from(link.lanes)
}
