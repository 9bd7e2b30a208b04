//! What is asked of storage: pattern, sizes, depth, jobs; the named profiles.
