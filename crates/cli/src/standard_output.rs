//! Standard output: whether there is one, and whether the output got there.

use std::io::{self, BufWriter, Write};

use narrows_messages::{Localizer, Message, escape_json};
use narrows_record::words::{self, LocalizingFormatter};
use serde::Serialize;
use serde_json::ser::{Formatter, PrettyFormatter};

use crate::failure::{CommandFailure, Result};
use crate::platform::streams;

/// Whether there is a standard output.
pub fn check() -> Result<()> {
    match streams::is_stdout_closed() {
        true => Err(CommandFailure::new(Message::new("cli-stdout-closed"))),
        false => Ok(()),
    }
}

/// Writes bytes, all the way out.
pub fn put(bytes: &[u8]) -> io::Result<()> {
    // Output on a screen that closes is lost.
    streams::close_screen();
    let mut stdout = io::stdout().lock();
    stdout.write_all(bytes)?;
    stdout.flush()
}

/// Text for people. A reader that has seen enough and went away is no failure of ours.
pub fn say(text: &str) -> Result<()> {
    check()?;
    ended(put(text.as_bytes()))
}

/// A document as JSON, its messages localized, written while it is made: it may be larger than its source.
pub fn json(document: &impl Serialize, localizer: &Localizer) -> Result<()> {
    check()?;
    streams::close_screen();
    let mut stdout = BufWriter::new(io::stdout().lock());
    let formatter = LocalizingFormatter::new(EscapingFormatter(PrettyFormatter::new()), localizer);
    match words::write(&mut stdout, document, formatter) {
        Err(error) if !error.is_io() => {
            Err(CommandFailure::new(Message::new("cli-json-failed").with("why", error)))
        }
        Err(error) => ended(Err(error.into())),
        Ok(()) => ended(writeln!(stdout).and_then(|()| stdout.flush())),
    }
}

/// JSON on separate lines, in which names cannot control a terminal: such characters are escaped.
struct EscapingFormatter<'a>(PrettyFormatter<'a>);

impl Formatter for EscapingFormatter<'_> {
    fn write_string_fragment<W: ?Sized + Write>(
        &mut self,
        to: &mut W,
        text: &str,
    ) -> io::Result<()> {
        to.write_all(escape_json(text).as_bytes())
    }

    fn begin_array<W: ?Sized + Write>(&mut self, to: &mut W) -> io::Result<()> {
        self.0.begin_array(to)
    }

    fn end_array<W: ?Sized + Write>(&mut self, to: &mut W) -> io::Result<()> {
        self.0.end_array(to)
    }

    fn begin_array_value<W: ?Sized + Write>(&mut self, to: &mut W, first: bool) -> io::Result<()> {
        self.0.begin_array_value(to, first)
    }

    fn end_array_value<W: ?Sized + Write>(&mut self, to: &mut W) -> io::Result<()> {
        self.0.end_array_value(to)
    }

    fn begin_object<W: ?Sized + Write>(&mut self, to: &mut W) -> io::Result<()> {
        self.0.begin_object(to)
    }

    fn end_object<W: ?Sized + Write>(&mut self, to: &mut W) -> io::Result<()> {
        self.0.end_object(to)
    }

    fn begin_object_key<W: ?Sized + Write>(&mut self, to: &mut W, first: bool) -> io::Result<()> {
        self.0.begin_object_key(to, first)
    }

    fn begin_object_value<W: ?Sized + Write>(&mut self, to: &mut W) -> io::Result<()> {
        self.0.begin_object_value(to)
    }

    fn end_object_value<W: ?Sized + Write>(&mut self, to: &mut W) -> io::Result<()> {
        self.0.end_object_value(to)
    }
}

/// Result of writing for people.
pub fn ended(written: io::Result<()>) -> Result<()> {
    match written {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(CommandFailure::new(Message::new("cli-stdout-failed").with("why", error)))
        }
        _ => Ok(()),
    }
}
