//! Limits: their kind, unit, capacity and its uncertainty.

use narrows_messages::Message;
use narrows_topology::{FactBasis, Id};

/// Kinds of limits; their names in JSON are these in snake case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum LimitKind {
    /// A link between a device and its port, also SATA and USB.
    Link,
    /// A chipset's or switch's link towards the processor.
    Uplink,
    Drive,
    /// The drive's operations per second.
    DriveIops,
    /// The queue depth is too low.
    Depth,
    /// A root complex below the sum of its lanes.
    RootComplex,
    Controller,
    /// Processor time: of all cores, or of the threads that one job has.
    Cpu,
    /// The RAID engine itself, whatever the processor.
    RaidLayer,
    Memory,
    /// A write cache that runs full.
    Cache,
    /// The application's work between its requests.
    Application,
}

/// The unit of a limit's load and capacity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LimitUnit {
    /// Bytes per second; written in MB/s.
    BytesPerSec,
    /// Operations per second.
    Iops,
    /// Seconds of processor time in a second.
    Cores,
}

#[derive(Clone, Debug, PartialEq)]
pub struct ResourceLimit {
    pub kind: LimitKind,
    pub id: Id,
    pub name: Message,
    pub capacity: f64,
    pub unit: LimitUnit,
    /// How far the true capacity may lie from it.
    pub band: Band,
    pub basis: FactBasis,
}

/// An 80 % band as factors of the point value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Band {
    /// At most 1.
    pub low: f64,
    /// At least 1.
    pub high: f64,
}

impl Band {
    /// From the two factors.
    pub const fn new(low: f64, high: f64) -> Self {
        Self { low, high }
    }
}
