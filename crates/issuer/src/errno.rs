//! The operating system's error numbers as a value.
//!
//! For: letting the issuer, which knows no operating system, count errors that a real or a
//! simulated device reports. The numbers are Linux's, `include/uapi/asm-generic/errno.h`; what an
//! NVMe drive answers to a command of ours, which Linux does not translate, has numbers of its own
//! above them.

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
    /// Invalid argument: also the answer of a file system without O_DIRECT.
    pub const EINVAL: Self = Self(22);
    /// No space left.
    pub const ENOSPC: Self = Self(28);
    /// Read-only file system.
    pub const EROFS: Self = Self(30);
    /// No such system call.
    pub const ENOSYS: Self = Self(38);
    /// No data available; here: a read past the end, which returns 0 bytes.
    pub const ENODATA: Self = Self(61);

    /// The status of an NVMe command, from bit 0 (Status Code) on.
    ///
    /// Source: NVM Express Base Specification 2.0, section 3.3.3.2.1: the code in bits 7:0, its
    /// type in bits 10:8; the bits above them (whether to try again) are dropped.
    pub const fn nvme(status: u16) -> Self {
        Self(NVME | (status & 0x7ff) as i32)
    }

    /// From a failed standard library call; 0 where the error is not the system's.
    pub fn of(error: &std::io::Error) -> Self {
        Self(error.raw_os_error().unwrap_or(0))
    }
}

/// The kernel's own numbers end at 4095 (`include/linux/err.h`, MAX_ERRNO).
const NVME: i32 = 1 << 16;

impl<E: Into<std::io::Error>> From<E> for Errno {
    fn from(error: E) -> Self {
        Self::of(&error.into())
    }
}

impl fmt::Display for Errno {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 & NVME == 0 {
            return std::io::Error::from_raw_os_error(self.0).fmt(f);
        }
        let (kind, code) = (self.0 >> 8 & 0x7, self.0 & 0xff);
        write!(f, "NVMe status {kind:X}h/{code:02X}h{}", words(kind, code))
    }
}

/// The codes that reads and writes are likely to return. Source: Base Specification 2.0, section
/// 3.3.3.2.1, generic command status (type 0h) and media and data integrity errors (2h).
fn words(kind: i32, code: i32) -> &'static str {
    match (kind, code) {
        (0, 0x02) => ", invalid field in command",
        (0, 0x04) => ", data transfer error",
        (0, 0x06) => ", internal error",
        (0, 0x07 | 0x08) => ", command aborted",
        (0, 0x0b) => ", invalid namespace or format",
        (0, 0x20) => ", namespace is write protected",
        (0, 0x80) => ", beyond the last block",
        (0, 0x82) => ", namespace not ready",
        (2, 0x80) => ", write fault",
        (2, 0x81) => ", unrecovered read error",
        (2, 0x86) => ", access denied",
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_drives_own_status_is_told_as_it_is() {
        // 281h, with the bits Do Not Retry (14) and More (13) set as drives do.
        let told = Errno::nvme(0x6281);
        assert_eq!(told, Errno::nvme(0x0281));
        assert_eq!(told.to_string(), "NVMe status 2h/81h, unrecovered read error");
        assert_eq!(Errno::nvme(0x0302).to_string(), "NVMe status 3h/02h");
        assert_eq!(Errno::nvme(0).0, 65_536);
        assert!(Errno::EIO.to_string().starts_with("Input/output error"));
    }
}
