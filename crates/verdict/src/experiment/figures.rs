//! From rounds to figures with intervals.

use narrows_messages::each_once;
use narrows_record::experiment::{
    ChangeEffect, ExperimentFigure, ExperimentPhase, PairRatio, PhaseMeasurement, ResultQuantity,
};
use narrows_record::run::TargetMeasurement;
use narrows_units::stats::{median, ratio_of_pairs};

/// The probability with which an interval covers the true median.
const CONFIDENCE: f64 = 0.95;

type Reading = fn(&TargetMeasurement) -> Option<f64>;

/// Compared figures: name, and place in a result.
const READINGS: [(ResultQuantity, Reading); 4] = [
    (ResultQuantity::MbS, |result| Some(result.mb_s)),
    (ResultQuantity::Iops, |result| Some(result.iops)),
    (ResultQuantity::P99Us, |result| result.latency_us.p99),
    (ResultQuantity::CpuUsPerIo, |result| result.cpu_us_per_io),
];

/// Compares every target under every workload, in the order of measurement. Rounds without their
/// counterparts are left out, so that an interrupted experiment shows its results.
pub fn figures(rounds: &[PhaseMeasurement]) -> Vec<ExperimentFigure> {
    let results = rounds.iter().map(|round| &round.result);
    let keys = each_once(results.map(|it| (it.target.as_str(), it.workload.as_str())));
    let of = |key: &(&str, &str)| {
        let (target, workload) = *key;
        let is_its = |round: &&PhaseMeasurement| {
            round.result.target == target && round.result.workload == workload
        };
        let rounds: Vec<&PhaseMeasurement> = rounds.iter().filter(is_its).collect();
        READINGS.iter().filter_map(move |reading| figure(&rounds, *key, reading)).collect()
    };
    keys.iter().flat_map(|key| -> Vec<ExperimentFigure> { of(key) }).collect()
}

fn figure(
    rounds: &[&PhaseMeasurement],
    key: (&str, &str),
    reading: &(ResultQuantity, Reading),
) -> Option<ExperimentFigure> {
    let trios = trios(rounds, reading.1);
    let column = |pick: fn(&PhaseRounds) -> f64| -> Vec<f64> { trios.iter().map(pick).collect() };
    let (before, changed) = (column(|trio| trio.before), column(|trio| trio.changed));
    let again: Option<Vec<f64>> = trios.iter().map(|trio| trio.again).collect();
    let ratio = ratio(&changed, &column(PhaseRounds::unchanged))?;
    Some(ExperimentFigure {
        target: key.0.to_owned(),
        workload: key.1.to_owned(),
        figure: reading.0.clone(),
        before: median(&before)?,
        changed: median(&changed)?,
        again: again.as_deref().and_then(median),
        ratio,
        drift: again.and_then(|again| self::ratio(&again, &before)),
        effect: effect(ratio),
    })
}

/// One round in each phase, of the same cycle and repeat.
struct PhaseRounds {
    before: f64,
    changed: f64,
    /// `None` if the change is not undone: a moved drive stays where it is.
    again: Option<f64>,
}

impl PhaseRounds {
    /// The figure without the change at the time of the changed round, given a steady drift: the
    /// rounds of a trio have equal distances in time.
    fn unchanged(&self) -> f64 {
        self.again.map_or(self.before, |again| (self.before + again) / 2.0)
    }
}

/// Complete trios; for an experiment that never undoes its change, complete pairs.
fn trios(rounds: &[&PhaseMeasurement], reading: Reading) -> Vec<PhaseRounds> {
    let takes_back = rounds.iter().any(|round| round.phase == ExperimentPhase::Again);
    let find = |phase: ExperimentPhase, like: &PhaseMeasurement| {
        let is_it = |round: &&&PhaseMeasurement| {
            round.phase == phase
                && round.cycle == like.cycle
                && round.result.repeat == like.result.repeat
        };
        rounds.iter().find(is_it).and_then(|round| valid(&round.result, reading))
    };
    let changed = rounds.iter().filter(|round| round.phase == ExperimentPhase::Changed);
    let trio = |round: &&PhaseMeasurement| {
        let again = find(ExperimentPhase::Again, round);
        let is_whole = again.is_some() || !takes_back;
        is_whole.then_some(PhaseRounds {
            before: find(ExperimentPhase::Before, round)?,
            changed: valid(&round.result, reading)?,
            again,
        })
    };
    changed.filter_map(trio).collect()
}

/// A round that was cut short is no measurement, and nothing can be divided by 0.
fn valid(result: &TargetMeasurement, reading: Reading) -> Option<f64> {
    reading(result).filter(|value| !result.partial && value.is_finite() && *value > 0.0)
}

fn ratio(changed: &[f64], unchanged: &[f64]) -> Option<PairRatio> {
    let ratios: Vec<f64> = changed.iter().zip(unchanged).map(|(a, b)| a / b).collect();
    let interval = ratio_of_pairs(changed, unchanged, CONFIDENCE);
    Some(PairRatio {
        median: median(&ratios)?,
        low: interval.map(|interval| interval.low),
        high: interval.map(|interval| interval.high),
        confidence: interval.map(|interval| interval.confidence),
        pairs: u32::try_from(ratios.len()).unwrap_or(u32::MAX),
    })
}

fn effect(ratio: PairRatio) -> ChangeEffect {
    match ratio.low.zip(ratio.high) {
        None => ChangeEffect::Unknown,
        Some((low, _)) if low > 1.0 => ChangeEffect::More,
        Some((_, high)) if high < 1.0 => ChangeEffect::Less,
        Some(_) => ChangeEffect::None,
    }
}
