//! Workloads.

use narrows_units::{Bytes, BytesPerSec};
use narrows_workload::{IoInterface, Pattern};

use super::word::words;
use super::written::description;
use crate::machine_file::slip::{Name, ValueAt};

description! { "[[workload]]" Workload {
    id: Name,
    profile: Option<Name>,
    pattern: Option<ValueAt<Pattern>>,
    read_share: Option<ValueAt<i64>>,
    block: Option<ValueAt<Bytes>>,
    depth: Option<ValueAt<i64>>,
    jobs: Option<ValueAt<i64>>,
    threads: Option<ValueAt<ThreadScope>>,
    interface: Option<ValueAt<IoInterface>>,
    fsync: Option<ValueAt<i64>>,
    on: Vec<Name>,
    at_once: Option<ValueAt<bool>>,
    together: Option<Name>,
    amount: Option<ValueAt<Bytes>>,
    to: Option<Name>,
    application: Option<Application>,
} }

description! { "application = { ... }" Application {
    rate: ValueAt<BytesPerSec>,
    overlaps: ValueAt<bool>,
} }

/// Whose the threads of a workload are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ThreadScope {
    /// Each target has its own `jobs`.
    Each,
    /// `jobs` serve all targets.
    Shared,
}

words! {
    ThreadScope {
        "each" => Self::Each,
        "shared" => Self::Shared,
    }
}
