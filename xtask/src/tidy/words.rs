//! The field's words, in place of the project's own earlier ones.
//!
//! Two lists: phrases that people no longer read, in messages and documents, and names that code no
//! longer has. Words that the field's replaced must not come back by habit.

use super::slip::TidySlip;
use super::source::RustSource;
use crate::tree::ProjectFile;

/// A phrase in messages and documents, and the field's word.
const PHRASES: &[(&str, &str)] = &[
    ("narrow place", "bottleneck"),
    ("hold each other back", "contention, or its absence"),
    ("holds each other back", "contention, or its absence"),
    ("slowed down to cool", "thermal throttling"),
    ("for want of", "no room, no right"),
    ("verb", "command"),
    ("verbs", "commands"),
    ("way up", "uplink"),
    ("seat", "slot"),
    ("seats", "slots"),
    ("隘路", "ボトルネック"),
    ("順次", "シーケンシャル"),
];

/// A part of a name in code, and the field's word.
const NAMES: &[(&str, &str)] = &[
    ("speaker", "localizer"),
    ("knob", "tunable"),
    ("guardian", "restorer"),
    ("crew", "workers"),
    ("plant", "simulator"),
    ("crumbs", "rounding error, cancellation"),
    ("seat", "slot, bay"),
    ("seats", "slots, bays"),
    ("spot", "location"),
    ("spots", "locations"),
    ("door", "attachment"),
    ("doors", "attachments"),
    ("wish", "constraint, request"),
    ("wishes", "constraints, requests"),
    ("aim", "objective"),
    ("aims", "objectives"),
    ("site", "slot inventory"),
    ("sites", "slot inventories"),
];

/// This file has to name these words.
const OWN: &str = "xtask/src/tidy/words.rs";

/// A slip for each phrase that people read and each name in code.
pub fn check(files: &[ProjectFile], sources: &[RustSource]) -> Vec<TidySlip> {
    let mut slips: Vec<TidySlip> = files
        .iter()
        .filter(|file| {
            let is_document = file.path.ends_with(".md")
                && (file.path.starts_with("docs/") || !file.path.contains('/'));
            file.path.ends_with(".ftl") || is_document && &file.path != "CHANGELOG.md"
        })
        .flat_map(text)
        .collect();
    slips.extend(sources.iter().filter(|source| source.path != OWN).flat_map(names));
    slips
}

fn text(file: &ProjectFile) -> Vec<TidySlip> {
    let is_message = file.path.ends_with(".ftl");
    let lines = file.text.lines().enumerate().filter(|(_, line)| !line.starts_with('#'));
    let uses = lines.flat_map(|(at, line)| {
        let value = if is_message {
            // The text after the id of a message that begins here.
            if line.starts_with(' ') {
                line
            } else {
                line.split_once('=').map_or("", |(_, value)| value)
            }
        } else {
            line
        };
        let value = without_values(value).to_lowercase();
        let own = PHRASES.iter().filter(move |(phrase, _)| has(&value, phrase));
        own.map(move |(phrase, field)| (at + 1, phrase, field))
    });
    uses.map(|(line, phrase, field)| slip(&file.path, line, phrase, field)).collect()
}

fn slip(path: &str, line: usize, ours: &str, field: &str) -> TidySlip {
    TidySlip::new(path, line, format!("`{ours}`: the field says {field}"))
}

/// Without `{ $name }` and `` `code` ``, whose names are not words.
fn without_values(line: &str) -> String {
    let mut kept = String::new();
    let mut closing = None;
    for letter in line.chars() {
        match closing {
            Some(end) if letter == end => closing = None,
            Some(_) => {}
            None if letter == '{' => closing = Some('}'),
            None if letter == '`' => closing = Some('`'),
            None => kept.push(letter),
        }
    }
    kept
}

/// Whether `phrase` occurs in `text` as words; Japanese has no spaces around them.
fn has(text: &str, phrase: &str) -> bool {
    let is_letter = |letter: Option<char>| letter.is_some_and(|it| it.is_ascii_alphanumeric());
    text.match_indices(phrase).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let after = text[at + phrase.len()..].chars().next();
        !is_letter(before) && !is_letter(after)
    })
}

fn names(source: &RustSource) -> Vec<TidySlip> {
    let is_name = |text: &str| text.starts_with(|it: char| it.is_alphabetic() || it == '_');
    let words = source.words.iter().filter(|word| is_name(&word.text));
    let uses = words.flat_map(|word| {
        let parts = parts(&word.text);
        let own = NAMES.iter().filter(move |(name, _)| parts.iter().any(|part| part == name));
        own.map(|(name, field)| slip(&source.path, word.line, name, field))
    });
    uses.collect()
}

/// `guardian_of` and `GuardianOf` are both `guardian` and `of`.
fn parts(name: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut was_lower = false;
    for letter in name.chars() {
        if letter == '_' || was_lower && letter.is_uppercase() {
            parts.push(String::new());
        }
        if let Some(part) = parts.last_mut().filter(|_| letter != '_') {
            part.extend(letter.to_lowercase());
        }
        was_lower = letter.is_lowercase();
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::super::{files, sources, texts};
    use super::*;

    #[test]
    fn our_own_words_are_found_where_people_read_them() {
        let messages = "# A verb is no message.\na-verb = { $verb } is held\n    The narrow place\nb = 隘路です\n";
        let documents =
            [("locales/en/a.ftl", messages), ("docs/a.md", "Verbal, `verb` and adverbs\n")];
        let slips = check(&files(&documents), &[]);
        assert_eq!(
            texts(&slips),
            [
                "locales/en/a.ftl:3: `narrow place`: the field says bottleneck",
                "locales/en/a.ftl:4: `隘路`: the field says ボトルネック",
            ]
        );
        let history = [("CHANGELOG.md", "the narrow place\n")];
        assert!(check(&files(&history), &[]).is_empty());
    }

    #[test]
    fn names_are_found_by_their_parts() {
        let code = "struct KnobOf; fn transplant(guardian_id: u8) { let s = \"knob\"; }";
        let slips = check(&[], &sources(&[("crates/a/src/lib.rs", code)]));
        assert_eq!(
            texts(&slips),
            [
                "crates/a/src/lib.rs:1: `knob`: the field says tunable",
                "crates/a/src/lib.rs:1: `guardian`: the field says restorer",
            ]
        );
    }
}
