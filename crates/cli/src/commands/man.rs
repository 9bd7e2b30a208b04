//! The man page and shell completions, from the one declaration of a binary's command line.

use clap_complete_nushell::Nushell;
use clap_mangen::Man;
use narrows_messages::Message;

use crate::args::{CompletionsArgs, Shell};
use crate::failure::{CommandFailure, ProgramExit, Result};
use crate::output::CliOutput;

pub fn man(command: clap::Command, output: &CliOutput) -> Result<ProgramExit> {
    let mut page = Vec::new();
    Man::new(command).render(&mut page).map_err(|error| {
        CommandFailure::new(Message::new("cli-stdout-failed").with("why", error))
    })?;
    output.print(&String::from_utf8_lossy(&page))?;
    Ok(ProgramExit::Ok)
}

pub fn completions(
    mut command: clap::Command,
    args: &CompletionsArgs,
    output: &CliOutput,
) -> Result<ProgramExit> {
    let mut script = Vec::new();
    let name = command.get_name().to_owned();
    let known = match args.shell {
        Shell::Bash => clap_complete::Shell::Bash,
        Shell::Elvish => clap_complete::Shell::Elvish,
        Shell::Fish => clap_complete::Shell::Fish,
        Shell::Powershell => clap_complete::Shell::PowerShell,
        Shell::Zsh => clap_complete::Shell::Zsh,
        Shell::Nushell => {
            clap_complete::generate(Nushell, &mut command, name, &mut script);
            return printed(&script, output);
        }
    };
    clap_complete::generate(known, &mut command, name, &mut script);
    printed(&script, output)
}

fn printed(script: &[u8], output: &CliOutput) -> Result<ProgramExit> {
    output.print(&String::from_utf8_lossy(script))?;
    Ok(ProgramExit::Ok)
}
