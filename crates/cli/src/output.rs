//! Where results and progress go: stdout and stderr, in which language, width and colour.

use std::fs::File;
use std::io::{self, IsTerminal, Write};
use std::path::Path;

use narrows_messages::{Language, Message, Speaker};
use narrows_report::Style;
use serde::Serialize;

use crate::args::Common;
use crate::failure::{Exit, Failure};

/// The speaker for the language asked for, else the locale's, else English. `--lang` is looked for
/// before the command line is parsed, because `--help` speaks too.
pub fn speaker() -> Speaker {
    let asked = asked_language(std::env::args());
    let locale = || sys_locale::get_locale().and_then(|tag| Language::from_tag(&tag));
    Speaker::new(asked.or_else(locale).unwrap_or_default())
}

fn asked_language(args: impl Iterator<Item = String>) -> Option<Language> {
    let args: Vec<String> = args.take_while(|arg| arg != "--").collect();
    let joined = args.iter().find_map(|arg| arg.strip_prefix("--lang="));
    let apart = || args.windows(2).find(|pair| pair[0] == "--lang").map(|pair| pair[1].as_str());
    Language::from_tag(joined.or_else(apart)?)
}

/// The way out.
pub struct Output {
    pub speaker: Speaker,
    pub json: bool,
    pub quiet: bool,
    pub style: Style,
}

impl Output {
    pub fn new(common: &Common, speaker: Speaker) -> Self {
        let terminal = io::stdout().is_terminal();
        let no_colour = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let style = Style {
            colour: terminal && !no_colour,
            width: terminal_width().unwrap_or(100),
            unicode: !common.ascii && is_utf8_locale(),
        };
        Self { speaker, json: common.json, quiet: common.quiet, style }
    }

    /// A result: the document as JSON, or the text made of it.
    pub fn result(
        &self,
        document: &impl Serialize,
        text: impl FnOnce() -> String,
    ) -> Result<(), Failure> {
        if self.json {
            let json = serde_json::to_string_pretty(document).map_err(|error| {
                Failure::new(Message::new("cli-json-failed").with("why", error))
            })?;
            return self.print(&json);
        }
        self.print(&text())
    }

    /// Text on stdout with a line end. A reader that has gone away is no failure of ours.
    pub fn print(&self, text: &str) -> Result<(), Failure> {
        let mut stdout = io::stdout().lock();
        let end = if text.ends_with('\n') { "" } else { "\n" };
        let written = write!(stdout, "{text}{end}").and_then(|()| stdout.flush());
        match written {
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
                Err(Failure::new(Message::new("cli-stdout-failed").with("why", error)))
            }
            _ => Ok(()),
        }
    }

    /// A remark on stderr, unless quiet.
    pub fn remark(&self, message: &Message) {
        if !self.quiet {
            say_aside(&self.speaker.say(message));
        }
    }

    /// Says why a verb failed.
    pub fn fail(&self, failure: &Failure) -> Exit {
        say_aside(&format!("narrows: {}", self.speaker.say(&failure.what)));
        failure.exit
    }
}

/// A line on stderr. That nobody listens there is no reason to stop.
fn say_aside(line: &str) {
    let _ = writeln!(io::stderr(), "{line}");
}

/// Writes a file that the user named.
pub fn write_file(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    put(path, bytes).map_err(|error| {
        let what = Message::new("cli-cannot-write").with("path", path.display());
        Failure::new(what.with("why", error))
    })
}

/// A file that was not there before and cannot be written whole is taken away again.
fn put(path: &Path, bytes: &[u8]) -> io::Result<()> {
    match File::create_new(path) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => std::fs::write(path, bytes),
        Err(error) => Err(error),
        Ok(mut file) => file.write_all(bytes).inspect_err(|_| {
            let _ = std::fs::remove_file(path);
        }),
    }
}

fn terminal_width() -> Option<usize> {
    let columns = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    let asked = || rustix::termios::tcgetwinsize(io::stdout()).ok().map(|size| size.ws_col.into());
    columns.or_else(asked).filter(|width| *width >= 40)
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
