//! Brings drives into the state in which they will stay when written for long.
//!
//! For: figures that do not tell of an empty drive. Everything is written twice in sequence; for
//! random workloads it is then written at random, until the rate is steady or a bound is reached.
//!
//! Source: SNIA Solid State Storage Performance Test Specification, Enterprise 2.0, section 7
//! ("workload independent preconditioning": twice the capacity in sequential writes of 128 KiB)
//! and section 2 (steady state); its purge before that is left to the user.

use std::sync::atomic::{AtomicBool, Ordering};

use narrows_engine::{RunOutcome, RunSettings, TargetJob, TargetKind, TargetResult, run_set};
use narrows_messages::Message;
use narrows_topology::Id;
use narrows_units::stats::steady;
use narrows_units::{Bytes, Nanos};
use narrows_workload::{Direction, Pattern, Workload};

use super::writes;
use crate::measuring::rounds::{self, RoundPlan, RoundSettings};
use crate::measuring::targets::Prepared;
use crate::output::CliOutput;
use crate::progress::ProgressReporter;

/// Random writes in one go, before the rate is checked.
const SLICE: Nanos = Nanos::millis(5000);
/// No more slices than this: ten minutes.
const SLICES: u64 = 120;
/// After this many overwrites a target is as used as it gets.
const TIMES_OVER: u64 = 10;
/// Slower drives than this are not waited for: 10 MB a second.
const SLOWEST_MB_S: f64 = 10.0;
/// Steps of the rate, a second.
const PER_SECOND: u64 = 10;

#[derive(Debug, Default)]
pub struct PreconditionOutcome {
    /// All of it was done on every target; else none counts as preconditioned.
    pub is_whole: bool,
    pub message: Option<Message>,
    /// Why it was not.
    pub remarks: Vec<(Id, Message)>,
}

/// Preconditions all targets that will be written, together.
pub fn run(
    rounds: &[RoundPlan],
    prepared: &[Prepared],
    how: &RoundSettings,
    cancel: &AtomicBool,
    output: &CliOutput,
) -> PreconditionOutcome {
    let written = |id: &Id| {
        let mut parts = rounds.iter().flat_map(|round| &round.parts);
        parts.any(|part| part.drive == *id && writes(&part.workload))
    };
    let targets: Vec<&Prepared> = prepared.iter().filter(|one| written(&one.drive)).collect();
    let progress = ProgressReporter::measuring(output);
    let names: Vec<&str> = targets.iter().map(|one| one.drive.as_str()).collect();
    let what = Message::new("writes-preconditioning").with("targets", names.join(" + "));
    progress.say(output.localizer.say(&what));
    let mut remarks = twice(&targets, how, cancel, &|share| progress.at(share));
    let mut message = Message::new("writes-settled");
    if let Some(workload) = random_writes(rounds)
        && remarks.is_empty()
        && !cancel.load(Ordering::Relaxed)
    {
        progress.say(output.localizer.text("writes-settling"));
        let (settled, lost) = settle(&targets, &workload, how, cancel, &|share| progress.at(share));
        (message, remarks) = (settled, lost);
    }
    // After a cancellation the user knows why it is not whole.
    let is_whole = remarks.is_empty() && !cancel.load(Ordering::Relaxed);
    PreconditionOutcome { is_whole, message: is_whole.then_some(message), remarks }
}

/// Remarks on drives that are overwritten and also read without having been written throughout
/// first: trimmed or unwritten blocks need not be fetched from the flash.
pub fn unwritten(rounds: &[RoundPlan], prepared: &[Prepared]) -> Vec<(Id, Message)> {
    let is_read = |id: &Id| {
        let mut parts = rounds.iter().flat_map(|round| &round.parts);
        parts.any(|part| part.drive == *id && part.workload.read_percent > 0)
    };
    // Of all devices only a drive that may be overwritten is writable.
    let is_raw =
        |one: &&Prepared| one.target.is_writable() && one.target.kind() == TargetKind::Block;
    let raw = prepared.iter().filter(is_raw).filter(|one| is_read(&one.drive));
    let what = |one: &Prepared| Message::new("writes-read-unwritten").with("target", &one.drive);
    raw.map(|one| (one.drive.clone(), what(one))).collect()
}

fn settings(how: &RoundSettings) -> RunSettings {
    RunSettings {
        engine: how.engine,
        verify: how.verify,
        ramp: Nanos::ZERO,
        ..RunSettings::default()
    }
}

