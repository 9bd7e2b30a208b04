//! The same commands for many hosts.
//!
//! A driver carries orders to them: virtual hosts of a cluster file, this host alone, or the ranks of a
//! launcher. A command is one course of rounds on all of them (`campaign`).

mod asked;
mod campaign;
mod course;
mod drivers;
mod findings;
mod fleet;
mod kept;
mod measure;
mod predict;
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
        HostsVerb::Measure(asked) => measure::measure(asked, output),
        HostsVerb::Explain(asked) => measure::explain(asked, output),
        HostsVerb::Watch(asked) => watch::run(asked, output),
        HostsVerb::Resume(asked) => measure::resume(asked, output),
        HostsVerb::Predict(asked) => predict::run(asked, output),
        HostsVerb::See(asked) => fleet::see(asked, output),
        HostsVerb::Check(asked) => fleet::check(asked, output),
        HostsVerb::Man => man::man(args::command(&output.localizer), output),
        HostsVerb::Completions(asked) => {
            man::completions(args::command(&output.localizer), asked, output)
        }
    }
}
