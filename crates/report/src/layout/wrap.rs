//! Display widths, cutting, filling and line breaking.

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// Columns that a text takes.
pub(crate) fn width(text: &str) -> usize {
    text.width()
}

/// The text in at most `columns`, with an ellipsis for the part cut off.
pub(crate) fn elide(text: &str, columns: usize) -> String {
    if width(text) <= columns {
        return text.to_owned();
    }
    match columns {
        0 => String::new(),
        1 => "…".to_owned(),
        _ => format!("{}…", take(text, columns - 1)),
    }
}

/// Blanks that fill a text of width `taken` up to `columns`.
pub(crate) fn fill(taken: usize, columns: usize) -> String {
    " ".repeat(columns.saturating_sub(taken))
}

/// Breaks text into lines of at most `columns`: at blanks, and between Japanese characters except
/// after an opening bracket and before one that may not begin a line. A word longer than a line is
/// broken anywhere.
pub(crate) fn wrap(text: &str, columns: usize) -> Vec<String> {
    // Wide enough for a letter of two columns, so that every turn of the loop below takes one.
    let columns = columns.max(10);
    let mut lines = Vec::new();
    let mut line = String::new();
    for word in breakable_words(text) {
        if width(&line) + width(word.trim_end()) > columns && !line.is_empty() {
            lines.push(std::mem::take(&mut line).trim_end().to_owned());
        }
        let mut rest = word;
        // All that fits into the line is there already, or the word is longer than any line.
        while line.is_empty() && take(rest.trim_end(), columns).len() < rest.trim_end().len() {
            let head = take(rest, columns);
            rest = rest.get(head.len()..).unwrap_or_default();
            lines.push(head.to_owned());
        }
        line.push_str(rest);
    }
    if !line.trim().is_empty() || lines.is_empty() {
        lines.push(line.trim_end().to_owned());
    }
    lines
}

/// The longest beginning of at most `columns`.
fn take(text: &str, columns: usize) -> &str {
    let mut used = 0;
    let end = text.char_indices().find(|(_, c)| {
        used += c.width().unwrap_or(0);
        used > columns
    });
    end.and_then(|(at, _)| text.get(..at)).unwrap_or(text)
}

/// Pieces between which a line may be broken.
pub(crate) fn breakable_words(text: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let mut start = 0;
    let mut before: Option<char> = None;
    for (at, c) in text.char_indices() {
        if before.is_some_and(|before| may_break(before, c)) {
            words.extend(text.get(start..at));
            start = at;
        }
        before = Some(c);
    }
    words.extend(text.get(start..));
    words
}

fn may_break(before: char, after: char) -> bool {
    let wide = |c: char| c.width() == Some(2);
    let blank = before == ' ' && after != ' ';
    blank
        || ((wide(before) || wide(after))
            && !"「『（【〔(".contains(before)
            && (!"、。，．・：；！？」』）】〕ー々ぁぃぅぇぉっゃゅょァィゥェォッャュョ, .:;!?)%"
                .contains(after)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn japanese_takes_two_columns_and_breaks_neither_before_a_full_stop_nor_after_a_bracket() {
        assert_eq!(width("帯域 x4"), 7);
        assert_eq!(elide("チップセット", 7), "チップ…");
        assert_eq!(elide("チップセット", 2), "…");
        assert_eq!(wrap("三台で帯域を分け合う。", 20), ["三台で帯域を分け合", "う。"]);
        assert_eq!(wrap("四台で共有（最大六台）", 12), ["四台で共有", "（最大六台）"]);
    }

    #[test]
    fn english_breaks_at_blanks_and_long_words_anywhere() {
        assert_eq!(wrap("one two three four", 10), ["one two", "three four"]);
        assert_eq!(wrap("abcdefghijklmno", 10), ["abcdefghij", "klmno"]);
        assert_eq!(wrap("", 10), [""]);
    }
}
