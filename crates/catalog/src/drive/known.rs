//! Drives that are known: the user's and ours.

use std::sync::OnceLock;

use super::{DATA, DriveModel};
use crate::entries::Entries;
use crate::stock::EntryStock;

pub fn drive(id: &str) -> Option<&'static DriveModel> {
    stock().get(id)
}

pub fn all() -> &'static [DriveModel] {
    &stock().entries
}

pub(crate) fn stock() -> &'static EntryStock<DriveModel> {
    static STOCK: OnceLock<EntryStock<DriveModel>> = OnceLock::new();
    STOCK.get_or_init(|| {
        EntryStock::new(&crate::own::entries().drives, Entries::ours(DATA.text()).drives)
    })
}
