//! What goes wrong, where, and when.

use narrows_issuer::Errno;
use narrows_topology::Id;
use narrows_units::Nanos;

/// Something that goes wrong at a time of the simulator's.
#[derive(Clone, Debug, PartialEq)]
pub struct Fault {
    /// The drive; for a link, the node below it or the drive whose own it is.
    pub what: Id,
    /// From when on, since the simulator was switched on.
    pub from: Nanos,
    /// Until when; for ever where none.
    pub until: Option<Nanos>,
    /// What.
    pub kind: FaultKind,
}

/// What goes wrong.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum FaultKind {
    /// Of every so many requests to the drive, the last fails.
    Errors {
        /// With this error.
        errno: Errno,
        /// So many; 0 counts as 1.
        every: u64,
    },
    /// Nothing is answered before the end.
    Stall,
    /// The drive is gone: every request fails with ENODEV.
    Dropout,
    /// Of every so many requests to the drive, the last moves half of what was asked.
    Short {
        /// So many; 0 counts as 1.
        every: u64,
    },
    /// The link trains down.
    Link {
        /// To so many lanes; as many as before where none.
        lanes: Option<u8>,
        /// To this rate of a lane in GT/s; as before where none.
        gts: Option<f64>,
    },
    /// The drive works slower.
    Slow {
        /// Its rate as a part of what it was, above 0 to 1.
        factor: f64,
    },
    /// The drive gets warm by what it moves, and slower when it is too hot.
    Heat(Heat),
}

/// How a drive warms up: by a first-order lag towards what its present rate would lead to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Heat {
    /// Its temperature without work, which it also starts with; degrees Celsius.
    pub start_c: f64,
    /// Kelvin above that at 1 GB/s for ever.
    pub per_gb_s: f64,
    /// The lag's time constant.
    pub tau: Nanos,
    /// Above this it throttles.
    pub limit_c: f64,
    /// Its rate then, as a part of what it was.
    pub factor: f64,
    /// Below this it goes on at full rate.
    pub resume_c: f64,
}
