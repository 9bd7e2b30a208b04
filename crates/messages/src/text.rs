//! Text for people in a document: ids and values rather than words.
//!
//! For: documents that can be shown in any language, also long after they were made. The JSON form
//! of a sentence for people and programs is defined where documents are written (`narrows-record`).

use serde::ser::{Error, Serialize, Serializer};
use serde_json::value::to_raw_value;

use crate::{Language, Localizer, Message};

/// Text of a document.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Deserialize)]
#[serde(untagged)]
pub enum DocumentText {
    /// The same in every language, or spoken already.
    Plain(String),
    Sentence(Message),
}

impl DocumentText {
    /// Without a letter.
    pub fn is_empty(&self) -> bool {
        matches!(self, Self::Plain(text) if text.is_empty())
    }

    /// In the language of the sources, for logs and tests.
    pub fn in_english(&self) -> String {
        Localizer::new(Language::English).text_of(self)
    }

    /// The sentence's id; `None` for plain text.
    pub fn id(&self) -> Option<&'static str> {
        match self {
            Self::Plain(_) => None,
            Self::Sentence(message) => Some(message.id()),
        }
    }

    /// The same sentence of another thing, as [`Message::renamed`]; plain text stays.
    pub fn renamed(&self, name: &str, other: &str) -> Self {
        match self {
            Self::Plain(text) => Self::Plain(text.clone()),
            Self::Sentence(message) => message.renamed(name, other).into(),
        }
    }

    /// Several in a row; `between` is the id of the separator.
    pub fn list<T: Into<Self>>(between: &'static str, texts: impl IntoIterator<Item = T>) -> Self {
        let mut texts: Vec<Self> = texts.into_iter().map(Into::into).collect();
        match texts.len() {
            0 | 1 => texts.pop().unwrap_or_default(),
            _ => Message::new("text-list").list("texts", between, texts).into(),
        }
    }
}

impl Default for DocumentText {
    fn default() -> Self {
        Self::Plain(String::new())
    }
}

impl From<Message> for DocumentText {
    fn from(message: Message) -> Self {
        Self::Sentence(message)
    }
}

impl From<&Message> for DocumentText {
    fn from(message: &Message) -> Self {
        Self::Sentence(message.clone())
    }
}

impl From<&DocumentText> for DocumentText {
    fn from(text: &DocumentText) -> Self {
        text.clone()
    }
}

impl From<String> for DocumentText {
    fn from(text: String) -> Self {
        Self::Plain(text)
    }
}

impl From<&str> for DocumentText {
    fn from(text: &str) -> Self {
        Self::Plain(text.to_owned())
    }
}

/// A sentence is written raw: whoever writes the document sees that this is one, whatever the names
/// in other fields look like.
impl Serialize for DocumentText {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Plain(text) => to.serialize_str(text),
            Self::Sentence(message) => {
                to_raw_value(message).map_err(S::Error::custom)?.serialize(to)
            }
        }
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for DocumentText {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Text".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        String::json_schema(generator)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_with_all_kinds_of_values_comes_back_from_json() {
        let inner = Message::new("limit-link").with("node", "a \"quoted\" name");
        let whole = Message::new("writes-refused")
            .count("count", 2)
            .lines("reasons", ["one".to_owned(), "two".to_owned()])
            .text("inner", inner)
            .text("plain", "text")
            .list(
                "list",
                "stripe-list",
                [DocumentText::from("x"), Message::new("limit-link").into()],
            );
        let text = DocumentText::from(whole);
        let json = serde_json::to_string(&text).unwrap();
        assert_eq!(serde_json::from_str::<DocumentText>(&json).unwrap(), text, "{json}");
        let value = serde_json::to_value(&text).unwrap();
        assert_eq!(serde_json::from_value::<DocumentText>(value).unwrap(), text);
        let plain = DocumentText::from(json);
        let string = serde_json::to_string(&plain).unwrap();
        assert_eq!(serde_json::from_str::<DocumentText>(&string).unwrap(), plain);
    }

    #[test]
    fn what_is_no_sentence_of_the_catalogue_is_refused() {
        let deep =
            format!("{}{}", r#"{"id":"limit-link","values":{"a":"#.repeat(200), "}}".repeat(200));
        for json in [
            "{}",
            r#"{"id":"no-such-sentence"}"#,
            r#"{"id":"limit-link","values":{"a":1.5}}"#,
            r#"{"id":"limit-link","values":[]}"#,
            r#"{"texts":["a"],"between":"stripe-list","last":"stripe-list"}"#,
            r#"{"id":"limit-link","values":{"a":{"texts":[],"between":"","last":""}}}"#,
            r#"{"id":"limit-link","other":1}"#,
            r#"{"id":"limit-link","values":{"a":{"id":"no-such-sentence"}}}"#,
            "7",
            &deep,
        ] {
            assert!(serde_json::from_str::<DocumentText>(json).is_err(), "{json}");
        }
    }
}
