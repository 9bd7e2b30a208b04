//! The commands that query this machine's drives, as far as they exist on Windows.

use narrows_formats::profile::BenchProfile;
use narrows_messages::Message;

use crate::args::bench::BenchArgs;
use crate::args::diskspd::DiskspdArgs;
use crate::args::explain::ExplainArgs;
use crate::args::{CliCommand, IoEngineName, MainJobArgs};
use crate::commands::{bench, diskspd, explain, main_job, measure};
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
        Some(CliCommand::Measure(verb)) if verb.means.engine == IoEngineName::Diskspd => {
            diskspd::measure(verb, output)
        }
        Some(CliCommand::Bench(verb)) if verb.engine == IoEngineName::Diskspd => {
            diskspd::bench(verb, output)
        }
        Some(CliCommand::Measure(verb)) => measure::run(verb, output),
        Some(CliCommand::Bench(verb)) => bench::run(verb, output),
        Some(CliCommand::Diskspd(verb)) => diskspd::run(verb, output),
        Some(_) => Err(CommandFailure::new(Message::new("windows-no-such-command"))),
    }
}

/// `narrows explain` without kept figures: measures.
pub fn explain(args: &ExplainArgs, output: &CliOutput) -> Result<ProgramExit> {
    explain::live::run(args, output)
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
