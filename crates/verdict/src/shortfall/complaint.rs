//! A measured figure that is less than expected.

use narrows_model::{Machine, WorkloadOnTarget};
use narrows_units::BytesPerSec;

/// A measured figure, and what it is of.
#[derive(Clone, Copy, Debug)]
pub struct Complaint<'a> {
    pub machine: &'a Machine,
    /// It was seen, not described: what it shows of drives and their links is so.
    pub is_seen: bool,
    pub asked: &'a [WorkloadOnTarget],
    /// Which of these the figure is of; all in sum where none.
    pub of: Option<usize>,
    pub measured: BytesPerSec,
}
