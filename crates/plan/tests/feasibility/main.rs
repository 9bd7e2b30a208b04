//! Feasibility beside what people tried: `cases.toml`, the write-ups' tables, and what must hold of
//! every answer whatever is known.

mod case;
mod cases;
mod later;
mod properties;
mod shown;
mod tables;
