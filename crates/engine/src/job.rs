//! A target with its workload in a set.

use narrows_units::{BytesPerSec, Nanos};
use narrows_workload::Workload;
use narrows_workload::issuer::RequestShape;

use crate::{Caching, Gauge, IoTarget};

/// A target under a workload, with its rate limit and other restrictions.
#[derive(Clone, Debug)]
pub struct TargetJob {
    pub target: IoTarget,
    /// Its workload, run by as many threads as it has jobs.
    pub workload: Workload,
    /// Rate limit for all threads together; `None` for full speed.
    ///
    /// A drive throttled to a low rate beside one at full speed distinguishes a narrow slot from a
    /// shared uplink, which two drives at full speed cannot.
    pub limit: Option<BytesPerSec>,
    /// Delay of its first request after the common start.
    pub start_after: Nanos,
    /// Processors to pin its threads to, in turn; empty for none.
    pub cpus: Vec<u32>,
    pub caching: Caching,
    /// Request properties beyond the workload.
    pub shape: RequestShape,
    /// Where its threads publish their counts while they run; `None` without an observer.
    pub gauge: Option<Gauge>,
}

impl TargetJob {
    /// A job at full speed, from the common start, unbound, with direct I/O.
    pub fn new(target: IoTarget, workload: Workload) -> Self {
        Self {
            target,
            workload,
            limit: None,
            start_after: Nanos::ZERO,
            cpus: Vec::new(),
            caching: Caching::Direct,
            shape: RequestShape::default(),
            gauge: None,
        }
    }

    pub(crate) fn threads(&self) -> u32 {
        self.workload.jobs.max(1)
    }
}
