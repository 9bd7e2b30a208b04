//! Every sentence exists in English, a translation takes the same values, and is used. A missing translation is a
//! warning, since English takes its place.
//!
//! Ids that begin with `web-` are used by the page in the browser. Ids that begin with `help-` are put together from the command line's own names; the binary's
//! tests look after them.

use std::collections::{BTreeMap, BTreeSet};

use super::slip::TidySlip;
use super::source::{RustSource, SourceToken};
use crate::tree::ProjectFile;

const LOCALES: &str = "crates/messages/locales/";
/// The language used where another lacks a sentence.
const FALLBACK: &str = "en";

#[derive(Default)]
struct SentenceCatalogue<'a> {
    entries: BTreeMap<&'a str, SentenceEntry<'a>>,
}

struct SentenceEntry<'a> {
    path: &'a str,
    line: usize,
    values: BTreeSet<&'a str>,
}

/// Slips of the catalogue against itself and against the code.
pub fn check(files: &[ProjectFile], sources: &[RustSource]) -> Vec<TidySlip> {
    let languages = languages(files);
    // Ids that English lacks, and ids that take other values in another language.
    let mut slips = Vec::new();
    for catalogue in languages.values() {
        for (other_tag, other) in &languages {
            for (id, entry) in &catalogue.entries {
                let what = match other.entries.get(id) {
                    None if *other_tag != FALLBACK => continue,
                    None => format!("{id} is not said in {other_tag}"),
                    Some(twin) if !entry.values.is_subset(&twin.values) => {
                        format!("{id} takes a value that it does not take in {other_tag}")
                    }
                    Some(_) => continue,
                };
                slips.push(TidySlip::new(entry.path, entry.line, what));
            }
        }
    }
    slips.extend(unsaid(&languages, files, sources));
    slips.extend(unknown(&languages, sources));
    slips.extend(unknown_on_page(&languages, files));
    slips
}

/// For each language the sentences that are shown in English, because they lack a translation.
pub fn untranslated(files: &[ProjectFile]) -> BTreeMap<&str, Vec<&str>> {
    let languages = languages(files);
    let Some(fallback) = languages.get(FALLBACK) else { return BTreeMap::new() };
    let lacking = languages.iter().map(|(tag, catalogue)| {
        let ids = fallback.entries.keys().filter(|id| !catalogue.entries.contains_key(**id));
        (*tag, ids.copied().collect::<Vec<_>>())
    });
    lacking.filter(|(_, ids)| !ids.is_empty()).collect()
}

fn languages(files: &[ProjectFile]) -> BTreeMap<&str, SentenceCatalogue<'_>> {
    let mut languages: BTreeMap<&str, SentenceCatalogue<'_>> = BTreeMap::new();
    for file in files.iter().filter(|file| file.path.ends_with(".ftl")) {
        if let Some((tag, _)) = file.path.strip_prefix(LOCALES).and_then(|p| p.split_once('/')) {
            languages.entry(tag).or_default().add(file);
        }
    }
    languages
}

impl<'a> SentenceCatalogue<'a> {
    fn add(&mut self, file: &'a ProjectFile) {
        let mut id = "";
        for (index, line) in file.text.lines().enumerate() {
            if line.starts_with('#') {
                continue;
            }
            if let Some(new_id) = id_of(line) {
                id = new_id;
                let entry =
                    SentenceEntry { path: &file.path, line: index + 1, values: BTreeSet::new() };
                self.entries.insert(id, entry);
            }
            // Lines without an id belong to the message above.
            if let Some(entry) = self.entries.get_mut(id) {
                entry.values.extend(values_of(line));
            }
        }
    }
}

fn id_of(line: &str) -> Option<&str> {
    let (id, _) = line.split_once(" =")?;
    id.starts_with(|c: char| c.is_ascii_lowercase()).then_some(id)
}

/// The names after each `$`.
fn values_of(line: &str) -> impl Iterator<Item = &str> {
    line.split('$').skip(1).map(|rest| {
        let end = rest.find(|c: char| !(c.is_ascii_alphanumeric() || "-_".contains(c)));
        &rest[..end.unwrap_or(rest.len())]
    })
}

/// Sentences whose id neither shipped code nor the catalogue's data names.
fn unsaid(
    languages: &BTreeMap<&str, SentenceCatalogue<'_>>,
    files: &[ProjectFile],
    sources: &[RustSource],
) -> Vec<TidySlip> {
    let in_data = files
        .iter()
        .filter(|file| file.path.contains("/data/") && file.path.ends_with(".toml"))
        .flat_map(|file| file.text.split('"'));
    let on_page = page(files).flat_map(|file| file.text.split('"'));
    let named: BTreeSet<&str> = rooms(sources)
        .flat_map(|source| source.words.iter().filter(|word| !source.is_test(word.line)))
        .filter_map(SourceToken::string)
        .chain(in_data)
        .chain(on_page)
        .collect();
    let entries = languages.values().flat_map(|catalogue| &catalogue.entries);
    entries
        .filter(|(id, _)| !id.starts_with("help-") && !named.contains(**id))
        .map(|(id, entry)| TidySlip::new(entry.path, entry.line, format!("unused: {id}")))
        .collect()
}

