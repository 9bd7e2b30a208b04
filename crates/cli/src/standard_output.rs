//! Standard output: whether there is one, and that what was written got there.

use std::io::{self, Write};

use narrows_messages::Message;

use crate::failure::Failure;
use crate::platform::streams;

/// Whether there is a standard output.
///
/// # Errors
///
/// There is none.
pub fn check() -> Result<(), Failure> {
    match streams::is_stdout_closed() {
        true => Err(Failure::new(Message::new("cli-stdout-closed"))),
        false => Ok(()),
    }
}

/// Writes bytes, all the way out.
///
/// # Errors
///
/// They did not get there.
pub fn put(bytes: &[u8]) -> io::Result<()> {
    // What is said on a screen that closes is lost.
    streams::close_screen();
    let mut stdout = io::stdout().lock();
    stdout.write_all(bytes)?;
    stdout.flush()
}

/// Text for people. A reader that has seen enough and went away is no failure of ours.
///
/// # Errors
///
/// It did not get there.
pub fn say(text: &str) -> Result<(), Failure> {
    check()?;
    ended(put(text.as_bytes()))
}

/// What writing for people came to.
///
/// # Errors
///
/// It did not get there.
pub fn ended(written: io::Result<()>) -> Result<(), Failure> {
    match written {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(Failure::new(Message::new("cli-stdout-failed").with("why", error)))
        }
        _ => Ok(()),
    }
}
