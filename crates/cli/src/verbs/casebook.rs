//! `narrows casebook`: the published machines, drawn, beside our predictions. Needs no hardware.

use narrows_report::{html, text};
use narrows_verdict::casebook;

use crate::args;
use crate::failure::{Exit, Failure};
use crate::output::{self, Output};

pub fn run(args: &args::Casebook, output: &Output) -> Result<Exit, Failure> {
    let book = casebook(&output.speaker).map_err(Failure::new)?;
    if let Some(path) = &args.html {
        output::write_file(path, html::casebook(&book, &output.speaker).as_bytes())?;
    }
    output.result(&book, || text::casebook(&book, &output.speaker, &output.style))?;
    Ok(Exit::Ok)
}
