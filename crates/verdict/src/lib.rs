//! Compares prediction and measurement: agreement, bottlenecks, advice; and finds problems that are
//! visible without measuring.
//!
//! For: sentences with their evidence, from documents of `narrows-record`: [`explain`] a run,
//! [`check`] a captured machine, [`compare`] two runs, [`sharing`] for bottlenecks inferred from
//! rates alone, with their [`causes`].
//!
//! Not here: how to measure, how to draw, and the inference itself (`narrows-infer`).

pub mod advice;
mod casebook;
pub mod causes;
mod check;
mod compare;
pub mod experiment;
mod explain;
pub mod sharing;
pub mod shortfall;
pub mod stripe;
pub mod trial;

pub use casebook::{Book, casebook};
pub use check::{Discovered, Looked, check, coverage, is_whole, saw_anything};
pub use compare::{compare, is_judged};
pub use explain::{Conclusion, explain};
