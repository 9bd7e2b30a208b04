//! `narrows trial`: an array of scratch files, mounted and used for a while, beside one drive alone.
//!
//! Three kinds of process: the one that the user calls (`outside`), which decides, listens and
//! tells; the one that makes and holds everything (`inside`), with which all of it ends; and one for
//! each ready-made job (`everyday`).
//!
//! Not here: loop devices, namespaces and mounts themselves (`narrows_host::trial`), conclusions
//! from the figures (`narrows_verdict::trial`).

mod clean;
mod commands;
mod engine;
pub(super) mod everyday;
mod inside;
mod order;
mod outside;
mod places;
mod plan;
mod rehearsal;

use std::sync::atomic::Ordering;

use narrows_host::trial::folder::{self, TrialFolder};
use narrows_messages::Message;
use narrows_record::run::{RunDocument, RunFinding, TargetMeasurement};
use narrows_record::schema;
use narrows_record::see::{DocumentNote, SeeDocument};
use narrows_record::trial::{TrialDocument, TrialRound, TrialTarget};
use narrows_record::word::{TargetSet, TransferDirection};
use narrows_report::page;
use narrows_verdict::answer::source::SourceMachine;
use narrows_verdict::trial::{compare, conclude};

use self::order::TrialOutcome;
use self::plan::TrialPlan;
use crate::args::trial::{TrialArgs as Args, TrialProcess};
use crate::failure::{CommandFailure, ProgramExit, Result};
use crate::measuring::context;
use crate::output::{self, CliOutput};
use crate::platform::interrupt;
use crate::platform::machine;
use crate::run_directory::{self, name_run};

pub fn run(args: &Args, output: &CliOutput) -> Result<ProgramExit> {
    match args.part {
        Some(TrialProcess::Inside) => return inside::run(output),
        Some(TrialProcess::Play) => return everyday::run(output),
        None if args.clean => return clean::run(output),
        None => {}
    }
    let source = machine::this(output);
    let plan = plan::plan(args, &source.machine.topology)?;
    let mut trial = document(&plan);
    if args.dry_run {
        trial.plan = rehearsal::steps(&plan.order);
        return show(&trial, output).map(|()| ProgramExit::Ok);
    }
    plan::allowed()?;
    plan.remarks.iter().for_each(|what| output.remark(what));
    let cancel = interrupt::flag();
    folder::sweep();
    let folder = TrialFolder::make().map_err(|why| {
        let what = Message::new("trial-no-mount").with("path", plan.order.folder.display());
        CommandFailure::new(what.with("why", why))
    })?;
    let heard = outside::carry_out(&plan.order, &cancel, output);
    // An md array outlives the process that made it, even one that was killed.
    let left = clean::after(&plan.order.label);
    drop(folder);
    left.iter().for_each(|what| output.remark(what));
    let is_interrupted = cancel.load(Ordering::Relaxed);
    let outcome = match heard {
        Err(failure) if is_interrupted => {
            return Err(CommandFailure { exit: ProgramExit::Interrupted, ..failure });
        }
        heard => heard?,
    };
    let exit = tell(outcome, &mut trial, &source, output)?;
    Ok(if left.is_empty() { exit } else { exit.max(ProgramExit::Failed) })
}

/// Shows the result; for an interrupted trial as far as it went.
fn tell(
    outcome: TrialOutcome,
    trial: &mut TrialDocument,
    source: &SourceMachine,
    output: &CliOutput,
) -> Result<ProgramExit> {
    trial.rounds = outcome.rounds;
    trial.partial = outcome.failed.is_some();
    let indirect = outcome.indirect.join(", ");
    if !indirect.is_empty() {
        let what = Message::new("trial-not-direct").with("devices", indirect);
        trial.notes.push(DocumentNote::of(None, &what));
    }
    trial.comparisons = compare(&trial.rounds);
    trial.findings = conclude(trial)
        .into_iter()
        .map(|finding| RunFinding {
            id: finding.what.id().to_owned(),
            targets: finding.targets,
            text: (&finding.what).into(),
            limit: None,
        })
        .collect();
    let failed = outcome.failed.map(|failed| {
        let exit = if failed.is_interrupt { ProgramExit::Interrupted } else { ProgramExit::Failed };
        CommandFailure { exit, what: Message::new("trial-failed").with("why", failed.text) }
    });
    if trial.rounds.is_empty() {
        return failed.map_or(Ok(ProgramExit::Ok), Err);
    }
    show(trial, output)?;
    // The trial as a run like every other: bytes per second of each command on the array and on one
    // drive alone.
    let mut run = RunDocument {
        schema: schema::RUN.to_owned(),
        narrows: trial.narrows.clone(),
        id: trial.id.clone(),
        started: trial.started.clone(),
        command: trial.command.clone(),
        machine: SeeDocument::of(&source.machine.topology, &source.name),
        context: Some(context::now()),
        results: trial.rounds.iter().map(|ran| measured(trial, ran)).collect(),
        findings: trial.findings.clone(),
        notes: trial.notes.clone(),
        partial: trial.partial,
        trial: Some(trial.clone()),
        ..RunDocument::default()
    };
    let kept = run_directory::keep_whole(&mut run, source, output);
    failed.map_or(Ok(kept), Err)
}

fn measured(trial: &TrialDocument, ran: &TrialRound) -> TargetMeasurement {
    let (target, set) = match ran.place {
        TrialTarget::Array => (&trial.array.level, TargetSet::Array),
        TrialTarget::Alone => (&trial.array.alone, TargetSet::Alone),
    };
    TargetMeasurement {
        target: target.clone(),
        workload: ran.work.clone(),
        set,
        together: vec![target.clone()],
        repeat: ran.repeat,
        direction: if ran.written > ran.read {
            TransferDirection::Write
        } else {
            TransferDirection::Read
        },
        mb_s: ran.mb_s,
        window_s: ran.wall_s,
        done_s: ran.wall_s,
        partial: ran.exit != Some(0),
        ..TargetMeasurement::default()
    }
}

fn show(trial: &TrialDocument, output: &CliOutput) -> Result<()> {
    output.result(trial, || page::trial(trial, &output.localizer))
}

fn document(plan: &TrialPlan) -> TrialDocument {
    let (id, started) = name_run();
    let note = |what: &Message| DocumentNote::of(None, what);
    let mut array = plan.order.made();
    array.members.clone_from(&plan.members);
    TrialDocument {
        schema: schema::TRIAL.to_owned(),
        narrows: env!("CARGO_PKG_VERSION").to_owned(),
        id,
        started,
        command: output::command_line(),
        array,
        notes: plan.remarks.iter().map(note).collect(),
        ..TrialDocument::default()
    }
}
