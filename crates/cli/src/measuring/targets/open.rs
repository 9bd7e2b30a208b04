//! Opening targets by their usual names, with progress.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use narrows_engine::ScratchPlan;
use narrows_topology::{Id, Topology};
use narrows_verdict::answer::source::SourceMachine;

use super::{LeftOut, Prepared, TargetLocation, places_of, prepare};
use crate::failure::Result;
use crate::named::{NamedTarget, named};
use crate::output::CliOutput;
use crate::progress::ProgressReporter;

/// Targets with their locations, and those that have none.
pub type Found = (Vec<(Id, TargetLocation)>, Vec<LeftOut>);

/// Locations of targets by their usual names; those without a location are left out.
pub fn places_named(source: &SourceMachine, names: &[String]) -> Result<Found> {
    let topology = &source.machine.topology;
    let targets: Vec<NamedTarget> = named(topology, names, &[])?;
    Ok(places_of(topology, &targets, false))
}

/// Opens targets by their usual names: drives (with `raw` directly), files, `nop`.
pub fn open_named(
    names: &[String],
    raw: bool,
    source: &SourceMachine,
    cancel: &Arc<AtomicBool>,
    output: &CliOutput,
) -> Result<(Vec<Prepared>, Vec<LeftOut>)> {
    let topology = &source.machine.topology;
    let targets: Vec<NamedTarget> = named(topology, names, &[])?;
    let (places, left_out) = places_of(topology, &targets, raw);
    Ok(open_places(topology, &places, left_out, ScratchPlan::default(), cancel, output))
}

/// Opens the locations, with progress; failures are added to those left out.
pub fn open_places(
    topology: &Topology,
    places: &[(Id, TargetLocation)],
    mut left_out: Vec<LeftOut>,
    plan: ScratchPlan,
    cancel: &Arc<AtomicBool>,
    output: &CliOutput,
) -> (Vec<Prepared>, Vec<LeftOut>) {
    let progress = ProgressReporter::new(output);
    if places.iter().any(|(_, place)| matches!(place, TargetLocation::Scratch(..))) {
        progress.say(output.localizer.text("cli-writing-scratch"));
    }
    let (prepared, failed) = prepare(topology, places, plan, cancel, &|share| progress.at(share));
    left_out.extend(failed);
    (prepared, left_out)
}
