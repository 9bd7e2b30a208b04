//! Slot names from the SMBIOS table.
//!
//! For: the firmware's claims about which function is in which slot. They are often wrong, so they
//! are claims with a source, not facts. Firmware of about three boards in ten still has the slot
//! table of Intel's reference board, whose slots are the connectors of that board's own drawing
//! (`J6B2`); such a table says nothing about the board that it is on, and names no slots.
//!
//! Source: DMTF DSP0134 3.7.0, section 6.1.2 (structures and their strings), 7.10 (System Slots,
//! type 9), 7.42 (Onboard Devices Extended Information, type 41).

use narrows_catalog::board::SlotForm;
use narrows_messages::Message;
use narrows_units::Lanes;

use crate::evidence::{SlotClaim, SlotSource, SystemSlot};
use crate::pci::PciAddress;

const SYSTEM_SLOT: u8 = 9;
const ONBOARD_DEVICE: u8 = 41;
const END_OF_TABLE: u8 = 127;

/// Slot data of a table.
#[derive(Debug, Default)]
pub(super) struct SmbiosTable {
    /// Labels of functions and ports.
    pub claims: Vec<SlotClaim>,
    /// The slots, also those without a device.
    pub slots: Vec<SystemSlot>,
    /// Why slots are left out.
    pub note: Option<Message>,
}

/// The claims in a table of structures as `/sys/firmware/dmi/tables/DMI` holds it, and a note where its
/// slots are left out. A damaged table gives those before the damage.
pub(super) fn read(table: &[u8]) -> SmbiosTable {
    let structures = SmbiosStructures { rest: table };
    let structures: Vec<SmbiosStructure<'_>> =
        structures.take_while(|structure| structure.kind != END_OF_TABLE).collect();
    let slots = structures.iter().filter(|structure| structure.kind == SYSTEM_SLOT);
    let slots = slots.filter_map(SmbiosStructure::system_slot).collect();
    let devices = structures.iter().filter(|structure| structure.kind == ONBOARD_DEVICE);
    let claims = devices.filter_map(|it| Some(claim(it.address(0x07)?, it.label()?)));
    table_of(slots, claims)
}

/// The slots that belong to this board, each with its claim, and on-board devices.
pub(super) fn table_of(
    slots: Vec<SystemSlot>,
    devices: impl Iterator<Item = SlotClaim>,
) -> SmbiosTable {
    let drawn = slots.iter().filter(|slot| is_drawing(&slot.label)).count();
    let example = slots.iter().map(|slot| &slot.label).find(|label| is_drawing(label));
    let note = |label| Message::new("note-smbios-reference").with("label", label);
    let note = example.filter(|_| drawn * 2 >= slots.len()).map(note);
    let slots = if note.is_some() { Vec::new() } else { slots };
    let claims = slots.iter().filter_map(|slot| Some(claim(slot.address?, slot.label.clone())));
    SmbiosTable { claims: claims.chain(devices).collect(), slots, note }
}

/// A connector of a circuit drawing: `J`, the sheet's square and a count, as `J6B2`. No board prints
/// such a name beside a slot.
fn is_drawing(label: &str) -> bool {
    let name = label.split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or_default();
    let Some(square) = name.strip_prefix('J') else { return false };
    let (column, rest) = square.split_at(square.len().min(1));
    let (row, count) = rest.split_at(rest.len().min(1));
    let are_digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    are_digits(column)
        && row.bytes().any(|row| row.is_ascii_uppercase())
        && are_digits(count)
        && count.len() <= 2
}

/// One structure: the formatted area, header included, and the strings after it.
struct SmbiosStructure<'a> {
    kind: u8,
    area: &'a [u8],
    strings: &'a [u8],
}

struct SmbiosStructures<'a> {
    rest: &'a [u8],
}

impl<'a> Iterator for SmbiosStructures<'a> {
    type Item = SmbiosStructure<'a>;

    fn next(&mut self) -> Option<SmbiosStructure<'a>> {
        let [kind, length, ..] = *self.rest else { return None };
        // The header alone is four bytes; anything shorter would not move on.
        let length = usize::from(length).max(4);
        let (area, after) = self.rest.split_at_checked(length)?;
        // Two zero bytes also follow a structure that has no strings.
        let end = after.windows(2).position(|pair| pair == [0, 0])?;
        let (strings, rest) = after.split_at_checked(end + 2)?;
        self.rest = rest;
        Some(SmbiosStructure { kind, area, strings })
    }
}

impl SmbiosStructure<'_> {
    fn byte(&self, at: usize) -> Option<u8> {
        self.area.get(at).copied()
    }

    /// The label of the slot or device; both types have it at 04h.
    fn label(&self) -> Option<String> {
        // The string with this number, counted from 1; 0 means that there is none.
        let number = self.byte(4)?;
        let index = usize::from(number).checked_sub(1)?;
        let text = self.strings.split(|byte| *byte == 0).nth(index)?;
        let text = String::from_utf8_lossy(text).trim().to_owned();
        (!text.is_empty()).then_some(text)
    }

    fn system_slot(&self) -> Option<SystemSlot> {
        Some(SystemSlot {
            label: self.label()?,
            address: self.address(0x0d),
            form: self.byte(5).and_then(form),
            lanes: self.byte(6).and_then(lanes),
        })
    }

    /// Segment group (two bytes), bus, and device with function, the order both types use.
    fn address(&self, at: usize) -> Option<PciAddress> {
        let segment = u16::from_le_bytes([self.byte(at)?, self.byte(at + 1)?]);
        let (bus, place) = (self.byte(at + 2)?, self.byte(at + 3)?);
        // All ones: the slot is not of this kind, or not known.
        let is_known = !(bus == 0xff && place == 0xff) && segment != 0xffff;
        is_known.then_some(PciAddress {
            domain: u32::from(segment),
            bus,
            device: place >> 3,
            function: place & 7,
        })
    }
}

