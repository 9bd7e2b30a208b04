//! `narrows hosts`: hands its words on to `narrows-hosts`, the program for many hosts, which takes this one's place.

use std::ffi::OsString;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use narrows_host::programs;
use narrows_messages::Message;

use crate::args::{self, HostsPassthrough};
use crate::failure::{CommandFailure, ProgramExit, Result};
use crate::output::CliOutput;

const PROGRAM: &str = "narrows-hosts";

/// Returns only if there is no such program, or it cannot be started.
pub fn run(args: &HostsPassthrough, output: &CliOutput) -> Result<ProgramExit> {
    match program() {
        Ok(program) => Err(replaced_by(&program, words(std::env::args_os().skip(1)))),
        Err(missing) if args.help => help(&missing, output),
        Err(missing) => Err(CommandFailure::new(missing)),
    }
}

/// Hands on a command of `narrows` that has turned out to be about several machines, word by word.
pub fn run_on() -> Result<ProgramExit> {
    let program = program().map_err(CommandFailure::new)?;
    Err(replaced_by(&program, std::env::args_os().skip(1).collect()))
}

fn program() -> Result<PathBuf, Message> {
    let own = std::env::current_exe().unwrap_or_default();
    // A neighbour is of the same version; one from the search path may not be.
    let beside = own.with_file_name(PROGRAM);
    let program = programs::find(&beside.to_string_lossy()).or_else(|| programs::find(PROGRAM));
    program.ok_or_else(|| missing(&own))
}

fn replaced_by(program: &PathBuf, words: Vec<OsString>) -> CommandFailure {
    // `exec` returns only if it failed.
    let why = Command::new(program).args(words).exec();
    let what = Message::new("hosts-program-not-started").with("path", program.display());
    CommandFailure::new(what.with("why", why))
}

/// The command line without the verb, the first word that is no value of the option before it.
fn words(given: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut words: Vec<OsString> = given.collect();
    let is_verb = |at: &usize| words[*at] == "hosts" && (*at == 0 || words[at - 1] != "--catalog");
    let verb = (0..words.len()).find(is_verb);
    verb.map(|at| words.remove(at));
    words
}

fn missing(own: &Path) -> Message {
    let folder = own.parent().unwrap_or(own).display();
    Message::new("hosts-program-missing").with("program", PROGRAM).with("folder", folder)
}

fn help(missing: &Message, output: &CliOutput) -> Result<ProgramExit> {
    let mut narrows = args::command(&output.localizer);
    // Subcommands have the global options and their full names only once built.
    narrows.build();
    let help = narrows.find_subcommand_mut("hosts").map(|it| it.render_help().to_string());
    let help = help.unwrap_or_default();
    output.print(&format!("{}\n\n{}", help.trim_end(), output.localizer.say(missing)))?;
    Ok(ProgramExit::Ok)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_verb_is_left_out() {
        let left = |line: &str| {
            let words = words(line.split(' ').map(OsString::from)).into_iter();
            words.map(|word| word.into_string().unwrap()).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(left("hosts explain --target hosts"), "explain --target hosts");
        assert_eq!(left("--lang ja hosts --json see"), "--lang ja --json see");
        assert_eq!(left("--catalog hosts --json hosts see"), "--catalog hosts --json see");
    }
}
