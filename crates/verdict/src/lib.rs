//! Prediction beside measurement: what agrees, what limits, what to do; and what can be seen to be
//! wrong without measuring.
//!
//! For: sentences with their evidence, from documents of `narrows-record`: [`explain`] of a run,
//! [`check`] of a machine as seen, [`compare`] of two runs.
//!
//! Not here: how to measure, how to draw, and limits that no topology shows (found from concurrency
//! alone in later work).

mod casebook;
mod check;
mod compare;
pub mod experiment;
mod explain;

pub use casebook::{Book, casebook};
pub use check::{Discovered, check};
pub use compare::{compare, is_judged};
pub use explain::{Conclusion, explain};
