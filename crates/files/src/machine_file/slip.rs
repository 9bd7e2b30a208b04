//! Errors at a place in the file, and suggestions for misspelt names.

use narrows_messages::Message;
use narrows_topology::read::{ReadError, TextPosition};

pub(crate) type Result<T, E = MachineFileSlip> = std::result::Result<T, E>;

/// Something wrong at a byte of the file.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct MachineFileSlip {
    at: usize,
    problem: Message,
    /// The place that it contradicts; its line goes into the message as `line`.
    other: Option<usize>,
}

/// A value with its byte offset in the file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct ValueAt<T> {
    pub value: T,
    pub at: usize,
}

/// A value that is in no file.
impl<T> From<T> for ValueAt<T> {
    fn from(value: T) -> Self {
        Self { value, at: 0 }
    }
}

pub(crate) type Name = ValueAt<String>;

/// Names longer than this are compared with nothing: that would take long.
const LONGEST_COMPARED: usize = 64;
/// Longest excerpt of the file in a message.
const LONGEST_SHOWN: usize = 60;

impl MachineFileSlip {
    pub fn new(at: usize, problem: Message) -> Self {
        Self { at, problem, other: None }
    }

    /// The same, naming the line that it contradicts.
    pub fn against(self, other: usize) -> Self {
        Self { other: Some(other), ..self }
    }

    /// The error, with lines and columns counted in `text`.
    pub fn into_error(self, text: &str) -> ReadError {
        let problem = match self.other {
            Some(other) => self.problem.with("line", line(text, other)),
            None => self.problem,
        };
        ReadError { place: place(text, self.at), problem }
    }
}

/// Error in a description that did not come from a file, so it has no line numbers.
impl From<MachineFileSlip> for Message {
    fn from(slip: MachineFileSlip) -> Self {
        match slip.other {
            Some(_) => slip.problem.with("line", "?"),
            None => slip.problem,
        }
    }
}

impl<T> ValueAt<T> {
    pub fn wrong(&self, problem: Message) -> MachineFileSlip {
        MachineFileSlip::new(self.at, problem)
    }

    /// Something else at the same place.
    pub fn with<U>(&self, value: U) -> ValueAt<U> {
        ValueAt { value, at: self.at }
    }
}

/// A message about `word`: `plain`, or `near` where a known word is nearly the same.
pub(crate) fn unknown<'a>(
    plain: &'static str,
    near: &'static str,
    word: &str,
    known: impl IntoIterator<Item = &'a str>,
) -> Message {
    match nearest(word, known) {
        Some(known) => Message::new(near).with("id", shown(word)).with("near", known),
        None => Message::new(plain).with("id", shown(word)),
    }
}

/// The known word with the fewest letters wrong, missing or swapped: at most one in three.
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let length = word.chars().count();
    if length > LONGEST_COMPARED {
        return None;
    }
    let most = length.div_ceil(3);
    // Lengths are in bytes, of which a letter with a mark has two.
    let likely = known.into_iter().filter(|known| known.len().abs_diff(word.len()) <= 2 * most);
    let rated = likely.map(|known| (distance(word, known), known));
    rated.filter(|(distance, _)| *distance <= most).min().map(|(_, known)| known)
}

fn distance(word: &str, known: &str) -> usize {
    strsim::osa_distance(&word.to_lowercase(), &known.to_lowercase())
}

/// Text of the file as messages repeat it: shortened, and without control characters.
pub(crate) fn shown(text: &str) -> String {
    let mut shown: String = text.chars().filter(|c| !c.is_control()).take(LONGEST_SHOWN).collect();
    if text.chars().count() > LONGEST_SHOWN {
        shown.push_str("...");
    }
    shown
}

fn line(text: &str, offset: usize) -> usize {
    text.get(..offset).unwrap_or(text).matches('\n').count() + 1
}

fn place(text: &str, offset: usize) -> TextPosition {
    let in_line = text.get(..offset).unwrap_or(text).rsplit('\n').next().unwrap_or_default();
    TextPosition::Column(line(text, offset), in_line.chars().count() + 1)
}
