//! The screen that shows a measurement while it runs.

pub use crate::live::{can_open, open};
