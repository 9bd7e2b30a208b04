//! The `narrows` binary: arguments in, a command run, an exit code out.
//!
//! One file a command in `commands/`; what those that measure share is in `measuring/`. What a command finds goes to stdout, what it is doing to stderr.

// What only commands of Linux ask for stands there unused where there are none.
#![cfg_attr(not(target_os = "linux"), allow(dead_code, unused_imports))]

mod args;
mod bar;
mod catalogue;
mod commands;
mod deadline;
mod destination;
mod failure;
mod http;
mod imported;
mod input;
mod inventory;
mod labels;
mod live;
mod measuring;
mod on;
mod output;
mod picture;
mod platform;
mod progress;
#[cfg(target_os = "linux")]
#[cfg_attr(
    not(feature = "mpi"),
    allow(dead_code, reason = "without MPI only tests have a wire between ranks")
)]
mod ranks;
mod run_directory;
mod source;
mod standard_output;
mod store;
mod version;
mod writes;

use std::process::ExitCode;

use narrows_messages::Message;

use crate::args::{Args, Verb};
use crate::failure::{Exit, Failure};
use crate::output::Output;
use crate::platform::streams;

fn main() -> ExitCode {
    platform::prepare();
    let localizer = output::localizer();
    let mut args = match args::read(&localizer) {
        Ok(args) => args,
        Err(answer) => return output::answer(&answer, &localizer).into(),
    };
    args.hand_down();
    let output = Output::new(&args.common, localizer);
    let exit = match run(&args, &output) {
        Ok(exit) => exit,
        Err(failure) => output.fail(&failure),
    };
    streams::close_screen();
    exit.into()
}

fn run(args: &Args, output: &Output) -> Result<Exit, Failure> {
    if args.verb.is_some() && args.main_job.is_given() {
        return Err(Failure::usage(Message::new("cli-main-job-only")));
    }
    if !matches!(args.verb, Some(Verb::Man | Verb::Completions(_))) {
        catalogue::install(args.common.catalog.as_deref(), &args.named(), output)?;
    }
    match &args.verb {
        Some(Verb::See(verb)) => commands::see::run(verb, output),
        Some(Verb::Predict(verb)) => commands::predict::run(verb, output),
        Some(Verb::Plan(verb)) => commands::plan::run(verb, output),
        Some(Verb::Explain(verb)) => commands::explain::run(verb, output),
        Some(Verb::History(verb)) => commands::history::run(verb, output),
        Some(Verb::Export(verb)) => commands::export::run(verb, output),
        Some(Verb::Import(verb)) => commands::import::run(verb, output),
        Some(Verb::Compare(verb)) => commands::compare::run(verb, output),
        Some(Verb::Capture(verb)) => commands::capture::run(verb, output),
        Some(Verb::Lanes(verb)) => commands::lanes::run(verb, output),
        Some(Verb::Learn(verb)) => commands::learn::run(verb, output),
        Some(Verb::Web(verb)) => commands::web::run(verb, output),
        Some(Verb::Casebook(verb)) => commands::casebook::run(verb, output),
        Some(Verb::Catalog(verb)) => commands::catalog::run(verb, output),
        Some(Verb::Man) => commands::man::man(output),
        Some(Verb::Completions(verb)) => commands::man::completions(verb, output),
        drives => platform::commands::run(drives.as_ref(), &args.main_job, output),
    }
}
