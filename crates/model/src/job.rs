//! Workloads as a machine file lists them: requests, targets, amount, and the application's work.

use narrows_topology::Id;
use narrows_units::{Bytes, BytesPerSec};
use narrows_workload::Workload;

#[derive(Clone, Debug, PartialEq)]
pub struct WorkloadJob {
    pub name: String,
    pub workload: Workload,
    /// Drives and arrays that it runs on; all drives where empty.
    pub on: Vec<Id>,
    /// Whether all run at once (true) or each alone (false); `None` for both.
    pub at_once: Option<bool>,
    /// The name of a set: jobs of the same set run at once although they differ.
    pub together: Option<String>,
    pub amount: Option<Bytes>,
    /// The card that the data goes to or comes from; `None` for memory.
    pub to: Option<Id>,
    /// The program's work between its requests.
    pub application: Option<ApplicationWork>,
    /// Writes of each thread after which it waits for a flush; none where it never flushes.
    pub flush_every: Option<u32>,
}

/// The program's work on each byte.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ApplicationWork {
    pub rate: BytesPerSec,
    /// Whether the next request is in flight meanwhile.
    pub overlaps: bool,
}
