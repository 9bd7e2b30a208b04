//! Recognises the kind of an input by its content.
//!
//! For: one entry point for all capture formats. Not here: machine files and files of entries (TOML),
//! which are not captures but descriptions; they are recognised, and the caller reads them elsewhere.

use std::borrow::Cow;

use narrows_messages::Message;

use super::archive::{self, UnpackedContent};
use super::lspci_text::LspciForm;
use super::{
    FileTree, FileTreeEntry, ReadError, TextPosition, bus_circles, commands, hwloc_xml, lspci_text,
    root, sysfs, windows,
};
use crate::evidence::CaptureEvidence;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InputKind {
    /// A tar archive, or anything packed with gzip, bzip2, xz or zstd.
    Archive,
    /// hwloc's XML export.
    HwlocXml,
    /// lspci's text, with or without `-v`.
    LspciText,
    /// lspci's dump of configuration space, `-x` to `-xxxx`.
    LspciHex,
    /// Other commands' output about drives and machines, without a listing of lspci.
    Commands,
    /// Output of `capture.ps1` on Windows.
    Windows,
    /// A machine file: TOML that begins with `schema =`.
    Machine,
    /// A file of the catalogue, such as a board: TOML that begins with one of its tables, or with the
    /// sources that its entries share.
    Entries,
}

/// Bytes examined to distinguish text formats.
const LOOKED_IN: usize = 1 << 20;

/// Reading takes up to six bytes of memory for each of a listing and fifty for each of a machine
/// file; the largest server's listing with all of its configuration space has some 10 MiB.
pub(super) const MOST_TEXT: usize = 16 << 20;
pub(super) const MOST_TEXT_SHOWN: &str = "16 MiB";
const MOST_MACHINE: usize = 2 << 20;

/// Most files that are looked at for texts of a machine.
pub const MOST_TEXTS: usize = 64;

impl InputKind {
    /// Whether it is output of commands, whose texts can be concatenated.
    pub fn is_text(self) -> bool {
        matches!(self, Self::LspciText | Self::LspciHex | Self::Commands)
    }

    /// The kind of an input; `None` if unknown.
    pub fn of(bytes: &[u8]) -> Option<Self> {
        if archive::is_archive(bytes) {
            return Some(Self::Archive);
        }
        let text = text(&bytes[..bytes.len().min(LOOKED_IN)]);
        let text = text.trim_start_matches('\u{feff}');
        let first = text
            .split(['\n', '\r'])
            .map(str::trim)
            .find(|line| !line.is_empty() && !line.starts_with('#'))
            .unwrap_or_default();
        // HTML tags can also surround a listing.
        if first.starts_with('<') && text.contains("<topology") {
            return Some(Self::HwlocXml);
        }
        if windows::is_capture(first, text) {
            return Some(Self::Windows);
        }
        if first.strip_prefix("schema").is_some_and(|rest| rest.trim_start().starts_with('=')) {
            return Some(Self::Machine);
        }
        let is_table = |line: &str| TABLES.iter().any(|table| line.starts_with(table));
        let is_shared = SHARED.iter().any(|key| {
            first.strip_prefix(key).is_some_and(|rest| rest.trim_start().starts_with('='))
        });
        if is_table(first) || (is_shared && text.lines().any(|line| is_table(line.trim()))) {
            return Some(Self::Entries);
        }
        match lspci_text::form(text) {
            Some(LspciForm::Text) => Some(Self::LspciText),
            Some(LspciForm::Dump) => Some(Self::LspciHex),
            None => commands::is_known(text).then_some(Self::Commands),
        }
    }
}

/// UTF-8, or UTF-16 with its mark, as PowerShell 5 writes to a redirected file. Invalid characters are
/// replaced.
pub(super) fn text(bytes: &[u8]) -> Cow<'_, str> {
    let read: fn([u8; 2]) -> u16 = match bytes {
        [0xff, 0xfe, ..] => u16::from_le_bytes,
        [0xfe, 0xff, ..] => u16::from_be_bytes,
        _ => return String::from_utf8_lossy(bytes),
    };
    let (pairs, _) = bytes.as_chunks::<2>();
    char::decode_utf16(pairs.iter().copied().map(read))
        .map(|char| char.unwrap_or(char::REPLACEMENT_CHARACTER))
        .collect()
}

/// Refuses text that is longer than its kind ever is.
///
/// Fails with an error of the input as a whole that says how much would be read.
pub fn fits(bytes: &[u8]) -> Result<(), ReadError> {
    let (most, shown) = match InputKind::of(bytes) {
        Some(InputKind::Archive) => return Ok(()),
        Some(InputKind::Machine | InputKind::Entries) => (MOST_MACHINE, "2 MiB"),
        _ => (MOST_TEXT, MOST_TEXT_SHOWN),
    };
    if bytes.len() <= most {
        return Ok(());
    }
    Err(ReadError::whole(Message::new("read-text-too-large").with("most", shown)))
}

/// The tables of a file of entries (`narrows-catalog`).
const TABLES: [&str; 5] = ["[[board]]", "[[drive]]", "[[chipset]]", "[[cpu]]", "[[card]]"];
/// Keys that may precede them: they apply to all entries of the file.
const SHARED: [&str; 2] = ["source", "confidence"];

/// Reads a capture of any kind. Packed text is unpacked first.
///
/// Errors: the reader's; a machine file and unknown content are errors of the input as a whole.
pub fn evidence(bytes: &[u8]) -> Result<CaptureEvidence, ReadError> {
    match InputKind::of(bytes) {
        Some(InputKind::Archive) => match archive::unpack(bytes)? {
            UnpackedContent::Tree(tree) => match texts_of(&tree) {
                Some(texts) => text_evidence(texts.as_bytes()),
                None => from_tree(&root::rooted(tree)?),
            },
            // No capture is packed twice; only text is expected inside.
            UnpackedContent::Bytes(inner) => text_evidence(&inner),
        },
        _ => text_evidence(bytes),
    }
}

