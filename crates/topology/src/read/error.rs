//! Errors of an input and their position.

use narrows_messages::Message;

/// An input that cannot be read.
#[derive(Clone, Debug, PartialEq)]
pub struct ReadError {
    pub place: TextPosition,
    pub problem: Message,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TextPosition {
    Whole,
    /// A line, counted from 1.
    Line(usize),
    /// A line and column, both counted from 1.
    Column(usize, usize),
    Entry(String),
}

impl ReadError {
    pub fn whole(problem: Message) -> Self {
        Self { place: TextPosition::Whole, problem }
    }

    /// An error in a line, counted from 1.
    pub fn line(line: usize, problem: Message) -> Self {
        Self { place: TextPosition::Line(line), problem }
    }
}
