//! What is wrong with a command line, in its reader's language.
//!
//! clap's errors are English. Those that a slip leads to are worded here; the others stay clap's.

use std::error::Error;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use narrows_messages::Message;

/// The commands that take this option; `None` if none does, or so many that naming them helps little.
fn takers(word: &str, all: &clap::Command) -> Option<String> {
    const MOST: usize = 4;
    let name = word.trim_start_matches('-').split('=').next()?;
    let takes = |command: &&clap::Command| {
        !command.is_hide_set() && command.get_arguments().any(|arg| arg.get_long() == Some(name))
    };
    let takers: Vec<&str> = all.get_subcommands().filter(takes).map(|it| it.get_name()).collect();
    (!takers.is_empty() && takers.len() <= MOST).then(|| takers.join(", "))
}

/// Whether a command such as `narrows see` takes a source as it is.
fn takes_source(command: &str, program: &clap::Command) -> bool {
    let verb = command.split(' ').nth(1).and_then(|verb| program.find_subcommand(verb));
    verb.is_some_and(|verb| verb.get_positionals().any(|it| it.get_id() == "source"))
}

/// What is wrong, and where to look it up; `None` if only clap has words for it.
pub fn slip(error: &clap::Error, program: &clap::Command) -> Option<[Message; 2]> {
    let text = |kind| match error.get(kind)? {
        ContextValue::String(text) => Some(text.clone()),
        ContextValue::StyledStr(text) => Some(text.to_string()),
        ContextValue::Strings(all) => Some(all.join(", ")),
        _ => None,
    };
    let usage = text(ContextKind::Usage).unwrap_or_default();
    let words = usage.split_whitespace().skip_while(|word| !word.starts_with("narrows"));
    let command: Vec<&str> = words.take_while(|word| !word.starts_with(['[', '<', '-'])).collect();
    let command = if command.is_empty() { "narrows".to_owned() } else { command.join(" ") };
    let near = |plain: &'static str, with_near: &'static str, kind| match text(kind) {
        Some(near) => Message::new(with_near).with("near", near),
        None => Message::new(plain),
    };
    let option = || text(ContextKind::InvalidArg);
    let message = match error.kind() {
        ErrorKind::UnknownArgument => {
            let word = option()?;
            let message = match word.as_str() {
                // The commands that measure take it; the others take a source as it is.
                "--on" if takes_source(&command, program) => Message::new("slip-on"),
                it if it.starts_with('-') => match takers(it, program) {
                    None => near("slip-option", "slip-option-near", ContextKind::SuggestedArg),
                    Some(others) => Message::new("slip-option-elsewhere").with("others", others),
                },
                _ => Message::new("slip-word"),
            };
            message.with("word", word)
        }
        ErrorKind::InvalidSubcommand => {
            near("slip-command", "slip-command-near", ContextKind::SuggestedSubcommand)
                .with("word", text(ContextKind::InvalidSubcommand)?)
        }
        ErrorKind::InvalidValue => {
            let (value, option) = (text(ContextKind::InvalidValue)?, option()?);
            let message = match (value.as_str(), text(ContextKind::ValidValue)) {
                ("", _) => Message::new("slip-no-value"),
                (_, None) => return None,
                (_, Some(values)) => Message::new("slip-value").with("values", values),
            };
            message.with("value", value).with("word", option)
        }
        ErrorKind::ValueValidation => Message::new("slip-value-why")
            .with("value", text(ContextKind::InvalidValue)?)
            .with("word", option()?)
            .with("why", error.source()?.to_string()),
        ErrorKind::MissingRequiredArgument => Message::new("slip-missing").with("word", option()?),
        ErrorKind::ArgumentConflict => {
            let (word, other) = (option()?, text(ContextKind::PriorArg)?);
            let id = if word == other { "slip-twice" } else { "slip-conflict" };
            Message::new(id).with("word", word).with("other", other)
        }
        _ => return None,
    };
    let help = Message::new("slip-help").with("command", command.clone());
    Some([message.with("command", command), help])
}
