//! Writing machine files: a machine's drives, places and arrays as the tables that [`super::read`]
//! makes the same of again.
//!
//! What the reader concludes by itself (a model's figures, a class's, a cable's) is left out:
//! every entry is compared with what the reader makes of it without its figures, and only what
//! differs is written.
//!
//! Not here: which slot something is in, which the caller knows (`crate::site`).

mod array;
mod drive;
mod place;
mod text;

pub(crate) use array::array;
pub(crate) use drive::{behind, drive};
pub(crate) use place::{place, seated_place};
pub(crate) use text::{Exact, Table, is_name, link, quoted, split};

use narrows_model::Machine;

use crate::schema;

/// Where something is put, as an entry says it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum At {
    /// In a slot.
    Slot(String),
    /// On a place.
    On(String),
}

/// What the reader makes of one entry by itself.
fn alone(table: &Table) -> Machine {
    let text = format!("schema = \"{}\"\n{}", schema::MACHINE, table.text());
    super::read(&text).map(|file| file.machine).unwrap_or_default()
}
