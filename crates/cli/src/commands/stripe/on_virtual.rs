//! The sweep on virtual hardware: the arrays are built there, by a layer of one's choice.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use narrows_topology::Id;
use narrows_verdict::answer::source::SourceMachine;

use super::layer::SweepEngine;
use super::plan::StripeSweepRequest;
use super::sweep::{self, StripeSweep};
use super::{arrays, caches, drives, measure_all, most, shapes};
use crate::args::stripe::StripeArgs;
use crate::failure::{ProgramExit, Result};
use crate::measuring::backend::{self, Backend, VirtualMachine};
use crate::measuring::rounds::RoundPlan;
use crate::measuring::{self, CampaignContext, RunProgress};
use crate::output::CliOutput;

pub fn run(args: &StripeArgs, cancel: &Arc<AtomicBool>, output: &CliOutput) -> Result<ProgramExit> {
    if args.raw {
        return Err(backend::only_real("--raw"));
    }
    let source = backend::source(&args.on, output)?;
    // The drives that are known well enough to simulate, and those that are not.
    let named = drives::on_virtual(&args.targets, &source)?;
    let ids: Vec<Id> = named.into_iter().map(|target| target.id).collect();
    let options = backend::VirtualMachineOptions::new(&args.on, &ids);
    let (machine, left_out) = VirtualMachine::open(options, &source, output)?;
    let ids = machine.targets();
    drives::check_count(ids.len(), &left_out)?;
    let layer = SweepEngine::on_virtual(args, &source, &ids);
    let wanted = StripeSweepRequest::of(args, &layer, ids, None)?;
    if let Some(size) = args.scratch_size {
        shapes::check_room(&wanted.shapes, size)?;
    }
    wanted.remarks.iter().for_each(|what| output.remark(what));
    let built = source.with(arrays::built(&wanted.plan, layer.engine, &source.machine));
    let backend = open(args, &wanted, &built, output)?;
    if args.dry_run {
        // `--dry-run`: the rounds that are certain.
        let how = &backend.how();
        let rounds: Vec<RoundPlan> = wanted.first().iter().map(sweep::round).collect();
        let locations = wanted.plan.drives.iter().map(measuring::virtual_location).collect();
        let most = most(args, &wanted, how);
        measuring::show_rounds(how, (&rounds, Some(most)), locations, &left_out, output)?;
        return Ok(ProgramExit::Ok);
    }
    let compare = |stage: &CampaignContext<'_, '_>,
                   sweep: &mut StripeSweep<'_>,
                   under_way: &mut RunProgress| {
        caches::on_virtual(stage, sweep, under_way, args, &wanted);
    };
    measure_all(args, &wanted, (&built, &backend), &left_out, compare, (cancel, output))
}

/// The machine with its arrays, all of which are targets.
fn open<'a>(
    args: &StripeArgs,
    wanted: &StripeSweepRequest,
    built: &'a SourceMachine,
    output: &CliOutput,
) -> Result<Backend<'a>> {
    let candidates = wanted.plan.candidates();
    let targets: Vec<Id> = candidates.iter().map(|candidate| Id::new(&candidate.id)).collect();
    let usual = backend::VirtualMachineOptions::new(&args.on, &targets);
    let wanted = backend::VirtualMachineOptions { region: args.scratch_size, ..usual };
    let (machine, _) = VirtualMachine::open(wanted, built, output)?;
    Ok(Backend::Virtual(Box::new(machine)))
}
