//! Candidates that need not be measured further, because another is clearly better.
//!
//! Short rounds are inaccurate: the allowance is [`SEEN`] standard deviations, from repeats of the
//! job, and [`NOISE`] at least, either way. If the figures of the short rounds were off by that
//! `e`, and those of the full ones as well, then a ratio of two could still change by `(1 + e)^2 /
//! (1 - e)^2` either way; if one round covers both it is 1 and stays so. So a candidate is dropped
//! only if another of its level is ahead by more than that in total, as the objective weighs it,
//! and nowhere behind by more than noise: with errors within `e` the winner is never among the
//! dropped ones.

use std::collections::BTreeMap;

use narrows_record::stripe::{StripeCandidate, StripeRecord};

use super::figures::{CandidateReading, SHORT, StripeFigures};
use super::scatter::{RepeatScatter, RoundScatter};
use super::{StripeSweepPlan, candidates, jobs, ranking};
use crate::thresholds::stripe::{MOST_NOISE, NOISE, SEEN};

/// Marks candidates that are clearly worse than another; nothing else of `stripe` changes. Marked
/// ones stay marked.
pub(super) fn mark(plan: &StripeSweepPlan, stripe: &mut StripeRecord) {
    let figures = StripeFigures::of(plan, stripe, SHORT);
    let weights = ranking::weights(plan, stripe);
    let arrays = stripe.candidates.iter().filter(|one| candidates::is_array(one));
    let mut known: Vec<MeasuredCandidate<'_>> =
        arrays.filter_map(|one| MeasuredCandidate::of(plan, &figures, one, &weights)).collect();
    let noise = JobNoise::of(plan, &known, &weights);
    // By id among equals, so that rows in any order give the same answer.
    known.sort_by(|a, b| b.worth.total_cmp(&a.worth).then(a.candidate.id.cmp(&b.candidate.id)));
    let mut kept: Vec<&MeasuredCandidate<'_>> = Vec::new();
    let mut worse = BTreeMap::new();
    for one in &known {
        match kept.iter().find(|better| one.is_plainly_worse(better, &noise)) {
            Some(better) => {
                worse.insert(one.candidate.id.clone(), better.candidate.id.clone());
            }
            None => kept.push(one),
        }
    }
    for candidate in &mut stripe.candidates {
        if candidate.dropped_for.is_none() {
            candidate.dropped_for = worse.get(&candidate.id).cloned();
        }
    }
}

struct JobNoise<'a> {
    weights: &'a [f64],
    usual: Vec<RoundScatter>,
}

impl<'a> JobNoise<'a> {
    fn of(plan: &StripeSweepPlan, known: &[MeasuredCandidate<'_>], weights: &'a [f64]) -> Self {
        let repeats =
            |one: &MeasuredCandidate<'_>, at: usize| Some(one.readings.get(at)?.as_ref()?.repeats);
        let of_job = |at| RoundScatter::of(known.iter().filter_map(|one| repeats(one, at)));
        Self { weights, usual: (0..plan.workloads.len()).map(of_job).collect() }
    }

    /// The logarithm of the noise of the ratio of two figures in this job.
    fn once(&self, at: usize, own: RepeatScatter, other: RepeatScatter) -> f64 {
        let usual = self.usual.get(at);
        let seen = usual.map_or(NOISE, |it| it.sigma_of(own).max(it.sigma_of(other)));
        let noise = (SEEN * seen).clamp(NOISE, MOST_NOISE);
        libm::log((1.0 + noise) / (1.0 - noise))
    }
}

/// A candidate with known figures for all of its jobs.
struct MeasuredCandidate<'a> {
    candidate: &'a StripeCandidate,
    readings: Vec<Option<CandidateReading>>,
    /// For each job, the key of the candidates that one round covers.
    likeness: Vec<String>,
    /// The logarithm of the weighted geometric mean.
    worth: f64,
}

impl<'a> MeasuredCandidate<'a> {
    fn of(
        plan: &StripeSweepPlan,
        figures: &StripeFigures<'_>,
        candidate: &'a StripeCandidate,
        weights: &[f64],
    ) -> Option<Self> {
        let readings: Vec<Option<CandidateReading>> =
            plan.workloads.iter().map(|job| figures.reading(candidate, job)).collect();
        let is_missing = |(job, reading): (_, &Option<CandidateReading>)| {
            reading.is_none() && jobs::is_asked(candidate, job)
        };
        let is_known = !plan.workloads.iter().zip(&readings).any(is_missing);
        let logs =
            readings.iter().map(|reading| reading.as_ref().map_or(0.0, |it| libm::log(it.worth)));
        let worth = logs.zip(weights).map(|(log, weight)| log * weight).sum();
        let likeness = plan.workloads.iter().map(|job| jobs::likeness(candidate, job)).collect();
        is_known.then_some(Self { candidate, readings, likeness, worth })
    }

    fn is_plainly_worse(&self, better: &Self, noise: &JobNoise<'_>) -> bool {
        let is_alike = self.candidate.level == better.candidate.level;
        let is_ahead = |(at, own, other): &(usize, &CandidateReading, &CandidateReading)| {
            let once = noise.once(*at, own.repeats, other.repeats);
            libm::log(own.worth / other.worth) > once
        };
        let is_nowhere_ahead = !self.pairs(better).any(|pair| is_ahead(&pair));
        // An error of a round that covers both is the same in both.
        let apart = self
            .pairs(better)
            .filter(|(at, _, _)| self.likeness.get(*at) != better.likeness.get(*at));
        let error = |(at, own, other): (usize, &CandidateReading, &CandidateReading)| {
            let weight = noise.weights.get(at).copied().unwrap_or_default();
            2.0 * weight * noise.once(at, own.repeats, other.repeats)
        };
        let error: f64 = apart.map(error).sum();
        is_alike && is_nowhere_ahead && error > 0.0 && better.worth - self.worth > error
    }

    /// Jobs with figures of both.
    fn pairs<'b>(
        &'b self,
        other: &'b Self,
    ) -> impl Iterator<Item = (usize, &'b CandidateReading, &'b CandidateReading)> {
        let pairs = self.readings.iter().zip(&other.readings).enumerate();
        pairs.filter_map(|(at, (own, other))| Some((at, own.as_ref()?, other.as_ref()?)))
    }
}
