//! `narrows lanes`: lanes offered, used and over-subscribed, and which devices lose by it.

use narrows_report::page;
use narrows_verdict::answer::{lanes, plan};

use crate::args;
use crate::destination::OutputFileKind;
use crate::failure::{ProgramExit, Result};
use crate::inventory;
use crate::output::CliOutput;
use crate::source;

pub fn run(args: &args::LanesArgs, output: &CliOutput) -> Result<ProgramExit> {
    let html = output.destination(args.html.as_deref(), OutputFileKind::Report, args.force)?;
    let mut planned = inventory::extended(&args.machine, output)?;
    plan::set(&mut planned.inventory, &args.set)?;
    let additions = args.machine.additions();
    let document = lanes::answer(&planned, additions.as_deref())?;
    let page = || page::lanes(&document, &output.localizer);
    output.html(html, &document, page)?;
    output.result(&document, page)?;
    Ok(source::exit(&planned.seen, output))
}
