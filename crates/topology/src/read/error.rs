//! What is wrong with an input, and where in it.

use narrows_messages::Message;

/// An input that cannot be read.
#[derive(Clone, Debug, PartialEq)]
pub struct ReadError {
    /// Where in the input.
    pub place: Place,
    /// What is wrong, and what would help.
    pub problem: Message,
}

/// A place in an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// The input as a whole.
    Whole,
    /// A line, counted from 1.
    Line(usize),
    /// A line and column, both counted from 1.
    Column(usize, usize),
    /// An entry of an archive or directory.
    Entry(String),
}

impl ReadError {
    /// Something wrong with the input as a whole.
    pub fn whole(problem: Message) -> Self {
        Self { place: Place::Whole, problem }
    }

    /// Something wrong in a line, counted from 1.
    pub fn line(line: usize, problem: Message) -> Self {
        Self { place: Place::Line(line), problem }
    }
}
