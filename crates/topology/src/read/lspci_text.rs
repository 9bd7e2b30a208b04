//! Output of `lspci`, from `lspci -vvnn` as root down to a bare `lspci`.
//!
//! For: pasted and attached listings as people hand them over, of any version of lspci: with or
//! without numbers, tabs, carriage returns, a shell prompt before or `lspci -t` behind, error
//! messages in between. A line that starts with a PCI address starts a function; the lines after
//! it are known by their own first word, so that lost indentation does no harm.
//!
//! Not here: bytes between the lines ([`super::lspci_hex`]); the order of bridges.
//!
//! Source: lspci(8); wording of pciutils 2.2 to 3.9, as seen in listings.

mod class_names;
mod damage;
mod damages;
mod detail;
mod ends;
mod fields;
mod headline;
mod listing;
mod machines;
mod needed;
mod paste;
mod prefix;
mod tree;
mod value;
mod wrap;

use std::borrow::Cow;
use std::collections::BTreeSet;

use narrows_messages::Message;

use super::express::ExpressCapability;
use super::lspci_hex::Registers;
use super::{ReadError, lspci_hex};
use crate::evidence::{CaptureEvidence, PciFunction, PortType};
use crate::pci::{ClassCode, PciAddress, PciId};
use damage::Dialect;
use headline::LspciHeadline;
use listing::LspciListing;
pub(super) use machines::note as machines_note;
pub(super) use needed::needed;

/// Reads a listing. A damaged line's facts are left out, with a note that names the line.
///
/// # Errors
///
/// No line names a PCI device, more than 65,536 functions are named, bridges lead round in a circle,
/// or there are bytes that no text has; each with its line.
pub fn read(text: &str) -> Result<CaptureEvidence, ReadError> {
    collect(text, FunctionDraft::take)
}

/// The lines of a text without anything around or before them, each with its number.
pub(super) fn numbered_lines(text: &str) -> Vec<(usize, Cow<'_, str>)> {
    paste::lines(text).into_iter().map(|line| (line.number, line.text)).collect()
}

/// Base class and subclass by lspci's name.
pub(super) fn class_by_name(name: &str) -> Option<u16> {
    class_names::code(name)
}

/// The id in brackets at the end of a name.
pub(super) fn id_at_end(name: &str) -> Option<PciId> {
    headline::last_id(name).map(|(_, id)| id)
}

/// `144d:a808`.
pub(super) fn id(text: &str) -> Option<PciId> {
    headline::read_id(text)
}

/// Contents of a listing.
pub(super) enum LspciForm {
    /// lspci's words.
    Text,
    /// Bytes of configuration space below each function, even with words in between.
    Dump,
}

/// Lines examined to tell the two apart.
const LOOKED_AT: usize = 10_000;

/// The form of a listing; `None` if no line names a function.
pub(super) fn form(text: &str) -> Option<LspciForm> {
    let lines = paste::lines(text);
    let mut lines = lines.iter().map(|line| line.text.trim()).take(LOOKED_AT);
    lines.find(|line| names_a_function(line))?;
    Some(if lines.any(is_dump) { LspciForm::Dump } else { LspciForm::Text })
}

/// `00: 86 80 01 59 ...`.
fn is_dump(line: &str) -> bool {
    let Some((offset, bytes)) = line.split_once(": ") else { return false };
    let is_hex = |text: &str| text.bytes().all(|byte| byte.is_ascii_hexdigit());
    let mut bytes = bytes.split(' ').take(4);
    (2..=3).contains(&offset.len()) && is_hex(offset) && bytes.all(|b| b.len() == 2 && is_hex(b))
}

/// Whether a line is the first of a function, or of a tree.
pub(super) fn names_a_function(line: &str) -> bool {
    LspciHeadline::begins(line) || tree::begins(line) || tree::is_root_branch(line)
}

/// Reads a listing whose lines below a function's first go to `take`.
pub(super) fn collect(
    text: &str,
    take: impl Fn(&mut FunctionDraft, &str) -> Result<(), Message>,
) -> Result<CaptureEvidence, ReadError> {
    let (listing, joined) = listing_of(text, take)?;
    let has_end = text.is_empty() || text.ends_with(['\n', '\r']);
    let mut evidence = listing.finish()?;
    // lspci ends every line; text that was copied out of a window may not.
    evidence.notes.extend((!has_end).then(|| Message::new("note-lspci-no-end")));
    evidence.notes.extend(joined);
    Ok(evidence)
}

/// The functions of a text, and a note on lines that were joined.
fn listing_of(
    text: &str,
    take: impl Fn(&mut FunctionDraft, &str) -> Result<(), Message>,
) -> Result<(LspciListing, Option<Message>), ReadError> {
    let lines = paste::lines(text);
    for line in &lines {
        if let Some(problem) = damage::no_text(&line.text) {
            return Err(ReadError::line(line.number, problem));
        }
    }
    let (lines, joined) = wrap::joined(lines);
    let mut dialects = damage::dialects(&lines).into_iter().peekable();
    let mut listing = LspciListing::default();
    for line in &lines {
        if let Some((_, dialect)) = dialects.next_if(|(begins, _)| *begins == line.number) {
            listing.speak(dialect);
        }
        listing.line(line, &take)?;
    }
    Ok((listing, joined))
}

/// The line where each listing of a text begins, with the number of its machine from 0; `None` if there are too
/// many machines.
pub(super) fn machines(text: &str) -> Result<Vec<(usize, Option<usize>)>, ReadError> {
    listing_of(text, FunctionDraft::take)?.0.machines()
}

