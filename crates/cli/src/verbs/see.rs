//! `narrows see`: what hangs where, and how wide each link is.

use narrows_record::see::See;
use narrows_report::{html, text};

use crate::args;
use crate::failure::{Exit, Failure};
use crate::output::{self, Output};
use crate::source;

pub fn run(args: &args::See, output: &Output) -> Result<Exit, Failure> {
    let seen = source::resolve(&args.source, output)?;
    let document = See::of(&seen.machine.topology, &seen.name, &output.speaker);
    if let Some(path) = &args.html {
        output::write_file(path, html::see(&document, &output.speaker).as_bytes())?;
    }
    output.result(&document, || text::see(&document, &output.speaker, &output.style))?;
    Ok(Exit::Ok)
}
