//! A capture as text with nothing in it but what its reader takes.
//!
//! For: captures that are served or sent on. What is left out needs no list: serial numbers, addresses of
//! networks, names of hosts and people, remarks and prompts stand in lines, attributes and keys that no
//! reader asks for. Each reader keeps the list of its own beside what it reads.
//!
//! Not here: trees of files, whose names a capture is made of (`sysfs::is_read`); what identifies a machine
//! within what is read.

use super::kind::{InputKind, text};
use super::{commands, hwloc_xml, windows};

/// The text of a capture as far as it is read; none of what is no text, and of what its reader refuses.
pub fn needed(bytes: &[u8]) -> Option<String> {
    let kind = InputKind::of(bytes)?;
    let text = text(bytes);
    let text = text.trim_start_matches('\u{feff}');
    match kind {
        InputKind::HwlocXml => hwloc_xml::needed(text),
        InputKind::LspciText | InputKind::LspciHex | InputKind::Commands => {
            Some(commands::needed(text))
        }
        InputKind::Windows => windows::needed(text),
        InputKind::Archive | InputKind::Machine | InputKind::Entries => None,
    }
}

#[cfg(test)]
mod tests;
