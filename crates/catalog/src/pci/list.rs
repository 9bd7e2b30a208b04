//! The public list of PCI ids as tables, which `build.rs` writes from the `pci-ids` crate.
//!
//! Not here: facts from a name (`by_name`), display names (`names`).

use crate::packed::{PackedText, packed};

include!(concat!(env!("OUT_DIR"), "/pci-list.rs"));

/// All names, one behind the other: half a megabyte, which two milliseconds unpack.
static NAMES: PackedText = packed!("pci-names.txt");

/// Position of a name in [`NAMES`].
#[derive(Clone, Copy)]
struct Span {
    start: u32,
    length: u32,
}

impl Span {
    fn name(self) -> &'static str {
        let start = self.start as usize;
        NAMES.text().get(start..start + self.length as usize).unwrap_or_default()
    }
}

#[derive(Clone, Copy)]
pub struct Vendor {
    at: usize,
}

impl Vendor {
    /// All of them, by id.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..VENDORS.len()).map(|at| Self { at })
    }

    pub fn with_id(id: u16) -> Option<Self> {
        let at = VENDORS.binary_search_by_key(&id, |(id, ..)| *id);
        at.ok().map(|at| Self { at })
    }

    pub fn id(self) -> u16 {
        VENDORS[self.at].0
    }

    pub fn name(self) -> &'static str {
        VENDORS[self.at].1.name()
    }

    /// Ids and names of its devices, by id.
    pub fn devices(self) -> impl ExactSizeIterator<Item = (u16, &'static str)> {
        self.rows().iter().map(|(id, name)| (*id, name.name()))
    }

    pub fn device(self, id: u16) -> Option<&'static str> {
        let rows = self.rows();
        let at = rows.binary_search_by_key(&id, |(id, _)| *id);
        at.ok().map(|at| rows[at].1.name())
    }

    fn rows(self) -> &'static [(u16, Span)] {
        // A vendor's devices end where those of the next begin.
        let end = VENDORS.get(self.at + 1).map_or(DEVICES.len(), |next| next.2);
        &DEVICES[VENDORS[self.at].2..end]
    }
}

pub fn class(id: u8) -> Option<&'static str> {
    named(&CLASSES, id)
}

pub fn subclass(class: u8, id: u8) -> Option<&'static str> {
    named(&SUBCLASSES, (class, id))
}

fn named<I: Ord + Copy>(table: &[(I, Span)], id: I) -> Option<&'static str> {
    let at = table.binary_search_by_key(&id, |(id, _)| *id);
    at.ok().map(|at| table[at].1.name())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_stand_in_order_and_every_name_is_there() {
        let is_ordered = |ids: &[u16]| ids.is_sorted_by(|one, next| one < next);
        assert!(is_ordered(&VENDORS.map(|(id, ..)| id)));
        let mut count = 0;
        for vendor in Vendor::all() {
            assert!(is_ordered(&vendor.devices().map(|(id, _)| id).collect::<Vec<_>>()));
            assert!(!vendor.name().is_empty());
            assert!(vendor.devices().all(|(_, name)| !name.is_empty()), "{}", vendor.name());
            count += vendor.devices().len();
        }
        assert_eq!(count, DEVICES.len());
    }

    /// The first and last of the list and some between them, as its text has them.
    #[test]
    fn the_tables_say_what_the_list_says() {
        let device = |vendor, id| Vendor::with_id(vendor)?.device(id);
        assert_eq!(Vendor::all().next().map(Vendor::name), Some("SafeNet (wrong ID)"));
        assert_eq!(Vendor::with_id(0xffff).map(Vendor::name), Some("Illegal Vendor ID"));
        assert_eq!(device(0x8086, 0xa145), Some("Z170 Chipset LPC/eSPI Controller"));
        assert_eq!(device(0x1b36, 0x000c), Some("QEMU PCIe Root port"));
        assert_eq!((device(0x8086, 0xffff), device(2, 0)), (None, None));
        assert_eq!((class(1), class(0xfe)), (Some("Mass storage controller"), None));
        assert_eq!(subclass(1, 8), Some("Non-Volatile memory controller"));
        assert_eq!((subclass(1, 0xfe), subclass(0xfe, 0)), (None, None));
    }
}
