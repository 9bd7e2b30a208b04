//! Chipsets that are known: the user's and ours.

use std::sync::LazyLock;

use super::{Chipset, DATA};
use crate::cpu::{self, Cpu};
use crate::entries::Entries;
use crate::stock::EntryStock;

pub fn chipset(id: &str) -> Option<&'static Chipset> {
    STOCK.get(id)
}

/// The chipset of this name, as nodes of machines have it.
pub fn named(name: &str) -> Option<&'static Chipset> {
    all().iter().find(|chipset| chipset.name == name)
}

/// The chipset that represents a family if only the series is known: its uplink is the one that
/// most members have. Members that differ, such as H110 in the 100 series, are named in its note.
pub fn family_default(family: &str) -> Option<&'static Chipset> {
    all().iter().find(|chipset| chipset.family_default && chipset.family == family)
}

/// The chipset of this name, or the usual one of the series of this name; if a machine has several `chips`
/// of a series, the one with most lanes, because those with two of them are listed as one.
pub fn likeliest(name: &str, chips: usize) -> Option<&'static Chipset> {
    let lanes = |it: &&Chipset| it.lanes.iter().map(|group| group.count).sum::<u16>();
    let family = || all().iter().filter(|it| it.family == name);
    let of_family = || match chips {
        0 | 1 => family_default(name),
        _ => family().max_by_key(lanes),
    };
    named(name).or_else(of_family)
}

/// The only chipset of this one's series that goes with a processor; `None` if several do.
pub fn only_with(chipset: &Chipset, processor: &Cpu) -> Option<&'static Chipset> {
    let series = || all().iter().filter(|it| it.family == chipset.family);
    let is_own = |it: &&Chipset| processor.chipsets.contains(&it.id);
    let is_of_others = |it: &&Chipset| cpu::all().iter().any(|row| row.chipsets.contains(&it.id));
    let own: Vec<_> = series().filter(is_own).collect();
    // A row that names a whole series means those of it that no row names singly.
    let candidates = match own.is_empty() && processor.families.contains(&chipset.family) {
        true => series().filter(|it| !is_of_others(it)).collect(),
        false => own,
    };
    match candidates.as_slice() {
        [only] => Some(*only),
        _ => None,
    }
}

pub fn all() -> &'static [Chipset] {
    &STOCK.entries
}

pub(crate) static STOCK: LazyLock<EntryStock<Chipset>> = LazyLock::new(|| {
    EntryStock::new(&crate::own::entries().chipsets, Entries::ours(DATA.text()).chipsets)
});
