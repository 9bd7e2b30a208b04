//! What lspci never writes: bytes that are no text, lines that stop in the middle, and lines that
//! must tell something and do not.
//!
//! For: an error with a line where a listing was cut short or damaged, rather than a machine that
//! lacks something without a word. Not here: harmless oddities of pasted listings, such as error
//! messages between the lines, which are left alone.
//!
//! Source: ls-caps.c and ls-kernel.c of pciutils 2.2 to 3.14 for what each line always has.

use narrows_messages::Message;

use super::Headline;
use super::detail::{buses, lanes, rate};

/// The problem of a line with a byte that no text has: NUL and the other control characters.
pub(super) fn no_text(line: &str) -> Option<Message> {
    // A prompt that was copied with its colours is text to a terminal.
    let for_terminal = line.contains("\u{1b}[") || line.contains("\u{1b}]");
    let is_odd =
        |c: char| c == '\0' || (c.is_control() && !for_terminal && !matches!(c, '\t' | '\r'));
    let odd = line.chars().find(|&c| is_odd(c))?;
    let byte = format_args!("0x{:02x}", u32::from(odd)).to_string();
    Some(Message::new("read-lspci-no-text").with("byte", byte))
}

/// The problem of a listing that stops in the middle.
pub(super) fn ends() -> Message {
    Message::new("read-lspci-ends")
}

/// Whether a last line without an end is the beginning of a line that goes on. Before the first
/// function only such a function's own line can be.
pub(super) fn stops_short(line: &str, has_begun: bool) -> bool {
    if let Some(headline) = Headline::read(line) {
        let last = line.rfind("(rev ").max(line.rfind("(prog-if "));
        let in_brackets =
            last.and_then(|at| line.get(at..)).is_some_and(|rest| !rest.contains(')'));
        let class_only = line.contains("]:") && !headline.is_numbered;
        return in_brackets || class_only;
    }
    if !has_begun {
        return false;
    }
    let is_address = |c: char| c.is_ascii_hexdigit() || c == ':' || c == '.';
    if line.starts_with(|c: char| c.is_ascii_hexdigit()) && line.chars().all(is_address) {
        return true;
    }
    let Some((key, value)) = line.split_once(':') else { return false };
    match key {
        "LnkCap" => !value.contains("ASPM"),
        "Link" if value.trim_start().starts_with("Supported") => !value.contains("ASPM"),
        // More than one digit may have stood here, or a remark in brackets.
        "LnkSta" | "Link" => !value.ends_with([')', '+', '-']),
        "Bus" => !value.contains("sec-latency="),
        _ => false,
    }
}

/// The problem of a line that must tell something and does not.
pub(super) fn unreadable(key: &str, value: &str) -> Option<Message> {
    let problem = match key {
        "LnkCap" | "LnkSta" => (!is_link(value)).then(|| Message::new("read-lspci-link")),
        "Link" if value.starts_with("Speed") || value.starts_with("Supported Speed") => {
            (!is_link(value)).then(|| Message::new("read-lspci-link"))
        }
        "LnkCap2" | "LnkCtl2" if value.contains("Speed") || key == "LnkCap2" => {
            (!names_speed(value)).then(|| Message::new("read-lspci-speeds"))
        }
        "Bus" => buses(value).is_none().then(|| Message::new("read-lspci-buses")),
        "NUMA node" => value.parse::<i64>().is_err().then(|| Message::new("read-lspci-node")),
        _ => None,
    };
    problem.map(|problem| problem.with("key", key))
}

/// A speed that is a known one or said to be unknown, and a width that is a number.
fn is_link(value: &str) -> bool {
    let unknown = value.split_once("Speed").is_some_and(|(_, rest)| is_unknown(rest));
    (unknown || rate(value).is_some()) && lanes(value).is_some()
}

/// The words for speeds that have no name yet; for speeds that do, see [`rate`].
fn is_unknown(rest: &str) -> bool {
    let rest = rest.trim_start_matches([':', ' ', '<']);
    // 128 GT/s is PCI Express 7.0, which no table here knows.
    ["unknown", "Unknown", "128GT/s"].iter().any(|word| rest.starts_with(word))
}

/// `2.5-8GT/s`, `8GT/s`, or the words for what has no name.
fn names_speed(value: &str) -> bool {
    let known = value.split([' ', ',']).any(|word| {
        let digits = word.strip_suffix("GT/s").and_then(|speeds| speeds.rsplit('-').next());
        digits.is_some_and(|digits| digits.parse::<f64>().is_ok())
    });
    known || ["unknown", "Unknown", "RsvdP", "Rsvd"].iter().any(|word| value.contains(word))
}
