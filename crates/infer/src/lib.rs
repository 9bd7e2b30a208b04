//! Which drives share a limit, told from what chosen sets of them do together.
//!
//! For: finding switches, uplinks, controllers and ceilings by their effect alone. Drives run
//! alone, all together and in chosen sets; who slows whom shows who shares what.
//! [`next`] names the run that tells most, a [`Guide`] one after the other, [`conclude`] says what
//! follows.
//!
//! Not here: what a limit is made of; links and slots (`narrows-topology`); measuring.

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
