//! Fuzzing of everything that reads what others wrote: a target a reader, each with seeds from the
//! project's own fixtures and documents.
//!
//! `cargo test` damages the seeds at random for two seconds a target and feeds it all that was ever
//! found (`fuzz/found/TARGET/`); `cargo xtask fuzz` has libFuzzer do it for as long as one likes,
//! guided by coverage. Not for: what readers make of sane input, which their own tests say.

mod damage;
mod seeds;
mod targets;

pub use damage::{Chance, damaged};
pub use targets::{TARGETS, Target};
