//! `narrows` with no verb: see this machine, measure it, explain, and write a report.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use narrows_engine::ScratchPlan;
use narrows_messages::Message;
use narrows_report::text;
use narrows_topology::Id;
use narrows_units::{Bytes, Nanos};
use narrows_workload::{Workload, default_profiles};

use crate::args::MainJob;
use crate::failure::{Exit, Failure};
use crate::output::Output;
use crate::rounds::{How, Round};
use crate::targets::{self, LeftOut, Prepared};
use crate::verbs::{measure, predict};
use crate::{interrupt, source};

pub fn run(args: &MainJob, output: &Output) -> Result<Exit, Failure> {
    let cancel = interrupt::flag();
    let pace = Pace::of(args);
    let seen = source::this_machine(output);
    let workloads = default_profiles();
    let mut document = measure::document(&seen, output);
    let (prepared, left_out) = prepare(&seen, &pace, &cancel, output);
    document.notes.extend(left_out.iter().map(|l| measure::note(&l.drive, &l.why, output)));
    document.partial = left_out.iter().any(|left| left.is_loss);
    let drives: Vec<Id> = prepared.iter().map(|one| one.drive.clone()).collect();
    let together = targets::side_by_side(&seen.machine.topology, &drives);
    let rounds = plan(&pace, &drives, &together, &workloads);
    document.predictions = match prepared.is_empty() {
        true => predict::predictions(&seen.machine, &workloads, output),
        false => measure::predictions(&seen.machine, &rounds, output),
    };
    let how = How::default();
    announce(&how, &rounds, prepared.len(), output);
    let came = measure::run_rounds(&rounds, &prepared, &how, &cancel, output);
    let samples = came.into_document(&mut document);
    measure::finish(&mut document, &cancel, output);
    output.result(&document, || text::run(&document, &output.speaker, &output.style))?;
    let kept = measure::keep(&document, &samples, !args.no_report, output);
    Ok(measure::exit(&document, &cancel).max(kept))
}

/// How long things may take.
struct Pace {
    /// For all rounds together, for up to eight drives.
    rounds: Nanos,
    /// The shortest round that says something.
    round_min: Nanos,
    scratch: ScratchPlan,
}

impl Pace {
    fn of(args: &MainJob) -> Self {
        if args.quick {
            let scratch = ScratchPlan {
                wanted: Bytes::mib(256),
                time_max: Nanos::millis(1500),
                ..ScratchPlan::default()
            };
            return Self { rounds: Nanos::millis(6000), round_min: Nanos::millis(300), scratch };
        }
        let scratch = ScratchPlan {
            wanted: Bytes::gib(1),
            time_max: Nanos::millis(8000),
            ..ScratchPlan::default()
        };
        Self { rounds: Nanos::millis(36_000), round_min: Nanos::millis(1000), scratch }
    }
}

fn prepare(
    seen: &source::Seen,
    pace: &Pace,
    cancel: &Arc<AtomicBool>,
    output: &Output,
) -> (Vec<Prepared>, Vec<LeftOut>) {
    let topology = &seen.machine.topology;
    let drives = targets::measurable(topology);
    let (places, left_out) = targets::places(topology, &drives, false);
    measure::open_places(topology, &places, left_out, pace.scratch, cancel, output)
}

/// Each drive alone under every workload, then all together under those with depth. Alone takes
/// two thirds of the time, and a sequential read twice as long as each random one.
fn plan(pace: &Pace, drives: &[Id], side_by_side: &[Id], workloads: &[Workload]) -> Vec<Round> {
    let share = |parts: f64| Nanos::secs(pace.rounds.as_secs() * parts).max(pace.round_min);
    let together = side_by_side.len() > 1;
    let for_alone = if together { 2.0 / 3.0 } else { 1.0 };
    let each = for_alone / drives.len().max(1) as f64;
    let weight = |workload: &Workload| if workload.block > Bytes::kib(4) { 0.5 } else { 0.25 };
    let mut rounds = Vec::new();
    for drive in drives {
        rounds.extend(workloads.iter().map(|workload| {
            let time = share(each * weight(workload));
            Round::of("alone", std::slice::from_ref(drive), workload, time)
        }));
    }
    for workload in workloads.iter().filter(|workload| together && workload.depth > 1) {
        let time = share((1.0 - for_alone) * 0.5);
        rounds.push(Round::of("all", side_by_side, workload, time));
    }
    rounds
}

/// Beyond eight drives the minute does not suffice; say so before it begins.
fn announce(how: &How, rounds: &[Round], drives: usize, output: &Output) {
    if drives > 8 {
        let time = measure::duration(how, rounds);
        output.remark(&Message::new("cli-will-take").count("drives", drives).with("time", time));
    }
}
