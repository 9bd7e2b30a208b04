//! `narrows measure --on`: the same rounds on virtual hardware.
//!
//! Not here: virtual hardware itself (`backend`); reading options that mean the same on both.

use narrows_topology::Id;

use super::{MeasureHooks, MeasureRequest, how, request};
use crate::args::{IoEngineName, MeasureArgs};
use crate::failure::{ProgramExit, Result};
use crate::measuring::backend::{self, Backend, VirtualMachine, VirtualMachineOptions};
use crate::measuring::rounds::RoundSettings;
use crate::measuring::rounds::pinning::ThreadPinning;
use crate::measuring::show_virtual;
use crate::named::named_on;
use crate::output::CliOutput;
use crate::picture::PictureFiles;
use crate::platform::interrupt;

pub fn run(
    args: &MeasureArgs,
    (drawn, ours): (PictureFiles, &MeasureHooks<'_>),
    output: &CliOutput,
) -> Result<ProgramExit> {
    refuse_others(args)?;
    let cancel = interrupt::flag();
    let source = backend::source(&args.on, output)?;
    let targets = named_on(&source, &args.targets)?;
    let how = RoundSettings { pinning: ThreadPinning::Free, ..how(args)? };
    let measure = MeasureRequest { args, request: request::of(args, &targets)?, how, drawn, ours };
    let ids: Vec<Id> = targets.into_iter().map(|target| target.id).collect();
    let wanted = VirtualMachineOptions {
        region: args.writes.scratch_size,
        ..VirtualMachineOptions::new(&args.on, &ids)
    };
    let (machine, left_out) = VirtualMachine::open(wanted, &source, output)?;
    let backend = Backend::Virtual(Box::new(machine));
    let targets = backend.targets();
    let rounds = measure.some_rounds(&source.machine.topology, &targets)?;
    if args.dry_run {
        show_virtual(&measure.how, (&rounds, None), &targets, &left_out, output)?;
        return Ok(ProgramExit::Ok);
    }
    measure.measure(&source, &backend, left_out, &cancel, output)
}

/// Refuses options only a kernel's devices have. Those without effect are not listed: `--no-pin`,
/// and `--write`, which destroys nothing here.
fn refuse_others(args: &MeasureArgs) -> Result<()> {
    let (means, writes) = (&args.means, &args.writes);
    let options = [
        ("--file", !args.file.is_empty()),
        ("--raw", args.raw),
        ("--raw-write", writes.raw_write),
        ("--keep", writes.keep.is_some()),
        ("--verify", writes.verify),
        ("--precondition", writes.precondition),
        ("--rehearse", writes.rehearse),
        ("--engine", means.engine != IoEngineName::Auto),
        ("--poll", means.poll),
        ("--kernel-thread", means.kernel_thread),
        ("--huge-pages", means.huge_pages),
        ("--cpus", means.cpus.is_some()),
        ("--fio-job", args.fio_job.is_some()),
    ];
    match options.iter().find(|(_, is_given)| *is_given) {
        Some((option, _)) => Err(backend::only_real(option)),
        None => Ok(()),
    }
}
