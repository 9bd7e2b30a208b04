//! Makes text harmless to terminals and valid in XML, and short enough to read.
//!
//! Model names, labels, paths and file contents come from firmware, strangers and mistakes: an
//! escape sequence in one must not reach a terminal, a direction mark must not turn a line around,
//! and a name of ten thousand characters must not bury the sentence around it.

use std::borrow::Cow;

/// Longer words are none that people read: the longest name of a file has 255 bytes.
const LONGEST_WORD: usize = 400;
/// The longest value shown: a path has at most 4,096 bytes.
const LONGEST_VALUE: usize = 4096;
/// Characters kept at the end of a word that is cut, where names of files differ.
const TAIL: usize = 100;

/// The text with control characters and direction marks replaced by `?`, one for one.
pub fn clean(text: &str) -> String {
    text.chars().map(|c| if is_unsafe(c) { '?' } else { c }).collect()
}

/// The text of several lines, each cleaned.
pub fn clean_text(text: &str) -> String {
    text.chars().map(|c| if c != '\n' && is_unsafe(c) { '?' } else { c }).collect()
}

/// An equivalent JSON text without control characters and direction marks, which occur only in its
/// strings: there each becomes its escape (RFC 8259, section 7).
pub fn escape_json(json: &str) -> Cow<'_, str> {
    let is_raw = |c: char| !matches!(c, '\n' | '\r' | '\t') && is_unsafe(c);
    if !json.contains(is_raw) {
        return Cow::Borrowed(json);
    }
    let mut escaped = String::with_capacity(json.len());
    for c in json.chars() {
        match is_raw(c) {
            // All of them are in the Basic Multilingual Plane.
            true => escaped.push_str(&format!("\\u{:04x}", u32::from(c))),
            false => escaped.push(c),
        }
    }
    Cow::Owned(escaped)
}

/// The same line by line, with over-long words cut.
pub fn clean_lines(text: &str) -> String {
    let lines: Vec<String> = text.split('\n').map(value).collect();
    lines.join("\n")
}

/// A value on its way into a sentence: one line of it, cleaned and cut.
pub(crate) fn value(text: &str) -> String {
    let line = text.replace(['\n', '\t'], " ");
    let words: Vec<String> = clean(&line).split(' ').map(|word| cut(word, LONGEST_WORD)).collect();
    cut(&words.join(" "), LONGEST_VALUE)
}

/// At most `longest` characters, with an ellipsis for those omitted before the end.
fn cut(text: &str, longest: usize) -> String {
    let length = text.chars().count();
    if length <= longest {
        return text.to_owned();
    }
    let head: String = text.chars().take(longest - TAIL - 1).collect();
    let tail: String = text.chars().skip(length - TAIL).collect();
    format!("{head}…{tail}")
}

fn is_unsafe(c: char) -> bool {
    // The bidirectional formatting characters of Unicode Standard Annex 9, section 2, line and
    // paragraph separators, and the noncharacters that XML 1.0 section 2.2 leaves out.
    c.is_control()
        || matches!(c, '\u{200e}' | '\u{200f}' | '\u{061c}' | '\u{2028}'..='\u{202e}')
        || matches!(c, '\u{2066}'..='\u{2069}' | '\u{fffe}' | '\u{ffff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escape_sequences_and_direction_marks_lose_their_power() {
        assert_eq!(clean("PX\u{1b}[2J-256\u{202e}M8"), "PX?[2J-256?M8");
        assert_eq!(clean("日本語 µ"), "日本語 µ");
    }

    #[test]
    fn json_means_the_same_and_shows_none_of_them() {
        let named = "a\u{1b}\u{9b}\u{202e}\u{2066}\u{7f}\n\"é";
        let json = format!("{{\n  \"name\": {named:?}\n}}")
            .replace("\\u{1b}", "\\u001b")
            .replace("\\u{9b}", "\u{9b}")
            .replace("\\u{202e}", "\u{202e}")
            .replace("\\u{2066}", "\u{2066}")
            .replace("\\u{7f}", "\u{7f}");
        let escaped = escape_json(&json);
        let expected = "{\n  \"name\": \"a\\u001b\\u009b\\u202e\\u2066\\u007f\\n\\\"é\"\n}";
        assert_eq!(escaped, expected);
        assert_eq!(clean_text("a\n\u{202e}b\tc\n"), "a\n?b?c\n");
    }

    #[test]
    fn values_are_one_line_of_a_length_that_people_read() {
        assert_eq!(value("one\ntwo\0"), "one two?");
        let name = format!("/tmp/{}/end.toml", "x".repeat(10_000));
        let shown = value(&name);
        assert_eq!(shown.chars().count(), LONGEST_WORD);
        assert!(shown.starts_with("/tmp/x") && shown.ends_with("x/end.toml"), "{shown}");
        assert_eq!(value(&"word ".repeat(5000)).chars().count(), LONGEST_VALUE);
        assert_eq!(clean_lines("a\n\u{7}b\n"), "a\n?b\n");
    }
}
