//! Restores the lines that lspci printed from a pasted listing.
//!
//! For: removing the marks of mail, forums, editors and terminals around lines: carriage returns,
//! quotation marks, code blocks, HTML's escapes, no-break spaces, colours; prefixes of lines are left to
//! [`super::prefix`]. lspci's own text stays as it is, indentation included. Lines that were broken in two
//! are left to [`super::wrap`].
//!
//! Sources: lspci(8) for marks that never begin or end its lines; CommonMark 0.31, section 4.5
//! (fences); HTML, section 13.5 (named character references).

use std::borrow::Cow;

use super::{fields, prefix};
use crate::pci::hex;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ListingLine<'a> {
    /// Its number in the input, counted from 1.
    pub number: usize,
    /// lspci's own text, with its indentation.
    pub text: Cow<'a, str>,
}

impl ListingLine<'_> {
    /// The same, independent of the text that it was in.
    pub fn owned<'a>(self) -> ListingLine<'a> {
        ListingLine { number: self.number, text: Cow::Owned(self.text.into_owned()) }
    }
}

/// Tags that open or close a code block or a quotation, in lower case, up to their end or `=`.
const TAGS: [&str; 7] = ["code", "quote", "pre", "spoiler", "tt", "blockquote", "br"];

/// Mail programs break lines after some 76 columns.
const SHORTEST_MAILED: usize = 50;

/// HTML tags allowed anywhere in a line: those that colour code or divide a page.
const INLINE: [&str; 9] = ["span", "p", "div", "b", "strong", "i", "em", "font", "a"];

/// The lines of an input, without those that only open or close a block. If every other line is
/// empty, empty lines are dropped too, because they separate nothing.
pub(super) fn lines(text: &str) -> Vec<ListingLine<'_>> {
    let lines: Vec<ListingLine<'_>> = match mailed(text) {
        Some(lines) => {
            let owned = |(number, line): (usize, String)| {
                ListingLine { number, text: clean(&line).unwrap_or_default() }.owned()
            };
            lines.into_iter().map(owned).collect()
        }
        None => {
            // A mark of a block's end parts what stands before and behind it; a line with both
            // marks is one of several such lines.
            let cleaned = |(number, line)| {
                let line_of = |text| ListingLine { number, text };
                let is_end = closes(line) && leading_tag(line.trim_start()).is_none();
                let end = is_end.then(|| line_of(Cow::Borrowed("")));
                [Some(line_of(clean(line).unwrap_or_default())), end]
            };
            physical(text).flat_map(cleaned).flatten().collect()
        }
    };
    let mut lines = fields::rewritten(unprefixed(lines));
    let is_empty = |line: &ListingLine<'_>| line.text.trim().is_empty();
    // Several in a row are where something else was taken out.
    let parted = lines.windows(2).filter(|pair| is_empty(&pair[1]) && !is_empty(&pair[0])).count();
    let filled = lines.iter().filter(|line| !is_empty(line)).count();
    // An empty line behind all filled ones but two at most.
    if parted * 2 + 2 >= filled + parted {
        lines.retain(|line| !is_empty(line));
    }
    lines
}

/// The lines without the prefix added by a program.
fn unprefixed(mut lines: Vec<ListingLine<'_>>) -> Vec<ListingLine<'_>> {
    let texts: Vec<&str> = lines.iter().map(|line| &*line.text).collect();
    let prefix = prefix::of(&texts);
    for line in &mut lines {
        let rest = match &prefix {
            Some(prefix) => prefix.take(&line.text),
            None => behind_password(&line.text).map(Cow::Borrowed),
        };
        if let Some(rest) = rest.map(Cow::into_owned) {
            line.text = clean(&rest).map(Cow::into_owned).unwrap_or_default().into();
        }
    }
    lines
}

/// The first line of a listing that follows a password prompt, whose answer is not shown.
fn behind_password(line: &str) -> Option<&str> {
    let is_question = line.starts_with("[sudo]") || line.starts_with("Password:");
    let at = is_question.then(|| prefix::behind_something(line))??;
    Some(&line[at..])
}

/// Lines with their numbers. A carriage return alone once ended lines, and still does in text
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

/// Decodes the lines of a quoted-printable mail: `=3D` is `=`, and a `=` at the end continues the line. `None` if
/// the text is not one.
fn mailed(text: &str) -> Option<Vec<(usize, String)>> {
    if !is_mailed(text) {
        return None;
    }
    let mut lines: Vec<(usize, Vec<u8>)> = Vec::new();
    let mut goes_on = false;
    for (number, line) in physical(text) {
        let part = line.strip_suffix('=');
        let bytes = decoded(part.unwrap_or(line));
        match lines.last_mut().filter(|_| goes_on) {
            Some((_, whole)) => whole.extend(bytes),
            None => lines.push((number, bytes)),
        }
        goes_on = part.is_some();
    }
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    Some(lines.into_iter().map(|(number, bytes)| (number, text(bytes))).collect())
}

/// Whether each `=` is an escape or ends a line that continues, and there is at least one: lspci writes
/// `primary=00`, and no text has a zero.
fn is_mailed(text: &str) -> bool {
    let is_escape = |rest: &str| {
        let code = rest.get(..2).and_then(|digits| hex(digits, 2));
        code.is_some_and(|code| code >= 0x20 || code == 0x09)
    };
    let is_end = |rest: &str| rest.starts_with(['\r', '\n']);
    let mut is_broken = false;
    for (at, _) in text.match_indices('=') {
        let rest = &text[at + 1..];
        if !is_end(rest) && !is_escape(rest) {
            return false;
        }
        // Looked for at a line's end only: a line of many escapes is not read back at each.
        let line = || text[..at].rsplit('\n').next().unwrap_or_default();
        is_broken |= rest.starts_with("3D") || (is_end(rest) && line().len() > SHORTEST_MAILED);
    }
    is_broken
}

fn decoded(line: &str) -> Vec<u8> {
    let mut pieces = line.split('=');
    let mut bytes = pieces.next().unwrap_or_default().as_bytes().to_vec();
    for piece in pieces {
        match piece.get(..2).and_then(|digits| hex(digits, 2)) {
            Some(byte) => {
                bytes.push(byte as u8);
                bytes.extend_from_slice(&piece.as_bytes()[2..]);
            }
            None => bytes.extend([b"=", piece.as_bytes()].concat()),
        }
    }
    bytes
}

/// One line without any marks around it; `None` if nothing else is left.
pub(super) fn clean(line: &str) -> Option<Cow<'_, str>> {
    let is_plain = |c: char| c.is_ascii() && !matches!(c, '&' | '>' | '[' | '`' | '<' | '~' | '\\');
    if line.chars().all(is_plain) {
        return Some(Cow::Borrowed(line));
    }
    let text = unescaped(&untagged(&prefix::uncoloured(line)));
    let mut rest = unquoted(&text);
    // A window's border, or the continuation mark of a script; no line of lspci's ends so.
    if rest.trim_end().ends_with(['\\', '│']) {
        rest = rest.trim_end_matches(['\\', '│', ' ']);
    }
    let mut was_marked = false;
    while let Some(less) = unmarked(rest) {
        (rest, was_marked) = (less, true);
    }
    let is_marker_only = was_marked && rest.trim().is_empty();
    (!is_marker_only).then(|| Cow::Owned(rest.to_owned()))
}

