//! Drives that are known: the user's and ours.

use std::sync::LazyLock;

use super::{DATA, DriveModel};
use crate::entries::Entries;
use crate::stock::EntryStock;

pub fn drive(id: &str) -> Option<&'static DriveModel> {
    STOCK.get(id)
}

pub fn all() -> &'static [DriveModel] {
    &STOCK.entries
}

pub(crate) static STOCK: LazyLock<EntryStock<DriveModel>> = LazyLock::new(|| {
    EntryStock::new(&crate::own::entries().drives, Entries::ours(DATA.text()).drives)
});
