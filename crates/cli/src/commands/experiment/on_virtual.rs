//! Experiments on virtual hardware: the machine before and the machine with the change are both
//! switched on, and measured in turn.
//!
//! There is nothing to put back, and so no restorer. Other settings than the rate of a link and the
//! clock of the processors a virtual machine does not have.

use narrows_host::Root;
use narrows_messages::Message;
use narrows_record::experiment::{ExperimentDocument, ExperimentKind, ExperimentState};
use narrows_record::see::SeeDocument;
use narrows_sim::{SimFault, SimFaultKind};
use narrows_topology::{Id, Topology};
use narrows_units::{LinkWidth, Nanos};
use narrows_verdict::answer::source::SourceMachine;

use super::change::{factor, ghz, nothing_to_change};
use super::cycles::{PHASES, cycles};
use super::measure::{self, ExperimentBench};
use crate::args::SimulationArgs;
use crate::args::experiment::{CpuClockArgs, ExperimentOptions, LinkSpeedArgs};
use crate::failure::{CommandFailure, ProgramExit, Result};
use crate::measuring::backend::{self, Backend, VirtualMachine, VirtualMachineOptions};
use crate::measuring::overrides::store;
use crate::named::{NamedTarget, named_on};
use crate::output::CliOutput;
use crate::platform::interrupt;

struct MachinePair<'a> {
    on: &'a SimulationArgs,
    before: &'a SourceMachine,
    changed: &'a SourceMachine,
    /// The change to the simulation, if the machine itself stays the same.
    fault: Option<SimFault>,
}

/// A lower rate for the link of a drive, or for the one above it.
pub fn link_speed(
    args: &LinkSpeedArgs,
    how: &ExperimentOptions,
    output: &CliOutput,
) -> Result<ProgramExit> {
    refuse_others(how, None)?;
    let source = backend::source(&args.on, output)?;
    let named = named_on(&source, std::slice::from_ref(&args.drive))?;
    let [NamedTarget { id: drive, .. }] = named.as_slice() else {
        let what = Message::new("ground-several-drives").with("name", &args.drive);
        return Err(CommandFailure::usage(what));
    };
    let (link, width) = link(&source.machine.topology, drive, args.uplink)?;
    if width.rate == args.speed {
        return Err(nothing_to_change(link.as_str(), &args.speed.to_string()));
    }
    if width.rate < args.speed {
        let what = Message::new("ground-link-only-slower").with("link", &link);
        return Err(CommandFailure::usage(what.with("rate", width.rate)));
    }
    let experiment = ExperimentDocument {
        kind: ExperimentKind::LinkSpeed,
        subject: link.to_string(),
        before: width.rate.to_string(),
        changed: Some(args.speed.to_string()),
        factor: factor(width.rate, args.speed),
        ..document(&source, how, std::slice::from_ref(drive))
    };
    let kind = SimFaultKind::Link { lanes: None, gts: Some(args.speed.gt_s()) };
    let fault = SimFault { what: link, from: Nanos::ZERO, until: None, kind };
    let both = MachinePair { on: &args.on, before: &source, changed: &source, fault: Some(fault) };
    perform(experiment, &both, how, output)
}

pub fn cpu_clock(
    args: &CpuClockArgs,
    how: &ExperimentOptions,
    output: &CliOutput,
) -> Result<ProgramExit> {
    refuse_others(how, args.node)?;
    let source = backend::source(&args.on, output)?;
    let drives = named_on(&source, &args.drives)?;
    let drives: Vec<Id> = drives.into_iter().map(|target| target.id).collect();
    let before = source.machine.busy_clock();
    if before == args.clock {
        return Err(nothing_to_change("cpu", &ghz_text(args.clock.get())));
    }
    let experiment = ExperimentDocument {
        kind: ExperimentKind::CpuClock,
        subject: "cpu".to_owned(),
        before: ghz_text(before.get()),
        changed: Some(ghz_text(args.clock.get())),
        factor: Some(args.clock.get() / before.get()),
        ..document(&source, how, &drives)
    };
    let mut changed = source.with(source.machine.clone());
    changed.machine.host.clock = Some(args.clock);
    // Rates follow the machine that answers, documents the described one.
    if let Some(behaves) = &mut changed.behaves {
        behaves.host.clock = Some(args.clock);
    }
    let both = MachinePair { on: &args.on, before: &source, changed: &changed, fault: None };
    perform(experiment, &both, how, output)
}

