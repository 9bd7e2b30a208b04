//! Boards that are known: the user's and ours.

use std::sync::LazyLock;

use super::{Board, DATA};
use crate::entries::Entries;
use crate::stock::EntryStock;

pub fn board(id: &str) -> Option<&'static Board> {
    STOCK.get(id)
}

pub fn all() -> &'static [Board] {
    &STOCK.entries
}

pub(crate) static STOCK: LazyLock<EntryStock<Board>> = LazyLock::new(|| {
    let ours = DATA.iter().flat_map(|file| Entries::ours(file.text()).boards).collect();
    EntryStock::new(&crate::own::entries().boards, ours)
});
