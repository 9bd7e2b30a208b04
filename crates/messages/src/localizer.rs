//! Says messages in a language.

use fluent_bundle::resolver::errors::{ReferenceKind, ResolverError};
use fluent_bundle::{FluentArgs, FluentBundle, FluentError, FluentResource};
use unic_langid::LanguageIdentifier;

use crate::{Message, Value, clean};

/// The languages that the catalogue speaks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Language {
    /// English, the language of the sources and the fallback.
    #[default]
    English,
    /// Japanese, the language of the first readers.
    Japanese,
}

impl Language {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::English, Self::Japanese];

    /// From a tag or locale name such as `ja`, `ja_JP.UTF-8`, `en-GB`; none if not spoken here.
    pub fn from_tag(tag: &str) -> Option<Self> {
        match tag.split(['-', '_', '.', '@']).next()? {
            "en" | "C" | "POSIX" => Some(Self::English),
            "ja" => Some(Self::Japanese),
            _ => None,
        }
    }

    /// The tag, for `lang` attributes and `--lang`.
    pub fn tag(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::Japanese => "ja",
        }
    }

    fn sources(self) -> impl Iterator<Item = &'static str> {
        let (answers, doing) = match self {
            Self::English => (ENGLISH, ENGLISH_DOING),
            Self::Japanese => (JAPANESE, JAPANESE_DOING),
        };
        answers.iter().chain(doing).copied()
    }
}

macro_rules! locale {
    ($language:literal: $($room:literal)*) => {
        &[$(include_str!(concat!("../locales/", $language, "/", $room, ".ftl"))),*]
    };
}

const ENGLISH: &[&str] = locale!("en": "topology" "read" "model" "predict" "verdict" "findings" "report" "check" "engine" "cli" "measure" "casebook" "virtual" "sharing" "causes" "caches" "stripe" "feasibility" "lanes" "plan" "plan-fitting" "plan-seen" "site" "plan-beyond" "shortfall" "picture" "learn" "arrange" "web");
const JAPANESE: &[&str] = locale!("ja": "topology" "read" "model" "predict" "verdict" "findings" "report" "check" "engine" "cli" "measure" "casebook" "virtual" "sharing" "causes" "caches" "stripe" "feasibility" "lanes" "plan" "plan-fitting" "plan-seen" "site" "plan-beyond" "shortfall" "picture" "learn" "arrange" "web");

/// What is said of commands that do something to drives or keep something. The page in the browser, which
/// loads this as WebAssembly, has none of them.
#[cfg(not(target_family = "wasm"))]
const ENGLISH_DOING: &[&str] = locale!("en": "help" "experiment" "history" "writes" "trial" "build" "existing" "formats" "hosts" "watch" "live" "windows");
#[cfg(not(target_family = "wasm"))]
const JAPANESE_DOING: &[&str] = locale!("ja": "help" "experiment" "history" "writes" "trial" "build" "existing" "formats" "hosts" "watch" "live" "windows");
#[cfg(target_family = "wasm")]
const ENGLISH_DOING: &[&str] = &[];
#[cfg(target_family = "wasm")]
const JAPANESE_DOING: &[&str] = &[];

/// The ids of all sentences of a language, for the tests that look for missing and unused ones.
pub fn message_ids(language: Language) -> Vec<&'static str> {
    let lines = language.sources().flat_map(|source| source.lines());
    lines.filter_map(message_id).collect()
}