/// Removes HTML's tags that are no marks of a block.
fn untagged(line: &str) -> Cow<'_, str> {
    if !line.contains('<') {
        return Cow::Borrowed(line);
    }
    let mut plain = String::new();
    let mut rest = line;
    while let Some((before, behind)) = rest.split_once('<') {
        plain.push_str(before);
        rest = match behind.split_once('>') {
            Some((tag, behind)) if is_tag(tag, &INLINE) => behind,
            _ => {
                plain.push('<');
                behind
            }
        };
    }
    plain.push_str(rest);
    Cow::Owned(plain)
}

/// Replaces HTML's and Markdown's escapes and removes invisible and space-like characters.
fn unescaped(line: &str) -> String {
    let plain =
        line.replace(['\u{a0}', '\u{2002}', '\u{2003}'], " ").replace(['\u{feff}', '\u{200b}'], "");
    let escapes = [
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&quot;", "\""),
        ("&#39;", "'"),
        ("&nbsp;", " "),
        ("&emsp;", "\t"),
    ];
    let plain = escapes.iter().fold(plain, |text, (escape, plain)| text.replace(escape, plain));
    // Last, so that `&amp;lt;` becomes `&lt;` and not `<`.
    let plain = plain.replace("&amp;", "&");
    // A tree's branches have a backslash before `-`, which is not escaped in Markdown.
    let marks = ['[', ']', '<', '>', '_', '*', '#', '(', ')', '|', '~'];
    match plain.contains('\\') {
        true => marks
            .iter()
            .fold(plain, |text, mark| text.replace(&format!("\\{mark}"), &mark.to_string())),
        false => plain,
    }
}

/// Removes any `> ` at the front.
fn unquoted(line: &str) -> &str {
    let mut rest = line;
    while let Some(inner) = rest.trim_start_matches(' ').strip_prefix('>') {
        rest = inner.strip_prefix(' ').unwrap_or(inner);
    }
    rest
}

/// Removes one block mark at either end; `None` if there is none.
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

/// Whether a line ends with the mark of a block's end.
fn closes(line: &str) -> bool {
    let line = line.trim_end();
    let tag = line.rfind(['[', '<']).and_then(|at| line.get(at..)?.strip_suffix([']', '>']));
    tag.is_some_and(|tag| tag.get(1..2) == Some("/") && is_tag(&tag[1..], &TAGS[..6]))
}

fn leading_tag(line: &str) -> Option<&str> {
    let (close, inner) = match line.split_at_checked(1)? {
        ("[", inner) => (']', inner),
        ("<", inner) => ('>', inner),
        _ => return None,
    };
    let (tag, rest) = inner.split_once(close)?;
    is_tag(tag, &TAGS).then_some(rest)
}

fn trailing_tag(line: &str) -> Option<&str> {
    let open = match line.chars().last()? {
        ']' => '[',
        '>' => '<',
        _ => return None,
    };
    let (rest, tag) = line.get(..line.len() - 1)?.rsplit_once(open)?;
    is_tag(tag, &TAGS).then_some(rest)
}

/// `code`, `/code`, `code=text`, `pre class="x"`, `br /`.
fn is_tag(tag: &str, known: &[&str]) -> bool {
    let tag = tag.strip_prefix('/').unwrap_or(tag);
    let end = tag.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(tag.len());
    let (name, rest) = tag.split_at(end);
    let goes_on = rest.is_empty() || rest.starts_with(['=', ' ', '/']);
    goes_on && known.iter().any(|known| known.eq_ignore_ascii_case(name))
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
