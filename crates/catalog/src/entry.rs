//! What every entry has in common: an id, a name, and how far its facts are to be trusted.

use serde::Deserialize;

use crate::Confidence;

/// What an entry is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// [`crate::drive::DriveModel`].
    Drive,
    /// [`crate::chipset::Chipset`].
    Chipset,
    /// [`crate::cpu::Cpu`].
    Cpu,
    /// [`crate::board::Board`].
    Board,
    /// [`crate::card::Card`].
    Card,
}

impl Kind {
    /// The table's name in a catalogue file.
    pub const fn table(self) -> &'static str {
        match self {
            Self::Drive => "drive",
            Self::Chipset => "chipset",
            Self::Cpu => "cpu",
            Self::Board => "board",
            Self::Card => "card",
        }
    }
}

/// An entry of the catalogue.
pub trait Entry {
    const KIND: Kind;
    /// Its id, unique within its kind.
    fn id(&self) -> &str;
    /// What people call it.
    fn name(&self) -> &str;
    /// What else it is called, a trailing `*` for any ending.
    fn aliases(&self) -> &[String] {
        &[]
    }
    /// How its facts are known.
    fn evidence(&self) -> Evidence<'_>;
}

/// How an entry's facts are known.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Evidence<'a> {
    /// Where they come from; never empty.
    pub source: &'a [String],
    pub confidence: Confidence,
    /// Which of them are to be trusted less, or more.
    pub confidence_note: Option<&'a str>,
    /// For which printing of a manual, firmware or driver version they hold, where that matters.
    pub edition: Option<&'a str>,
    /// What else matters.
    pub note: Option<&'a str>,
    pub conflicts: &'a [Conflict],
}

/// A fact on which sources disagree: all readings are kept.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Conflict {
    /// What it is about: a key of the entry, or a slot, switch or user of a board.
    pub about: String,
    /// Which key of that slot, where its readings contradict each other in what it says: a later
    /// reading denies what the first one states.
    pub key: Option<String>,
    /// What each source says; the one that the entry follows comes first.
    pub says: Vec<Reading>,
    pub decided_by: Option<String>,
}

/// What one source says.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reading {
    pub value: String,
    pub source: String,
    /// Which printing or version of it.
    pub edition: Option<String>,
    pub confidence: Confidence,
}

macro_rules! entry {
    ($type:ty, $kind:ident $(, $aliases:ident)?) => {
        impl $crate::entry::Entry for $type {
            const KIND: $crate::entry::Kind = $crate::entry::Kind::$kind;

            fn id(&self) -> &str {
                &self.id
            }

            fn name(&self) -> &str {
                &self.name
            }

            $(fn aliases(&self) -> &[String] {
                &self.$aliases
            })?

            fn evidence(&self) -> $crate::entry::Evidence<'_> {
                $crate::entry::Evidence {
                    source: &self.source,
                    confidence: self.confidence,
                    confidence_note: self.confidence_note.as_deref(),
                    edition: self.edition.as_deref(),
                    note: self.note.as_deref(),
                    conflicts: &self.conflicts,
                }
            }
        }
    };
}

pub(crate) use entry;
