//! How long a request waits.

use std::ops::Add;

use narrows_workload::{IoInterface, Pattern, Workload};

use crate::limit::Band;

/// Seconds that a request waits, whatever else is in flight, with the 80 % band of that.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct RequestWait {
    pub value: f64,
    pub least: f64,
    pub most: f64,
}

impl RequestWait {
    /// As a file says it.
    pub fn exactly(value: f64) -> Self {
        Self { value, least: value, most: value }
    }

    /// As sure as `band`.
    pub fn within(value: f64, band: Band) -> Self {
        Self { value, least: value * band.low, most: value * band.high }
    }
}

impl Add for RequestWait {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            value: self.value + other.value,
            least: self.least + other.least,
            most: self.most + other.most,
        }
    }
}

/// Whether the program's call blocks until the answer, so that a thread has one request in flight.
pub(super) fn waits(workload: &Workload) -> bool {
    match workload.interface {
        IoInterface::Sync => true,
        IoInterface::Buffered => workload.pattern == Pattern::Random,
        _ => false,
    }
}

/// Requests that a thread has in flight.
pub(super) fn depth_of_thread(workload: &Workload) -> u32 {
    if waits(workload) { 1 } else { workload.depth.max(1) }
}
