//! The `narrows` binary: arguments in, a command run, an exit code out.
//!
//! One file a command in `commands/`; what those that measure share is in `measuring/`. What a command finds goes to stdout, what it is doing to stderr.

mod args;
mod catalogue;
mod commands;
mod deadline;
mod destination;
mod failure;
mod imported;
mod input;
mod interrupt;
mod inventory;
mod labels;
mod live;
mod measuring;
mod output;
mod picture;
mod progress;
mod source;
mod standard_output;
mod version;
mod whole_file;

use std::process::ExitCode;

use clap::FromArgMatches;
use narrows_messages::Message;

use crate::args::{Args, Verb};
use crate::failure::{Exit, Failure};
use crate::output::Output;

fn main() -> ExitCode {
    interrupt::survive_file_limit();
    let localizer = output::localizer();
    let matches = args::command(&localizer).try_get_matches();
    let mut args = match matches.and_then(|matches| Args::from_arg_matches(&matches)) {
        Ok(args) => args,
        Err(answer) => return output::answer(&answer, &localizer).into(),
    };
    args.hand_down();
    let output = Output::new(&args.common, localizer);
    let exit = match run(&args, &output) {
        Ok(exit) => exit,
        Err(failure) => output.fail(&failure),
    };
    live::close();
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
        None => commands::main_job::run(&args.main_job, output),
        Some(Verb::See(verb)) => commands::see::run(verb, output),
        Some(Verb::Predict(verb)) => commands::predict::run(verb, output),
        Some(Verb::Plan(verb)) => commands::plan::run(verb, output),
        Some(Verb::Measure(verb)) => commands::measure::run(verb, output),
        Some(Verb::Experiment(verb)) => commands::experiment::run(verb, output),
        Some(Verb::Restore(verb)) => commands::restore::run(verb, output),
        Some(Verb::Explain(verb)) => commands::explain::run(verb, output),
        Some(Verb::Stripe(verb)) => commands::stripe::run(verb, output),
        Some(Verb::Trial(verb)) => commands::trial::run(verb, output),
        Some(Verb::Build(verb)) => commands::build::run(verb, output),
        Some(Verb::Hosts(verb)) => commands::hosts::run(verb, output),
        Some(Verb::History(verb)) => commands::history::run(verb, output),
        Some(Verb::Bench(verb)) => commands::bench::run(verb, output),
        Some(Verb::Export(verb)) => commands::export::run(verb, output),
        Some(Verb::Import(verb)) => commands::import::run(verb, output),
        Some(Verb::Compare(verb)) => commands::compare::run(verb, output),
        Some(Verb::Verify(verb)) => commands::verify::run(verb, output),
        Some(Verb::Check(verb)) => commands::check::run(verb, output),
        Some(Verb::Capture(verb)) => commands::capture::run(verb, output),
        Some(Verb::Lanes(verb)) => commands::lanes::run(verb, output),
        Some(Verb::Learn(verb)) => commands::learn::run(verb, output),
        Some(Verb::Watch(verb)) => commands::watch::run(verb, output),
        Some(Verb::Web(verb)) => commands::web::run(verb, output),
        Some(Verb::Casebook(verb)) => commands::casebook::run(verb, output),
        Some(Verb::Catalog(verb)) => commands::catalog::run(verb, output),
        Some(Verb::Man) => commands::man::man(output),
        Some(Verb::Completions(verb)) => commands::man::completions(verb, output),
    }
}
