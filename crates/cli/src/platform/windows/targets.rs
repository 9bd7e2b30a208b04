//! Targets beside scratch files and files to read: none yet on Windows.

use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use narrows_engine::EngineChoice;
use narrows_messages::Message;
use narrows_topology::{Id, Topology};

use crate::args::{IoEngineName, MeasureArgs};
use crate::failure::{CommandFailure, ProgramExit, Result};
use crate::measuring::rounds::RoundPlan;
use crate::measuring::targets::{LeftOut, Prepared, TargetLocation};
use crate::output::CliOutput;
use crate::writes::WriteArgs;

/// Refuses Linux-only options.
pub fn check(args: &MeasureArgs) -> Result<()> {
    let (means, writes) = (&args.means, &args.writes);
    let options = [
        ("--raw", args.raw),
        ("--raw-write", writes.raw_write),
        ("--keep", writes.keep.is_some()),
        ("--rehearse", writes.rehearse),
        ("--engine", means.engine != IoEngineName::Auto),
        ("--poll", means.poll),
        ("--kernel-thread", means.kernel_thread),
        ("--huge-pages", means.huge_pages),
        ("--fio-job", args.fio_job.is_some()),
    ];
    match options.iter().find(|(_, is_given)| *is_given) {
        Some((option, _)) => Err(CommandFailure::usage(
            Message::new("windows-no-such-option").with("option", option),
        )),
        None => Ok(()),
    }
}

/// Drives themselves are no targets here, so that none takes commands.
pub fn check_places(_: EngineChoice, _: &[(Id, TargetLocation)]) -> Result<()> {
    Ok(())
}

/// The same targets: none is opened in another way.
pub fn through(
    _: EngineChoice,
    opened: (Vec<Prepared>, Vec<LeftOut>),
) -> (Vec<Prepared>, Vec<LeftOut>) {
    opened
}

/// The targets opened here: none.
pub struct OpenedTargets {
    pub prepared: Vec<Prepared>,
    /// Places that are opened in the usual way.
    pub others: Vec<(Id, TargetLocation)>,
    pub kept: Option<Infallible>,
}

/// Leaves all places to others.
pub fn open(
    _: &WriteArgs,
    places: Vec<(Id, TargetLocation)>,
    _: &Topology,
    _: &Arc<AtomicBool>,
    _: &CliOutput,
) -> Result<OpenedTargets> {
    Ok(OpenedTargets { prepared: Vec::new(), others: places, kept: None })
}

/// Nothing that would have to be rehearsed is ever requested ([`check`]).
pub fn rehearse(
    _: &WriteArgs,
    _: &[RoundPlan],
    _: &[(Id, TargetLocation)],
    _: &CliOutput,
) -> Result<ProgramExit> {
    Err(CommandFailure::usage(Message::new("windows-no-such-option").with("option", "--rehearse")))
}

/// Nothing stays, so that nothing is to be settled.
pub fn settle(_: Option<&Infallible>, _: &CliOutput) -> ProgramExit {
    ProgramExit::Ok
}
