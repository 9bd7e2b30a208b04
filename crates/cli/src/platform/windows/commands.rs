//! The commands that ask this machine's drives, as far as they are there on Windows.

use narrows_formats::profile::Profile;
use narrows_messages::Message;

use crate::args::bench::Bench;
use crate::args::diskspd::Diskspd;
use crate::args::explain::Explain;
use crate::args::{EngineName, MainJob, Verb};
use crate::commands::{bench, diskspd, explain, main_job, measure};
use crate::failure::{Exit, Failure};
use crate::output::Output;

/// Runs such a command, or says what works instead.
///
/// # Errors
/// Those of measuring; a command that only Linux has.
pub fn run(verb: Option<&Verb>, main: &MainJob, output: &Output) -> Result<Exit, Failure> {
    match verb {
        None => main_job::run(main, output),
        Some(Verb::Measure(verb)) if verb.means.engine == EngineName::Diskspd => {
            diskspd::measure(verb, output)
        }
        Some(Verb::Bench(verb)) if verb.engine == EngineName::Diskspd => {
            diskspd::bench(verb, output)
        }
        Some(Verb::Measure(verb)) => measure::run(verb, output),
        Some(Verb::Bench(verb)) => bench::run(verb, output),
        Some(Verb::Diskspd(verb)) => diskspd::run(verb, output),
        Some(_) => Err(Failure::new(Message::new("windows-no-such-command"))),
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
/// Only Linux has it.
pub fn everyday(_: &Bench, profile: &Profile, _: &Output) -> Result<Exit, Failure> {
    let message = Message::new("windows-no-such-option").with("option", &*profile.name);
    Err(Failure::usage(message))
}

/// `narrows diskspd`: has DiskSpd measure.
///
/// # Errors
/// DiskSpd is missing or fails.
pub fn diskspd(args: &Diskspd, asked: &diskspd::Asked, output: &Output) -> Result<Exit, Failure> {
    diskspd::running::run(args, asked, output)
}
