//! The serial number of each drive, typed by whoever knows what is on it.

use std::io::{self, BufRead, IsTerminal};

use narrows_build::Wanted;
use narrows_messages::Message;
use narrows_record::build::Build as Document;

use super::answers::Answers;
use crate::failure::{Exit, Failure};
use crate::output::Output;

/// What was typed: on the command line, in a file, or now, after all of it was shown. Where a file answers, nobody is
/// asked.
///
/// # Errors
///
/// A drive's was not typed.
pub fn serials(
    wanted: &Wanted,
    answers: &Answers,
    document: &Document,
    output: &Output,
) -> Result<Vec<String>, Failure> {
    let mut typed = answers.serials.clone();
    let missing: Vec<_> =
        wanted.members.iter().filter(|member| !answers.has(&member.serial)).collect();
    if missing.is_empty() {
        return Ok(typed);
    }
    if let Some(open) = answers.open(&document.questions) {
        super::show(document, output)?;
        return Err(open);
    }
    if !(io::stdin().is_terminal() && io::stderr().is_terminal()) {
        super::show(document, output)?;
        let names: Vec<&str> = missing.iter().map(|member| member.name.as_str()).collect();
        let what = Message::new("build-serials-missing").with("drives", names.join(", "));
        return Err(Failure { exit: Exit::Refused, what });
    }
    for step in &document.steps {
        output.prompt(&Message::new("build-prompt-step").with("command", &step.command));
    }
    let mut answers = io::stdin().lock().lines();
    for member in missing {
        let holds = if member.holds.is_empty() { "-".to_owned() } else { member.holds.join(", ") };
        let question = Message::new("build-type-serial").with("drive", &member.path);
        output.prompt(&question.with("name", &member.name).with("holds", holds));
        let answer = answers.next().and_then(Result::ok).unwrap_or_default();
        let answer = answer.trim().to_owned();
        if answer != member.serial {
            let what = Message::new("build-serial-other").with("drive", &member.name);
            return Err(Failure { exit: Exit::Refused, what });
        }
        typed.push(answer);
    }
    Ok(typed)
}
