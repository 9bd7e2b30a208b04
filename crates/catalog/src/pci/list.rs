//! The public list of PCI ids, which `build.rs` packs from the `pci-ids` crate.
//!
//! Not here: facts from a name (`by_name`), display names (`names`).

use std::sync::OnceLock;

use crate::packed::{PackedText, packed};

/// Names by id, and below each one those that belong to it.
struct NamedIds {
    /// By id; each with the place of its first row below.
    above: Vec<(u16, &'static str, usize)>,
    below: Vec<(u16, &'static str)>,
}

impl NamedIds {
    /// From lines of an id and a name; what belongs to a line stands below it, behind a tab.
    fn of(text: &'static str) -> Self {
        let mut ids = Self { above: Vec::new(), below: Vec::new() };
        for line in text.lines() {
            let bare = line.trim_start_matches('\t');
            let Some((id, name)) = bare.split_once(' ') else { continue };
            let Ok(id) = u16::from_str_radix(id, 16) else { continue };
            match bare.len() == line.len() {
                true => ids.above.push((id, name, ids.below.len())),
                false => ids.below.push((id, name)),
            }
        }
        ids
    }

    fn place(&self, id: u16) -> Option<usize> {
        self.above.binary_search_by_key(&id, |(id, ..)| *id).ok()
    }

    /// What belongs to the one at this place, by id.
    fn below(&self, at: usize) -> &[(u16, &'static str)] {
        let end = self.above.get(at + 1).map_or(self.below.len(), |next| next.2);
        &self.below[self.above[at].2..end]
    }
}

fn name_in(rows: &[(u16, &'static str)], id: u16) -> Option<&'static str> {
    rows.binary_search_by_key(&id, |(id, _)| *id).ok().map(|at| rows[at].1)
}

static VENDORS: PackedText = packed!("pci-vendors.txt");
static CLASSES: PackedText = packed!("pci-classes.txt");

fn vendors() -> &'static NamedIds {
    static IDS: OnceLock<NamedIds> = OnceLock::new();
    IDS.get_or_init(|| NamedIds::of(VENDORS.text()))
}

fn classes() -> &'static NamedIds {
    static IDS: OnceLock<NamedIds> = OnceLock::new();
    IDS.get_or_init(|| NamedIds::of(CLASSES.text()))
}

#[derive(Clone, Copy)]
pub struct Vendor {
    at: usize,
}

impl Vendor {
    /// All of them, by id.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..vendors().above.len()).map(|at| Self { at })
    }

    pub fn with_id(id: u16) -> Option<Self> {
        vendors().place(id).map(|at| Self { at })
    }

    pub fn id(self) -> u16 {
        vendors().above[self.at].0
    }

    pub fn name(self) -> &'static str {
        vendors().above[self.at].1
    }

    /// Ids and names of its devices, by id.
    pub fn devices(self) -> impl ExactSizeIterator<Item = (u16, &'static str)> {
        vendors().below(self.at).iter().copied()
    }

    pub fn device(self, id: u16) -> Option<&'static str> {
        name_in(vendors().below(self.at), id)
    }
}

pub fn class(id: u8) -> Option<&'static str> {
    classes().place(id.into()).map(|at| classes().above[at].1)
}

pub fn subclass(class: u8, id: u8) -> Option<&'static str> {
    let at = classes().place(class.into())?;
    name_in(classes().below(at), id.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_stand_in_order_and_every_name_is_there() {
        let is_ordered = |ids: &[u16]| ids.is_sorted_by(|one, next| one < next);
        assert!(is_ordered(&Vendor::all().map(Vendor::id).collect::<Vec<_>>()));
        for vendor in Vendor::all() {
            assert!(is_ordered(&vendor.devices().map(|(id, _)| id).collect::<Vec<_>>()));
            assert!(!vendor.name().is_empty());
            assert!(vendor.devices().all(|(_, name)| !name.is_empty()), "{}", vendor.name());
        }
        for (text, ids) in [(&VENDORS, vendors()), (&CLASSES, classes())] {
            assert_eq!(ids.above.len() + ids.below.len(), text.text().lines().count());
        }
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
