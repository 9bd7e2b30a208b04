//! The first line of a function: address, class, vendor and device.
//!
//! ```text
//! 0d:00.0 Non-Volatile memory controller [0108]: Samsung ... [144d:a808] (prog-if 02 [NVMe])
//! 10000:e1:00.0 Non-Volatile memory controller: Intel Corporation ... (rev 03)
//! 00:1c.0 0604: 8086:9d10 (rev f1)
//! ```

use super::class_names;
use crate::pci::{ClassCode, PciAddress, PciId, hex};

/// Longer names are cut; the longest in pci.ids has less than half of that.
const MAX_NAME_CHARS: usize = 256;

/// The contents of the first line.
#[derive(Debug, PartialEq)]
pub(super) struct LspciHeadline {
    pub address: PciAddress,
    /// The bridge directly above, if the line has the whole path (`lspci -PP`).
    pub above: Option<PciAddress>,
    pub class: ClassCode,
    /// 0000:0000 if the line has only names.
    pub id: PciId,
    /// Vendor and device, without class, ids and revision.
    pub name: Option<String>,
    /// Whether class and ids are printed as by `lspci -n` and `-nn`. Without these options single
    /// numbers are unnamed devices.
    pub is_numbered: bool,
    /// It stops before its class ends, or in a bracket.
    pub is_cut: bool,
}

impl LspciHeadline {
    /// `None` for a line that starts no function. A truncated line gives the facts it has.
    pub fn read(line: &str) -> Option<Self> {
        let line = line.trim_start_matches('\u{feff}').trim();
        let (address, rest) = line.split_once([' ', '\t']).unwrap_or((line, ""));
        let (above, address) = read_path(address)?;
        // No class name has a colon in it.
        let parts = rest.split_once(": ").or_else(|| Some((rest.strip_suffix(':')?, "")));
        let (class, device) = parts.unwrap_or((rest, ""));
        let (class, device) = (class.trim(), device.trim());
        // Old versions of lspci, on some storage boxes: `Class SATA controller: Intel X:Y`.
        let named = class.strip_prefix("Class ").filter(|it| class_names::code(it).is_some());
        let respelt = named.map(|_| device.replacen(':', " ", 1).replace("unknown d", "D"));
        let (class, device) = (named.unwrap_or(class), respelt.as_deref().unwrap_or(device));
        let is_numbered = match class.ends_with(']') {
            true => last_id(device).is_some(),
            false => class_number(class).is_some() && first_id(device).is_some(),
        };
        let mut class = class_code(class);
        class.interface = interface(device).unwrap_or(0);
        let (name, id) = split_device(device);
        let id = id.or_else(|| unnamed_id(name));
        let is_cut = parts.is_none() || stops_in_bracket(device);
        let name = cut(name);
        Some(Self { address, above, class, id: id.unwrap_or_default(), name, is_numbered, is_cut })
    }

    /// The first line of a function that lacks it.
    pub fn missing(domain: u32) -> Self {
        let address = PciAddress { domain, bus: 0, device: 0, function: 0 };
        let (class, id) = (ClassCode::default(), PciId::default());
        Self { address, above: None, class, id, name: None, is_numbered: false, is_cut: true }
    }

    /// Whether the line is the first of a function up to its class, which no sentence is.
    pub fn begins_function(line: &str) -> bool {
        let is_whole = |headline: Self| !headline.is_cut || headline.class != ClassCode::default();
        Self::read(line).is_some_and(is_whole)
    }

    /// Whether the line begins with an address as the first line of a function does.
    pub fn begins(line: &str) -> bool {
        let first = line.trim_start_matches('\u{feff}').split_whitespace().next();
        first.and_then(read_path).is_some()
    }
}

/// An address, or the way to it by the bridges above (`00:1c.0/02:00.0/03:00.0`), of which each lacks the
/// domain but the first.
fn read_path(text: &str) -> Option<(Option<PciAddress>, PciAddress)> {
    let mut parts = text.split('/').map(read_address);
    let mut last = parts.next()??;
    let domain = last.domain;
    let mut above = None;
    for part in parts {
        above = Some(last);
        last = PciAddress { domain, ..part? };
    }
    Some((above, last))
}

/// `0d:00.0`, `0000:0d:00.0`, `10000:e1:00.0`; every part at its full width, so that a time of day
/// or a hex dump is not taken for one.
fn read_address(text: &str) -> Option<PciAddress> {
    let (rest, function) = text.rsplit_once('.')?;
    let mut parts = rest.rsplit(':');
    let full = parts.next()?.len() == 2 && parts.next()?.len() == 2 && function.len() == 1;
    let domain = parts.next().is_none_or(|domain| (4..=8).contains(&domain.len()));
    (full && domain).then(|| text.parse().ok())?
}

