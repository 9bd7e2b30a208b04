//! Workloads.

use narrows_units::{Bytes, BytesPerSec};
use narrows_workload::{Interface, Pattern};

use super::word::words;
use super::written::description;
use crate::machine_file::slip::{At, Name};

description! { "[[workload]]" Workload {
    id: Name,
    profile: Option<Name>,
    pattern: Option<At<Pattern>>,
    read_share: Option<At<i64>>,
    block: Option<At<Bytes>>,
    depth: Option<At<i64>>,
    jobs: Option<At<i64>>,
    threads: Option<At<Threads>>,
    interface: Option<At<Interface>>,
    on: Vec<Name>,
    at_once: Option<At<bool>>,
    together: Option<Name>,
    amount: Option<At<Bytes>>,
    to: Option<Name>,
    application: Option<Application>,
} }

description! { "application = { ... }" Application {
    rate: At<BytesPerSec>,
    overlaps: At<bool>,
} }

/// Whose the threads of a workload are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Threads {
    /// Each target has `jobs` of its own.
    Each,
    /// `jobs` serve all targets.
    Shared,
}

words! {
    Threads {
        "each" => Self::Each,
        "shared" => Self::Shared,
    }
}