fn claim(address: PciAddress, label: String) -> SlotClaim {
    SlotClaim { address, label, source: SlotSource::Smbios }
}

/// The mechanical form by the type of a slot (section 7.10.1, table 48); `None` if the type names
/// only a generation.
fn form(kind: u8) -> Option<SlotForm> {
    match kind {
        0x14..=0x17 => Some(SlotForm::M2),
        0x1f | 0x20 | 0x24 | 0x25 => Some(SlotForm::U2),
        0x21..=0x23 => Some(SlotForm::MiniPcie),
        0xa6 | 0xac | 0xb2 | 0xb9 | 0xbf => Some(SlotForm::X1),
        0xa8 | 0xae | 0xb4 | 0xbb | 0xc1 => Some(SlotForm::X4),
        0xa9 | 0xaf | 0xb5 | 0xbc | 0xc2 => Some(SlotForm::X8),
        0xaa | 0xb0 | 0xb6 | 0xbd | 0xc3 => Some(SlotForm::X16),
        _ => None,
    }
}

/// The lanes by the width of a slot (section 7.10.2, table 49); `None` for conventional PCI and if
/// the firmware does not know.
fn lanes(width: u8) -> Option<Lanes> {
    let lanes = match width {
        0x08 => 1,
        0x09 => 2,
        0x0a => 4,
        0x0b => 8,
        0x0c => 12,
        0x0d => 16,
        0x0e => 32,
        _ => return None,
    };
    Lanes::new(lanes)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A type 9 structure of SMBIOS 2.6: designation is string 1, segment 0, bus 0x0d, device 0.
    fn slot(bus: u8, place: u8) -> Vec<u8> {
        named("M2_1", bus, place)
    }

    fn named(label: &str, bus: u8, place: u8) -> Vec<u8> {
        let mut table = vec![9, 0x11, 0x30, 0, 1, 0xa5, 8, 4, 3, 1, 0, 0x0c, 1, 0, 0, bus, place];
        table.extend(label.as_bytes());
        table.extend(b"\0\0");
        table
    }

    fn claims(table: &[u8]) -> Vec<SlotClaim> {
        read(table).claims
    }

    /// The table of Intel's reference board, as boards of several makers have it; one slot that its
    /// maker did name does not make the others true. A connector's name among real ones is a name.
    #[test]
    fn the_table_of_intels_reference_board_names_no_slots() {
        let table = |labels: &[&str]| -> Vec<u8> {
            let slots = labels.iter().enumerate();
            slots.flat_map(|(bus, label)| named(label, bus as u8 + 1, 0)).collect()
        };
        for labels in [
            &["J6B2", "J6B1", "J6D1", "J7B1", "J8B4"][..],
            &["J6C1", "J6D2", "J7C1", "J7D1", "J8C1"],
            &["J6B2 - x16 PEG", "M2_1"],
            &["J6B2"],
        ] {
            let mut table = table(labels);
            table.extend([41, 0x0b, 1, 0, 1, 0x85, 1, 0, 0, 3, 0x11]);
            table.extend(b"Onboard LAN\0\0");
            let SmbiosTable { claims, note, .. } = read(&table);
            let left: Vec<&str> = claims.iter().map(|claim| claim.label.as_str()).collect();
            assert_eq!(left, ["Onboard LAN"], "{labels:?}");
            assert_eq!(note.map(|note| note.id()), Some("note-smbios-reference"), "{labels:?}");
        }
        for labels in [
            &["PCIEX16(G2)", "PCIEX1_1", "M2_1"][..],
            &["J6B2", "PCIE1", "PCIE2"],
            &["JMINI1", "J1", "JPCIE1", "SLOT 4", "M.2_1(SOCKET3)"],
        ] {
            let SmbiosTable { claims, note, .. } = read(&table(labels));
            assert_eq!((claims.len(), note), (labels.len(), None), "{labels:?}");
        }
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
        let claims = claims(&table);
        let claims: Vec<_> =
            claims.iter().map(|s| (s.address.to_string(), s.label.as_str())).collect();
        let lan = ("0000:03:02.1".to_owned(), "Onboard LAN");
        assert_eq!(claims, [("0000:0d:00.0".to_owned(), "M2_1"), lan]);
    }

    /// Type B5h in DSP0134 is PCI Express Gen 3 x8, width 0Ah four lanes; a slot without a device has
    /// an address of all ones.
    #[test]
    fn slots_have_forms_and_widths_also_where_nothing_is_in_them() {
        let mut eight = named("PCIE4", 0xff, 0xff);
        (eight[5], eight[6]) = (0xb5, 0x0a);
        let table = read(&eight);
        let slot = SystemSlot {
            label: "PCIE4".to_owned(),
            address: None,
            form: Some(SlotForm::X8),
            lanes: Lanes::new(4),
        };
        assert_eq!((table.slots, table.claims), (vec![slot], vec![]));
    }

    #[test]
    fn a_damaged_table_ends_early() {
        let table = slot(1, 0);
        for length in 0..table.len() {
            assert_eq!(claims(&table[..length]), []);
        }
        assert_eq!(claims(&[0; 4096]).len(), 0);
        assert_eq!(claims(&[9; 4096]).len(), 0);
    }
}
