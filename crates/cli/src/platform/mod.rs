//! Differences between operating systems: the available commands, access to files, signals and the terminal, the
//! data of the running machine.
//!
//! One folder per system, with the same items in each; the rest of the program uses these and knows no system.
//! Code that changes drives and machines (parts of `measuring`, and its commands) is built for Linux alone.

#[cfg(target_os = "linux")]
mod linux;
#[cfg(windows)]
mod windows;

#[cfg(target_os = "linux")]
pub use self::linux::*;
#[cfg(windows)]
pub use self::windows::*;
