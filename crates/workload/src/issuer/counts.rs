//! An issuer's counts at one moment, for observers.

use narrows_units::{Bytes, Nanos};

/// The totals of one issuer, ramp included.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct IssuerCounts {
    pub at: Nanos,
    pub bytes: Bytes,
    /// Operations that moved at least one byte.
    pub ops: u64,
    /// Operations that failed or moved nothing.
    pub errors: u64,
    pub in_flight: u32,
    /// Processor time of the thread.
    pub busy: Nanos,
}
