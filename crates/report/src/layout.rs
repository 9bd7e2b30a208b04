//! Laying out text in terminal columns: inks, widths, wrapping and tables.
//!
//! Widths are those of Unicode Standard Annex 11 (East Asian Width): a Japanese character takes
//! two columns. Characters of ambiguous width count as one, as terminals do by default.

mod ink;
mod table;
mod wrap;

pub(crate) use ink::{Cell, Ink, Page};
pub(crate) use table::{Align, Row, Shown, Table};
pub(crate) use wrap::{breakable_words, elide, width};
