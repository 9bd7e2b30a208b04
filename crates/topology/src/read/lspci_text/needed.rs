//! A listing without the lines that nothing is read from: serial numbers, vital product data, prompts,
//! remarks, and whatever else was pasted with it.

use super::headline::LspciHeadline;
use super::{damage, paste, tree, wrap};
use crate::read::lspci_hex;

/// Keys whose value is free text of capabilities, by the beginning of the value after its address.
const CAPABILITIES: [&str; 2] = ["Express ", "Subsystem:"];
/// Beginnings of lines without a key.
const KEYLESS: [&str; 6] = [
    "MaxPayload",
    "Supported: MaxPayload",
    "Slot #",
    "Expansion ROM at",
    "[virtual] Expansion ROM at",
    "!!! Unknown header type 7f",
];
/// Words of lines that are lists of flags.
const FLAGS: [&str; 3] = ["DLActive", "LLActRep", "PresDet"];
const SET: [char; 2] = ['+', '-'];

/// The lines that are read, each whole.
pub(in crate::read) fn needed(text: &str) -> String {
    let (lines, _) = wrap::joined(paste::lines(text));
    let mut kept = String::new();
    for line in &lines {
        let bare = line.text.trim();
        let indent = &line.text[..line.text.len() - line.text.trim_start().len()];
        if let Some(row) = lspci_hex::needed_row(bare) {
            kept.push_str(&row);
        } else if bare.is_empty() || is_read(bare) {
            kept.push_str(indent);
            kept.push_str(bare);
        } else {
            continue;
        }
        kept.push('\n');
    }
    kept
}

fn is_read(line: &str) -> bool {
    if LspciHeadline::begins(line)
        || tree::is_line(line)
        || KEYLESS.iter().any(|start| line.starts_with(start))
    {
        return true;
    }
    match line.split_once(':') {
        Some(("Capabilities", value)) => is_capability(value.trim()),
        Some((key, _)) if damage::key(key).is_some() => true,
        _ => {
            // `TrErr- Train- SlotClk+ DLActive+ BWMgmt- ABWMgmt-`, and nothing else.
            let mut words = line.split_whitespace();
            FLAGS.iter().any(|flag| line.contains(flag)) && words.all(|word| word.ends_with(SET))
        }
    }
}

/// `[70] Express (v2) Endpoint, MSI 00`; others are listed by their numbers only.
fn is_capability(value: &str) -> bool {
    let kind = value.split_once("] ").map(|(_, kind)| kind);
    value.starts_with("<acc")
        || kind.is_some_and(|kind| CAPABILITIES.iter().any(|start| kind.starts_with(start)))
}
