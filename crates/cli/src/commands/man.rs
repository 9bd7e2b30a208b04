//! The man page and shell completions, from the one declaration of a binary's command line.

use clap_mangen::Man;
use narrows_messages::Message;

use crate::args::Completions;
use crate::failure::{Exit, Failure};
use crate::output::Output;

/// Prints the man page.
///
/// # Errors
///
/// Standard output cannot be written.
pub fn man(command: clap::Command, output: &Output) -> Result<Exit, Failure> {
    let mut page = Vec::new();
    Man::new(command)
        .render(&mut page)
        .map_err(|error| Failure::new(Message::new("cli-stdout-failed").with("why", error)))?;
    output.print(&String::from_utf8_lossy(&page))?;
    Ok(Exit::Ok)
}

/// Prints what a shell completes.
///
/// # Errors
///
/// Standard output cannot be written.
pub fn completions(
    mut command: clap::Command,
    args: &Completions,
    output: &Output,
) -> Result<Exit, Failure> {
    let mut script = Vec::new();
    let name = command.get_name().to_owned();
    clap_complete::generate(args.shell, &mut command, name, &mut script);
    output.print(&String::from_utf8_lossy(&script))?;
    Ok(Exit::Ok)
}
