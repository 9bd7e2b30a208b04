//! A sentence before it is spoken.

use std::fmt::Display;

/// The id of a sentence in the catalogue and the values that go into it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    id: &'static str,
    values: Vec<(&'static str, Value)>,
}

/// A value in a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// Text that is the same in every language: a name, an address, a quantity with its unit.
    Text(String),
    /// Several of them, each on an indented line of its own below the sentence.
    Lines(Vec<String>),
    /// A count, by which a language may choose its plural.
    Count(u64),
}

impl Message {
    /// The sentence `id`, such as `note-link-unreadable`.
    pub const fn new(id: &'static str) -> Self {
        Self { id, values: Vec::new() }
    }

    /// With a value that is the same in every language.
    pub fn with(mut self, name: &'static str, value: impl Display) -> Self {
        self.values.push((name, Value::Text(value.to_string())));
        self
    }

    /// With values that each stand on a line of their own below the sentence.
    pub fn lines(mut self, name: &'static str, lines: impl IntoIterator<Item = String>) -> Self {
        self.values.push((name, Value::Lines(lines.into_iter().collect())));
        self
    }

    /// With a count, by which a language may choose its plural.
    pub fn count(mut self, name: &'static str, count: usize) -> Self {
        self.values.push((name, Value::Count(count as u64)));
        self
    }

    /// The id in the catalogue.
    pub fn id(&self) -> &'static str {
        self.id
    }

    /// The values, in the order given.
    pub fn values(&self) -> &[(&'static str, Value)] {
        &self.values
    }
}
