//! The result of a part of a round.

use narrows_units::{Bytes, LinkWidth, Nanos};
use narrows_workload::issuer::IssuerTally;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum PartEnding {
    Done,
    Cancelled,
    /// Given up after too many errors.
    Errors,
    /// Requests were still in flight when the patience after the end was over.
    Stalled,
}

/// The result of a part. Times are from the common start of the round.
#[derive(Clone, Debug, PartialEq)]
pub struct PartResult {
    /// The most severe of its threads' endings.
    pub ending: PartEnding,
    pub threads: Vec<SimThreadResult>,
    /// When the last of them ended.
    pub ended: Nanos,
    /// Monitoring during that time.
    pub around: PartMonitoring,
    /// The round took more events than were allowed ([`crate::Simulator::within`]), and this part's figures
    /// rest on fewer requests than they should.
    pub shortened: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub struct SimThreadResult {
    pub tally: IssuerTally,
    /// Processor time of the program itself.
    pub user: Nanos,
    /// Processor time of the layers below it, on its thread.
    pub system: Nanos,
    /// The time over which processor time counts: from the end of the ramp to the end of
    /// submitting.
    pub span: Nanos,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct PartMonitoring {
    /// The link of its drive (of an array's first member): at the start, and whenever it changed.
    pub links: Vec<LinkObservation>,
    /// Temperatures in degrees Celsius, of the warmest member; empty if unknown.
    pub temperatures: Vec<(Nanos, i32)>,
    /// The temperature at which the drive begins to throttle, in degrees Celsius.
    pub temperature_limit_c: Option<i32>,
    /// How often its drives have begun to throttle so far, at each change.
    pub throttles: Vec<(Nanos, u64)>,
    /// Bytes to and from its drives, copies and parity included.
    pub moved: Bytes,
    /// Processor time of the RAID engine's own threads.
    pub helpers: Nanos,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LinkObservation {
    pub at: Nanos,
    pub width: LinkWidth,
}
