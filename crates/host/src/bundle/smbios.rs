//! Removes anything that identifies this machine from the SMBIOS structure table.
//!
//! Every string is blanked except those known to name a kind of thing: vendors, models, versions,
//! slot names. OEM strings (type 11), power supplies (39) and later types often contain serial
//! numbers, so anything not known to be harmless is blanked.
//!
//! Source: DMTF DSP0134 (SMBIOS Reference Specification) 3.7, section 6.1 (structures and
//! strings), 7.1 to 7.5, 7.9, 7.10, 7.18, 7.42.

/// Length of a structure's header: type, length, handle.
const HEADER: usize = 4;
const END: u8 = 127;
/// System Information, which holds the UUID at offset 8.
const SYSTEM: u8 = 1;
const UUID: std::ops::Range<usize> = 8..24;

/// Offsets of the string numbers that are kept, by structure type.
fn kept(kind: u8) -> &'static [usize] {
    match kind {
        // Firmware: vendor, version, release date.
        0 => &[0x04, 0x05, 0x08],
        // System: manufacturer; not product (5), version (6), serial number (7), SKU (19h) and
        // family (1Ah), which whoever sells or rents out the machine writes.
        1 => &[0x04],
        // Board: manufacturer, product, version; not serial (7), asset (8), location (0Ah).
        2 => &[0x04, 0x05, 0x06],
        // Chassis: manufacturer, version; not serial (7), asset (8).
        3 => &[0x04, 0x06],
        // Processor: socket, manufacturer, version; not serial (20h), asset (21h).
        4 => &[0x04, 0x07, 0x10],
        // Port connectors: internal and external name.
        8 => &[0x04, 0x06],
        // System slots and onboard devices: their designation.
        9 | 10 | 41 => &[0x04],
        // Memory: locator, bank, manufacturer, part; not serial (18h), asset (19h).
        17 => &[0x10, 0x11, 0x17, 0x1a],
        _ => &[],
    }
}

/// The table with strings blanked by `x` and the UUID zeroed, and the serial numbers and asset tags
/// among the blanked strings. A truncated table is blanked up to its end.
pub(super) fn blanked(table: &[u8]) -> (Vec<u8>, Vec<String>) {
    let (mut table, mut secrets) = (table.to_vec(), Vec::new());
    let mut start = 0;
    while let Some(&[kind, length, ..]) = table.get(start..).filter(|rest| rest.len() >= HEADER) {
        // A broken table may give a length of 0, which would never move on.
        let strings = start + usize::from(length).max(HEADER);
        // The end of the structure whose strings begin at `strings`: after two zero bytes.
        let rest = table.get(strings..).unwrap_or_default();
        let zeros = rest.windows(2).position(|pair| pair == [0, 0]);
        let end = zeros.map_or(table.len(), |at| strings + at + 2);
        let formatted = start..strings.min(table.len());
        if kind == SYSTEM {
            table[formatted.clone()]
                .iter_mut()
                .skip(UUID.start)
                .take(UUID.len())
                .for_each(|b| *b = 0);
        }
        let structure = &table[formatted];
        let (kept, private) = (numbers(structure, kept(kind)), numbers(structure, private(kind)));
        blank(&mut table, strings..end, &kept, &private, &mut secrets);
        if kind == END {
            break;
        }
        start = end;
    }
    (table, secrets)
}

/// The string numbers at some offsets of a structure. Strings are counted from 1.
fn numbers(structure: &[u8], offsets: &[usize]) -> Vec<u8> {
    offsets.iter().filter_map(|&offset| structure.get(offset).copied()).collect()
}

/// Offsets of string numbers that are blanked even if a kept field points at the same string.
fn private(kind: u8) -> &'static [usize] {
    match kind {
        1 => &[0x07],
        2 => &[0x07, 0x08, 0x0a],
        3 => &[0x07, 0x08],
        4 => &[0x20, 0x21],
        17 => &[0x18, 0x19],
        _ => &[],
    }
}

fn blank(
    table: &mut [u8],
    strings: std::ops::Range<usize>,
    kept: &[u8],
    private: &[u8],
    secrets: &mut Vec<String>,
) {
    let Some(strings) = table.get_mut(strings) else { return };
    for (index, text) in strings.split_mut(|&byte| byte == 0).enumerate() {
        // No field can name a string beyond the 255th; a field with 0 names none.
        let is_of = |fields: &[u8]| fields.iter().any(|field| usize::from(*field) == index + 1);
        let secret = is_of(private);
        if secret {
            secrets.push(String::from_utf8_lossy(text).trim().to_owned());
        }
        if secret || !is_of(kept) {
            text.fill(b'x');
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn structure(kind: u8, body: &[u8], strings: &[&str]) -> Vec<u8> {
        let mut bytes = vec![kind, (HEADER + body.len()) as u8, 0, 0];
        bytes.extend(body);
        for text in strings {
            bytes.extend(text.bytes().chain([0]));
        }
        bytes.extend(if strings.is_empty() { &[0u8, 0][..] } else { &[0][..] });
        bytes
    }

    #[test]
    fn serials_go_and_slot_names_stay() {
        let mut system = vec![1, 2, 0, 3];
        system.extend([0xaa; 16]);
        let table = [
            structure(1, &system, &["Maker", "Box", "SERIAL-1"]),
            structure(9, &[1, 0, 0], &["PCIEX16_1"]),
            structure(11, &[1], &["OEM-SECRET"]),
            // The version is the same string as the serial number: it is blanked.
            structure(2, &[1, 2, 3, 3, 0, 0], &["Maker", "Board", "B-SERIAL"]),
            structure(END, &[], &[]),
        ]
        .concat();
        let (blanked, secrets) = blanked(&table);
        assert_eq!(blanked.len(), table.len());
        let text = String::from_utf8_lossy(&blanked);
        for stays in ["Maker", "PCIEX16_1", "Board"] {
            assert!(text.contains(stays), "{stays}");
        }
        assert_eq!(secrets, ["SERIAL-1", "B-SERIAL"]);
        for goes in ["SERIAL-1", "OEM-SECRET", "B-SERIAL", "Box"] {
            assert!(!text.contains(goes), "{goes}");
        }
        assert!(!blanked.contains(&0xaa));
    }

    #[test]
    fn strings_that_no_field_can_name_go() {
        let mut strings = vec!["Maker"; 256];
        strings.push("SECRET");
        // Its product and version are not given.
        let (blanked, _) = blanked(&structure(2, &[1, 0, 0, 2, 2, 0], &strings));
        let text = String::from_utf8_lossy(&blanked);
        assert!(text.contains("Maker") && !text.contains("SECRET"));
    }

    #[test]
    fn broken_tables_end_where_they_end() {
        for table in [&[][..], &[1], &[1, 255, 0, 0], &[1, 0, 0, 0, b'S'], &[0; 7], &[1, 4, 0, 0]] {
            let (blanked, _) = blanked(table);
            assert_eq!(blanked.len(), table.len());
            assert!(!blanked.contains(&b'S'));
        }
    }
}
