//! The virtual hardware of a run.

use serde::{Deserialize, Serialize};

/// All that makes a simulated run come out the same again, with its command line.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RunSimulation {
    /// Seed of everything random.
    pub seed: u64,
    /// The machine file, verbatim; null if the machine came from a capture.
    pub machine: Option<String>,
    /// The fault script, verbatim; null if no faults were simulated.
    pub faults: Option<String>,
    /// Its number of cores; null if unknown.
    pub cores: Option<u32>,
    /// The source of the machine that answered; null if the hardware was as described.
    pub behaves: Option<String>,
}

impl RunSimulation {
    /// Whether the hardware was as described: simulation and prediction are one model then, and their agreement is
    /// no evidence of anything.
    pub fn is_as_described(&self) -> bool {
        self.behaves.is_none() && self.faults.is_none()
    }
}
