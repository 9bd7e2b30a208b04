//! Processors that are known: the user's and ours.

use std::sync::OnceLock;

use super::{Cpu, DATA};
use crate::chipset::Chipset;
use crate::entries::Entries;
use crate::stock::Stock;

/// The row with this id.
pub fn cpu(id: &str) -> Option<&'static Cpu> {
    stock().get(id)
}

/// The processors that are used with a chipset: the row that names it, else the first that names its
/// series.
pub fn of_chipset(chipset: &Chipset) -> Option<&'static Cpu> {
    let by_id = all().iter().find(|cpu| cpu.chipsets.contains(&chipset.id));
    by_id.or_else(|| all().iter().find(|cpu| cpu.families.contains(&chipset.family)))
}

/// All rows.
pub fn all() -> &'static [Cpu] {
    &stock().entries
}

pub(crate) fn stock() -> &'static Stock<Cpu> {
    static STOCK: OnceLock<Stock<Cpu>> = OnceLock::new();
    STOCK.get_or_init(|| Stock::new(&crate::own::entries().cpus, Entries::ours(DATA).cpus))
}
