//! The queried machine: only the running one.

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Root;

impl Root {
    pub fn live() -> Self {
        Self
    }
}
