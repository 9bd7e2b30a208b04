//! Prefixes that programs put before each line of a listing: line numbers, marks of a diff, the time and sender of a
//! journal, the bars of a Markdown table, a terminal's colours; and any other text shared by the first lines of
//! functions, such as a comment's mark, a chat's name, a host's.
//!
//! For: finding the prefix of a text. One is removed only if more lines then begin a function than
//! before, so that no text loses an address that looks like a line number.
//!
//! Sources: ECMA-48, section 5.4 (control sequences); grep(1), cat(1), nl(1); diff(1), unified format;
//! journalctl(1), the formats `short` and `short-iso`; dmesg(1).

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::headline::LspciHeadline;
use super::tree;
use crate::pci::ClassCode;

/// Lines examined to find the prefix.
const LOOKED_AT: usize = 2000;

/// No prefix has more addresses of its own.
const MOST_ADDRESSES: usize = 16;

/// Removes one kind of prefix; `None` if the line does not have it.
type StripFn = fn(&str) -> Option<Cow<'_, str>>;

const PREFIXES: [StripFn; 4] = [numbered, marked, sent, in_table];

/// Text before each line.
pub(super) enum Prefix {
    /// One with its own rules.
    Known(StripFn),
    /// A text in which `0` matches any number.
    Alike(String),
}

impl Prefix {
    /// The line without the prefix; `None` if it does not have it.
    pub fn take<'a>(&self, line: &'a str) -> Option<Cow<'a, str>> {
        match self {
            Self::Known(take) => take(line),
            Self::Alike(shape) => without(line, shape).map(Cow::Borrowed),
        }
    }
}

/// The prefix that hides the first lines of functions; `None` if nothing does.
pub(super) fn of(lines: &[&str]) -> Option<Prefix> {
    let lines = &lines[..lines.len().min(LOOKED_AT)];
    let begins =
        |line: &str| usize::from(LspciHeadline::begins_function(line) || tree::begins(line));
    let bare: usize = lines.iter().map(|line| begins(line)).sum();
    // No more lines can begin a function than have an address.
    let with_address = |line: &&&str| addresses(line).next().is_some() || line.contains("-[");
    if bare >= lines.iter().filter(with_address).count() {
        return None;
    }
    let without = |take: StripFn| -> usize {
        lines.iter().filter_map(|line| take(line)).map(|line| begins(&line)).sum()
    };
    let known = PREFIXES.into_iter().map(|take| (without(take), take));
    let (most, take) = known.max_by_key(|(count, _)| *count)?;
    // JSON's quotation marks are no prefix.
    let is_json = lines.iter().any(|line| line.trim_start().starts_with('{') || line.trim() == "[");
    let mut shapes: BTreeMap<String, usize> = BTreeMap::new();
    for before in lines.iter().filter_map(|line| Some(&line[..behind_something(line)?])) {
        if !(is_json && before.contains('"')) {
            *shapes.entry(shape(before)).or_default() += 1;
        }
    }
    match shapes.into_iter().max_by_key(|(_, count)| *count) {
        Some((shape, count)) if count > most.max(bare) => Some(Prefix::Alike(shape)),
        _ => (most > bare).then_some(Prefix::Known(take)),
    }
}

/// Where a function of a known class, or a tree, begins behind something else in a line.
pub(super) fn behind_something(line: &str) -> Option<usize> {
    let is_apart = |at: &usize| *at > 0 && !line.as_bytes()[at - 1].is_ascii_alphanumeric();
    let is_function = |at: &usize| {
        LspciHeadline::read(&line[*at..]).is_some_and(|it| it.class != ClassCode::default())
    };
    let mut apart = addresses(line).filter(is_apart).take(MOST_ADDRESSES);
    apart.find(is_function).or_else(|| drawn_behind(line))
}

/// Positions of apparent addresses: `0d:00.0`, including a domain if there is one.
fn addresses(line: &str) -> impl Iterator<Item = usize> + '_ {
    let bytes = line.as_bytes();
    line.match_indices('.').filter_map(move |(point, _)| {
        let bus = point.checked_sub(5)?;
        let domain = match bytes[..bus].strip_suffix(b":") {
            Some(before) => before.iter().rev().take_while(|it| it.is_ascii_hexdigit()).count(),
            None => 0,
        };
        let at = if (4..=8).contains(&domain) { bus - 1 - domain } else { bus };
        (bytes[bus + 2] == b':' && line.is_char_boundary(at)).then_some(at)
    })
}

