//! Boards that are known: the user's and ours.

use std::sync::OnceLock;

use super::{Board, DATA};
use crate::entries::Entries;
use crate::stock::EntryStock;

pub fn board(id: &str) -> Option<&'static Board> {
    stock().get(id)
}

pub fn all() -> &'static [Board] {
    &stock().entries
}

pub(crate) fn stock() -> &'static EntryStock<Board> {
    static STOCK: OnceLock<EntryStock<Board>> = OnceLock::new();
    let ours = || DATA.iter().flat_map(|file| Entries::ours(file.text()).boards).collect();
    STOCK.get_or_init(|| EntryStock::new(&crate::own::entries().boards, ours()))
}
