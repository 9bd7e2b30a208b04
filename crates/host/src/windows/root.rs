//! The queried machine: only the running one.

/// The running machine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Root;

impl Root {
    /// The running machine.
    pub fn live() -> Self {
        Self
    }
}
