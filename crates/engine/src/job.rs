//! What one target is asked in a set.

use narrows_units::{BytesPerSec, Nanos};
use narrows_workload::Workload;

use crate::{Caching, Target};

/// A target under a workload, with what holds it back on purpose.
#[derive(Clone, Debug)]
pub struct Job {
    /// What is measured.
    pub target: Target,
    /// What is asked of it, by as many threads as the workload has jobs.
    pub workload: Workload,
    /// Not more than this, over all its threads; none for as fast as it goes.
    ///
    /// A drive held at a low rate beside one flat out tells a narrow slot from a shared uplink,
    /// which two drives at full speed cannot.
    pub limit: Option<BytesPerSec>,
    /// How long after the common start its first request goes out.
    pub start_after: Nanos,
    /// Processors to bind its threads to, in turn; empty for none.
    pub cpus: Vec<u32>,
    /// What stands between its requests and the drive.
    pub caching: Caching,
}

impl Job {
    /// As fast as it goes, from the common start, unbound, past the page cache.
    pub fn new(target: Target, workload: Workload) -> Self {
        Self {
            target,
            workload,
            limit: None,
            start_after: Nanos::ZERO,
            cpus: Vec::new(),
            caching: Caching::Direct,
        }
    }

    /// Its threads.
    pub(crate) fn threads(&self) -> u32 {
        self.workload.jobs.max(1)
    }
}