/// Start of a tree after text other than its branches.
fn drawn_behind(line: &str) -> Option<usize> {
    let at = line.find("-+-[").or_else(|| line.find("-["))?;
    let is_branch = line[..at].chars().all(|it| matches!(it, ' ' | '|' | '+' | '\\' | '-'));
    (!is_branch && tree::begins(&line[at..])).then_some(at)
}

/// A text with each number in it as a single `0`.
fn shape(text: &str) -> String {
    let mut shape = String::new();
    for char in text.chars() {
        match char.is_ascii_digit() {
            true if shape.ends_with('0') => {}
            true => shape.push('0'),
            false => shape.push(char),
        }
    }
    shape
}

/// The rest after such a prefix. grep marks lines beside hits with `-` where hits have a colon; an opening mark is
/// closed at the line's end.
fn without<'a>(line: &'a str, shape: &str) -> Option<&'a str> {
    let mut rest = line;
    let mut marks = shape.chars().peekable();
    while let Some(char) = marks.next() {
        let is_last = marks.peek().is_none();
        rest = match char {
            '0' => {
                let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
                rest.get(digits..).filter(|_| digits > 0)?
            }
            ':' => rest.strip_prefix([':', '-'])?,
            // An empty line has no space at its end.
            ' ' if is_last && rest.is_empty() => rest,
            _ => rest.strip_prefix(char)?,
        };
    }
    let closing =
        shape.trim_end().chars().last().filter(|mark| matches!(mark, '`' | '"' | '\'' | '│' | '|'));
    Some(closing.and_then(|mark| rest.trim_end().strip_suffix(mark)).unwrap_or(rest))
}

/// Removes control sequences, such as those for colours and a window's title, and other terminal codes in
/// such a line.
pub(super) fn uncoloured(line: &str) -> Cow<'_, str> {
    if !line.contains("\u{1b}[") && !line.contains("\u{1b}]") {
        return Cow::Borrowed(line);
    }
    let mut pieces = line.split('\u{1b}');
    let mut plain = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        // A sequence ends with a byte from @ to ~, a title with the bell.
        let end = match piece.strip_prefix('[') {
            Some(rest) => rest.find(|c: char| ('@'..='~').contains(&c)).map(|at| at + 1),
            None => piece.find('\u{7}'),
        };
        plain.push_str(end.and_then(|at| piece.get(at + 1..)).unwrap_or_default());
    }
    plain.retain(|c| c == '\t' || !c.is_control());
    Cow::Owned(plain)
}

/// `12:`, `12-` and `12<tab>` of grep and cat, `   12  ` of cat and editors. One space or tab belongs to
/// the number, and a second space.
fn numbered(line: &str) -> Option<Cow<'_, str>> {
    let line = line.trim_start_matches(' ');
    let digits = line.find(|c: char| !c.is_ascii_digit()).unwrap_or(line.len());
    let (number, rest) = line.split_at(digits);
    if number.is_empty() {
        return None;
    }
    let rest = match rest.strip_prefix([':', '-', '|']) {
        // A drawing begins with its own spaces.
        Some(rest) => rest.strip_prefix(' ').filter(|it| !it.starts_with(' ')).unwrap_or(rest),
        None => match rest.strip_prefix('\t').or_else(|| rest.strip_prefix("  ")) {
            Some(rest) => rest,
            None if rest.is_empty() => rest,
            None => rest.strip_prefix(' ')?,
        },
    };
    Some(Cow::Borrowed(rest))
}

/// `+` and the space of unchanged lines; lines marked `-` are gone.
fn marked(line: &str) -> Option<Cow<'_, str>> {
    let rest = match line.split_at_checked(1)? {
        ("+" | " ", rest) => rest,
        ("-", _) => "",
        _ => return None,
    };
    Some(Cow::Borrowed(rest))
}

