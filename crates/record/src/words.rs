//! Documents as JSON: sentences are rendered when one is written, and stay sentences when it is read.
//!
//! A reader of the JSON finds each sentence in the requested language. The document also identifies the
//! sentences: `words`, its last field, has the id and the values for each JSON pointer, so that the
//! document can be shown in another language.
//!
//! Both directions stream; a document without `words` is read as it always was.

use std::io::{self, Write};

use narrows_messages::{Language, Localizer, Message, escape_json};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::ser::{CharEscape, CompactFormatter, Formatter, PrettyFormatter};
use serde_json::{Serializer, Value};

/// The field that says which sentences a document has.
const WORDS: &str = "words";

/// Writes a document as pretty-printed JSON.
pub fn write_pretty(
    to: impl Write,
    document: &impl Serialize,
    localizer: &Localizer,
) -> serde_json::Result<()> {
    write(to, document, LocalizingFormatter::new(PrettyFormatter::new(), localizer))
}

/// A document as JSON in as few characters as can be.
pub fn write_compact(
    to: impl Write,
    document: &impl Serialize,
    localizer: &Localizer,
) -> serde_json::Result<()> {
    write(to, document, LocalizingFormatter::new(CompactFormatter, localizer))
}

/// [`write_pretty`] into memory.
pub fn to_vec_pretty(
    document: &impl Serialize,
    localizer: &Localizer,
) -> serde_json::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    write_pretty(&mut bytes, document, localizer).map(|()| bytes)
}

/// [`to_vec_pretty`] of a document that Narrows keeps for itself, and shows in any language.
pub fn to_vec_kept(document: &impl Serialize) -> serde_json::Result<Vec<u8>> {
    to_vec_pretty(document, &Localizer::new(Language::English))
}

/// JSON for one reader at once, who will not show it in another language: without `words`.
pub fn spoken(document: &impl Serialize, localizer: &Localizer) -> serde_json::Result<String> {
    let mut bytes = Vec::new();
    let formatter = LocalizingFormatter {
        keeps: false,
        ..LocalizingFormatter::new(CompactFormatter, localizer)
    };
    write(&mut bytes, document, formatter)?;
    String::from_utf8(bytes).map_err(serde::ser::Error::custom)
}

/// [`write_pretty`] to a terminal, which no name in the document can control: such characters are
/// escaped.
pub fn write_escaped(
    to: impl Write,
    document: &impl Serialize,
    localizer: &Localizer,
) -> serde_json::Result<()> {
    let formatter = LocalizingFormatter::new(PrettyFormatter::new(), localizer);
    write(to, document, LocalizingFormatter { escapes: true, ..formatter })
}

/// A document as JSON, put down by `formatter`.
fn write(
    to: impl Write,
    document: &impl Serialize,
    formatter: LocalizingFormatter<'_, impl Formatter>,
) -> serde_json::Result<()> {
    document.serialize(&mut Serializer::with_formatter(to, formatter))
}

/// A document from JSON, its sentences as such. Entries in `words` about missing places, or about
/// sentences that this version does not have, change nothing.
pub fn read<T: DeserializeOwned>(bytes: &[u8]) -> serde_json::Result<T> {
    const FIELD: &[u8] = b"\"words\"";
    // Without the field no sentence is kept, and the bytes are parsed only once.
    if !bytes.windows(FIELD.len()).any(|part| part == FIELD) {
        return serde_json::from_slice(bytes);
    }
    let mut document: Value = serde_json::from_slice(bytes)?;
    let words = document.as_object_mut().and_then(|fields| fields.remove(WORDS));
    let Some(Value::Object(words)) = words else { return serde_json::from_slice(bytes) };
    for (pointer, message) in words {
        let at = document.pointer_mut(&pointer).filter(|at| at.is_string());
        let is_sentence = || serde_json::from_value::<Message>(message.clone()).is_ok();
        if let Some(at) = at.filter(|_| is_sentence()) {
            *at = message;
        }
    }
    // A sentence in a place that takes none was put there by hand: the rendered text counts.
    serde_json::from_value(document).or_else(|_| serde_json::from_slice(bytes))
}

/// Speaks the sentences of a document while another formatter puts it down.
struct LocalizingFormatter<'a, F> {
    inner: F,
    localizer: &'a Localizer,
    /// Path from the document to the current position.
    path: Vec<JsonPathStep>,
    /// A field's name is being written.
    in_name: bool,
    /// Sentences are kept in `words`.
    keeps: bool,
    /// Characters that control a terminal are escaped.
    escapes: bool,
    /// Of each JSON pointer the sentence there, as JSON.
    words: Vec<(String, String)>,
}

enum JsonPathStep {
    Field(String),
    Place(usize),
}

impl<'a, F> LocalizingFormatter<'a, F> {
    fn new(inner: F, localizer: &'a Localizer) -> Self {
        let (path, words) = (Vec::new(), Vec::new());
        Self { inner, localizer, path, in_name: false, keeps: true, escapes: false, words }
    }

    /// The current position, as a JSON pointer.
    fn pointer(&self) -> String {
        let step = |step: &JsonPathStep| match step {
            JsonPathStep::Field(name) => format!("/{}", name.replace('~', "~0").replace('/', "~1")),
            JsonPathStep::Place(at) => format!("/{at}"),
        };
        self.path.iter().map(step).collect()
    }

