//! `narrows experiment`: change one thing, measure before and after, and say what it did.
//!
//! `change` plans what is written where, `cycles` does it under a restorer that puts everything back
//! (`measuring/held`), `moving` is the one experiment that outlives a reboot, `kept` looks after the
//! files.

mod change;
pub mod cycles;
pub mod kept;
mod measure;
mod moving;
mod on_virtual;

use std::path::Path;

use narrows_host::{Extent, Root, capture};
use narrows_messages::Message;
use narrows_record::experiment::{Experiment, Kind, Phase, Seen as Drives};
use narrows_record::run::{Finding, Measured};
use narrows_record::see::See;
use narrows_report::page;
use narrows_topology::build::build;
use narrows_topology::read::sysfs;
use narrows_verdict::answer::source::Seen;
use narrows_verdict::experiment::{conclude, figures};

use self::change::Machine;
use self::measure::Bench;
use crate::args::experiment::{Experiment as Args, What};
use crate::failure::{Exit, Failure};
use crate::measuring;
use crate::measuring::held::{blank, restorer};
use crate::output::Output;
use crate::platform::machine;
use crate::run_directory;

pub fn run(args: &Args, output: &Output) -> Result<Exit, Failure> {
    let root = root(args.how.knobs_root.as_deref())?;
    let how = &args.how;
    match &args.what {
        What::Guard(guard) => restorer::run(&guard.id, &root, output),
        What::List => kept::list(output),
        What::Show(which) => kept::show(which, output),
        What::Restore(which) => kept::restore(which, &root, output),
        What::Resume(which) => moving::resume(which, &ObservedMachine::of(root, output), output),
        What::Move(drive) => moving::begin(drive, how, &ObservedMachine::of(root, output), output),
        What::LinkSpeed(asked) if asked.on.is_given() => on_virtual::link_speed(asked, how, output),
        What::CpuClock(asked) if asked.on.is_given() => on_virtual::cpu_clock(asked, how, output),
        What::LinkSpeed(asked) => {
            let place = ObservedMachine::of(root, output);
            cycles::run(change::link_speed(&place.machine(), asked)?, how, &place, output)
        }
        What::CpuClock(asked) => {
            let place = ObservedMachine::of(root, output);
            cycles::run(change::cpu_clock(&place.machine(), asked)?, how, &place, output)
        }
        What::Scheduler(asked) => {
            let place = ObservedMachine::of(root, output);
            cycles::run(change::scheduler(&place.machine(), asked)?, how, &place, output)
        }
    }
}

/// The restorer works from `/`, so that a relative root must become an absolute one.
pub fn root(tree: Option<&Path>) -> Result<Root, Failure> {
    let Some(path) = tree else { return Ok(Root::live()) };
    path.canonicalize().map(Root::at).map_err(|why| {
        let what = Message::new("experiment-unreadable").with("path", path.display());
        Failure::new(what.with("why", why))
    })
}

/// The machine as it is now, and where its settings lie.
pub struct ObservedMachine {
    root: Root,
    seen: Seen,
    see: See,
}

impl ObservedMachine {
    fn of(root: Root, output: &Output) -> Self {
        let mut seen = machine::this(output);
        if !root.is_live() {
            let evidence = sysfs::read(&capture(&root, Extent::Quick));
            seen.machine = narrows_model::Machine::of(build(&evidence));
        }
        let see = See::of(&seen.machine.topology, &seen.name);
        Self { root, seen, see }
    }

    fn machine(&self) -> Machine<'_> {
        Machine { root: &self.root, topology: &self.seen.machine.topology, see: &self.see }
    }
}

/// An experiment's document before anything is asked or measured.
fn document(see: &See) -> Experiment {
    Experiment { drives: Drives::all(see), ..blank() }
}

/// Draws the figures and conclusions.
fn close(experiment: &mut Experiment) {
    experiment.figures = figures(&experiment.rounds);
    let conclusions = conclude(experiment);
    let finding = |conclusion: narrows_verdict::Conclusion| Finding {
        id: conclusion.what.id().to_owned(),
        text: (&conclusion.what).into(),
        targets: conclusion.targets,
        limit: conclusion.limit,
    };
    experiment.findings = conclusions.into_iter().map(finding).collect();
}

/// Keeps the experiment as a run like every other, of what was measured of the machine as it is: before a change
/// and after it was taken back, and of a drive that was moved where it is now. What the change did stands beside
/// it. A tree of one's own is no machine.
fn keep(experiment: &Experiment, seen: &Seen, bench: &Bench<'_>, output: &Output) -> Exit {
    let is_left = |phase: Phase| (phase == Phase::Changed) == (experiment.kind == Kind::Move);
    let mut run = measuring::document(seen, bench.backend());
    for round in experiment.rounds.iter().filter(|round| is_left(round.phase)) {
        let row = &round.result;
        let is_same =
            |other: &&Measured| (&other.target, &other.workload) == (&row.target, &row.workload);
        let repeat = run.results.iter().filter(is_same).count() as u32 + 1;
        run.results.push(Measured { repeat, ..row.clone() });
    }
    run.findings.clone_from(&experiment.findings);
    run.notes.clone_from(&experiment.notes);
    run.partial = experiment.partial;
    run.experiment = Some(experiment.clone());
    run_directory::keep_whole(&mut run, seen, output)
}

fn show(experiment: &Experiment, output: &Output) -> Result<(), Failure> {
    output.result(experiment, || page::experiment(experiment, &output.localizer))
}

/// What will be done, and how long it takes.
fn announce(experiment: &Experiment, bench: &Bench<'_>, output: &Output) {
    let asked = &experiment.asked;
    let phases = if experiment.settings.is_empty() { 1 } else { 3 };
    let seconds = bench.phase_time(asked.repeat).as_secs() * f64::from(asked.cycles * phases);
    let what = Message::new("experiment-takes").with("id", &experiment.id);
    output.remark(&what.with("seconds", format!("{seconds:.0}")));
}

fn exit(experiment: &Experiment, bench: &Bench) -> Exit {
    use narrows_record::experiment::State;
    match experiment.state {
        State::NotRestored => Exit::Failed,
        _ if bench.is_cancelled() => Exit::Interrupted,
        _ if experiment.partial || experiment.rounds.is_empty() => Exit::Partial,
        _ => Exit::Ok,
    }
}