/// `Nov 27 19:00:00 host lspci[123]: `, `2026-11-27T19:00:00+0000 host lspci[123]: `, `[    1.234567] `.
fn sent(line: &str) -> Option<Cow<'_, str>> {
    if let Some((time, rest)) = line.strip_prefix('[').and_then(|rest| rest.split_once("] ")) {
        let is_time = time.trim().bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
        return (is_time && time.contains('.')).then_some(Cow::Borrowed(rest));
    }
    let (sender, rest) = line.split_once(": ").or_else(|| Some((line.strip_suffix(':')?, "")))?;
    let words: Vec<&str> = sender.split_whitespace().collect();
    let is_time = |word: &str| word.len() >= 8 && word.matches(':').count() >= 2;
    let is_sent = match words[..] {
        [_, day, time, _, _] => day.parse::<u8>().is_ok() && is_time(time),
        [time, _, _] => is_time(time) && time.contains('T'),
        _ => false,
    };
    is_sent.then_some(Cow::Borrowed(rest))
}

/// A row of a Markdown table: in one cell the line itself, in three or more address, class and device.
fn in_table(line: &str) -> Option<Cow<'_, str>> {
    let row = line.trim().strip_prefix('|')?;
    let row = row.strip_suffix('|').unwrap_or(row);
    let cells: Vec<&str> = row.split('|').map(|cell| cell.trim().trim_matches('`')).collect();
    if cells.iter().all(|cell| cell.bytes().all(|byte| matches!(byte, b'-' | b':'))) {
        return Some(Cow::Borrowed(""));
    }
    match cells[..] {
        [address, class, device, ..]
            if LspciHeadline::begins(address) && !address.contains(' ') =>
        {
            Some(Cow::Owned(format!("{address} {class}: {device}")))
        }
        _ => Some(Cow::Owned(cells.join(" "))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIRST: &str = "00:1f.2 SATA controller: Intel Corporation X";

    fn without(line: &str) -> Option<String> {
        of(&[line]).and_then(|prefix| prefix.take(line).map(Cow::into_owned))
    }

    #[test]
    fn what_stands_before_a_line_is_found_and_taken_off() {
        for before in [
            "12:",
            "    1  ",
            "     1\t",
            "+",
            "Nov 27 19:00:00 host lspci[12]: ",
            "2026-11-27T19:00:00+0000 host lspci[12]: ",
            "[   12.345678] ",
            "// ",
            "# ",
            ": ",
            "AB> ",
            "[12:34:56] ",
            "<ann> ",
            "2026-11-27T19:00:00.1234567Z ",
            "Nov 27 19:00:00 ",
            "node17: ",
            "app_1  | ",
            "- ",
            "lspci.txt:12:",
        ] {
            assert_eq!(without(&format!("{before}{FIRST}")).as_deref(), Some(FIRST), "{before}");
        }
        for row in [
            "| 00:1f.2 | SATA controller | Intel Corporation X |",
            "| `00:1f.2` | SATA controller | Intel Corporation X |",
            "| 00:1f.2 SATA controller: Intel Corporation X |",
        ] {
            assert_eq!(without(row).as_deref(), Some(FIRST), "{row}");
        }
    }

    #[test]
    fn what_opens_before_a_line_closes_behind_it() {
        for (before, behind) in [("`", "`"), ("\"", "\""), ("│ ", " │")] {
            let line = without(&format!("{before}{FIRST}{behind}"));
            assert_eq!(line.as_deref().map(str::trim_end), Some(FIRST), "{before}");
        }
    }

    #[test]
    fn an_address_is_no_number_of_a_line() {
        for line in [FIRST, "0000:00:1f.2 SATA controller: X", "10000:e1:00.0 SATA controller: X"] {
            assert_eq!(without(line), None, "{line}");
        }
    }

    #[test]
    fn a_line_is_read_to_its_end_only_a_few_times() {
        let behind = |count: usize| behind_something(&(" 00:00.0".repeat(count) + " " + FIRST));
        assert!(behind(MOST_ADDRESSES - 1).is_some());
        assert_eq!(behind(MOST_ADDRESSES), None);
    }

    #[test]
    fn colours_leave_no_trace() {
        let line = "\u{1b}[01;31m\u{1b}[K00:1f.2\u{1b}[m\u{1b}[K SATA controller: Intel";
        assert_eq!(uncoloured(line), "00:1f.2 SATA controller: Intel");
    }
}
