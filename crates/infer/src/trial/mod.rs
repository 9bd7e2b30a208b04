//! Tests the inference: random machines, noisy runs on them, the limits that can be inferred at
//! all, and methods without inference.
//!
//! For: the tests and `cargo xtask inference`. Not here: anything that concludes.

mod baselines;
mod machine;
mod score;
mod wide;

pub use crate::chance::SplitMix64;
pub use baselines::{equal_rates, pair_matrix};
pub use machine::{TrialLimit, TrialMachine, TrialMachineKind};
pub use score::{InferenceTrial, TrialScore, infer, judge, judge_sets};
pub use wide::{Drift, DriftScore, DriftingMachine, MachineFamily, follow, verdict};
