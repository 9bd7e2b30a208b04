//! Where entries come from: the user's files or ours.

use super::own;
use crate::entry::{Entry, Kind};
use crate::{board, card, chipset, cpu, drive};

/// Where an entry comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Origin<'a> {
    /// The user's file; none for one of ours.
    pub file: Option<&'a str>,
    /// It stands for one of ours with the same id.
    pub replaces: bool,
}

/// Where an entry comes from.
pub fn origin(kind: Kind, id: &str) -> Origin<'static> {
    let file = own().files.get(&(kind, id.to_owned())).map(String::as_str);
    let replaced = match kind {
        Kind::Drive => &drive::stock().replaced,
        Kind::Chipset => &chipset::stock().replaced,
        Kind::Cpu => &cpu::stock().replaced,
        Kind::Board => &board::stock().replaced,
        Kind::Card => &card::stock().replaced,
    };
    Origin { file, replaces: replaced.contains(id) }
}

/// Where an entry comes from.
pub fn origin_of<T: Entry>(entry: &T) -> Origin<'static> {
    origin(T::KIND, entry.id())
}
