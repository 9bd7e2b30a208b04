//! Where entries come from: the user's files or ours.

use super::own;
use crate::entry::{CatalogEntry, EntryKind};
use crate::{board, card, chipset, cpu, drive};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EntryOrigin<'a> {
    /// The user's file; `None` for one of ours.
    pub file: Option<&'a str>,
    /// Replaces one of ours with the same id.
    pub replaces: bool,
}

pub fn origin(kind: EntryKind, id: &str) -> EntryOrigin<'static> {
    let file = own().files.get(&(kind, id.to_owned())).map(String::as_str);
    let replaced = match kind {
        EntryKind::Drive => &drive::STOCK.replaced,
        EntryKind::Chipset => &chipset::STOCK.replaced,
        EntryKind::Cpu => &cpu::STOCK.replaced,
        EntryKind::Board => &board::STOCK.replaced,
        EntryKind::Card => &card::STOCK.replaced,
    };
    EntryOrigin { file, replaces: replaced.contains(id) }
}

pub fn origin_of<T: CatalogEntry>(entry: &T) -> EntryOrigin<'static> {
    origin(T::KIND, entry.id())
}
