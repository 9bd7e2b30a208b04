//! What came of a part of a round.

use narrows_issuer::Tally;
use narrows_units::{Bytes, LinkWidth, Nanos};

/// How a part ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Ending {
    /// As planned.
    Done,
    /// Somebody asked to stop.
    Cancelled,
    /// Given up after too many errors.
    Errors,
    /// Requests did not come back within the patience after the end.
    Stalled,
}

/// What came of a part. Times are from the common start of the round.
#[derive(Clone, Debug, PartialEq)]
pub struct Ran {
    /// The gravest of its threads' endings.
    pub ending: Ending,
    /// Its threads.
    pub threads: Vec<Issued>,
    /// When the last of them ended.
    pub ended: Nanos,
    /// What was to be seen beside the requests.
    pub around: Around,
}

/// What one issuing thread did.
#[derive(Clone, Debug, PartialEq)]
pub struct Issued {
    /// What it counted.
    pub tally: Tally,
    /// Processor time of the program itself.
    pub user: Nanos,
    /// Processor time of the layers below it, on its thread.
    pub system: Nanos,
    /// Over how much time, from the end of the ramp to the end of asking.
    pub span: Nanos,
}

/// What a look at the machine shows while a part runs.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Around {
    /// The link of its drive (of an array's first member): at the start, and whenever it changed.
    pub links: Vec<LinkSeen>,
    /// The drive's temperature in degrees Celsius, of the warmest member; empty where none is known.
    pub temperatures: Vec<(Nanos, i32)>,
    /// Where the drive begins to throttle.
    pub temperature_limit_c: Option<i32>,
    /// How often its drives have begun to throttle so far, whenever that changed.
    pub throttles: Vec<(Nanos, u64)>,
    /// Bytes that reached or left its drives, copies and parity included.
    pub moved: Bytes,
    /// Processor time of the RAID layer's own threads.
    pub helpers: Nanos,
}

/// A link as it was seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LinkSeen {
    /// When.
    pub at: Nanos,
    /// How wide and fast.
    pub width: LinkWidth,
}
