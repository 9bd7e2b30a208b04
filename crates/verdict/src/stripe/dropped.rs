//! Candidates that need not be measured on, because another is plainly better.
//!
//! Short rounds are rough. Were each of them off by up to [`NOISE`] either way, and the full ones
//! that follow as well, then a ratio of two figures could still change by `(1 + NOISE)^2 / (1 -
//! NOISE)^2` either way; where one round stands for both it is 1 and stays so. So a candidate is
//! dropped only where another of its level is ahead by more than that in total, as the objective
//! weighs it, and nowhere behind by more than noise: the winner is never among the dropped ones.

use std::collections::BTreeMap;

use narrows_record::stripe::{Candidate, Stripe};

use super::figures::{Figures, Reading, SHORT};
use super::{Plan, candidates, jobs, ranking};

/// How far a round may be off, as a part of its figure.
pub(super) const NOISE: f64 = 0.04;

/// Marks those that are plainly worse than another; nothing else of `stripe` changes. What is marked
/// already stays so.
pub(super) fn mark(plan: &Plan, stripe: &mut Stripe) {
    let worse = plainly_worse(plan, stripe);
    for candidate in &mut stripe.candidates {
        if candidate.dropped_for.is_none() {
            candidate.dropped_for = worse.get(&candidate.id).cloned();
        }
    }
}

/// Each with the one that is better.
fn plainly_worse(plan: &Plan, stripe: &Stripe) -> BTreeMap<String, String> {
    let figures = Figures::of(plan, stripe, SHORT);
    let weights = ranking::weights(plan, stripe);
    let arrays = stripe.candidates.iter().filter(|one| candidates::is_array(one));
    let mut known: Vec<Known<'_>> =
        arrays.filter_map(|one| Known::of(plan, &figures, one, &weights)).collect();
    known.sort_by(|a, b| b.worth.total_cmp(&a.worth).then(a.candidate.id.cmp(&b.candidate.id)));
    let mut kept: Vec<&Known<'_>> = Vec::new();
    let mut worse = BTreeMap::new();
    for one in &known {
        match kept.iter().find(|better| one.is_plainly_worse(better, &weights)) {
            Some(better) => {
                worse.insert(one.candidate.id.clone(), better.candidate.id.clone());
            }
            None => kept.push(one),
        }
    }
    worse
}

/// A candidate of which every job that is asked of it is known.
struct Known<'a> {
    candidate: &'a Candidate,
    readings: Vec<Option<Reading>>,
    /// Of each job, what it has in common with others that one round stands for.
    likeness: Vec<String>,
    /// The logarithm of the weighted geometric mean.
    worth: f64,
}

impl<'a> Known<'a> {
    fn of(
        plan: &Plan,
        figures: &Figures<'_>,
        candidate: &'a Candidate,
        weights: &[f64],
    ) -> Option<Self> {
        let readings: Vec<Option<Reading>> =
            plan.workloads.iter().map(|job| figures.reading(candidate, job)).collect();
        let is_missing = |(job, reading): (_, &Option<Reading>)| {
            reading.is_none() && jobs::is_asked(candidate, job)
        };
        let is_known = !plan.workloads.iter().zip(&readings).any(is_missing);
        let logs =
            readings.iter().map(|reading| reading.as_ref().map_or(0.0, |it| libm::log(it.worth)));
        let worth = logs.zip(weights).map(|(log, weight)| log * weight).sum();
        let likeness = plan.workloads.iter().map(|job| jobs::likeness(candidate, job)).collect();
        is_known.then_some(Self { candidate, readings, likeness, worth })
    }

    fn is_plainly_worse(&self, better: &Self, weights: &[f64]) -> bool {
        let once = libm::log((1.0 + NOISE) / (1.0 - NOISE));
        let is_alike = self.candidate.level == better.candidate.level;
        let pairs = self.readings.iter().zip(&better.readings);
        let is_nowhere_ahead = pairs
            .filter_map(|(own, other)| Some((own.as_ref()?.worth, other.as_ref()?.worth)))
            .all(|(own, other)| libm::log(own / other) <= once);
        // What one round stands for on both is off by the same on both.
        let likeness = self.likeness.iter().zip(&better.likeness).zip(weights);
        let apart: f64 = likeness.filter(|((own, other), _)| own != other).map(|(_, w)| w).sum();
        let lead = better.worth - self.worth;
        is_alike && is_nowhere_ahead && apart > 0.0 && lead > 2.0 * once * apart
    }
}
