//! Describing a machine: its drives, places and arrays as the entries that [`super::build`] makes the
//! same of again.
//!
//! Anything that the reader derives by itself (a model's figures, a class's, a cable's) is left
//! out: every entry is compared with the reader's result for it without figures, and only
//! differences are written.
//!
//! Not here: which slot something is in, which the caller knows (`crate::inventory`); the text
//! (`super::description`).

mod array;
mod drive;
mod place;

pub(crate) use array::array;
pub(crate) use drive::{behind, drive};
pub(crate) use place::{place, placed_place};

use narrows_model::Machine;
use narrows_topology::Id;

use super::build;
use super::description::File;
use super::slip::Name;

/// Where something is put, as an entry says it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum EntryPosition {
    Slot(String),
    On(String),
}

impl EntryPosition {
    fn slot(&self) -> Option<Name> {
        match self {
            Self::Slot(slot) => Some(slot.clone().into()),
            Self::On(_) => None,
        }
    }

    fn on(&self) -> Option<Name> {
        match self {
            Self::Slot(_) => None,
            Self::On(on) => Some(on.clone().into()),
        }
    }
}

/// The reader's result for one entry alone; an empty machine if it refuses the entry, which is then
/// written in full.
fn alone(file: &File) -> Machine {
    build::build(file).map(|file| file.machine).unwrap_or_default()
}

fn name(id: &Id) -> Name {
    id.to_string().into()
}

fn names(ids: &[Id]) -> Vec<Name> {
    ids.iter().map(name).collect()
}

/// Whether the reader takes a text as a name.
pub(crate) fn is_name(text: &str) -> bool {
    !text.trim().is_empty() && text.len() <= 255 && !text.chars().any(char::is_control)
}
