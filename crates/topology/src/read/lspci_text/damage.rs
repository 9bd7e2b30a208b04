//! Damage that lspci never writes: bytes that are not text, lines that stop in the middle, and
//! lines without the fact that they must have.
//!
//! For: leaving out a damaged line's facts, with a note that names the line, rather than reading
//! half a figure or refusing the whole listing. Not here: harmless oddities of pasted listings,
//! such as error messages between the lines, which are ignored.
//!
//! Source: ls-caps.c and ls-kernel.c of pciutils 2.2 to 3.14 for the fixed parts of lines.

use narrows_messages::Message;

use super::headline::LspciHeadline;
use super::paste::ListingLine;
use super::value::{buses, lanes, rate, subsystem};

/// Keys of the lines below a function's first that are read here or that lspci prints for nearly
/// every function.
const KEYS: [&str; 20] = [
    "DeviceName",
    "Subsystem",
    "Physical Slot",
    "Control",
    "Flags",
    "NUMA node",
    "Bus",
    "Capabilities",
    "DevCap",
    "DevCtl",
    "LnkCap",
    "LnkCtl",
    "LnkSta",
    "LnkCtl2",
    "SltCap",
    "SltSta",
    "Link",
    "Slot",
    "Kernel driver in use",
    "Kernel modules",
];

/// Stands for the line of the Express capability, whose key is that of all capabilities.
pub(super) const EXPRESS: &str = "Capabilities: Express";

/// How a listing writes details that vary by version and options.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Dialect {
    /// At least half of the first lines have class and ids as numbers.
    pub is_numbered: bool,
    /// `LnkSta` ends with the width, as pciutils 3.10 and later write it. Others put a mark or the
    /// link's state after it, and if one line has that, a width at the end of another is cut.
    pub is_width_last: bool,
}

/// The dialect of each listing of a text, by its first line: listings of several machines, or made with
/// different options, end their lines differently.
pub(super) fn dialects(lines: &[ListingLine<'_>]) -> Vec<(usize, Dialect)> {
    let is_numbered = Dialect::of(lines).is_numbered;
    let mut last = None;
    let mut listings = lines.chunk_by(|_, next| {
        let address = LspciHeadline::read(&next.text).map(|headline| headline.address);
        let goes_on = address.is_none() || last.is_none() || address > last;
        last = address.or(last);
        goes_on
    });
    let of = |listing: &[ListingLine<'_>]| {
        let own = Dialect { is_numbered, ..Dialect::of(listing) };
        (listing.first().map_or(1, |line| line.number), own)
    };
    std::iter::from_fn(|| listings.next()).map(of).collect()
}

impl Dialect {
    pub fn of(lines: &[ListingLine<'_>]) -> Self {
        let heads = || lines.iter().filter_map(|line| LspciHeadline::read(&line.text));
        let numbered = heads().filter(|headline| headline.is_numbered).count();
        let has_state = |line: &ListingLine<'_>| {
            let state = line.text.trim().strip_prefix("LnkSta:");
            state.is_some_and(|state| state.contains("(ok)") || state.ends_with(['+', '-']))
        };
        Self {
            is_numbered: numbered > 0 && numbered * 2 >= heads().count(),
            is_width_last: !lines.iter().any(has_state),
        }
    }
}

/// The problem of a line with a byte that is not text: NUL and the other control characters.
pub(super) fn no_text(line: &str) -> Option<Message> {
    // A prompt that was copied with its colours is terminal text.
    let for_terminal = line.contains("\u{1b}[") || line.contains("\u{1b}]");
    let is_odd =
        |c: char| c == '\0' || (c.is_control() && !for_terminal && !matches!(c, '\t' | '\r'));
    let odd = line.chars().find(|&c| is_odd(c))?;
    let byte = format_args!("0x{:02x}", u32::from(odd)).to_string();
    Some(Message::new("read-lspci-no-text").with("byte", byte))
}

/// Whether a line stops in the middle.
pub(super) fn is_open(line: &str, is_numbered: bool) -> bool {
    if let Some(headline) = LspciHeadline::read(line) {
        return headline.is_cut || (is_numbered && !headline.is_numbered);
    }
    let Some((key, value)) = line.split_once(':') else { return false };
    let value = value.trim();
    match key {
        "LnkCap" => !value.contains("ASPM"),
        "Link" if value.starts_with("Supported") => !value.contains("ASPM"),
        // More than one digit may have stood here, or a remark in brackets.
        "LnkSta" | "Link" => !value.ends_with([')', '+', '-']),
        "Bus" => !value.contains("sec-latency="),
        "LnkCtl2" => rate(value).is_none(),
        "Subsystem" => is_numbered && subsystem(value).is_none(),
        _ => false,
    }
}

/// Whether a line ends with the count of lanes, behind which more digits may have stood.
pub(super) fn ends_in_lanes(line: &str) -> bool {
    let last = line.rsplit_once("Width x").map(|(_, count)| count);
    last.is_some_and(|count| !count.is_empty() && count.bytes().all(|byte| byte.is_ascii_digit()))
}

/// The key, if it is one of [`KEYS`].
pub(super) fn key(text: &str) -> Option<&'static str> {
    KEYS.into_iter().find(|&key| key == text)
}

