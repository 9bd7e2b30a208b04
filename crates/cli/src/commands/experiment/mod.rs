//! `narrows experiment`: change one thing, measure before and after, and report the effect.
//!
//! `change` plans the writes, `cycles` performs them under a restorer that puts everything back
//! (`measuring/overrides`), `moving` is the one experiment that outlives a reboot, `records` looks after the
//! files.

mod change;
pub mod cycles;
mod measure;
mod moving;
mod on_virtual;
pub mod records;

use std::path::Path;
use std::sync::atomic::AtomicBool;

use narrows_host::{CaptureExtent, Root, capture};
use narrows_messages::Message;
use narrows_record::experiment::{ExperimentDocument, ExperimentDrive as Drives};
use narrows_record::run::RunFinding;
use narrows_record::see::SeeDocument;
use narrows_report::page;
use narrows_topology::build::build;
use narrows_topology::read::sysfs;
use narrows_verdict::answer::source::SourceMachine;
use narrows_verdict::experiment::{conclude, figures};

use self::change::TunableMachine;
use self::measure::ExperimentBench;
use crate::args::experiment::{ExperimentAction, ExperimentArgs as Args};
use crate::failure::{CommandFailure, ProgramExit, Result};
use crate::measuring::CampaignContext;
use crate::measuring::backend::Backend;
use crate::measuring::overrides::{blank, restorer};
use crate::measuring::targets::LeftOut;
use crate::output::CliOutput;
use crate::platform::machine;

pub fn run(args: &Args, output: &CliOutput) -> Result<ProgramExit> {
    let root = root(args.how.knobs_root.as_deref())?;
    let how = &args.how;
    match &args.what {
        ExperimentAction::Guard(guard) => restorer::run(&guard.id, &root, output),
        ExperimentAction::List => records::list(output),
        ExperimentAction::Show(which) => records::show(which, output),
        ExperimentAction::Restore(which) => records::restore(which, &root, output),
        ExperimentAction::Resume(which) => {
            moving::resume(which, &ObservedMachine::of(root, output), output)
        }
        ExperimentAction::Move(drive) => {
            moving::begin(drive, how, &ObservedMachine::of(root, output), output)
        }
        ExperimentAction::LinkSpeed(args) if args.on.is_given() => {
            on_virtual::link_speed(args, how, output)
        }
        ExperimentAction::CpuClock(args) if args.on.is_given() => {
            on_virtual::cpu_clock(args, how, output)
        }
        ExperimentAction::LinkSpeed(args) => {
            let place = ObservedMachine::of(root, output);
            cycles::run(change::link_speed(&place.machine(), args)?, how, &place, output)
        }
        ExperimentAction::CpuClock(args) => {
            let place = ObservedMachine::of(root, output);
            cycles::run(change::cpu_clock(&place.machine(), args)?, how, &place, output)
        }
        ExperimentAction::Scheduler(args) => {
            let place = ObservedMachine::of(root, output);
            cycles::run(change::scheduler(&place.machine(), args)?, how, &place, output)
        }
    }
}

/// The restorer works from `/`, so that a relative root must become an absolute one.
pub fn root(tree: Option<&Path>) -> Result<Root> {
    let Some(path) = tree else { return Ok(Root::live()) };
    path.canonicalize().map(Root::at).map_err(|why| {
        let what = Message::new("experiment-unreadable").with("path", path.display());
        CommandFailure::new(what.with("why", why))
    })
}

/// The machine as it is now, and where its settings lie.
pub struct ObservedMachine {
    root: Root,
    source: SourceMachine,
    see: SeeDocument,
}

impl ObservedMachine {
    fn of(root: Root, output: &CliOutput) -> Self {
        let mut source = machine::this(output);
        if !root.is_live() {
            let evidence = sysfs::read(&capture(&root, CaptureExtent::Quick));
            source.machine = narrows_model::Machine::of(build(&evidence));
        }
        let see = SeeDocument::of(&source.machine.topology, &source.name);
        Self { root, source, see }
    }

    fn machine(&self) -> TunableMachine<'_> {
        TunableMachine { root: &self.root, topology: &self.source.machine.topology, see: &self.see }
    }
}

/// An experiment's document before any question or measurement.
fn document(see: &SeeDocument) -> ExperimentDocument {
    ExperimentDocument { drives: Drives::all(see), ..blank() }
}

fn close(experiment: &mut ExperimentDocument) {
    experiment.figures = figures(&experiment.rounds);
    let conclusions = conclude(experiment);
    let finding = |conclusion: narrows_verdict::Conclusion| RunFinding {
        id: conclusion.what.id().to_owned(),
        text: (&conclusion.what).into(),
        targets: conclusion.targets,
        limit: conclusion.limit,
    };
    experiment.findings = conclusions.into_iter().map(finding).collect();
}

fn show(experiment: &ExperimentDocument, output: &CliOutput) -> Result<()> {
    output.result(experiment, || page::experiment(experiment, &output.localizer))
}

fn announce(experiment: &ExperimentDocument, bench: &ExperimentBench<'_, '_>, output: &CliOutput) {
    let what = Message::new("experiment-takes").with("id", &experiment.id);
    output.remark(&what.with("seconds", format!("{:.0}", bench.left().as_secs())));
}

impl ObservedMachine {
    /// The context of an experiment on open targets. A custom settings tree is no machine whose runs are kept.
    fn stage<'a, 'm>(
        &'a self,
        backend: &'a Backend<'m>,
        left_out: &'a [LeftOut],
        cancel: &'a AtomicBool,
        output: &'a CliOutput,
    ) -> CampaignContext<'a, 'm> {
        stage((&self.source, self.root.is_live()), backend, left_out, cancel, output)
    }
}

fn stage<'a, 'm>(
    (source, keeps): (&'a SourceMachine, bool),
    backend: &'a Backend<'m>,
    left_out: &'a [LeftOut],
    cancel: &'a AtomicBool,
    output: &'a CliOutput,
) -> CampaignContext<'a, 'm> {
    let how = backend.how();
    CampaignContext {
        source,
        backend,
        how,
        left_out,
        is_named: false,
        keeps,
        drawn: None,
        cancel,
        output,
    }
}
