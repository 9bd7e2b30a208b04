//! Drives that are known: the user's and ours.

use std::sync::OnceLock;

use super::{DATA, DriveModel};
use crate::entries::Entries;
use crate::stock::Stock;

pub fn drive(id: &str) -> Option<&'static DriveModel> {
    stock().get(id)
}

pub fn all() -> &'static [DriveModel] {
    &stock().entries
}

pub(crate) fn stock() -> &'static Stock<DriveModel> {
    static STOCK: OnceLock<Stock<DriveModel>> = OnceLock::new();
    STOCK.get_or_init(|| Stock::new(&crate::own::entries().drives, Entries::ours(DATA).drives))
}