/// Whether a line is below a function's first line in every listing of that kind.
pub(super) fn is_detail(line: &str) -> bool {
    line.split_once(':').is_some_and(|(text, _)| key(text).is_some())
}

/// The problem of a line without the fact that it must have.
pub(super) fn unreadable(key: &str, value: &str) -> Option<Message> {
    let is_damaged = match key {
        "LnkCap" | "LnkSta" => !is_link(value),
        "Link" if value.starts_with("Speed") || value.starts_with("Supported Speed") => {
            !is_link(value)
        }
        "LnkCtl2" if value.contains("Speed") => !names_speed(value),
        "LnkCtl2" => is_stub(value, "Target Link Speed"),
        "Bus" => buses(value).is_none(),
        "NUMA node" => value.parse::<i64>().is_err(),
        "Subsystem" => {
            // `[144d:a8` at the end.
            let open = value.rsplit_once('[').map(|(_, id)| id);
            open.is_some_and(|id| !id.contains(']') && id.len() < 9)
        }
        "Capabilities" => is_open_capability(value),
        _ => false,
    };
    is_damaged.then(|| Message::new("note-lspci-value").with("key", key))
}

/// The problem of a line that stops before the colon of a key that it must have.
pub(super) fn stub(line: &str) -> Option<Message> {
    let is_beginning = KEYS.iter().any(|key| is_stub(line, key));
    is_beginning.then(|| Message::new("note-lspci-value").with("key", line))
}

/// The beginning of something longer, or all of it with nothing behind.
fn is_stub(text: &str, whole: &str) -> bool {
    !text.is_empty() && whole.starts_with(text)
}

/// `[40] Express (v2) Root Po`: the capability that has the function's type.
fn is_open_capability(value: &str) -> bool {
    let denied = "<access denied>";
    let Some((_, kind)) = value.split_once("] ") else {
        return !value.starts_with('<') || (value != denied && is_stub(value, denied));
    };
    let is_express = is_stub(kind, "Express ") || kind.starts_with("Express ");
    // Behind the type come the slot and the interrupt.
    is_express && !kind.contains(", ") && !kind.contains("IRQ")
}

/// Whether it has a speed that is known or declared unknown, and a width that is a number.
fn is_link(value: &str) -> bool {
    let unknown = value.split_once("Speed").is_some_and(|(_, rest)| is_unknown(rest));
    (unknown || rate(value).is_some()) && lanes(value).is_some()
}

/// lspci's words for speeds without a name; for speeds with one, see [`rate`].
fn is_unknown(rest: &str) -> bool {
    let rest = rest.trim_start_matches([':', ' ', '<']);
    // 128 GT/s is PCI Express 7.0, which no table here knows.
    ["unknown", "Unknown", "128GT/s"].iter().any(|word| rest.starts_with(word))
}

/// `8GT/s`, or the words for an unnamed speed.
fn names_speed(value: &str) -> bool {
    let known = value.split([' ', ',']).any(|word| {
        let digits = word.strip_suffix("GT/s").and_then(|speeds| speeds.rsplit('-').next());
        digits.is_some_and(|digits| digits.parse::<f64>().is_ok())
    });
    known || ["unknown", "Unknown", "RsvdP", "Rsvd"].iter().any(|word| value.contains(word))
}
