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
use std::sync::atomic::AtomicBool;

use narrows_host::{Extent, Root, capture};
use narrows_messages::Message;
use narrows_record::experiment::{Experiment, Seen as Drives};
use narrows_record::run::Finding;
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
use crate::measuring::Stage;
use crate::measuring::backend::Backend;
use crate::measuring::held::{blank, restorer};
use crate::measuring::targets::LeftOut;
use crate::output::Output;
use crate::platform::machine;

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

fn show(experiment: &Experiment, output: &Output) -> Result<(), Failure> {
    output.result(experiment, || page::experiment(experiment, &output.localizer))
}

/// What will be done, and how long it takes.
fn announce(experiment: &Experiment, bench: &Bench<'_, '_>, output: &Output) {
    let what = Message::new("experiment-takes").with("id", &experiment.id);
    output.remark(&what.with("seconds", format!("{:.0}", bench.left().as_secs())));
}

impl ObservedMachine {
    /// Where an experiment on what is open is measured. A tree of one's own is no machine whose runs are kept.
    fn stage<'a, 'm>(
        &'a self,
        backend: &'a Backend<'m>,
        left_out: &'a [LeftOut],
        cancel: &'a AtomicBool,
        output: &'a Output,
    ) -> Stage<'a, 'm> {
        stage((&self.seen, self.root.is_live()), backend, left_out, cancel, output)
    }
}

fn stage<'a, 'm>(
    (seen, keeps): (&'a Seen, bool),
    backend: &'a Backend<'m>,
    left_out: &'a [LeftOut],
    cancel: &'a AtomicBool,
    output: &'a Output,
) -> Stage<'a, 'm> {
    let how = backend.how();
    Stage { seen, backend, how, left_out, is_named: false, keeps, drawn: None, cancel, output }
}
