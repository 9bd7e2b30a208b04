//! The screen that shows a measurement while it runs: none yet, a bar or lines instead.

use std::sync::Arc;

use crate::live::LiveBoard;
use crate::output::CliOutput;

/// Whether there could be one.
pub fn can_open() -> bool {
    false
}

pub fn open(_: bool, _: &CliOutput) -> Option<Arc<LiveBoard>> {
    None
}
