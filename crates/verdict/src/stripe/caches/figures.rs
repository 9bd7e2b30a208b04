//! Figures of cache modes, each relative to the best of all modes.

use narrows_record::stripe::{CandidateFigure, StripeCandidate, StripeRecord};
use narrows_workload::Workload;

use super::super::StripeSweepPlan;
use super::super::figures::{CandidateReading, StripeFigures, has, is_given_up, set_of};
use super::{ModeFigures, REPEATS, WriteCacheMode};

/// Whether a round is still to be measured.
pub(super) fn is_open(
    stripe: &StripeRecord,
    of: &StripeCandidate,
    job: &Workload,
    repeat: u32,
) -> bool {
    let target = (of.id.as_str(), set_of(of));
    !has(stripe, target, job, repeat) && !is_given_up(stripe, target, job)
}

/// Every mode that was measured; empty if only the plain one was.
pub(super) fn of_modes(plan: &StripeSweepPlan, stripe: &StripeRecord) -> Vec<ModeFigures> {
    let figures = StripeFigures::of(plan, stripe, REPEATS);
    // Other candidates, with figures from equal requests in the sweep, were not measured here.
    let is_there = |one: &&StripeCandidate| {
        let mut rows = stripe.results.iter();
        rows.any(|row| row.target == one.id && REPEATS.contains(&row.repeat))
    };
    let readings = |one: &StripeCandidate| -> Vec<Option<CandidateReading>> {
        plan.workloads.iter().map(|job| figures.reading(one, job)).collect()
    };
    let there = stripe.candidates.iter().filter(is_there);
    let all: Vec<(&StripeCandidate, Vec<Option<CandidateReading>>)> =
        there.map(|one| (one, readings(one))).collect();
    let best = |at: usize| {
        let of = all.iter().filter_map(|(_, readings)| readings.get(at)?.as_ref());
        of.map(|reading| reading.worth).fold(0.0, f64::max)
    };
    let figure = |(at, (job, reading)): (usize, (&Workload, &Option<CandidateReading>))| {
        let reading = reading.as_ref()?;
        Some(reading.figure(job, reading.worth / best(at)))
    };
    let of_mode = |(one, readings): &(&StripeCandidate, Vec<Option<CandidateReading>>)| {
        let pairs = plan.workloads.iter().zip(readings).enumerate();
        let figures: Vec<CandidateFigure> = pairs.filter_map(figure).collect();
        let (candidate, mode) = ((*one).clone(), WriteCacheMode::named(&one.cache)?);
        let of_mode = ModeFigures { candidate, mode, figures, readings: readings.clone() };
        (!of_mode.figures.is_empty()).then_some(of_mode)
    };
    let found: Vec<ModeFigures> = all.iter().filter_map(of_mode).collect();
    if found.iter().all(|one| one.mode == WriteCacheMode::default()) { Vec::new() } else { found }
}
