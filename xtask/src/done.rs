//! How a chore ends.

/// Result of a chore: nothing, or why it failed.
pub type Done = Result<(), Box<dyn std::error::Error>>;
