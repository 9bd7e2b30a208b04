//! The commands that query this machine's drives, as far as they exist on Windows.

use narrows_formats::profile::BenchProfile;
use narrows_messages::Message;

use crate::args::bench::BenchArgs;
use crate::args::diskspd::DiskspdArgs;
use crate::args::{CliCommand, MainJobArgs};
use crate::commands::{diskspd, main_job};
use crate::failure::{CommandFailure, ProgramExit, Result};
use crate::output::CliOutput;

/// Runs such a command, or names the alternative.
pub fn run(
    verb: Option<&CliCommand>,
    main: &MainJobArgs,
    output: &CliOutput,
) -> Result<ProgramExit> {
    match verb {
        None => main_job::run(main, output),
        Some(_) => Err(CommandFailure::new(Message::new("windows-no-such-command"))),
    }
}

/// `narrows bench` with jobs on files.
pub fn everyday(_: &BenchArgs, profile: &BenchProfile, _: &CliOutput) -> Result<ProgramExit> {
    let message = Message::new("windows-no-such-option").with("option", &*profile.name);
    Err(CommandFailure::usage(message))
}

/// `narrows diskspd`: has DiskSpd measure.
pub fn diskspd(
    args: &DiskspdArgs,
    request: &diskspd::DiskspdRequest,
    output: &CliOutput,
) -> Result<ProgramExit> {
    diskspd::running::run(args, request, output)
}
