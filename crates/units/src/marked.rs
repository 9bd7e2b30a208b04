//! Lines that an editor, a comparison, a log or a script marked, as in `12: NAME`, `+NAME`,
//! `# NAME`, `node17: NAME`, `Nov 28 21:00:01 box sh[42]: NAME`, `"NAME",`.
//!
//! For: pasted output with its own lines and indentation again. Whether a text means more without
//! marks is up to its reader.
//!
//! Sources: nl(1), grep(1), diff(1), pdsh(1); RFC 3164, section 4.1; RFC 5424, section 6; RFC 8259,
//! section 7.

/// Ways to cut a command's line out of a marked one.
const CUTS: [fn(&str) -> Option<String>; 5] =
    [behind_mark, behind_number, behind_program, behind_time, in_quotes];

/// The lines without the host's name that all have, else without the mark that over half of those with text
/// have, or else without the indentation that all have; `None` if there is none of these.
pub fn unmarked<'t>(lines: impl Iterator<Item = &'t str> + Clone) -> Option<Vec<String>> {
    if let Some(host) = host_before_all(lines.clone()) {
        let bare = |line: &'t str| {
            let own = line.trim_start().strip_prefix(host).and_then(|line| line.strip_prefix(':'));
            own.map_or(line, |own| own.strip_prefix(' ').unwrap_or(own)).to_owned()
        };
        return Some(lines.map(bare).collect());
    }
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

/// The one name, with a colon, with which every line with text begins.
fn host_before_all<'t>(lines: impl Iterator<Item = &'t str> + Clone) -> Option<&'t str> {
    let mut filled = lines.map(str::trim_start).filter(|line| !line.is_empty());
    let host_of = |line: &'t str| {
        let (host, behind) = line.split_once(':')?;
        let is_in_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_');
        let is_name = host.starts_with(|c: char| c.is_ascii_alphabetic())
            && host.chars().all(is_in_name)
            && (behind.is_empty() || behind.starts_with(' '));
        is_name.then_some(host)
    };
    let host = host_of(filled.next()?)?;
    let others = filled.map(host_of).collect::<Vec<_>>();
    (!others.is_empty() && others.iter().all(|other| *other == Some(host))).then_some(host)
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
            "node17: NAME\nnode17:   sda\nnode17:\n",
            "Nov 28 21:00:01 box sh[42]: NAME\nNov 28 21:00:01 box sh[42]:   sda\nNov 28 21:00:02 box sh[42]:\n",
            "[21:00:01] NAME\n[21:00:01]   sda\n[21:00:02]\n",
            "  \"NAME\",\n  \"  sda\",\n  \"\"\n",
        ] {
            assert_eq!(unmarked(text.lines()).unwrap(), ["NAME", "  sda", ""], "{text}");
        }
        assert_eq!(unmarked("Hello,\n1: a\n2: b\n".lines()).unwrap(), ["Hello,", "a", "b"]);
        assert_eq!(unmarked("    NAME\n      sda\n\n".lines()).unwrap(), ["NAME", "  sda", ""]);
        assert_eq!(unmarked("NAME  SIZE\nsda   1T\n".lines()), None);
        assert_eq!(unmarked("Vendor: ATA\nModel: A\n".lines()), None);
        assert_eq!(unmarked("970 EVO\n970 PRO\n".lines()), None);
    }
}
