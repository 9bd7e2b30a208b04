//! The same commands for many hosts.
//!
//! A driver carries orders to them: virtual hosts of a cluster file, this host alone, or the ranks of a
//! launcher. A command is one course of rounds on all of them (`campaign`).

mod campaign;
mod course;
mod drivers;
mod findings;
mod fleet;
mod measure;
mod predict;
mod request;
mod run_folder;
mod watch;

use narrows::failure::{ProgramExit, Result};
use narrows::output::CliOutput;
use narrows::{catalogue, man};

use crate::args::{self, HostsArgs, HostsVerb};

pub fn run(args: &HostsArgs, output: &CliOutput) -> Result<ProgramExit> {
    if !matches!(args.verb, HostsVerb::Man | HostsVerb::Completions(_)) {
        catalogue::install(args.common.catalog.as_deref(), &[], output)?;
    }
    match &args.verb {
        HostsVerb::Measure(args) => measure::measure(args, output),
        HostsVerb::Explain(args) => measure::explain(args, output),
        HostsVerb::Watch(args) => watch::run(args, output),
        HostsVerb::Resume(args) => measure::resume(args, output),
        HostsVerb::Predict(args) => predict::run(args, output),
        HostsVerb::See(args) => fleet::see(args, output),
        HostsVerb::Check(args) => fleet::check(args, output),
        HostsVerb::Man => man::man(args::command(&output.localizer), output),
        HostsVerb::Completions(args) => {
            man::completions(args::command(&output.localizer), args, output)
        }
    }
}
