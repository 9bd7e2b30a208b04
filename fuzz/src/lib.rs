//! Fuzzing of every reader of foreign input: a target a reader, each with seeds from the project's
//! own fixtures and documents.
//!
//! `cargo test` damages the seeds at random for two seconds a target and feeds it every input ever
//! found (`fuzz/found/TARGET/`); `cargo xtask fuzz` has libFuzzer do it for as long as one likes,
//! guided by coverage. Not for: the results of sane input, which the readers' own tests cover.

mod damage;
mod seeds;
mod targets;

pub use damage::{Chance, damaged};
pub use targets::{TARGETS, Target};
