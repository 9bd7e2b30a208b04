//! The common core of the binaries: arguments in, a command run, an exit code out.
//!
//! For: `narrows` ([`main`]), and `narrows-hosts`, which measures one host among many with the public items here. One file per command in `commands/`;
//! code shared by those that measure is in `measuring/`. A command's results go to stdout, its progress to stderr.

// Code used only by Linux commands is unused elsewhere.
#![cfg_attr(not(target_os = "linux"), allow(dead_code, unused_imports))]

mod args;
mod bar;
pub mod catalogue;
mod commands;
mod deadline;
pub mod destination;
pub mod failure;
mod http;
mod imported;
pub mod input;
mod inventory;
mod labels;
mod live;
pub mod measuring;
pub mod named;
mod on;
pub mod output;
pub mod picture;
mod platform;
mod program;
pub mod progress;
pub mod run_directory;
mod slip;
pub mod source;
mod standard_output;
mod store;
mod version;
mod writes;

use std::process::ExitCode;

use narrows_messages::{Localizer, Message};

use crate::args::{CliArgs, CliCommand, IoEngineName};
use crate::failure::{CommandFailure, ProgramExit, Result};
use crate::output::CliOutput;

pub use self::args::{CompletionsArgs, spoken, values};
pub use self::commands::man;
pub use self::platform::{interrupt, machine};
pub use self::program::CliProgram;

pub fn main() -> ExitCode {
    CliProgram { read, common: |args| &args.common, run, features: &[] }.start()
}

/// The command line; a source among the targets is the machine to measure: `measure catalog:BOARD/NAME`.
fn read(localizer: &Localizer) -> Result<CliArgs, clap::Error> {
    let mut args = args::read(localizer)?;
    if let Some((on, Some(targets))) = args.measured_mut()
        && !on.is_given()
    {
        on.on = source::take_source(targets);
    }
    Ok(args)
}

fn run(args: &CliArgs, output: &CliOutput) -> Result<ProgramExit> {
    if args.verb.is_some() && args.main_job.is_given() {
        return Err(CommandFailure::usage(Message::new("cli-main-job-only")));
    }
    // Many hosts are another program's, which reads the entries itself.
    if !matches!(
        args.verb,
        Some(CliCommand::Man | CliCommand::Completions(_) | CliCommand::Hosts(_))
    ) {
        catalogue::install(args.common.catalog.as_deref(), &args.named(), output)?;
    }
    args.on().map_or(Ok(()), on::SimulationArgs::check)?;
    match &args.verb {
        Some(CliCommand::See(verb)) => commands::see::run(verb, output),
        Some(CliCommand::Predict(verb)) => commands::predict::run(verb, output),
        Some(CliCommand::Plan(verb)) => commands::plan::run(verb, output),
        Some(CliCommand::Explain(verb)) => commands::explain::run(verb, output),
        Some(CliCommand::History(verb)) => commands::history::run(verb, output),
        Some(CliCommand::Export(verb)) => commands::export::run(verb, output),
        Some(CliCommand::Import(verb)) => commands::import::run(verb, output),
        Some(CliCommand::Compare(verb)) => commands::compare::run(verb, output),
        Some(CliCommand::Capture(verb)) => commands::capture::run(verb, output),
        Some(CliCommand::Lanes(verb)) => commands::lanes::run(verb, output),
        Some(CliCommand::Learn(verb)) => commands::learn::run(verb, output),
        Some(CliCommand::Web(verb)) => commands::web::run(verb, output),
        Some(CliCommand::Casebook(verb)) => commands::casebook::run(verb, output),
        Some(CliCommand::Catalog(verb)) => commands::catalog::run(verb, output),
        Some(CliCommand::Man) => commands::man::man(args::command(&output.localizer), output),
        Some(CliCommand::Completions(verb)) => {
            commands::man::completions(args::command(&output.localizer), verb, output)
        }
        Some(CliCommand::Measure(verb)) if verb.means.engine == IoEngineName::Diskspd => {
            commands::diskspd::measure(verb, output)
        }
        Some(CliCommand::Bench(verb)) if verb.engine == IoEngineName::Diskspd => {
            commands::diskspd::bench(verb, output)
        }
        Some(CliCommand::Measure(verb)) => commands::measure::run(verb, output),
        Some(CliCommand::Bench(verb)) => commands::bench::run(verb, output),
        Some(CliCommand::Diskspd(verb)) => commands::diskspd::run(verb, output),
        drives => platform::commands::run(drives.as_ref(), &args.main_job, output),
    }
}