fn message_id(line: &'static str) -> Option<&'static str> {
    let (id, _) = line.split_once(" =")?;
    id.starts_with(|c: char| c.is_ascii_lowercase()).then_some(id)
}

/// Says messages in one language.
pub struct Localizer {
    language: Language,
    bundle: FluentBundle<FluentResource>,
}

impl Localizer {
    /// A localizer of `language`.
    pub fn new(language: Language) -> Self {
        let id: LanguageIdentifier = language.tag().parse().unwrap_or_default();
        let mut bundle = FluentBundle::new(vec![id]);
        // Direction marks around values would end up in terminals and JSON; both languages run
        // left to right here.
        bundle.set_use_isolating(false);
        for source in language.sources() {
            add(&mut bundle, source);
        }
        Self { language, bundle }
    }

    /// The language spoken.
    pub fn language(&self) -> Language {
        self.language
    }

    /// The sentence in this language, with values that can do no harm: control characters and
    /// direction marks are replaced, a line break becomes a blank, and what is longer than anybody
    /// reads is cut. An id that the catalogue lacks is said as itself, so that a
    /// slip is seen rather than hidden; a test keeps it from happening.
    pub fn say(&self, message: &Message) -> String {
        let mut args = FluentArgs::new();
        for (name, value) in message.values() {
            match value {
                Value::Text(text) => args.set(*name, clean::value(text)),
                Value::Lines(lines) => args.set(*name, below(lines)),
                Value::Count(count) => args.set(*name, *count),
            }
        }
        self.format(message.id(), &args)
    }

    /// A fixed text that takes no values: a heading, a column name.
    pub fn text(&self, id: &str) -> String {
        self.format(id, &FluentArgs::new())
    }

    /// The sentence with the name of each value where the value will stand, `{device}`, for those who put
    /// values in elsewhere. It takes values of no other kind than text.
    pub fn template(&self, id: &str) -> String {
        let mut args = FluentArgs::new();
        let missing = |slip: FluentError| match slip {
            FluentError::ResolverError(ResolverError::Reference(ReferenceKind::Variable {
                id,
            })) => Some(id),
            _ => None,
        };
        let Some(pattern) = self.bundle.get_message(id).and_then(|message| message.value()) else {
            return id.to_owned();
        };
        let mut slips = Vec::new();
        let _ = self.bundle.format_pattern(pattern, Some(&FluentArgs::new()), &mut slips);
        for name in slips.into_iter().filter_map(missing) {
            let place = format!("{{{name}}}");
            args.set(name, place);
        }
        self.format(id, &args)
    }

    fn format(&self, id: &str, args: &FluentArgs<'_>) -> String {
        let Some(pattern) = self.bundle.get_message(id).and_then(|message| message.value()) else {
            return id.to_owned();
        };
        let mut slips = Vec::new();
        self.bundle.format_pattern(pattern, Some(args), &mut slips).into_owned()
    }
}

/// Each line cleaned, and below the last.
fn below(lines: &[String]) -> String {
    lines.iter().map(|line| format!("\n  {}", clean::value(line))).collect()
}

fn add(bundle: &mut FluentBundle<FluentResource>, source: &str) {
    // The catalogue is part of the program and a test parses all of it without error; what a
    // damaged file still holds is better than nothing.
    let resource = FluentResource::try_new(source.to_owned()).unwrap_or_else(|(rest, _)| rest);
    bundle.add_resource_overriding(resource);
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_catalogue_file_parses_whole() {
        for source in Language::ALL.iter().flat_map(|language| language.sources()) {
            let parsed = FluentResource::try_new(source.to_owned());
            let errors = parsed.err().map(|(_, errors)| errors).unwrap_or_default();
            assert!(errors.is_empty(), "{errors:?} in\n{source}");
        }
    }

    #[test]
    fn both_languages_say_the_same_things_once() {
        let ids = |language| message_ids(language).into_iter().collect::<BTreeSet<_>>();
        assert_eq!(ids(Language::English), ids(Language::Japanese));
        for language in Language::ALL {
            assert_eq!(ids(language).len(), message_ids(language).len(), "an id stands twice");
        }
    }

    #[test]
    fn values_cannot_break_a_sentence_and_lines_stay_apart() {
        let localizer = Localizer::new(Language::English);
        let reasons = ["it is\nmounted".to_owned(), "it holds \u{1b}xfs".to_owned()];
        let refused = Message::new("writes-refused").count("count", 2).lines("reasons", reasons);
        assert_eq!(
            localizer.say(&refused),
            "nothing was written, for 2 reasons:\n  it is mounted\n  it holds ?xfs"
        );
    }

    #[test]
    fn a_template_names_its_values() {
        let localizer = Localizer::new(Language::English);
        assert_eq!(localizer.template("picture-bottleneck"), "Bottleneck: {name}");
        assert_eq!(localizer.template("report-narrow-place"), "bottleneck");
    }

    #[test]
    fn locales_are_told_by_their_first_part() {
        assert_eq!(Language::from_tag("ja_JP.UTF-8"), Some(Language::Japanese));
        assert_eq!(Language::from_tag("en-GB"), Some(Language::English));
        assert_eq!(Language::from_tag("fr"), None);
    }
}