/// The text of one of the machines in a text, by its number from 1, with other commands' output about it.
///
/// Errors: no such machine, and the reader's.
pub fn machine(bytes: &[u8], number: usize) -> Result<Vec<u8>, ReadError> {
    let unpacked = match InputKind::of(bytes) {
        Some(InputKind::Archive) => match archive::unpack(bytes)? {
            UnpackedContent::Tree(tree) => texts_of(&tree).map(String::into_bytes),
            UnpackedContent::Bytes(inner) => Some(inner),
        },
        _ => None,
    };
    let bytes = unpacked.as_deref().unwrap_or(bytes);
    fits(bytes)?;
    match InputKind::of(bytes) {
        Some(kind) if kind.is_text() => {
            let text = text(bytes);
            let text = text.trim_start_matches('\u{feff}');
            commands::of_machine(text, number).map(String::into_bytes)
        }
        _ if number == 1 => Ok(bytes.to_vec()),
        _ => {
            let problem = Message::new("read-no-such-machine").count("count", 1);
            Err(ReadError::whole(problem.with("number", number)))
        }
    }
}

/// Command output in the files of an archive without a machine's own files, by name, one after the other.
fn texts_of(tree: &FileTree) -> Option<String> {
    if root::is_there(tree) {
        return None;
    }
    let texts = tree.entries().filter_map(|(_, entry)| match entry {
        FileTreeEntry::File(bytes) if InputKind::of(bytes).is_some_and(InputKind::is_text) => {
            Some(text(bytes))
        }
        _ => None,
    });
    let mut whole = String::new();
    for text in texts.take(MOST_TEXTS) {
        whole.push_str(text.trim_start_matches('\u{feff}'));
        whole.push('\n');
    }
    (!whole.is_empty()).then_some(whole)
}

fn text_evidence(bytes: &[u8]) -> Result<CaptureEvidence, ReadError> {
    fits(bytes)?;
    let text = text(bytes);
    let text = text.trim_start_matches('\u{feff}');
    let evidence = match InputKind::of(bytes) {
        Some(InputKind::HwlocXml) => hwloc_xml::read(text),
        Some(InputKind::LspciText | InputKind::LspciHex) => commands::read(text),
        // It describes a machine, although it may show none of its devices.
        Some(InputKind::Commands) => return commands::read(text),
        Some(InputKind::Windows) => windows::read(text),
        Some(InputKind::Machine) => Err(ReadError::whole(Message::new("read-kind-machine"))),
        Some(InputKind::Entries) => Err(ReadError::whole(Message::new("read-kind-entries"))),
        Some(InputKind::Archive) | None => Err(ReadError::whole(Message::new("read-kind-unknown"))),
    };
    evidence.and_then(with_a_machine)
}

/// Reads a tree of files, live or captured, that has `sys/` at its root; see [`super::rooted`] for
/// one that may not.
///
/// Fails if it has more devices than any machine or cyclic bus numbers, or if it contains no
/// machine at all.
pub fn from_tree(tree: &FileTree) -> Result<CaptureEvidence, ReadError> {
    if let Some(error) = sysfs::too_many(tree) {
        return Err(error);
    }
    let evidence = sysfs::read(tree);
    if let Some(circle) = bus_circles::find(&evidence.functions) {
        let place = TextPosition::Entry(format!("sys/bus/pci/devices/{}", circle.bridge));
        return Err(ReadError { place, problem: circle.problem() });
    }
    with_a_machine(evidence)
}

/// Refuses evidence with neither a PCI function nor a block device nor a processor.
fn with_a_machine(evidence: CaptureEvidence) -> Result<CaptureEvidence, ReadError> {
    let host = &evidence.host;
    let processor = host.cpu.is_some() || host.logical_cpus.is_some();
    let devices = !evidence.functions.is_empty() || !evidence.blocks.is_empty();
    match processor || devices || !evidence.numa_nodes.is_empty() {
        true => Ok(evidence),
        false => Err(ReadError::whole(Message::new("read-no-machine"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_told_by_content() {
        let kind = |text: &str| InputKind::of(text.as_bytes());
        assert_eq!(kind("# mine\n\nschema = \"narrows.machine/1\"\n"), Some(InputKind::Machine));
        assert_eq!(kind("<?xml version=\"1.0\"?>\n<topology/>"), Some(InputKind::HwlocXml));
        assert_eq!(kind("<html></html>"), None);
        let slot = "00:1f.2 SATA controller: Intel\n";
        assert_eq!(kind(slot), Some(InputKind::LspciText));
        let dump = format!("{slot}00: 86 80 22 a1\n");
        assert_eq!(kind(&dump), Some(InputKind::LspciHex));
        assert_eq!(kind("0000:00:00.0 Host bridge"), Some(InputKind::LspciText));
        assert_eq!(kind("BZh91AY&SY"), Some(InputKind::Archive));
        assert_eq!(kind("# mine\n[[board]]\nid = \"x\"\n"), Some(InputKind::Entries));
        assert_eq!(kind("source = [\"x\"]\n\n[[board]]\nid = \"x\"\n"), Some(InputKind::Entries));
        assert_eq!(kind("source = 1\n"), None);
        assert_eq!(
            kind("# dmidecode 3.3\nHandle 0x0000, DMI type 0, 26 bytes\n"),
            Some(InputKind::Commands)
        );
        assert_eq!(kind("hello"), None);
        assert_eq!(kind(""), None);
    }
}
