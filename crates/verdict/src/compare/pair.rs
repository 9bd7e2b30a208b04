//! One figure of two sides: means, their ratio, and its uncertainty.
//!
//! Only separate runs can tell a difference from noise: changes from run to run (location of data,
//! heat, other guests of the host) do not show within one. With fewer than three runs a side the
//! interval of their samples or repeats is given, without any conclusion.

use std::collections::BTreeMap;

use narrows_record::compare::{ComparisonPair, IntervalSource, RatioOutcome};
use narrows_record::run::TargetMeasurement;
use narrows_units::stats::ratio::{LEAST_REPEATS, Ratio, SampleMean, ratio};
use narrows_units::stats::separate::{GroupSeparation, MOST, separated};

use super::Repeats;
use crate::thresholds::compare::{EXCLUDED, LEAST_DIFFERENCE};

/// A kind of figure: how to read it, and whether the timeline gives its spread.
#[derive(Clone, Copy)]
pub(super) struct FigureKind {
    read: fn(&TargetMeasurement) -> Option<f64>,
    has_timeline: bool,
}

pub(super) const MB_S: FigureKind =
    FigureKind { read: |result| Some(result.mb_s), has_timeline: true };
/// Within one workload IOPS are proportional to bytes, so that the timeline of bytes serves both.
pub(super) const IOPS: FigureKind =
    FigureKind { read: TargetMeasurement::counted_iops, has_timeline: true };
pub(super) const P99: FigureKind =
    FigureKind { read: |result| result.latency_us.p99, has_timeline: false };
pub(super) const CPU: FigureKind =
    FigureKind { read: |result| result.cpu_us_per_io, has_timeline: false };

/// `None` if either side lacks the figure. `level` is the probability at which an unchanged figure
/// may be called different.
pub(super) fn pair(
    before: &Repeats<'_>,
    after: &Repeats<'_>,
    of: FigureKind,
    partial: bool,
    level: f64,
) -> Option<ComparisonPair> {
    let (by_run_a, by_run_b) = (by_run(before, of)?, by_run(after, of)?);
    let judged = separated(&by_run_a, &by_run_b, level, LEAST_DIFFERENCE).filter(|_| !partial);
    let within = || if partial { None } else { interval(before, after, of) };
    let found = judged.map(|judged| (judged.ratio, IntervalSource::Runs)).or_else(within);
    // Terms of the ratio, if there are enough runs; else means.
    let means = || (mean(&by_run_a), mean(&by_run_b));
    let (a, b) = judged.map_or_else(means, |judged| (judged.before, judged.after));
    if !(a.is_finite() && b.is_finite()) {
        return None;
    }
    // Of figures that are hardly more than nothing a ratio is beyond all numbers.
    let found = found.filter(|(found, _)| found.low.is_finite() && found.high.is_finite());
    Some(ComparisonPair {
        a,
        b,
        ratio: (a > 0.0).then_some(b / a).filter(|ratio| ratio.is_finite()),
        low: found.map(|(found, _)| found.low),
        high: found.map(|(found, _)| found.high),
        interval_from: found.map(|(_, from)| from),
        outcome: judged.map_or(RatioOutcome::Unknown, |judged| outcome(&judged)),
        more_runs: judged.and_then(|judged| more_runs(&judged, by_run_a.len().min(by_run_b.len()))),
    })
}

/// Whether there are runs enough on both sides to judge the figure.
pub(super) fn is_testable(before: &Repeats<'_>, after: &Repeats<'_>, of: FigureKind) -> bool {
    let enough = |side| by_run(side, of).is_some_and(|runs| runs.len() >= LEAST_REPEATS);
    enough(before) && enough(after)
}

/// One figure a run: the mean of its repeats.
fn by_run(repeats: &Repeats<'_>, of: FigureKind) -> Option<Vec<f64>> {
    let mut runs: BTreeMap<usize, Vec<f64>> = BTreeMap::new();
    for (run, result) in repeats.iter().filter(|(_, result)| result.is_done()) {
        let value = (of.read)(result).into_iter();
        runs.entry(*run).or_default().extend(value);
    }
    let values: Vec<f64> =
        runs.values().filter(|run| !run.is_empty()).map(|run| mean(run)).collect();
    let sound = !values.is_empty() && values.iter().all(|value| value.is_finite());
    sound.then_some(values)
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

/// The interval without enough runs: from repeats within runs if there are enough, else from
/// timelines.
fn interval(
    before: &Repeats<'_>,
    after: &Repeats<'_>,
    of: FigureKind,
) -> Option<(Ratio, IntervalSource)> {
    let (a, of_a) = known(before, of)?;
    let (b, of_b) = known(after, of)?;
    Some((ratio(&a, &b)?, of_a.max(of_b)))
}

fn known(repeats: &Repeats<'_>, of: FigureKind) -> Option<(SampleMean, IntervalSource)> {
    let done = || repeats.iter().map(|(_, result)| *result).filter(|result| result.is_done());
    let values: Vec<f64> = done().filter_map(of.read).collect();
    if let Some(mean) = SampleMean::of_repeats(&values) {
        return Some((mean, IntervalSource::Repeats));
    }
    let timelines: Vec<&[f64]> = done().map(|result| result.timeline_mb_s.as_slice()).collect();
    let spread = of.has_timeline.then(|| SampleMean::of_samples(&timelines))??;
    Some((spread.about(mean(&values))?, IntervalSource::Samples))
}

fn outcome(found: &GroupSeparation) -> RatioOutcome {
    let Ratio { ratio, low, high } = found.ratio;
    if found.differs {
        if ratio > 1.0 { RatioOutcome::More } else { RatioOutcome::Less }
    } else if low > 1.0 - EXCLUDED && high < 1.0 + EXCLUDED {
        RatioOutcome::Same
    } else {
        RatioOutcome::Undecided
    }
}

/// About how many more runs a side would settle an undecided figure: until the interval leaves out either 1 or
/// a difference that counts, whichever is nearer, if the ratio stays the same.
fn more_runs(found: &GroupSeparation, runs: usize) -> Option<u32> {
    let difference = found.ratio.ratio.ln().abs();
    let half = difference.max((1.0 + EXCLUDED).ln() - difference);
    let needed = found.values_for(half).filter(|_| outcome(found) == RatioOutcome::Undecided)?;
    // The ranks may still leave open what the interval already shows.
    u32::try_from(needed.max(runs + 1).min(MOST).checked_sub(runs)?).ok().filter(|more| *more > 0)
}