pub(super) fn class_of_device(name: &str) -> Option<ClassCode> {
    tree::class_of(name)
}

/// One function while its lines are read.
#[derive(Default)]
pub(super) struct FunctionDraft {
    address: PciAddress,
    line: usize,
    headline: String,
    /// Its class and ids are numbers; it stops in the middle.
    is_numbered: bool,
    is_cut: bool,
    /// Its first line is missing, so that its address is unknown.
    is_unnamed: bool,
    /// It appears only in a tree.
    is_drawn: bool,
    /// The line that was read last.
    at: usize,
    dialect: Dialect,
    pub function: PciFunction,
    /// The bus of a bridge, as the bridge reports it.
    primary: Option<u8>,
    /// Bytes of its configuration space.
    pub config: Registers,
    /// It did not answer when it was read.
    pub silent: bool,
    is_damaged: bool,
    keys: BTreeSet<&'static str>,
    /// The line that ends with the width of the link's state.
    width_at_end: Option<usize>,
    express: ExpressCapability,
    physical_slot: Option<String>,
    label: Option<String>,
    problems: Vec<Message>,
}

impl FunctionDraft {
    fn new(headline: LspciHeadline, line: usize, dialect: Dialect) -> Self {
        let LspciHeadline { address, above, id, class, name, is_numbered, is_cut } = headline;
        let function = PciFunction { id, class, name, parent: above, ..PciFunction::default() };
        Self { address, line, at: line, is_numbered, is_cut, dialect, function, ..Self::default() }
    }

    fn drawn(address: PciAddress, function: PciFunction, line: usize) -> Self {
        Self { address, line, at: line, is_drawn: true, function, ..Self::default() }
    }

    pub fn address(&self) -> PciAddress {
        self.address
    }

    /// The line that was read last.
    pub fn last_line(&self) -> usize {
        self.at
    }

    /// Whether only its first line was read.
    fn is_hollow(&self) -> bool {
        self.at == self.line
    }

    /// Whether the line contradicts an earlier one of which lspci prints only one per function.
    fn contradicts(&self, line: &str) -> bool {
        let is_other_bus = || {
            let buses = line.strip_prefix("Bus:").and_then(value::buses);
            buses.is_some_and(|buses| self.function.buses.is_some_and(|own| own != buses))
        };
        let is_second = |key: &str| line.starts_with(key) && self.keys.contains(key);
        let driver = self.keys.contains("Kernel driver in use");
        is_other_bus() || (driver && (is_second("Subsystem") || line.starts_with("Bus:")))
    }

    /// Draws conclusions from all lines, and returns notes about missing ones.
    fn finish(&mut self) -> Vec<Message> {
        let mut problems = self.missing_lines();
        problems.extend(self.drop_cut_width());
        self.express.apply(&mut self.function);
        problems.extend(lspci_hex::overlay(self));
        self.find_class();
        // lspci's own line names the slot that the function sits in, a bridge's slot number the
        // one behind it.
        if self.function.buses.is_none() {
            let own = self.physical_slot.take();
            self.function.slot_number = own.or(self.function.slot_number.take());
        }
        problems
    }

    /// Infers the class if the first line stops before it: only bridges have buses behind them, and
    /// these drivers take one class each (Linux, drivers/nvme/host/pci.c, drivers/ata/ahci.c).
    fn find_class(&mut self) {
        let driver = self.function.driver.as_ref().map(|driver| driver.name.as_str());
        let class = match driver {
            _ if self.function.buses.is_some() => 0x06_04_00,
            Some("nvme") => 0x01_08_02,
            Some("ahci") => 0x01_06_01,
            _ => return,
        };
        if self.function.class == ClassCode::default() {
            self.function.class = ClassCode::from_u24(class);
        }
    }

    /// Lines that lspci prints together or not at all, of which one is missing.
    fn missing_lines(&self) -> Vec<Message> {
        let has = |key: &str| self.keys.contains(key);
        let express = &self.express;
        let (supported, set) =
            (express.payload_supported.is_some(), express.payload_current.is_some());
        let pairs = [
            ("LnkCap", has("LnkSta") && !has("LnkCap")),
            ("LnkSta", has("LnkCap") && !has("LnkSta")),
            (damage::EXPRESS, has("LnkCap") && !has(damage::EXPRESS)),
            ("MaxPayload", supported != set || (has("DevCap") && !supported)),
        ];
        let missing = pairs.into_iter().filter(|(_, is_missing)| *is_missing && !self.is_damaged);
        missing.map(|(key, _)| listing::missing(key, self.address, self.line)).collect()
    }

    /// In the dialect that ends with the width, every device but a port marks a width below its
    /// maximum; one without the mark was cut.
    fn drop_cut_width(&mut self) -> Option<Message> {
        use PortType::{Endpoint, LegacyEndpoint, SwitchUpstream, ToPciBridge};
        let line = self.width_at_end?;
        let lanes = self.express.lanes?;
        let possible = self.express.possible?.lanes.get();
        let marks =
            matches!(self.express.port?, Endpoint | LegacyEndpoint | SwitchUpstream | ToPciBridge);
        if !marks || lanes == 0 || lanes >= possible {
            return None;
        }
        (self.express.lanes, self.width_at_end) = (None, None);
        Some(ends::doubtful("LnkSta", lanes, line))
    }
}

#[cfg(test)]
mod tests;
