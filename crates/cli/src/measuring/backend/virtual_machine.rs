//! A machine in virtual time, with its measurements.

use std::cell::RefCell;
use std::collections::BTreeSet;

use narrows_engine::TargetRegion;
use narrows_messages::Message;
use narrows_model::{Machine, WorkloadOnTarget, predict_workloads};
use narrows_record::run::{RunSimulation, TargetLocationKind, TargetStack};
use narrows_sim::{PartResult, RoundTiming, SimFault, SimObserver, SimPart, Simulator};
use narrows_topology::Id;
use narrows_units::Bytes;
use narrows_verdict::answer::source::SourceMachine;
use narrows_workload::{Direction, Pattern, Workload};

use super::faults::{self, Script};
use crate::failure::{CommandFailure, Result};
use crate::measuring::targets::LeftOut;
use crate::on::SimulationArgs;
use crate::output::CliOutput;

/// Region of a drive tested if no size is given; all of a smaller drive.
const REGION: Bytes = Bytes::gib(1);

/// Events of all rounds together, a request being two or three of them, before rounds are shortened: about five
/// seconds on one processor.
const MOST_EVENTS: u64 = 20_000_000;

/// Location kind of virtual hardware in JSON.
pub const KIND: TargetLocationKind = TargetLocationKind::Virtual;

/// A machine in virtual time. It keeps its clock, write caches and heat from round to round; no
/// time passes between rounds.
pub struct VirtualMachine<'a> {
    /// Rounds only borrow the backend, as open files let them.
    simulator: RefCell<Simulator<'a>>,
    targets: Vec<(Id, TargetRegion)>,
    simulation: RunSimulation,
}

pub struct VirtualMachineOptions<'w> {
    pub on: &'w SimulationArgs,
    pub targets: &'w [Id],
    /// Bytes tested of each target; 1 GiB if `None`.
    pub region: Option<Bytes>,
    /// A fault besides the script.
    pub also: Option<SimFault>,
}

impl<'w> VirtualMachineOptions<'w> {
    pub fn new(on: &'w SimulationArgs, targets: &'w [Id]) -> Self {
        Self { on, targets, region: None, also: None }
    }
}

impl<'a> VirtualMachine<'a> {
    /// Switches the machine on. Targets without known data are left out, not made up.
    pub fn open(
        wanted: VirtualMachineOptions<'_>,
        source: &'a SourceMachine,
        output: &CliOutput,
    ) -> Result<(Self, Vec<LeftOut>)> {
        let (machine, on) = (source.answering(), wanted.on);
        if machine.topology.drives.is_empty() {
            let nothing = Message::new("cli-nothing-to-simulate").with("source", &source.name);
            return Err(CommandFailure::new(nothing));
        }
        let Script { mut faults, text } = faults::of(on, machine)?;
        faults.extend(wanted.also);
        let known = known(machine, wanted.targets);
        let (known, unknown): (Vec<&Id>, Vec<&Id>) =
            wanted.targets.iter().partition(|target| known.contains(target));
        let region = wanted.region.unwrap_or(REGION);
        let with_region = |id: &Id| (id.clone(), region_of(machine, id, region));
        let described = source.file.as_ref().map(|described| described.text.clone());
        let simulation = RunSimulation {
            seed: on.seed(),
            machine: described,
            faults: text,
            cores: machine.host.cores,
            behaves: on.behaves.clone(),
        };
        let simulator = Simulator::new(machine, &faults, on.seed());
        let simulator =
            RefCell::new(if output.any_size { simulator } else { simulator.within(MOST_EVENTS) });
        let targets = known.into_iter().map(with_region).collect();
        let left_out = unknown.into_iter().map(left_out).collect();
        Ok((Self { simulator, targets, simulation }, left_out))
    }

    pub fn targets(&self) -> Vec<Id> {
        self.targets.iter().map(|(id, _)| id.clone()).collect()
    }

    pub fn region(&self, target: &Id) -> Option<TargetRegion> {
        self.targets.iter().find(|(id, _)| id == target).map(|(_, region)| *region)
    }

    pub fn simulation(&self) -> RunSimulation {
        self.simulation.clone()
    }

    pub fn run(
        &self,
        parts: &[SimPart],
        timing: &RoundTiming,
        watch: &dyn SimObserver,
    ) -> Vec<Result<PartResult, narrows_engine::WorkloadMisfit>> {
        self.simulator.borrow_mut().run(parts, timing, watch)
    }
}

/// The layers between requests and a virtual drive: none that a kernel could report.
pub fn place() -> TargetStack {
    TargetStack { kind: KIND, ..TargetStack::default() }
}

/// Targets with any known limit: they can be predicted, and so simulated.
fn known(machine: &Machine, targets: &[Id]) -> BTreeSet<Id> {
    // Any workload would do: whether there is a prediction at all is the question.
    let workload = Workload::new(Pattern::Sequential, Direction::Read, Bytes::kib(128), 32);
    let workloads: Vec<WorkloadOnTarget> =
        targets.iter().map(|target| WorkloadOnTarget::new(target, &workload)).collect();
    predict_workloads(machine, &workloads).into_iter().map(|outcome| outcome.target).collect()
}

fn left_out(target: &Id) -> LeftOut {
    let why = Message::new("ground-left-out-unknown").with("target", target);
    LeftOut { drive: target.clone(), why, is_loss: false }
}

fn region_of(machine: &Machine, target: &Id, wanted: Bytes) -> TargetRegion {
    let topology = &machine.topology;
    let own = topology.drives.get(target).and_then(|drive| drive.size);
    let size = own.or_else(|| topology.arrays.get(target).and_then(|array| array.size));
    TargetRegion::whole(size.unwrap_or(wanted).min(wanted).get())
}
