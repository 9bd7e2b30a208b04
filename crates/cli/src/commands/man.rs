//! The man page and shell completions, from the one declaration of the command line.

use clap_mangen::Man;
use narrows_messages::Message;

use crate::args::{self, Completions};
use crate::failure::{Exit, Failure};
use crate::output::Output;

pub fn man(output: &Output) -> Result<Exit, Failure> {
    let mut page = Vec::new();
    Man::new(args::command(&output.localizer))
        .render(&mut page)
        .map_err(|error| Failure::new(Message::new("cli-stdout-failed").with("why", error)))?;
    output.print(&String::from_utf8_lossy(&page))?;
    Ok(Exit::Ok)
}

pub fn completions(args: &Completions, output: &Output) -> Result<Exit, Failure> {
    let mut script = Vec::new();
    let mut command = args::command(&output.localizer);
    clap_complete::generate(args.shell, &mut command, "narrows", &mut script);
    output.print(&String::from_utf8_lossy(&script))?;
    Ok(Exit::Ok)
}
