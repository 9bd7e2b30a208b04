//! The operating system's error numbers as a value.
//!
//! For: letting the issuer, which knows no operating system, count errors that a real or a
//! simulated device reports. The numbers are Linux's, `include/uapi/asm-generic/errno.h`.

use std::fmt;

/// An error number of the operating system. Prints in the system's words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Errno(pub i32);

impl Errno {
    /// Operation not permitted.
    pub const EPERM: Self = Self(1);
    /// Input/output error: the drive gave up on these blocks.
    pub const EIO: Self = Self(5);
    /// Permission denied.
    pub const EACCES: Self = Self(13);
    /// Invalid argument: also what a file system without O_DIRECT says.
    pub const EINVAL: Self = Self(22);
    /// No space left.
    pub const ENOSPC: Self = Self(28);
    /// No such system call.
    pub const ENOSYS: Self = Self(38);
    /// No data available; here: a read past the end, which returns 0 bytes.
    pub const ENODATA: Self = Self(61);

    /// From a failed standard library call; 0 where the error is not the system's.
    pub fn of(error: &std::io::Error) -> Self {
        Self(error.raw_os_error().unwrap_or(0))
    }
}

impl From<rustix::io::Errno> for Errno {
    fn from(errno: rustix::io::Errno) -> Self {
        Self(errno.raw_os_error())
    }
}

impl fmt::Display for Errno {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        std::io::Error::from_raw_os_error(self.0).fmt(f)
    }
}
