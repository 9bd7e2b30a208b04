//! Restores the lines that lspci printed from a pasted listing.
//!
//! For: removing what mail, forums, editors and terminals put around lines: carriage returns,
//! quotation marks, code blocks, HTML's escapes, no-break spaces, colours; what stands before each line is
//! [`super::prefix`]'s. What lspci itself wrote stays as
//! it is, indentation included. Lines that were broken in two are [`super::wrap`]'s.
//!
//! Sources: lspci(8) for what never begins or ends a line of its own; CommonMark 0.31, section 4.5
//! (fences); HTML, section 13.5 (named character references).

use std::borrow::Cow;

use super::prefix;

/// A line of the listing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Line<'a> {
    /// Its number in the input, counted from 1.
    pub number: usize,
    /// What lspci wrote, with its indentation.
    pub text: Cow<'a, str>,
}

/// Tags that open or close a code block or a quotation, in lower case, up to their end or `=`.
const TAGS: [&str; 7] = ["code", "quote", "pre", "spoiler", "tt", "blockquote", "br"];

/// The lines of an input, without those that only open or close a block. Where every other line is
/// empty, empty lines are left out too, because then they part nothing.
pub(super) fn lines(text: &str) -> Vec<Line<'_>> {
    let cleaned = |(number, line)| Some(Line { number, text: clean(line)? });
    let lines: Vec<Line<'_>> = physical(text).filter_map(cleaned).collect();
    let mut lines = unprefixed(lines);
    let is_empty = |line: &Line<'_>| line.text.trim().is_empty();
    // Several in a row are where something else was taken out.
    let parted = lines.windows(2).filter(|pair| is_empty(&pair[1]) && !is_empty(&pair[0])).count();
    let filled = lines.iter().filter(|line| !is_empty(line)).count();
    if parted * 2 + 2 >= filled + parted {
        lines.retain(|line| !is_empty(line));
    }
    lines
}

/// The lines without what a program put before each of them.
fn unprefixed(mut lines: Vec<Line<'_>>) -> Vec<Line<'_>> {
    let texts: Vec<&str> = lines.iter().map(|line| &*line.text).collect();
    let Some(prefix) = prefix::of(&texts) else { return lines };
    for line in &mut lines {
        if let Some(rest) = prefix(&line.text).map(Cow::into_owned) {
            line.text = clean(&rest).map(Cow::into_owned).unwrap_or_default().into();
        }
    }
    lines
}

/// Lines with their numbers. A carriage return alone ended lines once, and still does in what was
/// copied from some terminals.
fn physical(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let has_feeds = text.contains('\n');
    let text = text.strip_suffix('\n').unwrap_or(text);
    let feeds = text.split('\n').enumerate();
    let pieces = feeds.flat_map(|(line, text)| {
        let pieces = text.trim_end_matches('\r').split('\r').enumerate();
        pieces.map(move |(piece, text)| (line, piece, text))
    });
    pieces.map(move |(line, piece, text)| (1 + if has_feeds { line } else { piece }, text))
}

/// One line without what was put around it; none where nothing else is left.
pub(super) fn clean(line: &str) -> Option<Cow<'_, str>> {
    let is_plain = |c: char| c.is_ascii() && !matches!(c, '&' | '>' | '[' | '`' | '<' | '~');
    if line.chars().all(is_plain) {
        return Some(Cow::Borrowed(line));
    }
    let text = unescaped(&prefix::uncoloured(line));
    let mut rest = unquoted(&text);
    let mut was_marked = false;
    while let Some(less) = unmarked(rest) {
        (rest, was_marked) = (less, true);
    }
    let is_marker_only = was_marked && rest.trim().is_empty();
    (!is_marker_only).then(|| Cow::Owned(rest.to_owned()))
}

/// Replaces HTML's escapes and removes invisible and space-like characters.
fn unescaped(line: &str) -> String {
    let plain = line.replace('\u{a0}', " ").replace(['\u{feff}', '\u{200b}'], "");
    let escapes = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&nbsp;", " ")];
    let plain = escapes.iter().fold(plain, |text, (escape, plain)| text.replace(escape, plain));
    plain.replace("&amp;", "&")
}

/// Removes any `> ` at the front.
fn unquoted(line: &str) -> &str {
    let mut rest = line;
    while let Some(inner) = rest.trim_start_matches(' ').strip_prefix('>') {
        rest = inner.strip_prefix(' ').unwrap_or(inner);
    }
    rest
}

