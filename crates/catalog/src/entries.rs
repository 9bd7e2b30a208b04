//! A catalogue file: any of `[[drive]]`, `[[chipset]]`, `[[cpu]]`, `[[board]]` and `[[card]]`.
//! Ours and the user's have the same form.

use serde::Deserialize;

use crate::board::Board;
use crate::card::Card;
use crate::chipset::Chipset;
use crate::cpu::Cpu;
use crate::drive::DriveModel;

/// The entries of a file.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Entries {
    #[serde(default, rename = "drive")]
    pub drives: Vec<DriveModel>,
    #[serde(default, rename = "chipset")]
    pub chipsets: Vec<Chipset>,
    #[serde(default, rename = "cpu")]
    pub cpus: Vec<Cpu>,
    #[serde(default, rename = "board")]
    pub boards: Vec<Board>,
    #[serde(default, rename = "card")]
    pub cards: Vec<Card>,
}

impl Entries {
    /// Reads a file; what belongs together within it is not looked at (see `checks`).
    pub fn read(text: &str) -> Result<Self, toml::de::Error> {
        let entries: Self = toml::from_str(text)?;
        let boards = entries.boards.into_iter().map(Board::spelled_out).collect();
        Ok(Self { boards, ..entries })
    }

    /// One of the program's own files, which tests read: never an error.
    pub fn ours(text: &str) -> Self {
        Self::read(text).unwrap_or_default()
    }

    pub fn append(&mut self, mut other: Self) {
        self.drives.append(&mut other.drives);
        self.chipsets.append(&mut other.chipsets);
        self.cpus.append(&mut other.cpus);
        self.boards.append(&mut other.boards);
        self.cards.append(&mut other.cards);
    }
}
