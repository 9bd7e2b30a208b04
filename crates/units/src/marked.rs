//! Lines that an editor, a comparison, a log or a script marked, as in `12: NAME`, `+NAME`,
//! `# NAME`, `Nov 28 21:00:01 box sh[42]: NAME`, `"NAME",`.
//!
//! For: pasted output with its own lines and indentation again. Whether a text means more without
//! marks is up to its reader.
//!
//! Sources: nl(1), grep(1), diff(1), pdsh(1); RFC 3164, section 4.1; RFC 5424, section 6; RFC 8259,
//! section 7.

use std::collections::BTreeMap;

/// Ways to cut a command's line out of a marked one.
const CUTS: [fn(&str) -> Option<String>; 5] =
    [behind_mark, behind_number, behind_program, behind_time, in_quotes];

/// The lines without the mark that over half of those with text have, or else without the
/// indentation that all have; `None` if there is neither.
pub fn unmarked<'t>(lines: impl Iterator<Item = &'t str> + Clone) -> Option<Vec<String>> {
    let filled = lines.clone().filter(|line| !line.trim().is_empty()).count();
    let is_marked = |cut: &&fn(&str) -> Option<String>| {
        let marked = lines.clone().filter_map(**cut).count();
        // Numbers of lines rise; others belong to the text, such as a model's.
        let is_number = std::ptr::fn_addr_eq(**cut, behind_number as fn(&str) -> Option<String>);
        marked > 1 && marked * 2 > filled && (!is_number || numbers_rise(lines.clone()))
    };
    let is_indented = || lines.clone().all(|line| line.trim().is_empty() || line.starts_with(' '));
    let whole: fn(&str) -> Option<String> = |line| Some(line.to_owned());
    let cut = CUTS.iter().find(is_marked).or((filled > 0 && is_indented()).then_some(&whole))?;
    let indent = |line: String| line.len() - line.trim_start_matches(' ').len();
    let own = lines.clone().filter_map(cut).filter(|line| !line.trim().is_empty());
    let least = own.map(indent).min().unwrap_or_default();
    let bare = |line: &str| match cut(line) {
        Some(own) => own.get(least..).unwrap_or_default().to_owned(),
        None => line.to_owned(),
    };
    Some(lines.map(bare).collect())
}

/// The lines without the piece with which over half of those with text begin, as a program writes before each:
/// `DEBUG| [stdout] NAME`, `box NOTICE root: NAME`; `None` if there is none.
pub fn unprefixed<'t>(lines: impl Iterator<Item = &'t str> + Clone) -> Option<Vec<String>> {
    let filled = lines.clone().filter(|line| !line.trim().is_empty()).count();
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    lines.clone().filter_map(prefix).for_each(|prefix| *counts.entry(prefix).or_default() += 1);
    let (most, count) = counts.into_iter().max_by_key(|(_, count)| *count)?;
    let own = |line: &'t str| {
        let own = line.strip_prefix(most).filter(|_| prefix(line) == Some(most));
        own.map_or(line, |own| own.strip_prefix(' ').unwrap_or(own)).to_owned()
    };
    (count > 1 && count * 2 > filled).then(|| lines.map(own).collect())
}

/// What stands before the first blank that follows a mark.
fn prefix(line: &str) -> Option<&str> {
    /// A host, a level and a program are shorter.
    const LONGEST: usize = 60;
    let is_end = |(at, c): &(usize, char)| {
        matches!(c, ':' | '|' | ']' | '>') && line[at + 1..].chars().next().is_none_or(|c| c == ' ')
    };
    let (at, _) = line.char_indices().take(LONGEST).find(is_end)?;
    // A mark alone may be a quotation or a drawing.
    (at > 1).then(|| &line[..=at])
}

fn behind_mark(line: &str) -> Option<String> {
    let line = line.trim_start();
    ["//", "#", "|", "+", ">"].iter().find_map(|mark| line.strip_prefix(mark)).map(str::to_owned)
}

