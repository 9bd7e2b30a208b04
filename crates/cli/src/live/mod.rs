//! The screen that shows a measurement while it runs.
//!
//! One thread of its own draws and reads keys; who measures writes down on a [`Board`] what runs. The
//! screen is on standard error's terminal, so that standard output stays the result, and it closes
//! before anything else is said.
//!
//! Not here: what is drawn (`narrows-live`). The terminal is taken over on Linux only.

mod board;
#[cfg(target_os = "linux")]
mod session;
#[cfg(target_os = "linux")]
mod terminal;

pub use self::board::{Board, Running, Target};
#[cfg(target_os = "linux")]
pub use self::session::{close, open};
#[cfg(target_os = "linux")]
pub use self::terminal::{can_open, restore};
