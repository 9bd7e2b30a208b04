//! How a chore ends.

/// What a chore ends with: nothing to say, or why it failed.
pub type Done = Result<(), Box<dyn std::error::Error>>;