/// Ids that shipped code says and no language has.
fn unknown(
    languages: &BTreeMap<&str, SentenceCatalogue<'_>>,
    sources: &[RustSource],
) -> Vec<TidySlip> {
    let is_known =
        |id: &str| languages.values().any(|catalogue| catalogue.entries.contains_key(id));
    let mut slips = Vec::new();
    for source in rooms(sources) {
        let words = source.shipped_words();
        let used = (0..words.len()).filter_map(|at| id_of_use(&words[at..]).map(|id| (at, id)));
        for (at, id) in used.filter(|(_, id)| !is_known(id)) {
            slips.push(TidySlip::new(
                &source.path,
                words[at].line,
                format!("no language has {id}"),
            ));
        }
    }
    slips
}

/// Ids that the page says and no language has.
fn unknown_on_page(
    languages: &BTreeMap<&str, SentenceCatalogue<'_>>,
    files: &[ProjectFile],
) -> Vec<TidySlip> {
    let is_known =
        |id: &str| languages.values().any(|catalogue| catalogue.entries.contains_key(id));
    let mut slips = Vec::new();
    for file in page(files) {
        for (index, line) in file.text.lines().enumerate() {
            let used = line.split('"').skip(1).step_by(2).filter(|id| id.starts_with("web-"));
            for id in used.filter(|id| !is_known(id)) {
                slips.push(TidySlip::new(&file.path, index + 1, format!("no language has {id}")));
            }
        }
    }
    slips
}

/// The sources of the page in the browser.
fn page(files: &[ProjectFile]) -> impl Iterator<Item = &ProjectFile> {
    let is_script = |path: &str| path.ends_with(".ts") || path.ends_with(".tsx");
    files.iter().filter(move |file| file.path.starts_with("web/src/") && is_script(&file.path))
}

/// The id in `Message::new("id"` or `.text("id"` that begins here.
fn id_of_use<'a>(words: &[&'a SourceToken]) -> Option<&'a str> {
    let begins = |with: &[&str]| {
        words.len() > with.len() && words.iter().zip(with).all(|(word, text)| word.text == *text)
    };
    if begins(&["Message", ":", ":", "new", "("]) {
        return words[5].string();
    }
    let id = if begins(&[".", "text", "("]) { words[3].string()? } else { return None };
    // Others have a `text` too: an id has hyphens and no spaces.
    (id.contains('-') && !id.contains(' ')).then_some(id)
}

fn rooms(sources: &[RustSource]) -> impl Iterator<Item = &RustSource> {
    sources.iter().filter(|source| source.path.starts_with("crates/"))
}

#[cfg(test)]
mod tests {
    use super::super::{files, sources, texts};
    use super::*;

    const EN: &str = "crates/messages/locales/en/a.ftl";
    const JA: &str = "crates/messages/locales/ja/a.ftl";

    fn slips(en: &str, ja: &str, code: &str) -> Vec<String> {
        texts(&check(&files(&[(EN, en), (JA, ja)]), &sources(&[("crates/a/src/lib.rs", code)])))
    }

    #[test]
    fn a_sentence_said_in_both_languages_is_fine() {
        let ftl = "# $comment\na-b = { $x ->\n    [one] { $y }\n   *[other] z\n }\nhelp-c = d";
        assert_eq!(slips(ftl, ftl, "fn f() { Message::new(\"a-b\") }"), [""; 0]);
    }

    #[test]
    fn data_may_name_a_sentence() {
        let data = ("crates/catalog/data/casebook.toml", "title = \"a-b\"");
        let slips = check(&files(&[(EN, "a-b = x"), (JA, "a-b = x"), data]), &[]);
        assert_eq!(texts(&slips), [""; 0]);
    }

    #[test]
    fn the_page_names_its_sentences() {
        let page = ("web/src/main.tsx", "say(\"web-a\")\nsay(\"web-c\", { x })");
        let ftl = "web-a = x\nweb-b = x";
        let slips = check(&files(&[(EN, ftl), (JA, ftl), page]), &[]);
        assert_eq!(
            texts(&slips),
            [
                format!("{EN}:2: unused: web-b"),
                format!("{JA}:2: unused: web-b"),
                "web/src/main.tsx:2: no language has web-c".into(),
            ]
        );
    }

    #[test]
    fn english_has_every_sentence_and_translations_take_the_same_values() {
        let code = "const A: [&str; 3] = [\"a-b\", \"a-c\", \"a-d\"];";
        let (en, ja) = ("a-b = { $x }\na-c = d", "a-b = x\na-d = y");
        assert_eq!(
            slips(en, ja, code),
            [
                format!("{EN}:1: a-b takes a value that it does not take in ja"),
                format!("{JA}:2: a-d is not said in en"),
            ]
        );
        let all = files(&[(EN, en), (JA, ja)]);
        assert_eq!(untranslated(&all), BTreeMap::from([("ja", vec!["a-c"])]));
    }

    #[test]
    fn what_nobody_says_and_what_nobody_wrote_is_found() {
        let code = "fn f() { Message::new(\"a-d\"); s.text(\"a-e\"); s.text(\"plain\"); }\n\
                    #[cfg(test)]\nmod t { const A: &str = \"a-b\"; }";
        assert_eq!(
            slips("a-b = x", "a-b = x", code),
            [
                format!("{EN}:1: unused: a-b"),
                format!("{JA}:1: unused: a-b"),
                "crates/a/src/lib.rs:1: no language has a-d".into(),
                "crates/a/src/lib.rs:1: no language has a-e".into(),
            ]
        );
    }
}
