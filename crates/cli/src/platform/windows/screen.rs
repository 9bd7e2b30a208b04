//! The screen that shows a measurement while it runs: none yet, a bar or lines instead.

use std::sync::Arc;

use crate::live::Board;
use crate::output::Output;

/// Whether there could be one.
pub fn can_open() -> bool {
    false
}

pub fn open(_: bool, _: &Output) -> Option<Arc<Board>> {
    None
}
