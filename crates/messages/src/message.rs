//! A sentence before it is spoken.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt::Display;

use serde::{Deserialize, Serialize};

use crate::{Text, localizer};

/// The id of a sentence in the catalogue and the values that go into it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "Written")]
pub struct Message {
    id: Id,
    values: BTreeMap<Cow<'static, str>, Value>,
}

/// An id of the catalogue, by a name of its own because serde would borrow a plain `&'static str`.
type Id = &'static str;

/// A value in a sentence.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Value {
    /// Text that is the same in every language: a name, an address, a quantity with its unit.
    Text(String),
    /// A count, by which a language may choose its plural.
    Count(u64),
    /// Several texts, each on an indented line of its own below the sentence.
    Lines(Vec<String>),
    /// Another sentence, or the name of something that has a name in each language.
    Sentence(Message),
    /// Several texts in a row.
    List(List),
}

/// Texts in a row, with what a language puts between them.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "WrittenList")]
pub struct List {
    pub texts: Vec<Text>,
    /// The id of what stands between two of them.
    pub between: Id,
    /// The id of what stands before the last.
    pub last: Id,
}

impl Message {
    /// The sentence `id`, such as `note-link-unreadable`.
    pub const fn new(id: &'static str) -> Self {
        Self { id, values: BTreeMap::new() }
    }

    /// With a value that is the same in every language.
    pub fn with(self, name: &'static str, value: impl Display) -> Self {
        self.valued(name, Value::Text(value.to_string()))
    }

    /// With a value that may itself be a sentence.
    pub fn text(self, name: &'static str, value: impl Into<Text>) -> Self {
        let value = match value.into() {
            Text::Plain(text) => Value::Text(text),
            Text::Sentence(message) => Value::Sentence(message),
        };
        self.valued(name, value)
    }

    /// With several values in a row; `between` is the id of what stands between them.
    pub fn list<T: Into<Text>>(
        self,
        name: &'static str,
        between: &'static str,
        values: impl IntoIterator<Item = T>,
    ) -> Self {
        self.list_with_last(name, [between; 2], values)
    }

    /// With several values in a row; something else stands before the last.
    pub fn list_with_last<T: Into<Text>>(
        self,
        name: &'static str,
        [between, last]: [&'static str; 2],
        values: impl IntoIterator<Item = T>,
    ) -> Self {
        let texts = values.into_iter().map(Into::into).collect();
        self.valued(name, Value::List(List { texts, between, last }))
    }

    /// With values that each stand on a line of their own below the sentence.
    pub fn lines(self, name: &'static str, lines: impl IntoIterator<Item = String>) -> Self {
        self.valued(name, Value::Lines(lines.into_iter().collect()))
    }

    /// With a count, by which a language may choose its plural.
    pub fn count(self, name: &'static str, count: usize) -> Self {
        self.valued(name, Value::Count(count as u64))
    }

    fn valued(mut self, name: &'static str, value: Value) -> Self {
        self.values.insert(name.into(), value);
        self
    }

    /// The same sentence of another thing: every value that is just this name, with the other.
    pub fn renamed(&self, name: &str, other: &str) -> Self {
        let mut values = self.values.clone();
        for value in values.values_mut() {
            if matches!(value, Value::Text(text) if text == name) {
                *value = Value::Text(other.to_owned());
            }
        }
        Self { id: self.id, values }
    }

    /// The id in the catalogue.
    pub fn id(&self) -> &'static str {
        self.id
    }

    /// The values by name.
    pub fn values(&self) -> &BTreeMap<Cow<'static, str>, Value> {
        &self.values
    }
}

/// A message as a document has it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    id: String,
    values: BTreeMap<Cow<'static, str>, Value>,
}

/// A sentence that this version does not have is no message: it stays what was spoken.
impl TryFrom<Written> for Message {
    type Error = &'static str;

    fn try_from(written: Written) -> Result<Self, Self::Error> {
        Ok(Self { id: known(&written.id)?, values: written.values })
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenList {
    texts: Vec<Text>,
    between: String,
    last: String,
}

impl TryFrom<WrittenList> for List {
    type Error = &'static str;

    fn try_from(written: WrittenList) -> Result<Self, Self::Error> {
        let WrittenList { texts, between, last } = written;
        Ok(Self { texts, between: known(&between)?, last: known(&last)? })
    }
}

fn known(id: &str) -> Result<&'static str, &'static str> {
    localizer::known(id).ok_or("no sentence of the catalogue")
}
