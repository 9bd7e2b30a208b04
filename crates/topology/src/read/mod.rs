//! Readers: one file a format, each from bytes or text to [`Evidence`].
//!
//! Every reader is bounded in time and memory whatever it is given, and its errors name the place.

mod error;
mod files;

pub use error::{Place, ReadError};
pub use files::{Entry, FileTree};
