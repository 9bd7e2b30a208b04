//! The figures that are evidence about links: long reads with enough queue depth to fill one.

use std::collections::BTreeMap;

use narrows_record::predict::Prediction;
use narrows_record::run::{Measured, PlaceKind, Run};
use narrows_record::word::Set;
use narrows_workload::{Direction, Pattern, profile};

use super::{held, thread_share};
use crate::thresholds::explain::{IN_FLIGHT_MIN_BYTES, LONG_BLOCK_BYTES};

/// A drive's figure, the median over the repeats.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Seen {
    /// 10^6 bytes per second.
    pub mb_s: f64,
    /// Share of a core that the issuing thread used.
    pub thread_cpu: f64,
}

/// Measured and predicted figures by drive, alone and all together. A drive that failed or was cut
/// short is no evidence about bottlenecks, and together counts only beside alone.
pub(super) struct Figures<'a> {
    pub alone: BTreeMap<&'a str, Seen>,
    pub together: BTreeMap<&'a str, Seen>,
    pub predicted_alone: BTreeMap<&'a str, &'a Prediction>,
    pub predicted_together: BTreeMap<&'a str, &'a Prediction>,
}

impl<'a> Figures<'a> {
    pub fn of(run: &'a Run) -> Self {
        let (alone, mut together) = (measured(run, &Set::Alone), measured(run, &Set::All));
        together.retain(|drive, _| alone.contains_key(drive));
        let predicted_together = predicted(run, &Set::All);
        Self { alone, together, predicted_alone: predicted(run, &Set::Alone), predicted_together }
    }

    /// The sum of these drives.
    pub fn sum(of: &BTreeMap<&str, Seen>, drives: &[&str]) -> f64 {
        drives.iter().filter_map(|drive| of.get(drive)).map(|seen| seen.mb_s).sum()
    }
}

/// Whether there is a drive below: targets without one show what the engine and the kernel can do.
pub(crate) fn has_drive(row: &Measured) -> bool {
    !matches!(row.place.kind, PlaceKind::Nop | PlaceKind::Character)
}

/// Whether a workload's figures are evidence about links.
pub(crate) fn is_bandwidth(workload: &str) -> bool {
    profile(workload).is_some_and(|workload| {
        let in_flight = workload.block.get().saturating_mul(u64::from(workload.depth));
        workload.pattern == Pattern::Sequential
            && workload.direction() == Direction::Read
            && workload.block.get() >= LONG_BLOCK_BYTES
            && in_flight >= IN_FLIGHT_MIN_BYTES
    })
}

fn measured<'a>(run: &'a Run, set: &Set) -> BTreeMap<&'a str, Seen> {
    let mut repeats: BTreeMap<&str, Vec<&Measured>> = BTreeMap::new();
    if held::sets(run).contains(set) {
        return BTreeMap::new();
    }
    let is_sound = |r: &&Measured| {
        let free = r.asked.limit_mb_s.is_none();
        is_bandwidth(&r.workload) && !r.partial && free && r.set == *set && has_drive(r)
    };
    for result in run.results.iter().filter(is_sound) {
        repeats.entry(&result.target).or_default().push(result);
    }
    repeats.into_iter().map(|(drive, results)| (drive, middle(&results))).collect()
}

fn middle(results: &[&Measured]) -> Seen {
    let median = |of: fn(&Measured) -> f64| {
        let values: Vec<f64> = results.iter().map(|result| of(result)).collect();
        narrows_stats::median(&values).unwrap_or_default()
    };
    Seen { mb_s: median(|result| result.mb_s), thread_cpu: median(thread_share) }
}

fn predicted<'a>(run: &'a Run, set: &Set) -> BTreeMap<&'a str, &'a Prediction> {
    let of_set = run.predictions.iter().filter(|p| is_bandwidth(&p.workload) && p.set == *set);
    of_set.map(|found| (found.target.as_str(), found)).collect()
}
