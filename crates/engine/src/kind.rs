//! Kinds of targets.

/// Kinds of targets, as far as submitting requests is concerned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TargetKind {
    File,
    Block,
    /// One of the kernel's own character devices, such as /dev/zero: memory is filled, no drive is
    /// involved.
    Memory,
    /// No target: requests complete without doing anything.
    Nop,
}