fn numbers_rise<'t>(lines: impl Iterator<Item = &'t str>) -> bool {
    let number = |line: &str| {
        let line = line.trim_start();
        behind_number(line)?;
        line.split(|c: char| !c.is_ascii_digit()).next()?.parse::<u32>().ok()
    };
    lines.filter_map(number).is_sorted_by(|a, b| a < b)
}

fn behind_number(line: &str) -> Option<String> {
    let line = line.trim_start();
    let end = line.find(|c: char| !c.is_ascii_digit()).filter(|end| (1..7).contains(end))?;
    line[end..].strip_prefix([':', '.', ')', '|', '\t', ' ']).map(str::to_owned)
}

/// Behind a clock, and a host and a program's number: `21:00:01 box sh[42]: NAME`.
fn behind_program(line: &str) -> Option<String> {
    let behind = behind_time(line)?;
    let mut words = behind.splitn(3, ' ');
    let (_, program) = (words.next()?, words.next()?);
    program.ends_with("]:").then(|| words.next().unwrap_or_default().to_owned())
}

fn behind_time(line: &str) -> Option<String> {
    const CLOCK: &str = "00:00:00";
    /// A date and a clock end within as many bytes.
    const LONGEST: usize = 40;
    let shape_of = |byte: u8| match byte {
        b'0'..=b'9' => '0',
        0x80.. => 'x',
        _ => char::from(byte),
    };
    let shape: String = line.bytes().take(LONGEST).map(shape_of).collect();
    let clock = shape.find(CLOCK)?;
    let behind = line[clock + CLOCK.len()..].split_once(' ');
    Some(behind.map_or("", |(_, own)| own).to_owned())
}

fn in_quotes(line: &str) -> Option<String> {
    let text = line.trim().trim_end_matches(',').strip_prefix('"')?.strip_suffix('"')?;
    Some(text.replace("\\t", "\t").replace("\\\"", "\"").replace("\\\\", "\\"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_go_and_indentation_stays() {
        for text in [
            "    7\tNAME\n    8\t  sda\n    9\t\n",
            "7:NAME\n8:  sda\n9:\n",
            "+NAME\n+  sda\n+\n",
            "# NAME\n#   sda\n#\n",
            "Nov 28 21:00:01 box sh[42]: NAME\nNov 28 21:00:01 box sh[42]:   sda\nNov 28 21:00:02 box sh[42]:\n",
            "[21:00:01] NAME\n[21:00:01]   sda\n[21:00:02]\n",
            "  \"NAME\",\n  \"  sda\",\n  \"\"\n",
        ] {
            assert_eq!(unmarked(text.lines()).unwrap(), ["NAME", "  sda", ""], "{text}");
        }
        assert_eq!(unmarked("Hello,\n1: a\n2: b\n".lines()).unwrap(), ["Hello,", "a", "b"]);
        assert_eq!(unmarked("    NAME\n      sda\n\n".lines()).unwrap(), ["NAME", "  sda", ""]);
        assert_eq!(unmarked("NAME  SIZE\nsda   1T\n".lines()), None);
        assert_eq!(unmarked("970 EVO\n970 PRO\n".lines()), None);
    }

    #[test]
    fn what_a_program_writes_before_each_line_goes() {
        for text in [
            "box NOTICE root: NAME\nbox NOTICE root:   sda\nbox NOTICE root:\nbox INFO cron: run\n",
            "[stdout] NAME\n[stdout]   sda\n[stdout]\nbox INFO cron: run\n",
            "node17: NAME\nnode17:   sda\nnode17:\nbox INFO cron: run\n",
        ] {
            let own = unprefixed(text.lines()).unwrap();
            assert_eq!(own, ["NAME", "  sda", "", "box INFO cron: run"], "{text}");
        }
        assert_eq!(unprefixed("NAME: a\nSIZE: b\nTYPE: c\n".lines()), None);
        assert_eq!(unprefixed("| a\n| b\n> c\n".lines()), None);
        assert_eq!(unprefixed("ab: x\n\n".lines()), None);
    }
}
