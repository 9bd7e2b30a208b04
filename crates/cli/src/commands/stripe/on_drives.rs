//! The sweep on this machine's drives.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use narrows_engine::ScratchPlan;
use narrows_messages::Message;
use narrows_topology::Id;
use narrows_units::Bytes;
use narrows_verdict::answer::source::SourceMachine;

use super::drives::{self, SweepDrives};
use super::layer::SweepEngine;
use super::plan::StripeSweepRequest;
use super::sweep::{self, StripeSweep};
use super::{announce, arrays, caches, measure_all, most, shapes};
use crate::args::stripe::StripeArgs;
use crate::failure::{CommandFailure, ProgramExit, Result};
use crate::measuring::backend::Backend;
use crate::measuring::rounds::{RoundPlan, RoundSettings};
use crate::measuring::targets;
use crate::measuring::writes::WriteArgs;
use crate::measuring::{self, CampaignContext, RunProgress};
use crate::named;
use crate::output::CliOutput;
use crate::platform::machine;

pub fn run(args: &StripeArgs, cancel: &Arc<AtomicBool>, output: &CliOutput) -> Result<ProgramExit> {
    if args.raid_engine.is_some() {
        let what = Message::new("ground-only-virtual").with("option", "--raid-engine");
        return Err(CommandFailure::usage(what));
    }
    let source = machine::this(output);
    // An existing array is compared with its members by another command.
    if let [name] = args.targets.as_slice()
        && let Some((id, array)) = named::array(&source.machine.topology, name)
    {
        let members: Vec<&str> = array.members.iter().map(Id::as_str).collect();
        let what = Message::new("in-place-stripe").with("array", id);
        return Err(CommandFailure::usage(what.with("members", members.join(" "))));
    }
    let mut sweep_drives = drives::find(&args.targets, args.raw, &source)?;
    drives::check_count(sweep_drives.places.len(), &sweep_drives.left_out)?;
    let mut wanted = StripeSweepRequest::of(
        args,
        &SweepEngine::on_drives(),
        sweep_drives.ids(),
        sweep_drives.no_writes(),
    )?;
    args.scratch_size.map_or(Ok(()), |size| shapes::check_room(&wanted.shapes, size))?;
    wanted.remarks.extend(drives::same_drive(&sweep_drives, &source.machine.topology));
    wanted.remarks.iter().for_each(|what| output.remark(what));
    if args.dry_run {
        return rehearse(args, &wanted, (&sweep_drives, &source), output);
    }
    announce(args, &wanted, &RoundSettings::default(), output);
    let left_out = std::mem::take(&mut sweep_drives.left_out);
    // Fill the file even if it is not read, so that no first write of a block is measured.
    let writes = WriteArgs { scratch_size: args.scratch_size, ..WriteArgs::default() };
    let scratch = ScratchPlan { fill: true, ..writes.plan(&[]) };
    let (mut prepared, left_out) = targets::open_places(
        &source.machine.topology,
        &sweep_drives.places,
        left_out,
        scratch,
        cancel,
        output,
    );
    if cancel.load(Ordering::Relaxed) {
        let what = Message::new("stripe-verb-interrupted");
        return Err(CommandFailure { exit: ProgramExit::Interrupted, what });
    }
    drives::check_count(prepared.len(), &left_out)?;
    // Scratch files may have turned out smaller than was wanted.
    let smallest = prepared.iter().map(|one| one.target.region().len).min().unwrap_or_default();
    shapes::check_room(&wanted.shapes, Bytes::new(smallest))?;
    if prepared.len() < sweep_drives.places.len() {
        let ids: Vec<Id> = prepared.iter().map(|one| one.drive.clone()).collect();
        let layer = SweepEngine::on_drives();
        let again = StripeSweepRequest::of(args, &layer, ids, sweep_drives.no_writes())?;
        wanted = StripeSweepRequest { remarks: wanted.remarks, ..again };
    }
    prepared.extend(arrays::prepared(&wanted.plan, &prepared));
    let backend = Backend::Real(prepared);
    let compare = |stage: &CampaignContext<'_, '_>,
                   sweep: &mut StripeSweep<'_>,
                   under_way: &mut RunProgress| {
        if let Backend::Real(drives) = &backend {
            caches::on_drives(stage, sweep, under_way, (&sweep_drives, drives), &wanted);
        }
    };
    measure_all(args, &wanted, (&source, &backend), &left_out, compare, (cancel, output))
}

/// `--dry-run`: the rounds that are certain; later ones depend on their results.
fn rehearse(
    args: &StripeArgs,
    wanted: &StripeSweepRequest,
    (sweep_drives, source): (&SweepDrives, &SourceMachine),
    output: &CliOutput,
) -> Result<ProgramExit> {
    let members: Vec<String> = wanted.plan.drives.iter().map(Id::to_string).collect();
    let disks = sweep_drives.disks(&members, &source.machine.topology);
    caches::rehearse(&disks, &wanted.modes, output);
    let rounds: Vec<RoundPlan> = wanted.first().iter().map(sweep::round).collect();
    let locations =
        sweep_drives.places.iter().map(|(id, place)| measuring::location(id, place)).collect();
    let how = RoundSettings::default();
    let most = most(args, wanted, &how);
    measuring::show_rounds(&how, (&rounds, Some(most)), locations, &sweep_drives.left_out, output)?;
    Ok(ProgramExit::Ok)
}
