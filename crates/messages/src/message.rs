//! A sentence before it is spoken.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt::Display;

use serde::{Deserialize, Serialize};

use crate::{DocumentText, localizer};

/// The id of a sentence in the catalogue and the values that go into it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "WrittenMessage")]
pub struct Message {
    id: Id,
    values: BTreeMap<Cow<'static, str>, MessageValue>,
}

/// An id of the catalogue, by its own name because serde would borrow a plain `&'static str`.
type Id = &'static str;

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(untagged)]
pub enum MessageValue {
    /// Text that is the same in every language: a name, an address, a quantity with its unit.
    Text(String),
    /// A count, by which a language may choose its plural.
    Count(u64),
    /// Several texts, each on its own indented line below the sentence.
    Lines(Vec<String>),
    /// Another sentence, or the name of something that has a name in each language.
    Sentence(Message),
    /// Several texts in a row.
    List(MessageList),
}

/// Texts in a row, with separators that depend on the language.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "WrittenList")]
pub struct MessageList {
    pub texts: Vec<DocumentText>,
    /// The id of the separator.
    pub between: Id,
    /// The id of the separator before the last.
    pub last: Id,
}

impl Message {
    /// The sentence `id`, such as `note-link-unreadable`.
    pub const fn new(id: &'static str) -> Self {
        Self { id, values: BTreeMap::new() }
    }

    /// With a value that is the same in every language.
    pub fn with(self, name: &'static str, value: impl Display) -> Self {
        self.valued(name, MessageValue::Text(value.to_string()))
    }

    /// With a value that may itself be a sentence.
    pub fn text(self, name: &'static str, value: impl Into<DocumentText>) -> Self {
        let value = match value.into() {
            DocumentText::Plain(text) => MessageValue::Text(text),
            DocumentText::Sentence(message) => MessageValue::Sentence(message),
        };
        self.valued(name, value)
    }

    /// With several values in a row; `between` is the id of the separator.
    pub fn list<T: Into<DocumentText>>(
        self,
        name: &'static str,
        between: &'static str,
        values: impl IntoIterator<Item = T>,
    ) -> Self {
        self.list_with_last(name, [between; 2], values)
    }

    /// With several values in a row; another separator before the last.
    pub fn list_with_last<T: Into<DocumentText>>(
        self,
        name: &'static str,
        [between, last]: [&'static str; 2],
        values: impl IntoIterator<Item = T>,
    ) -> Self {
        let texts = values.into_iter().map(Into::into).collect();
        self.valued(name, MessageValue::List(MessageList { texts, between, last }))
    }

    /// With values each on its own line below the sentence.
    pub fn lines(self, name: &'static str, lines: impl IntoIterator<Item = String>) -> Self {
        self.valued(name, MessageValue::Lines(lines.into_iter().collect()))
    }

    /// With a count, by which a language may choose its plural.
    pub fn count(self, name: &'static str, count: usize) -> Self {
        self.valued(name, MessageValue::Count(count as u64))
    }

    fn valued(mut self, name: &'static str, value: MessageValue) -> Self {
        self.values.insert(name.into(), value);
        self
    }

    /// The same sentence of another thing: every value that is just this name, with the other.
    pub fn renamed(&self, name: &str, other: &str) -> Self {
        let mut values = self.values.clone();
        for value in values.values_mut() {
            if matches!(value, MessageValue::Text(text) if text == name) {
                *value = MessageValue::Text(other.to_owned());
            }
        }
        Self { id: self.id, values }
    }

    pub fn id(&self) -> &'static str {
        self.id
    }

    pub fn values(&self) -> &BTreeMap<Cow<'static, str>, MessageValue> {
        &self.values
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenMessage {
    id: String,
    values: BTreeMap<Cow<'static, str>, MessageValue>,
}

/// A sentence that this version lacks is no message: its rendered text is kept.
impl TryFrom<WrittenMessage> for Message {
    type Error = &'static str;

    fn try_from(written: WrittenMessage) -> Result<Self, Self::Error> {
        Ok(Self { id: known(&written.id)?, values: written.values })
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenList {
    texts: Vec<DocumentText>,
    between: String,
    last: String,
}

impl TryFrom<WrittenList> for MessageList {
    type Error = &'static str;

    fn try_from(written: WrittenList) -> Result<Self, Self::Error> {
        let WrittenList { texts, between, last } = written;
        Ok(Self { texts, between: known(&between)?, last: known(&last)? })
    }
}

fn known(id: &str) -> Result<&'static str, &'static str> {
    localizer::known(id).ok_or("no sentence of the catalogue")
}
