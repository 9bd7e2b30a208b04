//! Slot names out of the SMBIOS table.
//!
//! For: what the firmware says about which function sits in which slot. It is often wrong, so it is
//! a claim with its source, no fact.
//!
//! Source: DMTF DSP0134 3.7.0, section 6.1.2 (structures and their strings), 7.10 (System Slots,
//! type 9), 7.42 (Onboard Devices Extended Information, type 41).

use crate::evidence::{SlotClaim, SlotSource};
use crate::pci::PciAddress;

const SYSTEM_SLOT: u8 = 9;
const ONBOARD_DEVICE: u8 = 41;
const END_OF_TABLE: u8 = 127;

/// The claims in a table of structures as `/sys/firmware/dmi/tables/DMI` holds it. A damaged table
/// gives those before the damage.
pub(super) fn slots(table: &[u8]) -> Vec<SlotClaim> {
    let structures = Structures { rest: table };
    structures.take_while(|structure| structure.kind != END_OF_TABLE).filter_map(claim).collect()
}

/// One structure: the formatted area, header included, and the strings after it.
struct Structure<'a> {
    kind: u8,
    area: &'a [u8],
    strings: &'a [u8],
}

struct Structures<'a> {
    rest: &'a [u8],
}

impl<'a> Iterator for Structures<'a> {
    type Item = Structure<'a>;

    fn next(&mut self) -> Option<Structure<'a>> {
        let [kind, length, ..] = *self.rest else { return None };
        // The header alone is four bytes; anything shorter would not move on.
        let length = usize::from(length).max(4);
        let (area, after) = self.rest.split_at_checked(length)?;
        let end = after.windows(2).position(|pair| pair == [0, 0])?;
        let (strings, rest) = after.split_at_checked(end + 2)?;
        self.rest = rest;
        Some(Structure { kind, area, strings })
    }
}

impl Structure<'_> {
    fn byte(&self, at: usize) -> Option<u8> {
        self.area.get(at).copied()
    }

    /// The string with this number, counted from 1; 0 means that there is none.
    fn string(&self, number: u8) -> Option<String> {
        let index = usize::from(number).checked_sub(1)?;
        let text = self.strings.split(|byte| *byte == 0).nth(index)?;
        let text = String::from_utf8_lossy(text).trim().to_owned();
        (!text.is_empty()).then_some(text)
    }

    /// Segment group (two bytes), bus, and device with function, the order both types use.
    fn address(&self, at: usize) -> Option<PciAddress> {
        let segment = u16::from_le_bytes([self.byte(at)?, self.byte(at + 1)?]);
        let (bus, place) = (self.byte(at + 2)?, self.byte(at + 3)?);
        // All ones: the slot is not of this kind, or not known.
        let told = !(bus == 0xff && place == 0xff) && segment != 0xffff;
        told.then_some(PciAddress {
            domain: u32::from(segment),
            bus,
            device: place >> 3,
            function: place & 7,
        })
    }
}

fn claim(structure: Structure) -> Option<SlotClaim> {
    // Type 9 puts the address at 0Dh, type 41 at 07h; both put the designation at 04h.
    let address = match structure.kind {
        SYSTEM_SLOT => structure.address(0x0d)?,
        ONBOARD_DEVICE => structure.address(0x07)?,
        _ => return None,
    };
    let label = structure.string(structure.byte(4)?)?;
    Some(SlotClaim { address, label, source: SlotSource::Smbios })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A type 9 structure of SMBIOS 2.6: designation is string 1, segment 0, bus 0x0d, device 0.
    fn slot(bus: u8, place: u8) -> Vec<u8> {
        let mut table = vec![9, 0x11, 0x30, 0, 1, 0xa5, 8, 4, 3, 1, 0, 0x0c, 1, 0, 0, bus, place];
        table.extend(b"M2_1\0\0");
        table
    }

    #[test]
    fn slots_and_onboard_devices_are_claims() {
        let mut table = vec![0, 4, 0, 0, 0, 0];
        table.extend(slot(0x0d, 0));
        table.extend(slot(0xff, 0xff));
        // Type 41: designation 1, Ethernet, instance 1, segment 0, bus 3, device 2 function 1.
        table.extend([41, 0x0b, 1, 0, 1, 0x85, 1, 0, 0, 3, 0x11]);
        table.extend(b"Onboard LAN\0\0");
        table.extend([127, 4, 0, 0, 0, 0]);
        let found = slots(&table);
        let found: Vec<_> =
            found.iter().map(|s| (s.address.to_string(), s.label.as_str())).collect();
        let lan = ("0000:03:02.1".to_owned(), "Onboard LAN");
        assert_eq!(found, [("0000:0d:00.0".to_owned(), "M2_1"), lan]);
    }

    #[test]
    fn a_damaged_table_ends_early() {
        let table = slot(1, 0);
        for length in 0..table.len() {
            assert_eq!(slots(&table[..length]), []);
        }
        assert_eq!(slots(&[0; 4096]).len(), 0);
        assert_eq!(slots(&[9; 4096]).len(), 0);
    }
}
