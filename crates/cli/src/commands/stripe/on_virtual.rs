//! The sweep on virtual hardware: the arrays are built there, by a layer of one's choice.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use narrows_topology::Id;
use narrows_verdict::answer::source::Seen;

use super::layer::Layer;
use super::plan::Wanted;
use super::sweep::{self, Sweep};
use super::{arrays, caches, drives, measure_all, most, shapes};
use crate::args::stripe::Stripe;
use crate::failure::{Exit, Failure};
use crate::measuring::backend::{self, Backend, VirtualMachine};
use crate::measuring::rounds::{How, Round};
use crate::measuring::targets::LeftOut;
use crate::measuring::{self, Stage, UnderWay};
use crate::output::Output;

pub fn run(args: &Stripe, cancel: &Arc<AtomicBool>, output: &Output) -> Result<Exit, Failure> {
    if args.raw {
        return Err(backend::only_real("--raw"));
    }
    let seen = backend::seen(&args.on, output)?;
    let (ids, left_out) = known(args, &seen, output)?;
    drives::check_count(ids.len(), &left_out)?;
    let layer = Layer::on_virtual(args, &seen, &ids);
    let wanted = Wanted::of(args, &layer, ids, None)?;
    if let Some(size) = args.scratch_size {
        shapes::check_room(&wanted.shapes, size)?;
    }
    wanted.remarks.iter().for_each(|what| output.remark(what));
    let built = seen.with(arrays::built(&wanted.plan, layer.engine, &seen.machine));
    let backend = open(args, &wanted, &built, output)?;
    if args.dry_run {
        return rehearse(args, &wanted, &backend.how(), &left_out, output);
    }
    let compare = |stage: &Stage<'_, '_>, sweep: &mut Sweep<'_>, under_way: &mut UnderWay| {
        caches::on_virtual(stage, sweep, under_way, args, &wanted);
    };
    measure_all(args, &wanted, (&built, &backend), &left_out, compare, (cancel, output))
}

/// The drives of which enough is known to simulate them, and those of which it is not.
fn known(args: &Stripe, seen: &Seen, output: &Output) -> Result<(Vec<Id>, Vec<LeftOut>), Failure> {
    let named = drives::on_virtual(&args.targets, seen)?;
    let ids: Vec<Id> = named.into_iter().map(|target| target.id).collect();
    let wanted = backend::Wanted::new(&args.on, &ids);
    let (machine, left_out) = VirtualMachine::open(wanted, seen, output)?;
    Ok((machine.targets(), left_out))
}

/// The machine with its arrays, all of which are targets.
fn open<'a>(
    args: &Stripe,
    wanted: &Wanted,
    built: &'a Seen,
    output: &Output,
) -> Result<Backend<'a>, Failure> {
    let candidates = wanted.plan.candidates();
    let targets: Vec<Id> = candidates.iter().map(|candidate| Id::new(&candidate.id)).collect();
    let usual = backend::Wanted::new(&args.on, &targets);
    let wanted = backend::Wanted { region: args.scratch_size, ..usual };
    let (machine, _) = VirtualMachine::open(wanted, built, output)?;
    Ok(Backend::Virtual(Box::new(machine)))
}

/// `--dry-run`: the rounds that are certain.
fn rehearse(
    args: &Stripe,
    wanted: &Wanted,
    how: &How,
    left_out: &[LeftOut],
    output: &Output,
) -> Result<Exit, Failure> {
    let rounds: Vec<Round> = wanted.first().iter().map(sweep::round).collect();
    let locations = wanted.plan.drives.iter().map(measuring::virtual_location).collect();
    let most = most(args, wanted, how);
    measuring::show_rounds(how, (&rounds, Some(most)), locations, left_out, output)?;
    Ok(Exit::Ok)
}
