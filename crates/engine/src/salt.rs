//! A number that tells the run's own files from others.

use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;

/// A number that no other file has: from the system's own randomness, as hash maps take it.
pub(crate) fn salt() -> u64 {
    RandomState::new().hash_one(0)
}
