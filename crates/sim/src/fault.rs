//! Injected faults.

use narrows_topology::Id;
use narrows_units::Nanos;
use narrows_workload::issuer::Errno;

/// A fault at a time of the simulator's clock.
#[derive(Clone, Debug, PartialEq)]
pub struct SimFault {
    /// The drive; for a link, the node below it or the drive that it belongs to.
    pub what: Id,
    /// Start, in time since the simulator was switched on.
    pub from: Nanos,
    /// End; `None` for a permanent fault.
    pub until: Option<Nanos>,
    pub kind: SimFaultKind,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SimFaultKind {
    /// One in `every` requests to the drive fails.
    Errors {
        errno: Errno,
        /// The period in requests; 0 counts as 1.
        every: u64,
    },
    /// No request completes before the end.
    Stall,
    /// The drive is gone: every request fails with ENODEV.
    Dropout,
    /// One in `every` requests to the drive moves half its length.
    Short {
        /// The period in requests; 0 counts as 1.
        every: u64,
    },
    Link {
        /// The number of lanes; `None` leaves it unchanged.
        lanes: Option<u8>,
        /// The transfer rate per lane in GT/s; `None` leaves it unchanged.
        gts: Option<f64>,
    },
    Slow {
        /// Its rate as a part of the former one, above 0 to 1.
        factor: f64,
    },
    /// The drive warms up with its throughput, and throttles when too hot.
    Heat(HeatModel),
}

/// How a drive warms up: a first-order lag towards the temperature of its present rate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HeatModel {
    /// Idle temperature, which is also the initial one, in degrees Celsius.
    pub start_c: f64,
    /// Kelvin above that at a constant 1 GB/s.
    pub per_gb_s: f64,
    /// The lag's time constant.
    pub tau: Nanos,
    /// Temperature in degrees Celsius above which it throttles.
    pub limit_c: f64,
    /// Its rate while throttled, as a part of the full rate.
    pub factor: f64,
    /// Temperature in degrees Celsius below which it returns to the full rate.
    pub resume_c: f64,
}
