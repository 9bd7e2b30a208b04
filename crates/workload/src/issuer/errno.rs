//! The operating system's error numbers as a value.
//!
//! For: letting the issuer, which knows no operating system, count errors that a real or a
//! simulated device reports. The numbers are Linux's, `include/uapi/asm-generic/errno.h`; statuses
//! of an NVMe drive for our own commands, which Linux does not translate, have numbers of their own
//! above them, and so have the errors of Windows.

mod windows;

use std::fmt;

/// An error number of the operating system. Prints in the system's words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Errno(pub i32);

impl Errno {
    /// Operation not permitted.
    pub const EPERM: Self = Self(1);
    /// Input/output error: the drive gave up on these blocks.
    pub const EIO: Self = Self(5);
    pub const EACCES: Self = Self(13);
    /// Invalid argument: also the answer of a file system without O_DIRECT.
    pub const EINVAL: Self = Self(22);
    /// Larger than a file may become.
    pub const EFBIG: Self = Self(27);
    /// No space left.
    pub const ENOSPC: Self = Self(28);
    /// Read-only file system.
    pub const EROFS: Self = Self(30);
    /// No such system call.
    pub const ENOSYS: Self = Self(38);
    /// No data available; here: a read past the end, which returns 0 bytes.
    pub const ENODATA: Self = Self(61);
    /// More than this user may take.
    pub const EDQUOT: Self = Self(122);

    /// The status of an NVMe command, from bit 0 (Status Code) on.
    ///
    /// Source: NVM Express Base Specification 2.0, section 3.3.3.2.1: the code in bits 7:0, its
    /// type in bits 10:8; the bits above them (whether to try again) are dropped.
    pub const fn nvme(status: u16) -> Self {
        Self(NVME | (status & 0x7ff) as i32)
    }

    /// An error of Windows: `GetLastError`.
    pub const fn windows(code: u32) -> Self {
        Self(WINDOWS | (code & 0xffff) as i32)
    }

    /// From a failed standard library call; 0 if the error is not the system's.
    pub fn of(error: &std::io::Error) -> Self {
        match error.raw_os_error() {
            Some(code) if cfg!(windows) => Self::windows(code as u32),
            number => Self(number.unwrap_or(0)),
        }
    }

    /// Linux's number of the same meaning, where Windows has another; for telling errors apart.
    pub fn meaning(self) -> Self {
        match self.0 & WINDOWS {
            0 => self,
            _ => windows::meaning((self.0 & !WINDOWS) as u32).unwrap_or(self),
        }
    }
}

/// The kernel's own numbers end at 4095 (`include/linux/err.h`, MAX_ERRNO).
const NVME: i32 = 1 << 16;
/// System error codes of Windows are 16 bits long (winerror.h).
const WINDOWS: i32 = 1 << 17;

impl<E: Into<std::io::Error>> From<E> for Errno {
    fn from(error: E) -> Self {
        Self::of(&error.into())
    }
}

impl fmt::Display for Errno {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 & WINDOWS != 0 {
            return windows::say((self.0 & !WINDOWS) as u32, f);
        }
        if self.0 & NVME == 0 {
            return say(self.0, f);
        }
        let (kind, code) = (self.0 >> 8 & 0x7, self.0 & 0xff);
        write!(f, "NVMe status {kind:X}h/{code:02X}h{}", words(kind, code))
    }
}

/// In the words of the C library, even on another system: a virtual drive's errors are the same everywhere.
fn say(number: i32, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let words = match number {
        5 => "Input/output error",
        19 => "No such device",
        22 => "Invalid argument",
        28 => "No space left on device",
        38 => "Function not implemented",
        61 => "No data available",
        _ if cfg!(windows) => "error of Linux",
        _ => return fmt::Display::fmt(&std::io::Error::from_raw_os_error(number), f),
    };
    write!(f, "{words} (os error {number})")
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
        let status = Errno::nvme(0x6281);
        assert_eq!(status, Errno::nvme(0x0281));
        assert_eq!(status.to_string(), "NVMe status 2h/81h, unrecovered read error");
        assert_eq!(Errno::nvme(0x0302).to_string(), "NVMe status 3h/02h");
        assert_eq!(Errno::nvme(0).0, 65_536);
        assert_eq!(Errno::nvme(0x0281).meaning(), status);
        assert_eq!(Errno::EIO.to_string(), "Input/output error (os error 5)");
    }

    /// 5 is an input/output error there, and a missing right here (winerror.h).
    #[test]
    fn errors_of_windows_are_no_others() {
        let denied = Errno::windows(5);
        assert_ne!(denied, Errno::EIO);
        assert_eq!(denied.meaning(), Errno::EACCES);
        assert_eq!(Errno::windows(1117).meaning(), Errno::EIO);
        assert_eq!(Errno::windows(9999).meaning(), Errno::windows(9999));
        assert_eq!(Errno::EIO.meaning(), Errno::EIO);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn words_are_those_of_the_c_library() {
        for number in [5, 19, 22, 28, 38, 61] {
            let theirs = std::io::Error::from_raw_os_error(number).to_string();
            assert_eq!(Errno(number).to_string(), theirs);
        }
    }
}