/// Writes everything twice; says of which targets that came to nothing, and why.
fn twice(
    targets: &[&Prepared],
    how: &RoundSettings,
    cancel: &AtomicBool,
    progress: &(dyn Fn(f64) + Sync),
) -> Vec<(Id, Message)> {
    let workload = Workload::new(Pattern::Sequential, Direction::Write, Bytes::kib(128), 32);
    let jobs = targets.iter().map(|one| TargetJob::new(one.target.clone(), workload.clone()));
    let jobs: Vec<TargetJob> = jobs.collect();
    // Smaller ones are written more often than the largest.
    let largest = targets.iter().map(|one| one.target.region().len).max().unwrap_or_default();
    let bytes = Bytes::new(largest.saturating_mul(2));
    let time = Nanos::secs(10.0 + bytes.as_f64() / (SLOWEST_MB_S * 1e6));
    let settings = RunSettings { time, bytes_max: Some(bytes), ..settings(how) };
    let set = run_set(&jobs, &settings, cancel, progress);
    let results = targets.iter().zip(&set.targets);
    results
        .flat_map(|(one, result)| {
            let wanted = Bytes::new(one.target.region().len.saturating_mul(2));
            let is_short = result.moved < wanted && result.outcome != RunOutcome::Cancelled;
            if is_short || is_lost(result) {
                // That a target is not preconditioned, with the reason.
                let what = Message::new("writes-not-preconditioned").with("target", &one.drive);
                let what = what.with("moved", result.moved).with("wanted", wanted);
                let all = [what].into_iter().chain(rounds::remarks(&one.drive, result));
                all.map(|what| (one.drive.clone(), what)).collect()
            } else {
                Vec::new()
            }
        })
        .collect()
}

/// Something of it was not written, against the request.
fn is_lost(result: &TargetResult) -> bool {
    let is_asked_for = matches!(result.outcome, RunOutcome::Whole | RunOutcome::Cancelled);
    !is_asked_for || result.errors > 0 || result.short > 0
}

/// The first workload that writes at random.
fn random_writes(rounds: &[RoundPlan]) -> Option<Workload> {
    let mut parts = rounds.iter().flat_map(|round| &round.parts);
    let job =
        parts.find(|part| writes(&part.workload) && part.workload.pattern == Pattern::Random)?;
    Some(Workload { read_percent: 0, ..job.workload.clone() })
}

/// Writes at random until all are steady; says how it ended, and of which targets it failed and why.
fn settle(
    targets: &[&Prepared],
    workload: &Workload,
    how: &RoundSettings,
    cancel: &AtomicBool,
    progress: &(dyn Fn(f64) + Sync),
) -> (Message, Vec<(Id, Message)>) {
    let jobs = targets.iter().map(|one| TargetJob::new(one.target.clone(), workload.clone()));
    let jobs: Vec<TargetJob> = jobs.collect();
    let mut courses = vec![PreconditionProgress::default(); jobs.len()];
    let mut passed = Nanos::ZERO;
    for slice in 1..=SLICES {
        // Each slice draws other places: with one seed all would overwrite the same blocks and
        // leave the rest as it was.
        let settings = RunSettings { time: SLICE, seed: slice, ..settings(how) };
        let set = run_set(&jobs, &settings, cancel, &|_| {});
        courses.iter_mut().zip(&set.targets).for_each(|(course, result)| {
            let step = Nanos::new(1_000_000_000 / PER_SECOND);
            let rates = result.timeline.rates(Nanos::ZERO, SLICE, step);
            course.rates.extend(rates.into_iter().map(|rate| rate.as_mb_s()));
            course.moved += result.moved.get();
        });
        let lost = targets.iter().zip(&set.targets).filter(|(_, result)| is_lost(result));
        let lost: Vec<_> = lost
            .flat_map(|(one, result)| {
                // That a target failed while it was written at random, with the reason.
                let drive = &one.drive;
                let what = Message::new("writes-not-settled").with("target", drive);
                let all = [what].into_iter().chain(rounds::remarks(drive, result));
                all.map(move |what| (drive.clone(), what))
            })
            .collect();
        if !lost.is_empty() {
            return (Message::new("writes-settled"), lost);
        }
        passed = passed + SLICE;
        progress(slice as f64 / SLICES as f64);
        // The first look is not enough: a drive that is fast for five seconds is steady for five.
        if slice > 1 && courses.iter().all(PreconditionProgress::is_steady) {
            return (Message::new("writes-settled-steady").with("time", passed), Vec::new());
        }
        let is_over = |(course, job): (&PreconditionProgress, &TargetJob)| {
            course.is_over(job.target.region().len)
        };
        if cancel.load(Ordering::Relaxed) || courses.iter().zip(&jobs).all(is_over) {
            break;
        }
    }
    (Message::new("writes-settled-unsteady").with("time", passed), Vec::new())
}

#[derive(Clone, Debug, Default)]
struct PreconditionProgress {
    rates: Vec<f64>,
    moved: u64,
}

impl PreconditionProgress {
    fn is_steady(&self) -> bool {
        steady(&self.rates, PER_SECOND as usize, 0).is_some()
    }

    fn is_over(&self, len: u64) -> bool {
        self.moved >= len.saturating_mul(TIMES_OVER) || self.is_steady()
    }
}