    fn named(&mut self, part: &str) {
        if let Some(JsonPathStep::Field(name)) = self.path.last_mut() {
            name.push_str(part);
        }
    }
}

impl<F: Formatter> LocalizingFormatter<'_, F> {
    fn put_fragment<W: ?Sized + Write>(&mut self, to: &mut W, text: &str) -> io::Result<()> {
        if self.escapes {
            return to.write_all(escape_json(text).as_bytes());
        }
        self.inner.write_string_fragment(to, text)
    }

    /// Writes the characters of a string as in JSON.
    fn put_string<W: ?Sized + Write>(&mut self, to: &mut W, text: &str) -> io::Result<()> {
        let quoted = serde_json::to_string(text)?;
        // Without the quotes, which the inner formatter writes itself.
        let inside = quoted.get(1..quoted.len() - 1).unwrap_or_default();
        self.inner.begin_string(to)?;
        self.put_fragment(to, inside)?;
        self.inner.end_string(to)
    }

    fn put_words<W: ?Sized + Write>(&mut self, to: &mut W) -> io::Result<()> {
        self.inner.begin_object_key(to, false)?;
        self.put_string(to, WORDS)?;
        self.inner.end_object_key(to)?;
        self.inner.begin_object_value(to)?;
        self.inner.begin_object(to)?;
        for (at, (pointer, message)) in std::mem::take(&mut self.words).into_iter().enumerate() {
            self.inner.begin_object_key(to, at == 0)?;
            self.put_string(to, &pointer)?;
            self.inner.end_object_key(to)?;
            self.inner.begin_object_value(to)?;
            self.put_fragment(to, &message)?;
            self.inner.end_object_value(to)?;
        }
        self.inner.end_object(to)?;
        self.inner.end_object_value(to)
    }
}

impl<F: Formatter> Formatter for LocalizingFormatter<'_, F> {
    /// Only sentences are written raw.
    fn write_raw_fragment<W: ?Sized + Write>(&mut self, to: &mut W, raw: &str) -> io::Result<()> {
        let message: Message = serde_json::from_str(raw)?;
        if self.keeps {
            self.words.push((self.pointer(), raw.to_owned()));
        }
        self.put_string(to, &self.localizer.text_of(&message.into()))
    }

    fn write_string_fragment<W: ?Sized + Write>(
        &mut self,
        to: &mut W,
        text: &str,
    ) -> io::Result<()> {
        if self.in_name {
            self.named(text);
        }
        self.put_fragment(to, text)
    }

    fn write_char_escape<W: ?Sized + Write>(
        &mut self,
        to: &mut W,
        escape: CharEscape,
    ) -> io::Result<()> {
        if self.in_name {
            let byte = match escape {
                CharEscape::Quote => b'"',
                CharEscape::ReverseSolidus => b'\\',
                CharEscape::Solidus => b'/',
                CharEscape::Backspace => 8,
                CharEscape::FormFeed => 12,
                CharEscape::LineFeed => b'\n',
                CharEscape::CarriageReturn => b'\r',
                CharEscape::Tab => b'\t',
                CharEscape::AsciiControl(byte) => byte,
            };
            self.named(char::from(byte).encode_utf8(&mut [0; 4]));
        }
        self.inner.write_char_escape(to, escape)
    }

    fn begin_array<W: ?Sized + Write>(&mut self, to: &mut W) -> io::Result<()> {
        self.path.push(JsonPathStep::Place(0));
        self.inner.begin_array(to)
    }

    fn end_array<W: ?Sized + Write>(&mut self, to: &mut W) -> io::Result<()> {
        self.path.pop();
        self.inner.end_array(to)
    }

    fn begin_array_value<W: ?Sized + Write>(&mut self, to: &mut W, first: bool) -> io::Result<()> {
        if let Some(JsonPathStep::Place(at)) = self.path.last_mut().filter(|_| !first) {
            *at += 1;
        }
        self.inner.begin_array_value(to, first)
    }

    fn end_array_value<W: ?Sized + Write>(&mut self, to: &mut W) -> io::Result<()> {
        self.inner.end_array_value(to)
    }

    fn begin_object<W: ?Sized + Write>(&mut self, to: &mut W) -> io::Result<()> {
        self.path.push(JsonPathStep::Field(String::new()));
        self.inner.begin_object(to)
    }

    fn end_object<W: ?Sized + Write>(&mut self, to: &mut W) -> io::Result<()> {
        self.path.pop();
        // Only at the end of the document itself is the path empty.
        if self.path.is_empty() && !self.words.is_empty() {
            self.put_words(to)?;
        }
        self.inner.end_object(to)
    }

    fn begin_object_key<W: ?Sized + Write>(&mut self, to: &mut W, first: bool) -> io::Result<()> {
        self.in_name = true;
        if let Some(JsonPathStep::Field(name)) = self.path.last_mut() {
            name.clear();
        }
        self.inner.begin_object_key(to, first)
    }

    fn end_object_key<W: ?Sized + Write>(&mut self, to: &mut W) -> io::Result<()> {
        self.in_name = false;
        self.inner.end_object_key(to)
    }

    fn begin_object_value<W: ?Sized + Write>(&mut self, to: &mut W) -> io::Result<()> {
        self.inner.begin_object_value(to)
    }

    fn end_object_value<W: ?Sized + Write>(&mut self, to: &mut W) -> io::Result<()> {
        self.inner.end_object_value(to)
    }
}
