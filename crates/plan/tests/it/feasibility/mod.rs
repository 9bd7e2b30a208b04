//! The cases of `cases.toml`, the write-ups' tables, later platforms, captured machines, and
//! properties of every answer whatever is known.

mod case;
mod cases;
mod later;
mod properties;
mod shown;
mod tables;
