//! The commands that ask this machine's drives.

use narrows_formats::profile::BenchProfile;
use narrows_messages::Message;

use crate::args::bench::BenchArgs;
use crate::args::diskspd::DiskspdArgs;
use crate::args::explain::ExplainArgs;
use crate::args::{CliCommand, IoEngineName, MainJobArgs};
use crate::commands::{
    bench, build, check, diskspd, experiment, explain, hosts, main_job, measure, restore, stripe,
    trial, verify, watch,
};
use crate::failure::{CommandFailure, ProgramExit, Result};
use crate::output::CliOutput;

/// Runs such a command; other kinds never get here.
pub fn run(
    verb: Option<&CliCommand>,
    main: &MainJobArgs,
    output: &CliOutput,
) -> Result<ProgramExit> {
    match verb {
        Some(CliCommand::Measure(verb)) if verb.means.engine == IoEngineName::Diskspd => {
            diskspd::measure(verb, output)
        }
        Some(CliCommand::Bench(verb)) if verb.engine == IoEngineName::Diskspd => {
            diskspd::bench(verb, output)
        }
        Some(CliCommand::Measure(verb)) => measure::run(verb, output),
        Some(CliCommand::Experiment(verb)) => experiment::run(verb, output),
        Some(CliCommand::Restore(verb)) => restore::run(verb, output),
        Some(CliCommand::Stripe(verb)) => stripe::run(verb, output),
        Some(CliCommand::Trial(verb)) => trial::run(verb, output),
        Some(CliCommand::Build(verb)) => build::run(verb, output),
        Some(CliCommand::Hosts(verb)) => hosts::run(verb, output),
        Some(CliCommand::Bench(verb)) => bench::run(verb, output),
        Some(CliCommand::Diskspd(verb)) => diskspd::run(verb, output),
        Some(CliCommand::Verify(verb)) => verify::run(verb, output),
        Some(CliCommand::Check(verb)) => check::run(verb, output),
        Some(CliCommand::Watch(verb)) => watch::run(verb, output),
        _ => main_job::run(main, output),
    }
}

/// `narrows explain` without kept figures: measures.
pub fn explain(args: &ExplainArgs, output: &CliOutput) -> Result<ProgramExit> {
    explain::live::run(args, output)
}

/// `narrows bench` with jobs on files.
pub fn everyday(
    args: &BenchArgs,
    profile: &BenchProfile,
    output: &CliOutput,
) -> Result<ProgramExit> {
    bench::everyday::run(args, profile, output)
}

/// `narrows diskspd`: DiskSpd runs on Windows.
pub fn diskspd(_: &DiskspdArgs, _: &diskspd::DiskspdRequest, _: &CliOutput) -> Result<ProgramExit> {
    Err(CommandFailure::new(Message::new("diskspd-only-windows")))
}
