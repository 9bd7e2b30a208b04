//! Joins lines that a terminal or a mail program broke in two.
//!
//! A line continues in the next one if it does not end as lspci ends it (a bracket is open, a link
//! lacks its width), or if the next one does not begin like any lspci line, is at the left edge and
//! follows a line long enough to have been broken. Lines that begin like a function, a key with its
//! colon, or a row of a dump are never joined.

use narrows_messages::Message;

use super::damage;
use super::headline::LspciHeadline;
use super::paste::ListingLine;
use super::tree;
use crate::pci::hex;

/// No terminal and no mail program breaks lines that are shorter than this.
const NARROWEST: usize = 60;

/// Where a terminal of the usual width breaks a line in the middle of a word.
const TERMINAL: usize = 80;

/// No line of lspci's is broken more often.
const MOST_PARTS: usize = 16;

/// Messages of lspci and its libraries between the lines, and shell prompts.
const NOISE: [&str; 4] = ["lspci:", "pcilib:", "$ ", "# "];

/// Joins broken lines; returns a note on those that were.
pub(super) fn joined(lines: Vec<ListingLine<'_>>) -> (Vec<ListingLine<'_>>, Option<Message>) {
    let is_numbered = lines.iter().any(|line| {
        LspciHeadline::begins(&line.text)
            && line.text.split_once("]: ").is_some_and(|(class, _)| class.contains('['))
    });
    let mut whole: Vec<ListingLine<'_>> = Vec::with_capacity(lines.len());
    let (mut count, mut first) = (0, None);
    // The width of the part that was added last, and the number of parts.
    let (mut width, mut parts) = (0, 0);
    for line in lines {
        let before = whole.last().filter(|_| parts < MOST_PARTS);
        let before = before.filter(|before| !before.text.trim().is_empty());
        let text = before.and_then(|before| goes_on(before, width, &line, is_numbered));
        width = columns(&line.text);
        match (text, whole.last_mut()) {
            (Some(text), Some(before)) => {
                before.text = text.into();
                count += 1;
                parts += 1;
                first.get_or_insert(line.number);
            }
            _ => {
                whole.push(line);
                parts = 1;
            }
        }
    }
    let note = first
        .map(|line| Message::new("note-lspci-joined").count("count", count).with("line", line));
    (whole, note)
}

/// Both lines as one, if the second continues the first.
fn goes_on(
    before: &ListingLine<'_>,
    width: usize,
    next: &ListingLine<'_>,
    is_numbered: bool,
) -> Option<String> {
    let rest = next.text.trim();
    if rest.is_empty() || begins_something(rest) {
        return None;
    }
    // The space at which the line was broken may be at its beginning.
    let at_edge = indentation(&next.text) <= 1;
    let (first, is_deep) = (before.text.trim(), indentation(&before.text) > 0);
    let is_headline = LspciHeadline::begins(first);
    let is_open = damage::is_open(first, is_numbered)
        || (is_headline && (rest.starts_with("(rev ") || rest.starts_with("(prog-if ")));
    let is_long = width >= NARROWEST;
    let stands_so = at_edge || indentation(&next.text) == indentation(&before.text);
    // A count at a line's end can continue with a digit or the text after it.
    let continues = rest.starts_with(|c: char| c.is_ascii_digit() || matches!(c, ',' | '('));
    let by_grammar = is_open && stands_so && (continues || !damage::ends_in_lanes(first));
    let by_place = is_long && at_edge && (is_deep || (is_headline && !is_numbered));
    (by_grammar || by_place).then(|| glued(before, width, next, is_numbered))
}

/// Joins in the middle of a word if the line is as wide as a terminal, else between words; the
/// other way if only that makes sense.
fn glued(
    before: &ListingLine<'_>,
    width: usize,
    next: &ListingLine<'_>,
    is_numbered: bool,
) -> String {
    let text = before.text.trim_end();
    let hard = format!("{}{}", before.text, next.text.trim_end());
    let soft = format!("{text} {}", next.text.trim());
    let is_hard = width >= TERMINAL || before.text.len() >= TERMINAL;
    let (likely, other) = if is_hard { (hard, soft) } else { (soft, hard) };
    let is_worse = damage::is_open(likely.trim(), is_numbered);
    if is_worse && !damage::is_open(other.trim(), is_numbered) { other } else { likely }
}

/// Whether a line is the first of a function, a key with its colon, a row of a dump or no line of
/// lspci's at all.
fn begins_something(line: &str) -> bool {
    let is_noise = NOISE.iter().any(|noise| line.starts_with(noise)) || is_prompt(line);
    // `[...]` and strokes stand where something was left out.
    let has_words = line.chars().any(char::is_alphanumeric);
    let offset = line.split_once(": ").map(|(offset, _)| offset);
    let is_row = |offset: &str| (2..=3).contains(&offset.len()) && hex(offset, 3).is_some();
    is_noise
        || !has_words
        || tree::is_line(line)
        || LspciHeadline::begins(line)
        || has_key(line)
        || offset.is_some_and(is_row)
}

/// A shell's prompt, whatever was typed behind it: `#`, `ann@box:~$ exit`, `[root@box ~]# lspci -n`.
pub(super) fn is_prompt(line: &str) -> bool {
    let typed = line.split_once("# ").or_else(|| line.split_once("$ ")).map(|(prompt, _)| prompt);
    let prompt = typed.filter(|prompt| !prompt.contains(' ') || prompt.starts_with('['));
    // A last line without its end has the next prompt behind it, and is none.
    let begins = |bare: &&str| {
        let first = bare.split(' ').next().unwrap_or_default();
        bare.is_empty() || bare.starts_with(['[', '(']) || first.contains('@')
    };
    let bare = line.strip_suffix(['#', '$', '%']).filter(begins);
    bare.is_some_and(str::is_empty) || prompt.or(bare).is_some_and(|prompt| prompt.contains('@'))
}

/// `Kernel driver in use:`, `LnkSta:`, `Region 0:`.
fn has_key(line: &str) -> bool {
    let Some((key, rest)) = line.split_once(':') else { return false };
    let is_key = |c: char| c.is_ascii_alphanumeric() || matches!(c, ' ' | '/' | '-' | '_');
    let ends = rest.is_empty() || rest.starts_with([' ', '\t']);
    ends && key.len() <= 32
        && key.starts_with(|c: char| c.is_ascii_uppercase())
        && key.chars().all(is_key)
}

fn indentation(line: &str) -> usize {
    columns(line) - columns(line.trim_start())
}

/// Tabs reach to the next eighth column.
fn columns(line: &str) -> usize {
    let step = |at: usize, c: char| if c == '\t' { at / 8 * 8 + 8 } else { at + 1 };
    line.chars().fold(0, step)
}

#[cfg(test)]
mod tests {
    use super::super::paste;
    use super::*;

    #[test]
    fn a_line_goes_on_in_a_few_lines_only() {
        let prose = "no line of a listing, and as long as one that a mail program has broken";
        let text =
            format!("00:1f.2 SATA controller: X\n\t\t{prose}\n{}", format!("{prose}\n").repeat(99));
        let (lines, note) = joined(paste::lines(&text));
        let longest = lines.iter().map(|line| line.text.len()).max().unwrap();
        assert!(note.is_some() && longest > prose.len() * 2, "{longest}");
        assert!(longest <= MOST_PARTS * (prose.len() + 2), "{longest}");
    }
}
