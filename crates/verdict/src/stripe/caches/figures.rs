//! Figures of cache modes, each by the best of all modes.

use narrows_record::run::Measured;
use narrows_record::stripe::{Candidate, Figure, Stripe};
use narrows_workload::Workload;

use super::super::Plan;
use super::super::figures::{Figures, Reading, is_good, set_of};
use super::{Mode, OfMode, is_sweep};

const MOST_FAILURES: usize = 2;

/// Whether a round is still to be measured.
pub(super) fn is_open(stripe: &Stripe, of: &Candidate, job: &Workload, repeat: u32) -> bool {
    let is_of =
        |row: &&Measured| row.target == of.id && row.set == set_of(of) && row.workload == job.name;
    let rows = || stripe.results.iter().filter(is_of);
    let is_there = rows().any(|row| row.repeat == repeat && is_good(row));
    !is_there && rows().filter(|row| !is_good(row)).count() < MOST_FAILURES
}

/// Every mode of which something was measured, the array as the sweep measured it before Linux's; nothing
/// where no mode was.
pub(super) fn of_modes(plan: &Plan, stripe: &Stripe) -> Vec<OfMode> {
    let figures = Figures::of(plan, stripe, u32::MAX);
    let modes = stripe.candidates.iter().filter(|one| !is_sweep(one));
    let modes: Vec<&Candidate> = modes.filter(|one| Mode::named(&one.cache).is_some()).collect();
    // The driver's modes are of another layer, and have a plain one of their own.
    let of_kernel = |of: &&&Candidate| Mode::named(&of.cache).is_some_and(|it| !it.is_of_driver());
    let is_swept = |one: &&Candidate| {
        is_sweep(one) && modes.iter().filter(of_kernel).any(|of| is_under(of, one))
    };
    let all = stripe.candidates.iter().filter(is_swept).chain(modes.iter().copied());
    let readings = |one: &Candidate| {
        let of_job = |job| figures.reading(one, job);
        plan.workloads.iter().map(of_job).collect::<Vec<Option<Reading>>>()
    };
    let all: Vec<(&Candidate, Vec<Option<Reading>>)> =
        all.map(|one| (one, readings(one))).collect();
    let best = |at: usize| {
        let of = all.iter().filter_map(|(_, readings)| readings.get(at)?.as_ref());
        of.map(|reading| reading.worth).fold(0.0, f64::max)
    };
    let figure = |(at, (job, reading)): (usize, (&Workload, &Option<Reading>))| {
        let reading = reading.as_ref()?;
        Some(reading.figure(job, reading.worth / best(at)))
    };
    let of_mode = |(one, readings): &(&Candidate, Vec<Option<Reading>>)| {
        let pairs = plan.workloads.iter().zip(readings).enumerate();
        let figures: Vec<Figure> = pairs.filter_map(figure).collect();
        let mode = Mode::named(&one.cache)?;
        (!figures.is_empty()).then(|| ((*one).clone(), mode, figures))
    };
    let found: Vec<OfMode> = all.iter().filter_map(of_mode).collect();
    if found.iter().all(|(one, _, _)| is_sweep(one)) { Vec::new() } else { found }
}

/// Whether a mode's candidate is this array.
fn is_under(mode: &Candidate, array: &Candidate) -> bool {
    mode.level == array.level && mode.chunk == array.chunk && mode.members == array.members
}
