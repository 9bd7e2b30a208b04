//! Says messages in a language.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use fluent_bundle::resolver::errors::{ReferenceKind, ResolverError};
use fluent_bundle::{FluentArgs, FluentError};

use crate::sentences::{self, SentenceCatalog};
use crate::{DocumentText, Message, MessageList, MessageValue, clean};

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

    /// From a tag or locale name such as `ja`, `ja_JP.UTF-8`, `en-GB`; `None` if unsupported.
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

/// Messages of commands that change drives or keep something. The browser page, which loads this as
/// WebAssembly, has none of them.
#[cfg(not(target_family = "wasm"))]
const ENGLISH_DOING: &[&str] = locale!("en": "help" "experiment" "history" "writes" "trial" "build" "existing" "formats" "hosts" "watch" "live" "windows" "diskspd");
#[cfg(not(target_family = "wasm"))]
const JAPANESE_DOING: &[&str] = locale!("ja": "help" "experiment" "history" "writes" "trial" "build" "existing" "formats" "hosts" "watch" "live" "windows" "diskspd");
#[cfg(target_family = "wasm")]
const ENGLISH_DOING: &[&str] = &[];
#[cfg(target_family = "wasm")]
const JAPANESE_DOING: &[&str] = &[];

/// The ids of all sentences of a language, for the tests that look for missing and unused ones.
pub fn message_ids(language: Language) -> Vec<&'static str> {
    language.sources().flat_map(sentences::entries).map(|(id, _)| id).collect()
}

/// An id as in the catalogue; `None` if it lacks it.
pub(crate) fn known(id: &str) -> Option<&'static str> {
    static KNOWN: OnceLock<BTreeSet<&'static str>> = OnceLock::new();
    let all = || message_ids(Language::English).into_iter().collect();
    KNOWN.get_or_init(all).get(id).copied()
}

/// Says messages in one language.
pub struct Localizer {
    language: Language,
    sentences: SentenceCatalog,
}

impl Localizer {
    /// A localizer of `language`. Missing sentences are shown in English.
    pub fn new(language: Language) -> Self {
        let fallback = (language != Language::English).then(|| Language::English.sources());
        // English first: a sentence of the same id that comes later replaces it.
        let sources = fallback.into_iter().flatten().chain(language.sources());
        Self { language, sentences: SentenceCatalog::new(language.tag(), sources) }
    }

    /// The same for the browser page, where no sentence names a command: the attribute `page` of
    /// those that do says what to click there.
    pub fn for_page(language: Language) -> Self {
        let usual = Self::new(language);
        Self { sentences: usual.sentences.preferring("page"), ..usual }
    }

    pub fn language(&self) -> Language {
        self.language
    }

    /// The sentence in this language, with values that can do no harm: control characters and
    /// direction marks are replaced, a line break becomes a blank, and text longer than anyone
    /// reads is cut. An id that the catalogue lacks is shown as itself, so that a mistake is
    /// visible rather than hidden; a test prevents that.
    pub fn say(&self, message: &Message) -> String {
        self.format(message.id(), &self.args(message))
    }

    fn args<'a>(&self, message: &'a Message) -> FluentArgs<'a> {
        let mut args = FluentArgs::new();
        for (name, value) in message.values() {
            let name = name.as_ref();
            match value {
                MessageValue::Text(text) => {
                    let text = self.os_error(text).unwrap_or_else(|| text.clone());
                    args.set(name, clean::value(&text));
                }
                MessageValue::Lines(lines) => args.set(name, below(lines)),
                MessageValue::Count(count) => args.set(name, *count),
                MessageValue::Sentence(inner) => args.set(name, clean::value(&self.say(inner))),
                MessageValue::List(list) => args.set(name, clean::value(&self.listed(list))),
            }
        }
        args
    }

    /// An error of the operating system, as `std::io::Error` prints it, in this language. `None` for any other text.
    fn os_error(&self, text: &str) -> Option<String> {
        let (_, code) = text.strip_suffix(')')?.rsplit_once(" (os error ")?;
        let code: i32 = code.parse().ok()?;
        // The numbers are Linux's; elsewhere they mean something else.
        let is_it = std::io::Error::from_raw_os_error(code).to_string() == text;
        if !is_it || !cfg!(target_os = "linux") {
            return None;
        }
        let mut args = FluentArgs::new();
        args.set("code", code);
        args.set("text", text);
        Some(self.format("os-error", &args))
    }

    /// A document's text in this language, up to its last letter: a value at its end may be empty. Plain
    /// text is as it is: it may contain terminal control sequences.
    pub fn text_of(&self, text: &DocumentText) -> String {
        match text {
            DocumentText::Plain(text) => text.clone(),
            DocumentText::Sentence(message) => self.say(message).trim_end().to_owned(),
        }
    }

    /// As [`Self::text_of`], but of a name that has a shorter form for tables that one: without its
    /// article.
    pub fn label_of(&self, text: &DocumentText) -> String {
        match text {
            DocumentText::Plain(text) => text.clone(),
            DocumentText::Sentence(message) => {
                let short = self.sentences.label(message.id(), &self.args(message));
                short.unwrap_or_else(|| self.say(message))
            }
        }
    }

    fn listed(&self, list: &MessageList) -> String {
        let said = |text| self.text_of(text);
        let Some((last, rest)) = list.texts.split_last() else { return String::new() };
        if rest.is_empty() {
            return said(last);
        }
        let rest = rest.iter().map(said).collect::<Vec<_>>().join(&self.text(list.between));
        format!("{rest}{}{}", self.text(list.last), said(last))
    }

    /// A fixed text that takes no values: a heading, a column name.
    pub fn text(&self, id: &str) -> String {
        self.format(id, &FluentArgs::new())
    }

    /// The sentence with the name of each value in its place, `{device}`, for callers that insert values
    /// elsewhere. Accepts text values only.
    pub fn template(&self, id: &str) -> String {
        let mut args = FluentArgs::new();
        let missing = |slip: FluentError| match slip {
            FluentError::ResolverError(ResolverError::Reference(ReferenceKind::Variable {
                id,
            })) => Some(id),
            _ => None,
        };
        // Formatting without values fails once for each, and the errors carry their names.
        let Some((_, slips)) = self.sentences.format(id, &FluentArgs::new()) else {
            return id.to_owned();
        };
        for name in slips.into_iter().filter_map(missing) {
            let place = format!("{{{name}}}");
            args.set(name, place);
        }
        self.format(id, &args)
    }

    fn format(&self, id: &str, args: &FluentArgs<'_>) -> String {
        let said = self.sentences.format(id, args).map(|(said, _)| said);
        match (said, self.language) {
            (None, _) => id.to_owned(),
            (Some(said), Language::English) => said,
            (Some(said), Language::Japanese) => without_gaps(&said),
        }
    }

    /// Sentences as one text.
    pub fn follow<'t>(&self, sentences: impl IntoIterator<Item = &'t str>) -> String {
        let gap = if self.language == Language::English { " " } else { "" };
        sentences.into_iter().collect::<Vec<&str>>().join(gap)
    }
}

