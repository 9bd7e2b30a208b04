//! The screen that shows a measurement while it runs.
//!
//! One separate thread draws and reads keys; the measuring code records the current state on a
//! [`LiveBoard`]. The screen is on standard error's terminal, so that standard output stays the result,
//! and it closes before any other output.
//!
//! Its appearance is a function of values: from the counts of threads so far to figures of the last second
//! ([`meter::TargetMeter`]), and from a [`view::LiveView`] to a screen of any size ([`mod@draw`]).
//!
//! The terminal is taken over on Linux only.

mod arrange;
mod board;
mod draw;
mod hand;
mod limit;
mod meter;
#[cfg(target_os = "linux")]
mod session;
#[cfg(target_os = "linux")]
mod terminal;
mod view;

pub use self::board::{LiveBoard, LiveTarget, RunningRound};
pub use self::draw::line;
#[cfg(target_os = "linux")]
pub use self::session::{close, open};
#[cfg(target_os = "linux")]
pub use self::terminal::{can_open, restore};
pub use self::view::{LiveDrive, LiveLocation, LivePrediction};
