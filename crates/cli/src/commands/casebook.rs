//! `narrows casebook`: the published machines, drawn, beside our predictions. Needs no hardware.

use narrows_messages::Message;
use narrows_report::{html, text};
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
    if let Some(page) = html {
        page.write(html::casebook(&book, &output.localizer).as_bytes())?;
    }
    output.result(&book, || text::casebook(&book, &output.localizer, &output.style))?;
    Ok(Exit::Ok)
}
