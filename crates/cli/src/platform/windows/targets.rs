//! Targets beside scratch files and files to read: none yet on Windows.

use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use narrows_engine::EngineChoice;
use narrows_messages::Message;
use narrows_topology::{Id, Topology};

use crate::args::{EngineName, Measure};
use crate::failure::{Exit, Failure};
use crate::measuring::rounds::Round;
use crate::measuring::targets::{LeftOut, Prepared, TargetLocation};
use crate::output::Output;
use crate::writes::Writes;

/// Refuses what only Linux has.
///
/// # Errors
/// Something of that is asked for.
pub fn check(args: &Measure) -> Result<(), Failure> {
    let (means, writes) = (&args.means, &args.writes);
    let options = [
        ("--raw", args.raw),
        ("--raw-write", writes.raw_write),
        ("--keep", writes.keep.is_some()),
        ("--rehearse", writes.rehearse),
        ("--engine", means.engine != EngineName::Auto),
        ("--poll", means.poll),
        ("--kernel-thread", means.kernel_thread),
        ("--fio-job", args.fio_job.is_some()),
    ];
    match options.iter().find(|(_, is_given)| *is_given) {
        Some((option, _)) => {
            Err(Failure::usage(Message::new("windows-no-such-option").with("option", option)))
        }
        None => Ok(()),
    }
}

/// Drives themselves are no targets here, so that none takes commands.
///
/// # Errors
/// None.
pub fn check_places(_: EngineChoice, _: &[(Id, TargetLocation)]) -> Result<(), Failure> {
    Ok(())
}

/// The same targets: none is opened in another way.
pub fn through(
    _: EngineChoice,
    opened: (Vec<Prepared>, Vec<LeftOut>),
) -> (Vec<Prepared>, Vec<LeftOut>) {
    opened
}

/// What was opened here: nothing.
pub struct Opened {
    pub prepared: Vec<Prepared>,
    /// Places that are opened in the usual way.
    pub others: Vec<(Id, TargetLocation)>,
    pub kept: Option<Infallible>,
}

/// Leaves all places to others.
///
/// # Errors
/// None.
pub fn open(
    _: &Writes,
    places: Vec<(Id, TargetLocation)>,
    _: &Topology,
    _: &Arc<AtomicBool>,
    _: &Output,
) -> Result<Opened, Failure> {
    Ok(Opened { prepared: Vec::new(), others: places, kept: None })
}

/// Nothing that would have to be rehearsed is ever asked for ([`check`]).
///
/// # Errors
/// Always.
pub fn rehearse(
    _: &Writes,
    _: &[Round],
    _: &[(Id, TargetLocation)],
    _: &Output,
) -> Result<Exit, Failure> {
    Err(Failure::usage(Message::new("windows-no-such-option").with("option", "--rehearse")))
}

/// Nothing stays, so that nothing is to be settled.
pub fn settle(_: Option<&Infallible>, _: &Output) -> Exit {
    Exit::Ok
}
