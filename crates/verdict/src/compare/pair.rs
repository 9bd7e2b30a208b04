//! One figure of two runs: means, their ratio, and its uncertainty.

use narrows_record::compare::{IntervalFrom, Outcome, Pair};
use narrows_record::run::Measured;
use narrows_stats::ratio::{Mean, Ratio, ratio};

use crate::thresholds::compare::LEAST_DIFFERENCE;

/// A kind of figure: how to read it, and whether the timeline gives its spread.
#[derive(Clone, Copy)]
pub(super) struct Figure {
    read: fn(&Measured) -> Option<f64>,
    has_timeline: bool,
}

pub(super) const MB_S: Figure = Figure { read: |result| Some(result.mb_s), has_timeline: true };
/// Within one workload IOPS are proportional to bytes, so that the timeline of bytes serves both.
pub(super) const IOPS: Figure = Figure { read: |result| Some(result.iops), has_timeline: true };
pub(super) const P99: Figure = Figure { read: |result| result.latency_us.p99, has_timeline: false };
pub(super) const CPU: Figure = Figure { read: |result| result.cpu_us_per_io, has_timeline: false };

/// None where either run lacks the figure.
pub(super) fn pair(
    before: &[&Measured],
    after: &[&Measured],
    of: Figure,
    partial: bool,
) -> Option<Pair> {
    let (a, b) = (values(before, of)?, values(after, of)?);
    let interval = if partial { None } else { interval(&a, &b, before, after, of) };
    let (a, b) = (mean(&a), mean(&b));
    let (found, interval_from) = interval.unzip();
    let found: Option<Ratio> = found;
    Some(Pair {
        a,
        b,
        ratio: (a > 0.0).then_some(b / a),
        low: found.map(|found| found.low),
        high: found.map(|found| found.high),
        interval_from,
        outcome: found.map_or(Outcome::Unknown, outcome),
    })
}

/// The figure of every repeat that has it.
fn values(repeats: &[&Measured], of: Figure) -> Option<Vec<f64>> {
    let done = repeats.iter().filter(|result| result.is_done());
    let values: Vec<f64> = done.filter_map(|result| (of.read)(result)).collect();
    let sound = !values.is_empty() && values.iter().all(|value| value.is_finite());
    sound.then_some(values)
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

/// For each run from its repeats where there are enough, else from its timelines.
fn interval(
    a: &[f64],
    b: &[f64],
    before: &[&Measured],
    after: &[&Measured],
    of: Figure,
) -> Option<(Ratio, IntervalFrom)> {
    let (a, of_a) = known(a, before, of)?;
    let (b, of_b) = known(b, after, of)?;
    Some((ratio(&a, &b)?, of_a.max(of_b)))
}

/// The mean, with its spread.
fn known(values: &[f64], repeats: &[&Measured], of: Figure) -> Option<(Mean, IntervalFrom)> {
    if let Some(mean) = Mean::of_repeats(values) {
        return Some((mean, IntervalFrom::Repeats));
    }
    let timelines: Vec<&[f64]> =
        repeats.iter().map(|result| result.timeline_mb_s.as_slice()).collect();
    let spread = of.has_timeline.then(|| Mean::of_samples(&timelines))??;
    Some((spread.about(mean(values))?, IntervalFrom::Samples))
}

fn outcome(found: Ratio) -> Outcome {
    if found.covers(1.0) || (found.ratio - 1.0).abs() < LEAST_DIFFERENCE {
        Outcome::Same
    } else if found.ratio > 1.0 {
        Outcome::More
    } else {
        Outcome::Less
    }
}
