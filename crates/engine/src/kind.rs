//! Kinds of targets.

/// Kinds of targets, as far as submitting requests is concerned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TargetKind {
    File,
    Block,
    /// A character device of the kernel, such as /dev/zero: no drive is involved.
    Memory,
    /// No target: requests complete without doing anything.
    Nop,
}
