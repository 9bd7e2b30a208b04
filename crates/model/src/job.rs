//! Workloads as a machine file lists them: what runs on what, how much, and with what in between.

use narrows_topology::Id;
use narrows_units::{Bytes, BytesPerSec};
use narrows_workload::Workload;

/// A workload with its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Job {
    /// What the file calls it.
    pub name: String,
    /// The requests.
    pub workload: Workload,
    /// Drives and arrays; all drives where empty.
    pub on: Vec<Id>,
    /// All at once, each alone; both where none.
    pub at_once: Option<bool>,
    /// Jobs of the same set run at once although they differ.
    pub together: Option<String>,
    /// How much, to or from each.
    pub amount: Option<Bytes>,
    /// The card that the data goes to or comes from; memory where none.
    pub to: Option<Id>,
    /// What the program does between its requests.
    pub application: Option<Application>,
}

/// What a program does with each byte.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Application {
    /// How fast it does it.
    pub rate: BytesPerSec,
    /// Whether the next request is under way meanwhile.
    pub overlaps: bool,
}
