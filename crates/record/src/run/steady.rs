//! Whether a rate was steady, and where it changed.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// When a rate became steady, by the rule that docs/METHODOLOGY.md states.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Steady {
    /// Seconds from the start of the common window to the start of the steady part.
    pub from_s: f64,
    /// Its length, seconds.
    pub length_s: f64,
    /// 10^6 bytes per second in it.
    pub mb_s: f64,
    /// The greatest excursion from the mean, as a part of it.
    pub range: f64,
    /// What the fitted line rises or falls over the window, as a part of the mean.
    pub slope: f64,
}

/// A lasting change of the rate.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Change {
    /// Seconds from the start of the common window.
    pub at_s: f64,
    /// Bytes moved until then, ramp included.
    pub after_bytes: u64,
    /// 10^6 bytes per second before, since the change before.
    pub from_mb_s: f64,
    /// 10^6 bytes per second afterwards, until the next change.
    pub to_mb_s: f64,
}
