//! The machine file: a machine described by hand, in TOML (`schema = "narrows.machine/1"`).
//!
//! `docs/machine-file.md` describes it for people. `raw` is the file as written, `build` makes
//! a machine of it and finds what contradicts itself. Every error names line and column.

mod build;
mod raw;

use narrows_messages::Message;
use narrows_model::Machine;
use narrows_topology::read::{Place, ReadError};

use crate::schema;

/// Drives that the `count`s of a file may add up to; more are a slip of the pen.
pub const MAX_COUNT: u32 = 65_536;

/// A machine file, read.
#[derive(Clone, Debug, PartialEq)]
pub struct MachineFile {
    /// What it is called.
    pub name: Option<String>,
    /// The machine.
    pub machine: Machine,
}

/// Reads a machine file.
pub fn read(text: &str) -> Result<MachineFile, ReadError> {
    let file: raw::File = toml::from_str(text).map_err(|error| toml_error(text, &error))?;
    let lines = Lines { text };
    if file.schema.get_ref() != schema::MACHINE {
        let problem = Message::new("machine-schema")
            .with("found", file.schema.get_ref())
            .with("wanted", schema::MACHINE);
        return Err(lines.error(&file.schema, problem));
    }
    build::build(&file, &lines)
}

fn toml_error(text: &str, error: &toml::de::Error) -> ReadError {
    let place = error.span().map_or(Place::Whole, |span| place(text, span.start));
    // The reader's own words can run over several lines with a picture of the place.
    let said = error.message().lines().next().unwrap_or_default().to_owned();
    ReadError { place, problem: Message::new("machine-toml").with("problem", said) }
}

/// Turns the places that values were read from into lines and columns.
pub(crate) struct Lines<'a> {
    text: &'a str,
}

impl Lines<'_> {
    /// An error at the place of `value`.
    fn error<T>(&self, value: &toml::Spanned<T>, problem: Message) -> ReadError {
        ReadError { place: place(self.text, value.span().start), problem }
    }
}

fn place(text: &str, offset: usize) -> Place {
    let before = text.get(..offset).unwrap_or(text);
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
    Place::Column(line, column)
}

#[cfg(test)]
mod tests;
