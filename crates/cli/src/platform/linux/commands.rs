//! The commands that ask this machine's drives.

use narrows_formats::profile::Profile;
use narrows_messages::Message;

use crate::args::bench::Bench;
use crate::args::diskspd::Diskspd;
use crate::args::explain::Explain;
use crate::args::{EngineName, MainJob, Verb};
use crate::commands::{
    bench, build, check, diskspd, experiment, explain, hosts, main_job, measure, restore, stripe,
    trial, verify, watch,
};
use crate::failure::{Exit, Failure};
use crate::output::Output;

/// Runs such a command; none of another kind comes here.
pub fn run(verb: Option<&Verb>, main: &MainJob, output: &Output) -> Result<Exit, Failure> {
    match verb {
        Some(Verb::Measure(verb)) if verb.means.engine == EngineName::Diskspd => {
            diskspd::measure(verb, output)
        }
        Some(Verb::Bench(verb)) if verb.engine == EngineName::Diskspd => {
            diskspd::bench(verb, output)
        }
        Some(Verb::Measure(verb)) => measure::run(verb, output),
        Some(Verb::Experiment(verb)) => experiment::run(verb, output),
        Some(Verb::Restore(verb)) => restore::run(verb, output),
        Some(Verb::Stripe(verb)) => stripe::run(verb, output),
        Some(Verb::Trial(verb)) => trial::run(verb, output),
        Some(Verb::Build(verb)) => build::run(verb, output),
        Some(Verb::Hosts(verb)) => hosts::run(verb, output),
        Some(Verb::Bench(verb)) => bench::run(verb, output),
        Some(Verb::Diskspd(verb)) => diskspd::run(verb, output),
        Some(Verb::Verify(verb)) => verify::run(verb, output),
        Some(Verb::Check(verb)) => check::run(verb, output),
        Some(Verb::Watch(verb)) => watch::run(verb, output),
        _ => main_job::run(main, output),
    }
}

/// `narrows explain` without kept figures: measures.
///
/// # Errors
/// Those of measuring.
pub fn explain(args: &Explain, output: &Output) -> Result<Exit, Failure> {
    explain::live::run(args, output)
}

/// `narrows bench` with jobs on files.
///
/// # Errors
/// Those of the jobs.
pub fn everyday(args: &Bench, profile: &Profile, output: &Output) -> Result<Exit, Failure> {
    bench::everyday::run(args, profile, output)
}

/// `narrows diskspd`: DiskSpd runs on Windows.
///
/// # Errors
/// Always.
pub fn diskspd(_: &Diskspd, _: &diskspd::Asked, _: &Output) -> Result<Exit, Failure> {
    Err(Failure::new(Message::new("diskspd-only-windows")))
}
