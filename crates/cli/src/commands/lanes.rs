//! `narrows lanes`: who offers lanes, who takes them, what is over and who loses by it.

use narrows_answer::{lanes, plan};
use narrows_report::page;

use crate::args;
use crate::failure::{Exit, Failure};
use crate::inventory;
use crate::output::Output;
use crate::source;

pub fn run(args: &args::Lanes, output: &Output) -> Result<Exit, Failure> {
    let mut planned = inventory::extended(&args.machine, output)?;
    plan::set(&mut planned.inventory, &args.set)?;
    let additions = args.machine.additions();
    let document = lanes::answer(&planned, additions.as_deref(), &output.localizer)?;
    output.result(&document, || page::lanes(&document, &output.localizer))?;
    Ok(source::exit(&planned.seen, output))
}
