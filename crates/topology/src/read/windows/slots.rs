//! The firmware's slots, from the table that Windows keeps of it.

use serde_json::Value;

use super::super::smbios;
use super::word;
use crate::evidence::CaptureEvidence;

/// `RawSMBIOSData` (Windows system information API): call, version, revision and length before the table.
const HEAD: usize = 8;

pub(super) fn read(root: &Value, evidence: &mut CaptureEvidence) {
    let bytes = word(root, "smbios").and_then(bytes).unwrap_or_default();
    let Some(table) = bytes.get(HEAD..) else { return };
    let table = smbios::read(table);
    evidence.slots.extend(table.claims);
    evidence.system_slots.extend(table.slots);
    evidence.notes.extend(table.note);
}

/// Two hexadecimal digits a byte, and nothing else.
fn bytes(text: &str) -> Option<Vec<u8>> {
    let digit = |byte: u8| char::from(byte).to_digit(16).map(|digit| digit as u8);
    let pairs = text.as_bytes().chunks(2);
    pairs.map(|pair| Some(digit(*pair.first()?)? << 4 | digit(*pair.get(1)?)?)).collect()
}
