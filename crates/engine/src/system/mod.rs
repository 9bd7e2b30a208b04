//! Operating system specifics: clocks, memory, files, and the devices that take requests.
//!
//! One folder a system, with the same items in each; the rest of the engine asks these and knows no system. Rings,
//! pools, NVMe commands and kept files are Linux's alone.

#[cfg(target_os = "linux")]
mod linux;
#[cfg(windows)]
mod windows;

#[cfg(target_os = "linux")]
pub(crate) use self::linux::*;
#[cfg(windows)]
pub(crate) use self::windows::*;
