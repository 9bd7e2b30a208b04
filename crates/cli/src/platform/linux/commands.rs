//! The commands that ask this machine's drives.

use narrows_formats::profile::BenchProfile;
use narrows_messages::Message;

use crate::args::bench::BenchArgs;
use crate::args::diskspd::DiskspdArgs;
use crate::args::{CliCommand, MainJobArgs};
use crate::commands::{
    bench, build, check, diskspd, experiment, hosts, main_job, restore, stripe, trial, verify,
    watch,
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
        Some(CliCommand::Experiment(verb)) => experiment::run(verb, output),
        Some(CliCommand::Restore(verb)) => restore::run(verb, output),
        Some(CliCommand::Stripe(verb)) => stripe::run(verb, output),
        Some(CliCommand::Trial(verb)) => trial::run(verb, output),
        Some(CliCommand::Build(verb)) => build::run(verb, output),
        Some(CliCommand::Hosts(verb)) => hosts::run(verb, output),
        Some(CliCommand::Verify(verb)) => verify::run(verb, output),
        Some(CliCommand::Check(verb)) => check::run(verb, output),
        Some(CliCommand::Watch(verb)) => watch::run(verb, output),
        _ => main_job::run(main, output),
    }
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
