//! `narrows casebook`: the published machines, drawn, beside our predictions. Needs no hardware.

use narrows_messages::Message;
use narrows_report::page;
use narrows_verdict::{Book, casebook};

use crate::args;
use crate::destination::Kind;
use crate::failure::{Exit, Failure};
use crate::output::Output;

pub fn run(args: &args::Casebook, output: &Output) -> Result<Exit, Failure> {
    let html = output.destination(args.html.as_deref(), Kind::Report, args.force)?;
    let book = if args.published { Book::Published } else { Book::WriteUps };
    let book = casebook(book, &args.words, &output.localizer);
    if book.rows.is_empty() {
        let words = args.words.join(" ");
        return Err(Failure::usage(Message::new("report-casebook-nothing").with("words", words)));
    }
    let page = || page::casebook(&book, &output.localizer);
    if let Some(file) = html {
        file.write(page().html(&book, &output.localizer).as_bytes())?;
    }
    output.result(&book, page)?;
    Ok(Exit::Ok)
}
