//! Where results and progress go: stdout and stderr, in which language, width and colour.

use std::cell::Cell;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use clap::Args as ClapArgs;
use narrows_messages::{Language, Localizer, Message, clean_lines};
use narrows_report::page::posted;
use narrows_report::{Page, Style};
use serde::Serialize;

use crate::destination::{Destination, OutputFileKind};
use crate::failure::{CommandFailure, ProgramExit, Result};
use crate::platform::streams;
use crate::slip::slip;
use crate::{standard_output, version};

#[derive(Debug, ClapArgs)]
pub struct CommonArgs {
    #[arg(long, global = true)]
    pub json: bool,
    #[arg(long, global = true, conflicts_with = "json")]
    pub markdown: bool,
    #[arg(long, global = true, conflicts_with_all = ["json", "markdown"])]
    pub text: bool,
    #[arg(long, global = true, value_name = "LANGUAGE", value_parser = language)]
    pub lang: Option<String>,
    #[arg(short, long, global = true)]
    pub verbose: bool,
    #[arg(long, global = true)]
    pub quiet: bool,
    #[arg(long, global = true)]
    pub ascii: bool,
    #[arg(
        long,
        global = true,
        visible_alias = "colour",
        value_name = "WHEN",
        default_value = "auto"
    )]
    pub color: TerminalChoice,
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto", num_args = 0..=1)]
    #[arg(require_equals = true, default_missing_value = "always")]
    pub live: TerminalChoice,
    #[arg(long, global = true, value_name = "DIRECTORY")]
    pub catalog: Option<PathBuf>,
    #[arg(long, global = true)]
    pub any_size: bool,
}

/// When to do something that a terminal may be unfit for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum TerminalChoice {
    #[default]
    Auto,
    Always,
    Never,
}

impl TerminalChoice {
    /// Whether to do it, given the automatic choice.
    pub fn or(self, by_itself: impl FnOnce() -> bool) -> bool {
        match self {
            Self::Auto => by_itself(),
            Self::Always => true,
            Self::Never => false,
        }
    }
}

/// A known language, looked for before parsing, so that `--help` is in it too.
fn language(text: &str) -> Result<String, String> {
    let tags = || Language::ALL.map(Language::tag).join(" or ");
    Language::from_tag(text).map(|_| text.to_owned()).ok_or_else(tags)
}

/// The localizer for the requested language, else the locale's, else English. `--lang` is looked up
/// before the command line is parsed, because `--help` is localized too.
pub fn localizer() -> Localizer {
    let named = asked_language(command_line().into_iter());
    let locale = || sys_locale::get_locale().and_then(|tag| Language::from_tag(&tag));
    Localizer::new(named.or_else(locale).unwrap_or_default())
}

fn asked_language(args: impl Iterator<Item = String>) -> Option<Language> {
    let args: Vec<String> = args.take_while(|arg| arg != "--").collect();
    let joined = args.iter().find_map(|arg| arg.strip_prefix("--lang="));
    let apart = || args.windows(2).find(|pair| pair[0] == "--lang").map(|pair| pair[1].as_str());
    Language::from_tag(joined.or_else(apart)?)
}

/// The words of the command line; invalid UTF-8 in them is replaced.
pub fn command_line() -> Vec<String> {
    std::env::args_os().map(|word| word.to_string_lossy().into_owned()).collect()
}

/// Words that clap writes into help by itself, and their messages.
const CLAP_WORDS: [(&str, &str); 7] = [
    ("[OPTIONS]", "clap-options"),
    ("[COMMAND]", "clap-command"),
    ("[default:", "clap-default"),
    ("[possible values:", "clap-values"),
    ("Possible values:", "clap-each-value"),
    ("[alias:", "clap-alias"),
    ("[aliases:", "clap-alias"),
];

/// A help text with clap's own words in the reader's language.
fn help_in_words(text: &str, localizer: &Localizer) -> String {
    CLAP_WORDS
        .iter()
        .fold(text.to_owned(), |text, (words, id)| replaced(&text, words, &localizer.text(id)))
}

/// The text with `by` in place of these words, which may be broken over lines.
fn replaced(text: &str, words: &str, by: &str) -> String {
    let mut parts = words.split(' ');
    let first = parts.next().unwrap_or_default();
    let mut all = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(first) {
        let behind = &rest[at + first.len()..];
        let end =
            parts.clone().try_fold(behind, |behind, part| behind.trim_start().strip_prefix(part));
        let (kept, after) = match end {
            Some(after) => (by, after),
            None => (first, behind),
        };
        all.push_str(&rest[..at]);
        all.push_str(kept);
        rest = after;
    }
    all + rest
}

/// clap's output instead of a command to carry out: help, the version of a build with these features, or the
/// error in the command line.
pub fn answer(
    answer: &clap::Error,
    program: &clap::Command,
    features: &[&str],
    localizer: &Localizer,
) -> ProgramExit {
    if answer.use_stderr() {
        if let Some([what, help]) = slip(answer, program) {
            say_aside(&format!("narrows: {}\n{}", localizer.say(&what), localizer.say(&help)));
            return ProgramExit::Usage;
        }
        let text = answer.render().to_string();
        // clap repeats arguments in its errors, and one could hold a control character.
        let cleaned = clean_lines(&text);
        if text == cleaned {
            // With clap's own colours.
            let _ = answer.print();
        } else {
            say_aside(cleaned.trim_end());
        }
        return ProgramExit::Usage;
    }
    let is_version = answer.kind() == clap::error::ErrorKind::DisplayVersion;
    let is_json = is_version && std::env::args_os().any(|word| word == "--json");
    let print = || {
        if is_json {
            writeln!(io::stdout(), "{:#}", version::of_this_build(features))
        } else {
            let text = help_in_words(&answer.render().ansi().to_string(), localizer);
            write!(anstream::AutoStream::auto(io::stdout()), "{text}")
        }
    };
    let printed = || print().and_then(|()| io::stdout().flush());
    match standard_output::check().and_then(|()| standard_output::ended(printed())) {
        Ok(()) => ProgramExit::Ok,
        Err(failure) => fail(&failure, localizer),
    }
}

