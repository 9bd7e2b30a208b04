//! Infers which drives share a bottleneck from the rates of chosen sets.
//!
//! For: finding switches, uplinks, controllers and ceilings by their effect alone. Drives run
//! alone, all together and in chosen sets; which drives slow each other shows what they share.
//! [`next`] gives the most informative run, a [`Guide`] one after the other, [`conclude`] the
//! conclusions.
//!
//! Not here: what a bottleneck is physically; links and slots (`narrows-topology`); measuring.

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
pub use plan::{Guide, next};
pub use types::{
    Contradiction, Fault, Inference, Interval, Observation, Private, Settings, Shared, Undecided,
};
