//! What the operating system decides: which commands there are, how files, signals and the terminal are asked for,
//! what the running machine shows.
//!
//! One folder a system, with the same items in each; the rest of the program asks these and knows no system. What
//! changes drives and machines (parts of `measuring`, and its commands) is built for Linux alone.

#[cfg(target_os = "linux")]
mod linux;
#[cfg(windows)]
mod windows;

#[cfg(target_os = "linux")]
pub use self::linux::*;
#[cfg(windows)]
pub use self::windows::*;
