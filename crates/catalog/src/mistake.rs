//! What is wrong in a catalogue file, and where.

use narrows_messages::Message;

/// A mistake in a catalogue file.
#[derive(Clone, Debug, PartialEq)]
pub struct Mistake {
    /// The file, as it was handed over.
    pub file: String,
    /// Its line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// What is wrong.
    pub problem: Message,
}

/// What is wrong at a byte of a text.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Slip {
    pub offset: usize,
    pub problem: Message,
}

impl Slip {
    /// At a value that was read with its place.
    pub fn at<T>(value: &toml::Spanned<T>, problem: Message) -> Self {
        Self { offset: value.span().start, problem }
    }

    /// What the TOML reader stumbled over: in its own words, of which the first line says it all.
    pub fn toml(error: &toml::de::Error) -> Self {
        let said = error.message().lines().next().unwrap_or_default();
        let problem = Message::new("catalog-toml").with("problem", said);
        Self { offset: error.span().map_or(0, |span| span.start), problem }
    }

    pub fn in_file(self, file: &str, text: &str) -> Mistake {
        let before = text.get(..self.offset).unwrap_or(text);
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        Mistake { file: file.to_owned(), line, column, problem: self.problem }
    }
}