/// The digits of `PCI bridge [0604]`, `0604` and `Class 0604`, also without the bracket's end.
fn class_number(text: &str) -> Option<u32> {
    let bracketed = text.rsplit_once('[').map(|(_, digits)| digits.trim_end_matches(']'));
    let bare = text.strip_prefix("Class ").unwrap_or(text);
    let digits = bracketed.map_or(bare, str::trim);
    hex(digits, 4).filter(|_| digits.len() == 4)
}

/// The class by its number, else by its name; 0000 if the name gives none.
fn class_code(text: &str) -> ClassCode {
    let name = || text.rsplit_once('[').map_or(text, |(name, _)| name.trim());
    let number = class_number(text).or_else(|| class_names::code(name()).map(u32::from));
    ClassCode::from_u24(number.unwrap_or(0) << 8)
}

/// `(prog-if 02 [NVM Express])`.
fn interface(device: &str) -> Option<u8> {
    let (_, rest) = device.rsplit_once("(prog-if ")?;
    Some(hex(rest.get(..2)?, 2)? as u8)
}

/// The device's words and its id. Names have brackets of their own, so the last id counts.
fn split_device(device: &str) -> (&str, Option<PciId>) {
    // `Device 8086:6f00` is an unnamed device.
    if let Some(id) = first_id(device.strip_prefix("Device ").unwrap_or(device)) {
        return ("", Some(id));
    }
    if let Some((name, id)) = last_id(device) {
        return (name.trim(), Some(id));
    }
    let name = device.rsplit_once("(prog-if ").map_or(device, |(name, _)| name);
    let name = name.rsplit_once("(rev ").map_or(name, |(name, _)| name);
    (without_open_bracket(name).trim(), None)
}

/// The id in `Silicon Motion, Inc. Device 2263`: lspci's form for devices not in its list.
fn unnamed_id(name: &str) -> Option<PciId> {
    let (_, digits) = name.rsplit_once("Device ").filter(|(_, digits)| digits.len() == 4)?;
    let vendor = narrows_catalog::pci::vendor_by_name(name)?;
    Some(PciId { vendor, device: hex(digits, 4)? as u16 })
}

/// Whether a line stops inside an id, the revision or the programming interface.
fn stops_in_bracket(device: &str) -> bool {
    let without_end = without_open_bracket(device).len() < device.len();
    let last = device.rfind("(rev ").max(device.rfind("(prog-if "));
    without_end || last.and_then(|at| device.get(at..)).is_some_and(|rest| !rest.contains(')'))
}

/// Removes an incomplete id, `(rev ` or `(prog-if ` at the end.
fn without_open_bracket(text: &str) -> &str {
    let is_id =
        |rest: &str| rest.len() < 9 && rest.chars().all(|c| c.is_ascii_hexdigit() || c == ':');
    let is_word = |rest: &str| ["rev ", "prog-if "].iter().any(|word| word.starts_with(rest));
    let open = [text.rsplit_once('['), text.rsplit_once('(')];
    match open {
        [Some((before, rest)), _] if is_id(rest) => before,
        [_, Some((before, rest))] if is_word(rest) => before,
        _ => text,
    }
}

fn first_id(device: &str) -> Option<PciId> {
    read_id(device.split(' ').next()?)
}

/// The text before the last `[144d:a808]`, and that id; also if the line stops right before the
/// closing bracket.
pub(super) fn last_id(text: &str) -> Option<(&str, PciId)> {
    text.rmatch_indices('[').find_map(|(at, _)| {
        let inside = text.get(at + 1..at + 10)?;
        let is_closed = matches!(text.as_bytes().get(at + 10), Some(b']') | None);
        Some((text.get(..at)?, read_id(inside).filter(|_| is_closed)?))
    })
}

/// `144d:a808`.
pub(super) fn read_id(text: &str) -> Option<PciId> {
    let (vendor, device) = text.split_once(':').filter(|_| text.len() == 9)?;
    Some(PciId { vendor: hex(vendor, 4)? as u16, device: hex(device, 4)? as u16 })
}

/// A name of bounded length; `None` if empty.
pub(super) fn cut(name: &str) -> Option<String> {
    (!name.is_empty()).then(|| name.chars().take(MAX_NAME_CHARS).collect())
}
