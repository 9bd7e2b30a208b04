//! The sentences of a language, each parsed when it is first used.
//!
//! A command says some dozens of them; reading all would take longer than most commands.
//!
//! Not here: which files there are, the values of a sentence (`localizer`).

use std::cell::RefCell;

use fluent_bundle::{FluentArgs, FluentBundle, FluentError, FluentResource};
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;
use unic_langid::LanguageIdentifier;

/// More sentences than a language has, so that room for them is made once.
const MOST: usize = 4_096;

pub(crate) struct SentenceCatalog {
    /// Of each id, its text. Made at each start: putting thousands in order would be seen.
    texts: IndexMap<&'static str, &'static str, FxBuildHasher>,
    /// The attribute used instead of a sentence that has it.
    preferred: Option<&'static str>,
    read: RefCell<FluentBundle<FluentResource>>,
}

impl SentenceCatalog {
    /// Of a language by its tag, from its files.
    pub fn new(tag: &str, sources: impl Iterator<Item = &'static str>) -> Self {
        let id: LanguageIdentifier = tag.parse().unwrap_or_default();
        let mut read = FluentBundle::new(vec![id]);
        // Direction marks around values would end up in terminals and JSON; all languages run
        // left to right here.
        read.set_use_isolating(false);
        let mut texts = IndexMap::with_capacity_and_hasher(MOST, FxBuildHasher);
        texts.extend(sources.flat_map(entries));
        Self { texts, preferred: None, read: RefCell::new(read) }
    }

    /// The same, but sentences with this attribute use its text.
    pub fn preferring(self, attribute: &'static str) -> Self {
        Self { preferred: Some(attribute), ..self }
    }

    /// The sentence with its values, and errors in these; `None` for an unknown id.
    pub fn format(&self, id: &str, args: &FluentArgs<'_>) -> Option<(String, Vec<FluentError>)> {
        self.read_one(id);
        let read = self.read.borrow();
        let message = read.get_message(id)?;
        let preferred = self.preferred.and_then(|name| message.get_attribute(name));
        let pattern = preferred.map(|it| it.value()).or_else(|| message.value())?;
        let mut slips = Vec::new();
        let text = read.format_pattern(pattern, Some(args), &mut slips).into_owned();
        Some((text, slips))
    }

    /// The short form for tables of a sentence that is a name; `None` if it is the same.
    pub fn label(&self, id: &str, args: &FluentArgs<'_>) -> Option<String> {
        self.read_one(id);
        let read = self.read.borrow();
        let label = read.get_message(id)?.get_attribute("label")?;
        Some(read.format_pattern(label.value(), Some(args), &mut Vec::new()).into_owned())
    }

    /// Reads a sentence, unless that was done before.
    fn read_one(&self, id: &str) {
        if self.read.borrow().has_message(id) {
            return;
        }
        let Some(text) = self.texts.get(id) else { return };
        // The catalogue is part of the program and a test reads all of it without error; the
        // readable rest of a damaged file is better than nothing.
        let one = FluentResource::try_new((*text).to_owned()).unwrap_or_else(|(rest, _)| rest);
        self.read.borrow_mut().add_resource_overriding(one);
    }
}

/// A sentence in its file: id, and the text from there to the next.
type Entry = (&'static str, &'static str);

/// The sentences of a file. Each begins a line, where nothing else has a small letter.
pub(crate) fn entries(source: &'static str) -> impl Iterator<Item = Entry> {
    let mut rest = source;
    std::iter::from_fn(move || {
        let start = begin(rest, 0)?;
        let end = begin(rest, start + 1).unwrap_or(rest.len());
        let text = &rest[start..end];
        rest = &rest[end..];
        Some((text.split(' ').next()?, text))
    })
}

/// Start of the first sentence at or after `from`.
fn begin(text: &str, from: usize) -> Option<usize> {
    let is_begin = |at: usize| text.as_bytes().get(at).is_some_and(u8::is_ascii_lowercase);
    if from == 0 && is_begin(0) {
        return Some(0);
    }
    let breaks = text[from..].match_indices('\n');
    breaks.map(|(at, _)| from + at + 1).find(|at| is_begin(*at))
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "# A file.\n\none = First.\n# Of the next.\ntwo =\n  Second { $n ->\n    \
                        [one] drive\n   *[other] drives\n }\n\nthree = Third.\n";

    #[test]
    fn sentences_are_cut_at_their_ids() {
        let cut: Vec<Entry> = entries(FILE).collect();
        assert_eq!(cut.iter().map(|(id, _)| *id).collect::<Vec<_>>(), ["one", "two", "three"]);
        assert_eq!(cut[0].1, "one = First.\n# Of the next.\n");
        assert_eq!(cut[2].1, "three = Third.\n");
        assert_eq!(entries("# Nothing.\n").count() + entries("").count(), 0);
    }

    #[test]
    fn an_attribute_stands_in_place_of_its_sentence_where_it_is_preferred() {
        let file = "run = Run it.\n    .page = Click it.\nwait = Wait.\n";
        let said =
            |sentences: &SentenceCatalog, id| sentences.format(id, &FluentArgs::new()).unwrap().0;
        let usual = SentenceCatalog::new("en", [file].into_iter());
        assert_eq!([said(&usual, "run"), said(&usual, "wait")], ["Run it.", "Wait."]);
        let page = usual.preferring("page");
        assert_eq!([said(&page, "run"), said(&page, "wait")], ["Click it.", "Wait."]);
    }

    #[test]
    fn each_is_said_again_and_again_and_none_in_place_of_another() {
        let sentences = SentenceCatalog::new("en", [FILE].into_iter());
        let said = |id: &str| {
            let mut args = FluentArgs::new();
            args.set("n", 2);
            Some(sentences.format(id, &args)?.0)
        };
        for _ in 0..2 {
            assert_eq!(said("three").as_deref(), Some("Third."));
            assert_eq!(said("two").as_deref(), Some("Second drives"));
            assert_eq!((said("four"), said("")), (None, None));
        }
    }
}
