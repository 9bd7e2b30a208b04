//! Observations of a target's surroundings during the run.

use serde::{Deserialize, Serialize};

use crate::see::LinkState;

/// Observations of a drive during a run. Times are seconds from the common start; those from just
/// before it are at 0.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DriveMonitoring {
    /// The drive's link, whenever it differed from the look before; the first look is always there.
    pub links: Vec<LinkReading>,
    /// Its hottest sensor, whenever it differed from the look before.
    pub temperatures: Vec<TemperatureReading>,
    /// Temperature from which on the drive reports overheating, degrees Celsius; null if it does
    /// not report one.
    pub temperature_limit_c: Option<i32>,
    /// Components that throttled because of heat or power.
    pub throttles: Vec<ThrottleEvent>,
    /// Interrupts raised by the drive's controller during the run, for all its drives; null if they
    /// cannot be separated.
    pub interrupts: Option<u64>,
    /// Logical processors that took them, most interrupted first.
    pub interrupted_cpus: Vec<u32>,
}

/// A link as it ran at one moment.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LinkReading {
    /// When.
    pub at_s: f64,
    /// Its speed and width; null if it could no longer be read.
    pub link: Option<LinkState>,
}

/// A temperature at one moment.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TemperatureReading {
    /// When.
    pub at_s: f64,
    /// Degrees Celsius.
    pub celsius: i32,
}

/// Something that throttled during the run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ThrottleEvent {
    /// When it was first seen.
    pub at_s: f64,
    /// The component: the drive's id, `cpu3`, or `package0` for a whole processor.
    pub what: String,
    /// How often, or for how many seconds or minutes, as the counter says; 1 for a warning that
    /// was on.
    pub count: u64,
    /// The counter that reported it, as its specification or the kernel calls it.
    pub counter: String,
}
