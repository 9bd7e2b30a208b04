//! A capture as text with nothing but the parts its reader takes.
//!
//! For: captures that are served or sent on. Omissions need no list: serial numbers, network
//! addresses, names of hosts and people, remarks and prompts are in lines, attributes and keys that
//! no reader uses. Each reader keeps its own list beside its code.
//!
//! Not here: trees of files, whose names make up a capture (`sysfs::is_read`); identifying data within the
//! parts read.

use super::kind::{InputKind, text};
use super::{commands, hwloc_xml, windows};

/// The parts of a capture's text that are read; `None` if it is no text, or if its reader refuses it.
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