/// The way out.
pub struct CliOutput {
    pub localizer: Localizer,
    pub json: bool,
    pub markdown: bool,
    /// Pages are plain text for forums.
    pub text: bool,
    pub verbose: bool,
    pub quiet: bool,
    /// When measurements are shown on a screen while they run.
    pub live: TerminalChoice,
    pub stderr_colour: bool,
    /// Machines of any size are taken on, however long it takes.
    pub any_size: bool,
    pub style: Style,
    /// A file goes to standard output, which then carries nothing else.
    is_taken: Cell<bool>,
}

impl CliOutput {
    pub fn new(common: &CommonArgs, localizer: Localizer) -> Self {
        // Any value but the empty one (no-color.org).
        let no_colour = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let is_wanted = |terminal: bool| terminal && !no_colour && !is_dumb();
        let stderr_colour = common.color.or(|| is_wanted(io::stderr().is_terminal()));
        let columns = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
        // Pages are laid out for 40 columns and more.
        let style = Style {
            colour: common.color.or(|| is_wanted(io::stdout().is_terminal())),
            width: columns.or_else(streams::columns).filter(|width| *width >= 40).unwrap_or(100),
            unicode: !common.ascii && is_utf8_locale(),
        };
        let is_taken = Cell::new(false);
        let CommonArgs { json, markdown, text, verbose, quiet, live, any_size, .. } = *common;
        Self {
            localizer,
            json,
            markdown,
            text,
            verbose,
            quiet,
            live,
            stderr_colour,
            any_size,
            style,
            is_taken,
        }
    }

    /// Destination of a requested file; judged before the work begins.
    pub fn destination(
        &self,
        path: Option<&Path>,
        kind: OutputFileKind,
        force: bool,
    ) -> Result<Option<Destination>> {
        let Some(path) = path else { return Ok(None) };
        let destination = Destination::judge(path, kind, force)?;
        if destination.is_standard_output() && self.is_taken.replace(true) {
            return Err(CommandFailure::usage(Message::new("cli-output-twice")));
        }
        Ok(Some(destination))
    }

    /// Writes the page of a document to the requested file, if there is one.
    pub fn html(
        &self,
        file: Option<Destination>,
        document: &impl Serialize,
        page: impl FnOnce() -> Page,
    ) -> Result<()> {
        let Some(file) = file else { return Ok(()) };
        file.write(page().html(document, &self.localizer).as_bytes())
    }

    /// A result: the document as JSON, or the page made of it.
    pub fn result(&self, document: &impl Serialize, page: impl FnOnce() -> Page) -> Result<()> {
        if self.is_taken.get() {
            return Ok(());
        }
        if self.json {
            return standard_output::json(document, &self.localizer);
        }
        let page = page();
        self.print(&match (self.markdown, self.text) {
            (true, _) => page.markdown(&self.localizer),
            (_, true) => page.text(&self.localizer, &posted::POSTED),
            _ if self.verbose => page.text(&self.localizer, &self.style),
            _ => page.brief(&self.localizer, &self.style),
        })
    }

    /// Lines of another program's form as the result, unless a file has standard output.
    pub fn lines(&self, lines: &str) -> Result<()> {
        if self.is_taken.get() { Ok(()) } else { self.print(lines) }
    }

    pub fn print(&self, text: &str) -> Result<()> {
        let end = if text.ends_with('\n') { "" } else { "\n" };
        standard_output::say(&format!("{text}{end}"))
    }

    pub fn remark(&self, message: &Message) {
        if !self.quiet {
            say_aside(&self.localizer.say(message));
        }
    }

    /// A question at the terminal, also when quiet.
    pub fn prompt(&self, message: &Message) {
        say_aside(&self.localizer.say(message));
    }

    pub fn fail(&self, failure: &CommandFailure) -> ProgramExit {
        fail(failure, &self.localizer)
    }
}

fn fail(failure: &CommandFailure, localizer: &Localizer) -> ProgramExit {
    say_aside(&format!("narrows: {}", localizer.say(&failure.what)));
    failure.exit
}

/// A line on stderr. A closed stderr is no reason to stop.
fn say_aside(line: &str) {
    streams::close_screen();
    let _ = writeln!(io::stderr(), "{line}");
}

/// A terminal that says it can do nothing but show characters.
pub fn is_dumb() -> bool {
    std::env::var_os("TERM").is_some_and(|terminal| terminal == "dumb")
}

/// Box-drawing characters need UTF-8; a C or POSIX locale promises none.
fn is_utf8_locale() -> bool {
    let set = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(set);
    locale.is_none_or(|locale| {
        let locale = locale.to_lowercase();
        locale.contains("utf-8") || locale.contains("utf8")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_replaced_over_line_ends() {
        let text = "a [possible\n    values: b] [possible c] [possible values: d";
        assert_eq!(replaced(text, "[possible values:", "[of:"), "a [of: b] [possible c] [of: d");
    }
}
