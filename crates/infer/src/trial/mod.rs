//! Tests the inference: random machines, noisy runs on them, what could be inferred at all, and
//! methods without inference.
//!
//! For: the tests and `cargo xtask inference`. Not here: anything that concludes.

mod baselines;
mod machine;
mod score;
mod wide;

pub use crate::chance::Chance;
pub use baselines::{equal_rates, pair_matrix};
pub use machine::{Kind, Limit, Machine};
pub use score::{Score, Trial, infer, judge, judge_sets};
pub use wide::{Course, Drift, Family, Verdict, follow, verdict};
