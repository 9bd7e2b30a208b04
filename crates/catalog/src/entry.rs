//! Properties common to all entries: an id, a name, and how far the facts are to be trusted.

use serde::Deserialize;

use crate::Confidence;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum EntryKind {
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

impl EntryKind {
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
pub trait CatalogEntry {
    const KIND: EntryKind;
    /// Its id, unique within its kind.
    fn id(&self) -> &str;
    /// Its usual name.
    fn name(&self) -> &str;
    /// Its other names, a trailing `*` for any ending.
    fn aliases(&self) -> &[String] {
        &[]
    }
    /// How its facts are known.
    fn evidence(&self) -> EntryEvidence<'_>;
}

/// How an entry's facts are known.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EntryEvidence<'a> {
    /// Their sources; never empty.
    pub source: &'a [String],
    pub confidence: Confidence,
    /// Which of them are to be trusted less, or more.
    pub confidence_note: Option<&'a str>,
    /// The manual printing, firmware or driver version they apply to, if that matters.
    pub edition: Option<&'a str>,
    pub note: Option<&'a str>,
    pub conflicts: &'a [SourceConflict],
}

/// A fact on which sources disagree: all readings are kept.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SourceConflict {
    /// Its subject: a key of the entry, or a slot, switch or user of a board.
    pub about: String,
    /// Key of that slot, if its readings contradict each other there: a later reading denies the
    /// first one's statement.
    pub key: Option<String>,
    /// Each source's reading; the one that the entry follows comes first.
    pub says: Vec<SourceReading>,
    pub decided_by: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SourceReading {
    pub value: String,
    pub source: String,
    /// Which printing or version of it.
    pub edition: Option<String>,
    pub confidence: Confidence,
}

macro_rules! entry {
    ($type:ty, $kind:ident $(, $aliases:ident)?) => {
        impl $crate::entry::CatalogEntry for $type {
            const KIND: $crate::entry::EntryKind = $crate::entry::EntryKind::$kind;

            fn id(&self) -> &str {
                &self.id
            }

            fn name(&self) -> &str {
                &self.name
            }

            $(fn aliases(&self) -> &[String] {
                &self.$aliases
            })?

            fn evidence(&self) -> $crate::entry::EntryEvidence<'_> {
                $crate::entry::EntryEvidence {
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