/// Removes one mark of a block at either end; none where there is none.
fn unmarked(line: &str) -> Option<&str> {
    let inner = line.trim();
    for fence in ["```", "~~~"] {
        if let Some(rest) = inner.strip_prefix(fence) {
            // The word behind a fence names the language.
            let is_word = rest.chars().all(|c| c.is_ascii_alphanumeric());
            return Some(if is_word { "" } else { rest });
        }
        if let Some(rest) = line.trim_end().strip_suffix(fence) {
            return Some(rest);
        }
    }
    leading_tag(inner).or_else(|| trailing_tag(line.trim_end()))
}

fn leading_tag(line: &str) -> Option<&str> {
    let (close, inner) = match line.split_at_checked(1)? {
        ("[", inner) => (']', inner),
        ("<", inner) => ('>', inner),
        _ => return None,
    };
    let (tag, rest) = inner.split_once(close)?;
    is_tag(tag).then_some(rest)
}

fn trailing_tag(line: &str) -> Option<&str> {
    let open = match line.chars().last()? {
        ']' => '[',
        '>' => '<',
        _ => return None,
    };
    let (rest, tag) = line.get(..line.len() - 1)?.rsplit_once(open)?;
    is_tag(tag).then_some(rest)
}

/// `code`, `/code`, `code=text`, `pre class="x"`, `br /`.
fn is_tag(tag: &str) -> bool {
    let tag = tag.strip_prefix('/').unwrap_or(tag);
    let end = tag.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(tag.len());
    let (name, rest) = tag.split_at(end);
    let goes_on = rest.is_empty() || rest.starts_with(['=', ' ', '/']);
    goes_on && TAGS.iter().any(|known| known.eq_ignore_ascii_case(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cleaned(line: &str) -> Option<String> {
        clean(line).map(Cow::into_owned)
    }

    #[test]
    fn what_was_put_around_a_line_is_taken_off() {
        let bare = "\tCapabilities: <access denied>";
        for line in [
            bare,
            "> \tCapabilities: <access denied>",
            "> > \tCapabilities: &lt;access denied&gt;",
            "&gt; \tCapabilities: &lt;access denied&gt;",
            "\tCapabilities: <access denied>[/code]",
            "\tCapabilities: <access denied><br />",
            "\tCapabilities: <access denied></pre>",
            "\tCapabilities: <access denied>```",
        ] {
            assert_eq!(cleaned(line).as_deref(), Some(bare), "{line}");
        }
        for line in ["[code]00:1f.2 X", "<pre class=\"a\">00:1f.2 X", "[CODE=text]00:1f.2 X"] {
            assert_eq!(cleaned(line).as_deref(), Some("00:1f.2 X"), "{line}");
        }
    }

    #[test]
    fn a_line_that_only_marks_a_block_is_none() {
        for line in ["```", "```text", "~~~", "[code]", "[/QUOTE]", "<pre><code>", "> ```"] {
            assert_eq!(cleaned(line), None, "{line}");
        }
        for line in ["", "\t", ">", "> "] {
            assert_eq!(cleaned(line).as_deref().map(str::trim), Some(""), "{line:?}");
        }
    }

    #[test]
    fn brackets_of_lspcis_own_stay() {
        for line in ["\tCapabilities: [90] MSI", "[virtual] Expansion ROM at 1 [disabled]"] {
            assert_eq!(cleaned(line).as_deref(), Some(line));
        }
    }

    #[test]
    fn lines_keep_their_numbers_whatever_ends_them() {
        let numbered = |text: &str| {
            let lines = lines(text).into_iter();
            lines.map(|line| (line.number, line.text.into_owned())).collect::<Vec<_>>()
        };
        let expected = vec![(1, "a".to_owned()), (2, "b".to_owned()), (3, "c".to_owned())];
        for text in ["a\nb\nc\n", "a\r\nb\r\nc", "a\r\r\nb\r\r\nc\r\r\n", "a\rb\rc"] {
            assert_eq!(numbered(text), expected, "{text:?}");
        }
        let spaced = vec![(1, "a".to_owned()), (3, "b".to_owned()), (5, "c".to_owned())];
        assert_eq!(numbered("a\n\nb\n\nc\n\n"), spaced);
    }
}
