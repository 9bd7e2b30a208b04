//! `narrows trial`: an array of scratch files, mounted and used for a while, beside one drive alone.
//!
//! Three kinds of process: the one that the user calls (`outside`), which decides, listens and
//! tells; the one that makes and holds everything (`inside`), with which all of it ends; and one for
//! each ready-made job (`everyday`).
//!
//! Not here: loop devices, namespaces and mounts themselves (`narrows_host::trial`), what follows
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

use narrows_host::trial::folder::{self, Folder};
use narrows_messages::Message;
use narrows_record::run::{Finding, Measured, Run};
use narrows_record::schema;
use narrows_record::see::{Note, See};
use narrows_record::trial::{Ran, Trial, TrialTarget};
use narrows_record::word::{Direction, Set};
use narrows_report::page;
use narrows_verdict::answer::source::Seen;
use narrows_verdict::trial::{compare, conclude};

use self::order::Outcome;
use self::plan::Plan;
use crate::args::trial::{Part, Trial as Args};
use crate::failure::{Exit, Failure};
use crate::measuring::context;
use crate::output::{self, Output};
use crate::platform::interrupt;
use crate::platform::machine;
use crate::run_directory::{self, name_run};

pub fn run(args: &Args, output: &Output) -> Result<Exit, Failure> {
    match args.part {
        Some(Part::Inside) => return inside::run(output),
        Some(Part::Play) => return everyday::run(output),
        None if args.clean => return clean::run(output),
        None => {}
    }
    let seen = machine::this(output);
    let plan = plan::plan(args, &seen.machine.topology)?;
    let mut trial = document(&plan);
    if args.dry_run {
        trial.plan = rehearsal::steps(&plan.order);
        return show(&trial, output).map(|()| Exit::Ok);
    }
    plan::allowed()?;
    plan.remarks.iter().for_each(|what| output.remark(what));
    make(&plan, &mut trial, &seen, output)
}

fn make(plan: &Plan, trial: &mut Trial, seen: &Seen, output: &Output) -> Result<Exit, Failure> {
    let cancel = interrupt::flag();
    folder::sweep();
    let folder = Folder::make().map_err(|why| {
        let what = Message::new("trial-no-mount").with("path", plan.order.folder.display());
        Failure::new(what.with("why", why))
    })?;
    let heard = outside::carry_out(&plan.order, &cancel, output);
    let left = clean::after(&plan.order.label);
    drop(folder);
    left.iter().for_each(|what| output.remark(what));
    let is_interrupted = cancel.load(Ordering::Relaxed);
    let outcome = match heard {
        Err(failure) if is_interrupted => {
            return Err(Failure { exit: Exit::Interrupted, ..failure });
        }
        heard => heard?,
    };
    let exit = tell(outcome, trial, seen, output)?;
    Ok(if left.is_empty() { exit } else { exit.max(Exit::Failed) })
}

/// What came of it; of a trial that was cut short what there is.
fn tell(
    outcome: Outcome,
    trial: &mut Trial,
    seen: &Seen,
    output: &Output,
) -> Result<Exit, Failure> {
    trial.rounds = outcome.rounds;
    trial.partial = outcome.failed.is_some();
    let indirect = outcome.indirect.join(", ");
    if !indirect.is_empty() {
        let what = Message::new("trial-not-direct").with("devices", indirect);
        trial.notes.push(Note::of(None, &what));
    }
    trial.comparisons = compare(&trial.rounds);
    trial.findings = conclude(trial)
        .into_iter()
        .map(|found| Finding {
            id: found.what.id().to_owned(),
            targets: found.targets,
            text: (&found.what).into(),
            limit: None,
        })
        .collect();
    let failed = outcome.failed.map(|failed| {
        let exit = if failed.is_interrupt { Exit::Interrupted } else { Exit::Failed };
        Failure { exit, what: Message::new("trial-failed").with("why", failed.text) }
    });
    if trial.rounds.is_empty() {
        return failed.map_or(Ok(Exit::Ok), Err);
    }
    show(trial, output)?;
    let kept = run_directory::keep_whole(&mut run_of(trial, seen), seen, output);
    failed.map_or(Ok(kept), Err)
}

/// The trial as a run like every other: what each command moved a second on the array and on one drive alone.
fn run_of(trial: &Trial, seen: &Seen) -> Run {
    Run {
        schema: schema::RUN.to_owned(),
        narrows: trial.narrows.clone(),
        id: trial.id.clone(),
        started: trial.started.clone(),
        command: trial.command.clone(),
        machine: See::of(&seen.machine.topology, &seen.name),
        context: Some(context::now()),
        results: trial.rounds.iter().map(|ran| measured(trial, ran)).collect(),
        findings: trial.findings.clone(),
        notes: trial.notes.clone(),
        partial: trial.partial,
        trial: Some(trial.clone()),
        ..Run::default()
    }
}

fn measured(trial: &Trial, ran: &Ran) -> Measured {
    let (target, set) = match ran.place {
        TrialTarget::Array => (&trial.array.level, Set::Array),
        TrialTarget::Alone => (&trial.array.alone, Set::Alone),
    };
    Measured {
        target: target.clone(),
        workload: ran.work.clone(),
        set,
        together: vec![target.clone()],
        repeat: ran.repeat,
        direction: if ran.written > ran.read { Direction::Write } else { Direction::Read },
        mb_s: ran.mb_s,
        window_s: ran.wall_s,
        done_s: ran.wall_s,
        partial: ran.exit != Some(0),
        ..Measured::default()
    }
}

fn show(trial: &Trial, output: &Output) -> Result<(), Failure> {
    output.result(trial, || page::trial(trial, &output.localizer))
}

fn document(plan: &Plan) -> Trial {
    let (id, started) = name_run();
    let note = |what: &Message| Note::of(None, what);
    let mut array = plan.order.made();
    array.members.clone_from(&plan.members);
    Trial {
        schema: schema::TRIAL.to_owned(),
        narrows: env!("CARGO_PKG_VERSION").to_owned(),
        id,
        started,
        command: output::command_line(),
        array,
        notes: plan.remarks.iter().map(note).collect(),
        ..Trial::default()
    }
}
