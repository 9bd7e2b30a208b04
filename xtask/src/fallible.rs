//! The result of a chore, or of a part of it.

pub type Fallible<T = ()> = Result<T, Box<dyn std::error::Error>>;