/// Without the blanks around a value that turned out to be Japanese.
fn without_gaps(text: &str) -> String {
    let is_wide = |c: Option<&char>| {
        matches!(
            c,
            Some('\u{3001}'..='\u{30ff}' | '\u{4e00}'..='\u{9fff}' | '\u{ff01}'..='\u{ff60}')
        )
    };
    let letters: Vec<char> = text.chars().collect();
    let mut kept = String::with_capacity(text.len());
    for (at, letter) in letters.iter().enumerate() {
        let before = at.checked_sub(1).and_then(|at| letters.get(at));
        let is_gap = *letter == ' ' && is_wide(before) && is_wide(letters.get(at + 1));
        if !is_gap {
            kept.push(*letter);
        }
    }
    kept
}

/// Each line cleaned, and below the last.
fn below(lines: &[String]) -> String {
    lines.iter().map(|line| format!("\n  {}", clean::value(line))).collect()
}

#[cfg(test)]
mod tests {
    use fluent_bundle::FluentResource;

    use super::*;

    #[test]
    fn every_catalogue_file_parses_whole() {
        for source in Language::ALL.iter().flat_map(|language| language.sources()) {
            let parsed = FluentResource::try_new(source.to_owned());
            let errors = parsed.err().map(|(_, errors)| errors).unwrap_or_default();
            assert!(errors.is_empty(), "{errors:?} in\n{source}");
        }
    }

    /// A sentence is parsed without the others, so none may contain another.
    #[test]
    fn every_sentence_reads_alone() {
        for (id, text) in
            Language::ALL.iter().flat_map(|it| it.sources()).flat_map(sentences::entries)
        {
            assert!(FluentResource::try_new(text.to_owned()).is_ok(), "{id}");
            let refers = |sign: &str| text.contains(sign);
            assert!(!refers("{ -") && !refers("{-"), "{id} takes a term");
            let inner = text.split('{').skip(1).map(|it| it.trim_start().chars().next());
            let is_other = |c: Option<char>| c.is_some_and(|c| c.is_ascii_lowercase());
            assert!(!inner.into_iter().any(is_other), "{id} takes another sentence");
        }
    }

    #[test]
    fn english_says_everything_and_each_language_says_it_once() {
        let ids = |language| message_ids(language).into_iter().collect::<BTreeSet<_>>();
        for language in Language::ALL {
            assert!(ids(language).is_subset(&ids(Language::English)), "{language:?}");
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

    /// As `std::io::Error` prints it; a text that only looks like one stays as it is.
    #[test]
    #[cfg(target_os = "linux")]
    fn errors_of_the_system_are_said_in_the_readers_language() {
        let said = |language, why: &str| {
            let message = Message::new("cli-stdout-failed").with("why", why);
            Localizer::new(language).say(&message)
        };
        let full = std::io::Error::from_raw_os_error(28).to_string();
        let english = "cannot write to standard output: No space left on device";
        assert_eq!(said(Language::English, &full), english);
        assert!(said(Language::Japanese, &full).contains("空き容量がありません"));
        let other = "no room (os error 28)";
        assert!(said(Language::Japanese, other).contains(other));
    }

    #[test]
    fn a_japanese_value_stands_in_a_japanese_sentence_without_blanks() {
        for (text, tight) in [
            ("システム のリンク（PCIe 4.0 x4） を共有", "システムのリンク（PCIe 4.0 x4）を共有"),
            ("nvme0n1 のリンク、 3 台", "nvme0n1 のリンク、 3 台"),
            ("空き  です", "空き  です"),
        ] {
            assert_eq!(without_gaps(text), tight);
        }
    }

    /// A sentence may land before its translation does.
    #[test]
    fn what_a_language_lacks_is_said_in_english() {
        let both = ["a = first\nb = second\n", "a = 最初\n"];
        let sentences = SentenceCatalog::new("ja", both.into_iter());
        let said = |id| sentences.format(id, &FluentArgs::new()).map(|(said, _)| said);
        assert_eq!(said("a").as_deref(), Some("最初"));
        assert_eq!(said("b").as_deref(), Some("second"));
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
