//! A measured figure that is less than expected.

use narrows_model::{Machine, WorkloadOnTarget};
use narrows_units::BytesPerSec;

/// A measured figure, and its subject.
#[derive(Clone, Copy, Debug)]
pub struct Complaint<'a> {
    pub machine: &'a Machine,
    /// It was observed, not described: the drives and links it shows are real.
    pub is_seen: bool,
    pub asked: &'a [WorkloadOnTarget],
    /// Which of these the figure is of; the sum of all if `None`.
    pub of: Option<usize>,
    pub measured: BytesPerSec,
}
