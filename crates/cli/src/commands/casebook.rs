//! `narrows casebook`: the published machines, drawn, beside our predictions. Needs no hardware.

use narrows_messages::Message;
use narrows_report::page;
use narrows_verdict::{CasebookSelection, casebook};

use crate::args;
use crate::destination::OutputFileKind;
use crate::failure::{CommandFailure, ProgramExit, Result};
use crate::output::CliOutput;

pub fn run(args: &args::CasebookArgs, output: &CliOutput) -> Result<ProgramExit> {
    let html = output.destination(args.html.as_deref(), OutputFileKind::Report, args.force)?;
    let book =
        if args.published { CasebookSelection::Published } else { CasebookSelection::WriteUps };
    let book = casebook(book, &args.words, &output.localizer);
    if book.rows.is_empty() {
        let words = args.words.join(" ");
        return Err(CommandFailure::usage(
            Message::new("report-casebook-nothing").with("words", words),
        ));
    }
    let page = || page::casebook(&book, &output.localizer);
    output.html(html, &book, page)?;
    output.result(&book, page)?;
    Ok(ProgramExit::Ok)
}
