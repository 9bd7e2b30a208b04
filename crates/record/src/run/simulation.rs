//! The virtual hardware of a run.

use serde::{Deserialize, Serialize};

/// All that makes a simulated run come out the same again, with its command line.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RunSimulation {
    /// What everything random followed from.
    pub seed: u64,
    /// The machine file, as it was; null where the machine came from a capture.
    pub machine: Option<String>,
    /// The fault script, as it was; null where nothing was made to go wrong.
    pub faults: Option<String>,
    /// The cores that it has; null where nothing says so.
    pub cores: Option<u32>,
    /// The source of the machine that answered; null where the hardware was as described.
    pub behaves: Option<String>,
}

impl RunSimulation {
    /// Whether the hardware was as described: what was simulated and what is predicted are one model then, and that
    /// they agree is no evidence of anything.
    pub fn is_as_described(&self) -> bool {
        self.behaves.is_none() && self.faults.is_none()
    }
}
