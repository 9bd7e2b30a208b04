//! The serial number of each drive, typed by someone who knows its contents; for a drive with data that no
//! signature explains, the words for that, too.

use std::io::{self, BufRead, IsTerminal};

use narrows_array::build::{ArrayRequest, UNKNOWN_DATA};
use narrows_messages::Message;
use narrows_record::build::BuildDocument as Document;

use super::answers::BuildAnswers;
use crate::failure::{CommandFailure, Result};
use crate::output::CliOutput;

/// Serial numbers typed on the command line, in a file, or now, after everything was shown. If a file answers, there are
/// no questions.
pub fn serials(
    wanted: &ArrayRequest,
    answers: &BuildAnswers,
    document: &Document,
    output: &CliOutput,
) -> Result<Vec<String>> {
    let mut typed = answers.serials.clone();
    let missing: Vec<_> =
        wanted.members.iter().filter(|member| !answers.has(&member.serial)).collect();
    let is_unconfirmed = !answers.may_lose_unknown();
    let unknown: Vec<_> = wanted
        .members
        .iter()
        .filter(|member| is_unconfirmed && member.holds_unknown_data())
        .collect();
    if missing.is_empty() && unknown.is_empty() {
        return Ok(typed);
    }
    if let Some(open) = answers.open(&document.questions) {
        super::show(document, output)?;
        return Err(open);
    }
    // Questions go to standard error: unless both are a terminal, they could go unread.
    if !(io::stdin().is_terminal() && io::stderr().is_terminal()) {
        super::show(document, output)?;
        let (id, drives) = if missing.is_empty() {
            ("build-words-missing", &unknown)
        } else {
            ("build-serials-missing", &missing)
        };
        let names: Vec<&str> = drives.iter().map(|member| member.name.as_str()).collect();
        let what = Message::new(id).with("drives", names.join(", ")).with("words", UNKNOWN_DATA);
        return Err(CommandFailure::refused(what));
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
            return Err(CommandFailure::refused(what));
        }
        typed.push(answer);
    }
    for member in unknown {
        let question = Message::new("build-type-words").with("drive", &member.path);
        output.prompt(&question.with("name", &member.name).with("words", UNKNOWN_DATA));
        let answer = answers.next().and_then(Result::ok).unwrap_or_default();
        if answer.trim() != UNKNOWN_DATA {
            let what = Message::new("build-words-other").with("drive", &member.name);
            return Err(CommandFailure::refused(what));
        }
    }
    Ok(typed)
}
