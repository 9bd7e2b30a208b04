//! The figures that are evidence about links: long reads with enough queue depth to fill one.

use std::collections::BTreeMap;

use narrows_record::predict::Prediction;
use narrows_record::run::{RunDocument, TargetLocationKind, TargetMeasurement};
use narrows_record::word::TargetSet;
use narrows_workload::{Pattern, profile};

use super::{held, thread_share};
use crate::thresholds::explain::{IN_FLIGHT_MIN_BYTES, LONG_BLOCK_BYTES};

/// A drive's figure, the median over the repeats of one workload.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct MedianFigure {
    pub mb_s: f64,
    /// Share of a core that the issuing thread used.
    pub thread_cpu: f64,
}

/// Measured and predicted figures by drive, alone and all together. A drive that failed or was cut
/// short is no evidence about bottlenecks, and together counts only beside alone.
pub(super) struct FiguresByDrive<'a> {
    pub alone: BTreeMap<&'a str, MedianFigure>,
    pub together: BTreeMap<&'a str, MedianFigure>,
    pub predicted_alone: BTreeMap<&'a str, &'a Prediction>,
    pub predicted_together: BTreeMap<&'a str, &'a Prediction>,
}

impl<'a> FiguresByDrive<'a> {
    pub fn of(run: &'a RunDocument) -> Self {
        let fastest = fastest(run);
        let measured = |set| measured(run, set, &fastest);
        let predicted = |set| predicted(run, set, &fastest);
        let (alone, mut together) = (measured(&TargetSet::Alone), measured(&TargetSet::All));
        together.retain(|drive, _| alone.contains_key(drive));
        let (predicted_alone, predicted_together) =
            (predicted(&TargetSet::Alone), predicted(&TargetSet::All));
        Self { alone, together, predicted_alone, predicted_together }
    }

    pub fn sum(of: &BTreeMap<&str, MedianFigure>, drives: &[&str]) -> f64 {
        drives.iter().filter_map(|drive| of.get(drive)).map(|seen| seen.mb_s).sum()
    }
}

/// Whether there is a drive below: targets without one show limits of the engine and the kernel.
pub(crate) fn has_drive(row: &TargetMeasurement) -> bool {
    !matches!(row.place.kind, TargetLocationKind::Nop | TargetLocationKind::Character)
}

/// Whether a workload's figures are evidence about links.
pub(crate) fn is_bandwidth(workload: &str) -> bool {
    profile(workload).is_some_and(|workload| {
        let in_flight = workload.block.get().saturating_mul(u64::from(workload.depth));
        workload.pattern == Pattern::Sequential
            && workload.read_percent == 100
            && workload.block.get() >= LONG_BLOCK_BYTES
            && in_flight >= IN_FLIGHT_MIN_BYTES
    })
}

fn sound<'a>(run: &'a RunDocument, set: &TargetSet) -> Vec<&'a TargetMeasurement> {
    let is_sound = |r: &&TargetMeasurement| {
        let free = r.asked.limit_mb_s.is_none();
        is_bandwidth(&r.workload) && !r.partial && free && r.set == *set && has_drive(r)
    };
    match held::sets(run).contains(set) {
        true => Vec::new(),
        false => run.results.iter().filter(is_sound).collect(),
    }
}

/// Only the fastest of several such workloads of a drive, which is the best evidence on its link: a
/// benchmark uses many block sizes, and a value between their figures is none of them.
fn fastest(run: &RunDocument) -> BTreeMap<&str, &str> {
    let mut figures: BTreeMap<(&str, &str), Vec<&TargetMeasurement>> = BTreeMap::new();
    for result in sound(run, &TargetSet::Alone) {
        figures.entry((&result.target, &result.workload)).or_default().push(result);
    }
    let mut fastest: BTreeMap<&str, (&str, f64)> = BTreeMap::new();
    for ((drive, workload), results) in figures {
        let mb_s = middle(&results).mb_s;
        let known = fastest.entry(drive).or_insert((workload, mb_s));
        if mb_s > known.1 {
            *known = (workload, mb_s);
        }
    }
    fastest.into_iter().map(|(drive, (workload, _))| (drive, workload)).collect()
}

fn measured<'a>(
    run: &'a RunDocument,
    set: &TargetSet,
    fastest: &BTreeMap<&str, &str>,
) -> BTreeMap<&'a str, MedianFigure> {
    let mut repeats: BTreeMap<&str, Vec<&TargetMeasurement>> = BTreeMap::new();
    let is_it =
        |r: &&TargetMeasurement| fastest.get(r.target.as_str()) == Some(&r.workload.as_str());
    for result in sound(run, set).into_iter().filter(is_it) {
        repeats.entry(&result.target).or_default().push(result);
    }
    repeats.into_iter().map(|(drive, results)| (drive, middle(&results))).collect()
}

fn middle(results: &[&TargetMeasurement]) -> MedianFigure {
    let median = |of: fn(&TargetMeasurement) -> f64| {
        let values: Vec<f64> = results.iter().map(|result| of(result)).collect();
        narrows_units::stats::median(&values).unwrap_or_default()
    };
    MedianFigure { mb_s: median(|result| result.mb_s), thread_cpu: median(thread_share) }
}

fn predicted<'a>(
    run: &'a RunDocument,
    set: &TargetSet,
    fastest: &BTreeMap<&str, &str>,
) -> BTreeMap<&'a str, &'a Prediction> {
    let is_it = |p: &&Prediction| {
        p.set == *set && fastest.get(p.target.as_str()) == Some(&p.workload.as_str())
    };
    let of_set = run.predictions.iter().filter(is_it);
    of_set.map(|found| (found.target.as_str(), found)).collect()
}
