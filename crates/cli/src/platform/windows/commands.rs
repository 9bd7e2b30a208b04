//! The commands that ask this machine's drives: not on Windows yet.

use narrows_messages::Message;

use crate::args::explain::Explain;
use crate::args::{MainJob, Verb};
use crate::failure::{Exit, Failure};
use crate::output::Output;

/// Refuses such a command, and says what works.
///
/// # Errors
/// Always.
pub fn run(verb: Option<&Verb>, _: &MainJob, _: &Output) -> Result<Exit, Failure> {
    Err(Failure::new(Message::new(match verb {
        None => "windows-no-measuring",
        Some(_) => "windows-no-such-command",
    })))
}

/// `narrows explain` without kept figures, which would measure.
///
/// # Errors
/// Always.
pub fn explain(_: &Explain, _: &Output) -> Result<Exit, Failure> {
    Err(Failure::usage(Message::new("windows-explain-from")))
}
