//! `narrows casebook`: the published machines, drawn, beside our predictions. Needs no hardware.

use narrows_messages::Message;
use narrows_report::{html, text};
use narrows_verdict::{Book, casebook};

use crate::args;
use crate::failure::{Exit, Failure};
use crate::output::{self, Output};

pub fn run(args: &args::Casebook, output: &Output) -> Result<Exit, Failure> {
    let book = if args.published { Book::Published } else { Book::WriteUps };
    let book = casebook(book, &args.words, &output.speaker);
    if book.rows.is_empty() {
        let words = args.words.join(" ");
        return Err(Failure::usage(Message::new("report-casebook-nothing").with("words", words)));
    }
    if let Some(path) = &args.html {
        output::write_file(path, html::casebook(&book, &output.speaker).as_bytes())?;
    }
    output.result(&book, || text::casebook(&book, &output.speaker, &output.style))?;
    Ok(Exit::Ok)
}
