//! `narrows export RUN`: a run's figures for other programs.

use narrows_formats::export::export;

use crate::args::bench::Export;
use crate::commands::compare;
use crate::destination::Kind;
use crate::failure::{Exit, Failure};
use crate::output::Output;

pub fn run(args: &Export, output: &Output) -> Result<Exit, Failure> {
    let form = args.format.form();
    let file = output.destination(args.output.as_deref(), Kind::Export(form), args.force)?;
    let run = compare::load(&args.run, output)?;
    let text = export(&run, form);
    match file {
        Some(file) => file.write(text.as_bytes())?,
        None => output.print(&text)?,
    }
    Ok(Exit::Ok)
}
