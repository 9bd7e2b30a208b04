//! `narrows hosts`: the same questions asked of many hosts.
//!
//! A driver carries orders to them: virtual hosts of a cluster file, this host alone, or the ranks of a
//! launcher. What is asked is one course of rounds on all of them (`campaign`).

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

use crate::args::hosts::{Hosts, HostsVerb};
use crate::failure::{Exit, Failure};
use crate::output::Output;

pub fn run(args: &Hosts, output: &Output) -> Result<Exit, Failure> {
    match &args.what {
        HostsVerb::Measure(asked) => measure::measure(asked, output),
        HostsVerb::Explain(asked) => measure::explain(asked, output),
        HostsVerb::Watch(asked) => watch::run(asked, output),
        HostsVerb::Resume(asked) => measure::resume(asked, output),
        HostsVerb::Predict(asked) => predict::run(asked, output),
        HostsVerb::See(asked) => fleet::see(asked, output),
        HostsVerb::Check(asked) => fleet::check(asked, output),
    }
}