fn ghz_text(clock: f64) -> String {
    ghz((clock * 1e6).round() as u64)
}

/// Refuses options that need a machine with a kernel.
fn refuse_others(how: &ExperimentOptions, node: Option<u32>) -> Result<()> {
    let options = [
        ("--raw", how.raw),
        ("--knobs-root", how.knobs_root.is_some()),
        ("--node", node.is_some()),
    ];
    match options.iter().find(|(_, is_given)| *is_given) {
        Some((option, _)) => Err(backend::only_real(option)),
        None => Ok(()),
    }
}

/// The link of a drive, named after the device below it; with `uplink`, the next one on the way up.
fn link(topology: &Topology, drive: &Id, uplink: bool) -> Result<(Id, LinkWidth)> {
    let controller = topology.drives.get(drive).and_then(|drive| drive.controller.as_ref());
    let path = controller.into_iter().flat_map(|id| topology.path(id));
    let mut links = path.filter_map(|(id, node)| {
        let link = node.link.as_ref().filter(|link| !link.internal)?;
        Some((id.clone(), link.current.or(link.possible)?))
    });
    let link_of_path = if uplink { links.nth(1) } else { links.next() };
    let id = if uplink { "experiment-no-uplink" } else { "experiment-no-link" };
    link_of_path.ok_or_else(|| CommandFailure::new(Message::new(id).with("drive", drive)))
}

fn document(source: &SourceMachine, how: &ExperimentOptions, own: &[Id]) -> ExperimentDocument {
    let own: Vec<String> = own.iter().map(Id::to_string).collect();
    let see = SeeDocument::of(&source.machine.topology, &source.name);
    ExperimentDocument { asked: measure::parameters(how, &own), ..super::document(&see) }
}

fn perform(
    mut experiment: ExperimentDocument,
    both: &MachinePair<'_>,
    how: &ExperimentOptions,
    output: &CliOutput,
) -> Result<ProgramExit> {
    measure::workloads(&experiment.asked)?;
    if how.rehearse {
        super::show(&experiment, output)?;
        return Ok(ProgramExit::Ok);
    }
    let cancel = interrupt::flag();
    let targets = named_on(both.before, &experiment.asked.targets)?;
    let targets: Vec<Id> = targets.into_iter().map(|target| target.id).collect();
    let open = |source, also: Option<SimFault>| {
        let wanted =
            VirtualMachineOptions { also, ..VirtualMachineOptions::new(both.on, &targets) };
        let (machine, left_out) = VirtualMachine::open(wanted, source, output)?;
        Ok::<_, CommandFailure>((Backend::Virtual(Box::new(machine)), left_out))
    };
    let (before, left_out) = open(both.before, None)?;
    let (changed, _) = open(both.changed, both.fault.clone())?;
    let stage = super::stage((both.before, true), &before, &left_out, &cancel, output);
    let mut bench = ExperimentBench::of(stage, Some(&changed), &experiment.asked, PHASES)?;
    experiment.state = ExperimentState::Running;
    // A virtual machine has no settings to be changed on the way.
    cycles(&mut experiment, &mut bench, &Root::live())?;
    let is_whole = !bench.is_cancelled() && !experiment.rounds.is_empty();
    experiment.state = if is_whole { ExperimentState::Done } else { ExperimentState::CutShort };
    experiment.partial |= !is_whole;
    super::close(&mut experiment);
    store::save_new(&mut experiment)?;
    bench.end(&experiment)
}
