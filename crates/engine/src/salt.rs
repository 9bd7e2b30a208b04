//! A number that distinguishes the run's own files from others.

use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;

/// A number that no other file has: from the system's randomness, as used by hash maps.
pub(crate) fn salt() -> u64 {
    RandomState::new().hash_one(0)
}
