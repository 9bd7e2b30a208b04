//! The user's own entries and machines, handed over once at the start of the program.
//!
//! For: drives, chipsets, processors and boards that the program does not know, or knows wrongly.
//! This room reads no files: the program's edge hands over their texts.

mod origin;

use std::collections::BTreeMap;
use std::sync::{LazyLock, OnceLock};

use crate::board::Board;
use crate::card::Card;
use crate::checks;
use crate::chipset::{self, Chipset};
use crate::cpu::Cpu;
use crate::drive::DriveModel;
use crate::entries::Entries;
use crate::entry::EntryKind;
use crate::mistake::{CatalogMistake, CatalogSlip};

pub use origin::{EntryOrigin, origin, origin_of};

/// A catalogue file of the user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnFile {
    pub path: String,
    pub text: String,
}

/// A machine file of the user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnMachine {
    /// Its name for `catalog:`: `board/name`.
    pub name: String,
    pub file: OwnFile,
}

/// Contents of the user's catalogue.
#[derive(Clone, Debug, Default)]
pub struct OwnCatalog {
    entries: Entries,
    files: BTreeMap<(EntryKind, String), String>,
    machines: Vec<OwnMachine>,
}

impl OwnCatalog {
    /// Reads the user's files.
    ///
    /// # Errors
    /// The first mistake: what is no catalogue file, an unknown key, two entries with one id, an entry
    /// without source, a rule about a slot that is not there.
    pub fn read(files: &[OwnFile], machines: Vec<OwnMachine>) -> Result<Self, CatalogMistake> {
        let mut own = Self { machines, ..Self::default() };
        for file in files {
            own.add(file).map_err(|slip| slip.in_file(&file.path, &file.text))?;
        }
        // Only now are all files read: a board may name a chipset of a later one.
        for file in files {
            checks::chipsets_are_known(&file.text, |id| own.has_chipset(id))
                .map_err(|slip| slip.in_file(&file.path, &file.text))?;
        }
        Ok(own)
    }

    pub fn boards(&self) -> &[Board] {
        &self.entries.boards
    }

    pub fn drives(&self) -> &[DriveModel] {
        &self.entries.drives
    }

    pub fn chipsets(&self) -> &[Chipset] {
        &self.entries.chipsets
    }

    pub fn cpus(&self) -> &[Cpu] {
        &self.entries.cpus
    }

    pub fn cards(&self) -> &[Card] {
        &self.entries.cards
    }

    fn add(&mut self, file: &OwnFile) -> Result<(), CatalogSlip> {
        let entries = Entries::read(&file.text).map_err(|error| CatalogSlip::toml(&error))?;
        for (kind, id) in checks::check(&file.text, &entries)? {
            let key = (kind, id.get_ref().clone());
            if let Some(other) = self.files.get(&key) {
                return Err(checks::twice(&id, Some(other)));
            }
            self.files.insert(key, file.path.clone());
        }
        self.entries.append(entries);
        Ok(())
    }

    fn has_chipset(&self, id: &str) -> bool {
        let own = self.entries.chipsets.iter().any(|chipset| chipset.id == id);
        // Not by `chipset::all`, whose first use fixes the catalogue before the user's entries are
        // in it.
        own || Entries::ours(chipset::DATA.text()).chipsets.iter().any(|chipset| chipset.id == id)
    }
}

static OWN: OnceLock<OwnCatalog> = OnceLock::new();

/// Makes the user's entries part of the catalogue, before its first use. Only the first call
/// counts; returns whether this was it.
pub fn install(own: OwnCatalog) -> bool {
    OWN.set(own).is_ok()
}

pub(crate) fn entries() -> &'static Entries {
    &own().entries
}

pub(crate) fn machines() -> &'static [OwnMachine] {
    &own().machines
}

fn own() -> &'static OwnCatalog {
    static NONE: LazyLock<OwnCatalog> = LazyLock::new(OwnCatalog::default);
    OWN.get().unwrap_or(&NONE)
}

#[cfg(test)]
mod tests;
