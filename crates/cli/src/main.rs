//! The `narrows` binary: arguments in, a verb run, an exit code out.
//!
//! One file a verb in `verbs/`. What a verb finds goes to stdout, what it is doing to stderr.

mod args;
mod catalogue;
mod context;
mod destination;
mod failure;
mod backend;
mod held;
mod input;
mod interrupt;
mod labels;
mod output;
mod progress;
mod rounds;
mod run_directory;
mod site;
mod source;
mod standard_output;
mod targets;
mod verbs;
mod watch;
mod whole_file;
mod writes;

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
    match run(&args, &output) {
        Ok(exit) => exit.into(),
        Err(failure) => output.fail(&failure).into(),
    }
}

fn run(args: &Args, output: &Output) -> Result<Exit, Failure> {
    if args.verb.is_some() && args.main_job.is_given() {
        return Err(Failure::usage(Message::new("cli-main-job-only")));
    }
    if !matches!(args.verb, Some(Verb::Man | Verb::Completions(_))) {
        catalogue::install(args.common.catalog.as_deref(), output)?;
    }
    match &args.verb {
        None => verbs::main_job::run(&args.main_job, output),
        Some(Verb::See(verb)) => verbs::see::run(verb, output),
        Some(Verb::Predict(verb)) => verbs::predict::run(verb, output),
        Some(Verb::Plan(verb)) => verbs::plan::run(verb, output),
        Some(Verb::Measure(verb)) => verbs::measure::run(verb, output),
        Some(Verb::Experiment(verb)) => verbs::experiment::run(verb, output),
        Some(Verb::Restore(verb)) => verbs::restore::run(verb, output),
        Some(Verb::Explain(verb)) => verbs::explain::run(verb, output),
        Some(Verb::Stripe(verb)) => verbs::stripe::run(verb, output),
        Some(Verb::Trial(verb)) => verbs::trial::run(verb, output),
        Some(Verb::History(verb)) => verbs::history::run(verb, output),
        Some(Verb::Compare(verb)) => verbs::compare::run(verb, output),
        Some(Verb::Verify(verb)) => verbs::verify::run(verb, output),
        Some(Verb::Check(verb)) => verbs::check::run(verb, output),
        Some(Verb::Capture(verb)) => verbs::capture::run(verb, output),
        Some(Verb::Lanes(verb)) => verbs::lanes::run(verb, output),
        Some(Verb::Casebook(verb)) => verbs::casebook::run(verb, output),
        Some(Verb::Catalog(verb)) => verbs::catalog::run(verb, output),
        Some(Verb::Man) => verbs::man::man(output),
        Some(Verb::Completions(verb)) => verbs::man::completions(verb, output),
    }
}
