//! The backend of rounds: this machine's drives, or a machine in virtual time (`--on`).
//!
//! For: letting every command that measures do the same on both. A backend is opened once and keeps
//! its state from round to round: open files here, clock, caches and heat there.
//!
//! Not here: running a round (`rounds`), the simulation (`narrows-sim`).

mod faults;
mod virtual_machine;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use narrows_messages::Message;
use narrows_record::run::RunSimulation;
use narrows_topology::Id;
use narrows_verdict::answer::source::SourceMachine;

pub use self::virtual_machine::{
    KIND, VirtualMachine, VirtualMachineOptions, place as virtual_place,
};
use crate::failure::{CommandFailure, Result};
use crate::measuring::rounds::RoundSettings;
use crate::measuring::rounds::pinning::ThreadPinning;
use crate::measuring::targets::{self, LeftOut, Prepared};
use crate::named::named_on;
use crate::on::SimulationArgs;
use crate::output::CliOutput;
use crate::platform::machine;
use crate::source::{self, SourceArgs};

/// The word for the running machine.
const THIS: &str = "this";

/// Most drives simulated together: this many take 60 MB, and four times as many eight times that.
const MOST_VIRTUAL: u64 = 512;

pub enum Backend<'a> {
    /// Drives of this machine, each open.
    Real(Vec<Prepared>),
    /// Drives and arrays of a machine in virtual time.
    Virtual(Box<VirtualMachine<'a>>),
}

impl Backend<'_> {
    /// Its targets, in the order in which they were named.
    pub fn targets(&self) -> Vec<Id> {
        match self {
            Self::Real(prepared) => prepared.iter().map(|one| one.drive.clone()).collect(),
            Self::Virtual(machine) => machine.targets(),
        }
    }

    pub fn is_empty(&self) -> bool {
        self.targets().is_empty()
    }

    /// Virtual hardware: all its results are marked as simulated.
    pub fn is_virtual(&self) -> bool {
        matches!(self, Self::Virtual(_))
    }

    /// The document's entry on the simulation; `None` on this machine.
    pub fn simulation(&self) -> Option<RunSimulation> {
        match self {
            Self::Real(_) => None,
            Self::Virtual(machine) => Some(machine.simulation()),
        }
    }

    /// By which means rounds run on it, by default.
    pub fn how(&self) -> RoundSettings {
        match self {
            Self::Real(_) => RoundSettings::default(),
            // Virtual threads have a virtual processor each.
            Self::Virtual(_) => RoundSettings::pinned(ThreadPinning::Free),
        }
    }
}

/// The machine to measure: the one of `--on`, else this one.
pub fn source(on: &SimulationArgs, output: &CliOutput) -> Result<SourceMachine> {
    match on.on.as_deref() {
        None | Some(THIS) => machine::look(output),
        Some(name) => {
            let described = virtual_source(name, output)?;
            let Some(name) = on.behaves.as_deref() else { return Ok(described) };
            let behaves = virtual_source(name, output)?.machine;
            let is_missing = |drive: &&Id| !behaves.topology.drives.contains_key(*drive);
            match described.machine.topology.drives.keys().find(is_missing) {
                Some(drive) => {
                    let what = Message::new("ground-behaves-lacks-drive").with("source", name);
                    Err(CommandFailure::usage(what.with("drive", drive)))
                }
                None => Ok(SourceMachine { behaves: Some(Box::new(behaves)), ..described }),
            }
        }
    }
}

fn virtual_source(name: &str, output: &CliOutput) -> Result<SourceMachine> {
    let source = SourceArgs { source: Some(name.to_owned()), ..SourceArgs::default() };
    let source = source::resolve(&source, output)?;
    Ok(source.not_too_many(source::most(MOST_VIRTUAL, output))?)
}

/// That an option is for this machine's drives.
pub fn only_real(option: &str) -> CommandFailure {
    CommandFailure::usage(Message::new("ground-only-real").with("option", option))
}

/// Opens targets of the machine that [`source()`] gave, by their usual names; the default ones if none
/// is named. Here, each drive is read through its own scratch file.
pub fn open<'a>(
    on: &SimulationArgs,
    names: &[String],
    source: &'a SourceMachine,
    cancel: &Arc<AtomicBool>,
    output: &CliOutput,
) -> Result<(Backend<'a>, Vec<LeftOut>)> {
    if !on.is_given() {
        let (prepared, left_out) = targets::open_named(names, false, source, cancel, output)?;
        return Ok((Backend::Real(prepared), left_out));
    }
    let targets: Vec<Id> = named_on(source, names)?.into_iter().map(|target| target.id).collect();
    let (machine, left_out) =
        VirtualMachine::open(VirtualMachineOptions::new(on, &targets), source, output)?;
    Ok((Backend::Virtual(Box::new(machine)), left_out))
}
