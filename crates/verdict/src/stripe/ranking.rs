//! Scores: the weighted geometric mean of each figure's part of the best, with its uncertainty.

use std::ops::RangeInclusive;

use narrows_record::stripe::{RankedCandidate, StripeCandidate, StripeRecord};
use narrows_workload::Workload;

use super::figures::{CandidateReading, StripeFigures};
use super::scatter::{RoundScatter, ScoreUncertainty};
use super::{DIRECT, StripeSweepPlan, candidates, objective};
use crate::thresholds::stripe::LEAST_SPREAD;

/// The weight of each job of the plan. Without an objective in the document: balanced.
pub(super) fn weights(plan: &StripeSweepPlan, stripe: &StripeRecord) -> Vec<f64> {
    let balanced = || objective("balanced", None, &plan.workloads).unwrap_or_default();
    let given = &stripe.objective;
    let objective = if given.weights.is_empty() { balanced() } else { given.clone() };
    let of = |job: &Workload| {
        let weight = objective.weights.iter().find(|weight| weight.job == job.name);
        weight.map_or(0.0, |weight| weight.weight)
    };
    plan.workloads.iter().map(of).collect()
}

/// Candidates with figures, ranked ones first.
#[derive(Default)]
pub(super) struct CandidateRanking {
    pub placed: Vec<RankedCandidate>,
    /// Dropped, or without a figure of a job that counts.
    pub aside: Vec<RankedCandidate>,
}

/// From the rows of these passes.
pub(super) fn rank(
    plan: &StripeSweepPlan,
    stripe: &StripeRecord,
    passes: RangeInclusive<u32>,
) -> CandidateRanking {
    let figures = StripeFigures::of(plan, stripe, passes);
    let rows = ReadingTable::of(plan, stripe, &figures);
    let weights = weights(plan, stripe);
    let mut ranking = CandidateRanking::default();
    for (candidate, readings) in &rows.all {
        let Some(ranked) = rows.ranked(plan, (candidate, readings), &weights) else { continue };
        let is_missing = |(reading, weight): (&Option<CandidateReading>, &f64)| {
            *weight > 0.0 && reading.is_none()
        };
        let is_whole = !readings.iter().zip(&weights).any(is_missing);
        let is_placed = is_whole && candidate.dropped_for.is_none();
        if is_placed { ranking.placed.push(ranked) } else { ranking.aside.push(ranked) }
    }
    // A stable sort: of equals the first candidate stays first.
    ranking.placed.sort_by(|a, b| b.score.total_cmp(&a.score));
    ranking
}

/// Those of `ranked` whose scores equal the best within scatter; the best first. Independent errors
/// add up as squares.
pub(super) fn close<'a>(ranked: &[&'a RankedCandidate]) -> Vec<&'a RankedCandidate> {
    let Some(best) = ranked.first() else { return Vec::new() };
    let is_close =
        |one: &&&RankedCandidate| best.score - one.score <= libm::hypot(best.spread, one.spread);
    ranked.iter().filter(is_close).copied().collect()
}

/// The ranking of arrays only, because single drives have no chunk size.
pub(super) fn arrays<'a>(
    stripe: &StripeRecord,
    ranked: &'a [RankedCandidate],
) -> Vec<&'a RankedCandidate> {
    let is_array = |one: &&RankedCandidate| {
        let known = stripe.candidates.iter().find(|known| known.id == one.candidate);
        known.is_some_and(candidates::is_array)
    };
    ranked.iter().filter(is_array).collect()
}

/// The spread of repeats of a job, from fully measured candidates: dropped ones only have short
/// rounds.
pub(super) fn usual(
    stripe: &StripeRecord,
    figures: &StripeFigures<'_>,
    job: &Workload,
) -> RoundScatter {
    let is_kept = |one: &&StripeCandidate| one.cache == DIRECT && one.dropped_for.is_none();
    let kept = stripe.candidates.iter().filter(is_kept);
    let readings = kept.filter_map(|one| figures.reading(one, job));
    RoundScatter::of(readings.map(|reading| reading.repeats))
}

/// Every candidate's readings, job by job, and the spread of their repeats.
struct ReadingTable<'a> {
    all: Vec<(&'a StripeCandidate, Vec<Option<CandidateReading>>)>,
    usual: Vec<RoundScatter>,
}

impl<'a> ReadingTable<'a> {
    fn of(plan: &StripeSweepPlan, stripe: &'a StripeRecord, figures: &StripeFigures<'_>) -> Self {
        let swept = stripe.candidates.iter().filter(|one| one.cache == DIRECT);
        let readings = |candidate| {
            let all = plan.workloads.iter().map(|job| figures.reading(candidate, job));
            (candidate, all.collect())
        };
        let usual = plan.workloads.iter().map(|job| usual(stripe, figures, job)).collect();
        Self { all: swept.map(readings).collect(), usual }
    }

    fn best(&self, at: usize) -> f64 {
        self.all
            .iter()
            .filter_map(move |(_, readings)| readings.get(at)?.as_ref())
            .map(|reading| reading.worth)
            .fold(0.0, f64::max)
    }

    /// None without any figure.
    fn ranked(
        &self,
        plan: &StripeSweepPlan,
        (candidate, readings): (&StripeCandidate, &[Option<CandidateReading>]),
        weights: &[f64],
    ) -> Option<RankedCandidate> {
        let known = plan.workloads.iter().zip(readings);
        let jobs = known.zip(weights.iter().zip(&self.usual)).enumerate();
        let mut figures = Vec::new();
        let (mut log, mut counted, mut doubt) = (0.0, 0.0, ScoreUncertainty::default());
        for (at, ((job, reading), (weight, usual))) in jobs {
            let Some(reading) = reading else { continue };
            let share = reading.worth / self.best(at);
            log += weight * libm::log(share);
            doubt = doubt.with(*weight, reading.repeats, *usual);
            counted += weight;
            figures.push(reading.figure(job, share));
        }
        let score = if counted > 0.0 { libm::exp(log / counted) } else { 0.0 };
        let spread = score * doubt.half_width().max(LEAST_SPREAD);
        let candidate = candidate.id.clone();
        (!figures.is_empty()).then_some(RankedCandidate { candidate, score, spread, figures })
    }
}
