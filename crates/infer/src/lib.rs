//! Infers which drives share a bottleneck from the rates of chosen sets.
//!
//! For: finding switches, uplinks, controllers and ceilings by their effect alone. Drives run
//! alone, all together and in chosen sets; contention between them shows what they share. [`next`]
//! gives the most informative run, a [`RunGuide`] one after the other, [`conclude`] the
//! conclusions.
//!
//! Not here: the physical nature of a bottleneck; links and slots (`narrows-topology`); measuring.
//!
//! ```
//! use narrows_infer::{Observation, InferenceSettings, conclude};
//!
//! let run = |members: &[usize], rate| Observation {
//!     members: members.to_vec(),
//!     rates: vec![rate; members.len()],
//! };
//! // Each alone does 2,000 MB/s, both together 1,500 each: they share what carries 3,000.
//! let runs = [run(&[0], 2000.0), run(&[1], 2000.0), run(&[0, 1], 1500.0)];
//! let inference = conclude(&runs, &InferenceSettings::of(2));
//! assert_eq!(inference.shared[0].members, [0, 1]);
//! assert_eq!(inference.shared[0].capacity.value.round(), 3000.0);
//! ```

mod chance;
mod conclude;
mod contradictions;
mod data;
mod fit;
mod forward;
mod observed;
mod plan;
mod ports;
mod search;
mod set;
pub mod trial;
mod types;

pub use conclude::conclude;
pub use plan::{RunGuide, next};
pub use types::{
    Inference, InferenceSettings, Observation, ObservationFault, PrivateCapacity,
    RateContradiction, RateInterval, SharedBottleneck, UndecidedQuestion,
};
