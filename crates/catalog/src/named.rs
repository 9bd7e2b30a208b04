//! Finding an entry by its id, its name or an alias in any usual spelling:
//! `990pro2tb`, `WD SN850X 2TB`, `rtx4090`, `x570 aorus master`.
//!
//! Blanks and dashes are ignored, whole words are not: `7800x` is no `7800X3D`, because another model's figures
//! are worse than none. Words may be left out if the rest fits one entry, or if one entry has only those words
//! and others have more (`970 evo 1tb` is no `970 EVO Plus 1TB`); for drives and cards never a word that makes
//! another model.
//!
//! Not here: lists of all possible matches ([`crate::search`]); drive names printed by kernels
//! ([`crate::drive::find`]).

use crate::board::{self, Board};
use crate::card::{self, Card};
use crate::chipset::{self, Chipset};
use crate::cpu::{self, Cpu};
use crate::drive::{self, DriveModel};
use crate::entry::{CatalogEntry, EntryKind};

pub use crate::names::{NameMatches, left_out};

/// Drives that this may refer to.
pub fn drives(text: &str) -> NameMatches<'static, DriveModel> {
    drive::STOCK.named(text)
}

/// Cards that this may refer to.
pub fn cards(text: &str) -> NameMatches<'static, Card> {
    card::STOCK.named(text)
}

/// Boards that this may refer to.
pub fn boards(text: &str) -> NameMatches<'static, Board> {
    board::STOCK.named(text)
}

/// Chipsets that this may refer to.
pub fn chipsets(text: &str) -> NameMatches<'static, Chipset> {
    chipset::STOCK.named(text)
}

/// Processor rows that this may refer to.
pub fn cpus(text: &str) -> NameMatches<'static, Cpu> {
    cpu::STOCK.named(text)
}

/// Ids of all entries of these kinds that a text may mean. One if the meaning is certain: an exact name
/// takes precedence over one that has the words among others.
pub fn ids(text: &str, kinds: &[EntryKind]) -> Vec<&'static str> {
    if let Some(drive) = drive::find(text, None).filter(|_| kinds.contains(&EntryKind::Drive)) {
        return vec![&drive.id];
    }
    let matches: Vec<(Vec<&str>, bool)> = kinds.iter().map(|kind| ids_of(*kind, text)).collect();
    let is_exact = matches.iter().any(|(_, exact)| *exact);
    let best = matches.into_iter().filter(|(_, exact)| *exact == is_exact);
    best.flat_map(|(ids, _)| ids).collect()
}

fn ids_of(kind: EntryKind, text: &str) -> (Vec<&'static str>, bool) {
    fn of<T: CatalogEntry>(named: NameMatches<'static, T>) -> (Vec<&'static str>, bool) {
        (named.entries.into_iter().map(CatalogEntry::id).collect(), named.exact)
    }
    match kind {
        EntryKind::Drive => of(drives(text)),
        EntryKind::Card => of(cards(text)),
        EntryKind::Board => of(boards(text)),
        EntryKind::Chipset => of(chipsets(text)),
        EntryKind::Cpu => of(cpus(text)),
    }
}

/// Ids of entries of these kinds whose names are nearly this, the nearest of each kind first.
pub fn near_ids(text: &str, kinds: &[EntryKind]) -> Vec<&'static str> {
    let of = |kind: &EntryKind| match kind {
        EntryKind::Drive => drive::STOCK.near(text),
        EntryKind::Card => card::STOCK.near(text),
        EntryKind::Board => board::STOCK.near(text),
        EntryKind::Chipset => chipset::STOCK.near(text),
        EntryKind::Cpu => cpu::STOCK.near(text),
    };
    kinds.iter().flat_map(of).collect()
}

#[cfg(test)]
mod tests;
