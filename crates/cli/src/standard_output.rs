//! Standard output: whether there is one, and whether the output got there.

use std::io::{self, BufWriter, Write};

use narrows_messages::{Localizer, Message};
use narrows_record::words;
use serde::Serialize;

use crate::failure::{CommandFailure, Result};
use crate::platform::streams;

/// Whether there is a standard output.
pub fn check() -> Result<()> {
    if streams::is_stdout_closed() {
        Err(CommandFailure::new(Message::new("cli-stdout-closed")))
    } else {
        Ok(())
    }
}

pub fn put(bytes: &[u8]) -> io::Result<()> {
    // Output on a screen that closes is lost.
    streams::close_screen();
    let mut stdout = io::stdout().lock();
    stdout.write_all(bytes)?;
    stdout.flush()
}

/// Text for people. A reader that closes the pipe early is no failure of ours.
pub fn say(text: &str) -> Result<()> {
    check()?;
    ended(put(text.as_bytes()))
}

/// A document as JSON, its messages localized, written while it is made: it may be larger than its source.
pub fn json(document: &impl Serialize, localizer: &Localizer) -> Result<()> {
    check()?;
    streams::close_screen();
    let mut stdout = BufWriter::new(io::stdout().lock());
    match words::write_escaped(&mut stdout, document, localizer) {
        Err(error) if !error.is_io() => {
            Err(CommandFailure::new(Message::new("cli-json-failed").with("why", error)))
        }
        Err(error) => ended(Err(error.into())),
        Ok(()) => ended(writeln!(stdout).and_then(|()| stdout.flush())),
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
