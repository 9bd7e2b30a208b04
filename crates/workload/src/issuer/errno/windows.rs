//! The system error codes of Windows.
//!
//! Source: Microsoft, "System error codes" (winerror.h).

use std::fmt;

use super::Errno;

/// Linux's equivalent number, for errors that are distinguished anywhere.
pub(super) fn meaning(code: u32) -> Option<Errno> {
    Some(match code {
        // ERROR_ACCESS_DENIED, ERROR_SHARING_VIOLATION
        5 | 32 => Errno::EACCES,
        // ERROR_WRITE_PROTECT
        19 => Errno::EROFS,
        // ERROR_CRC, ERROR_SECTOR_NOT_FOUND, ERROR_WRITE_FAULT, ERROR_READ_FAULT,
        // ERROR_DEVICE_HARDWARE_ERROR, ERROR_IO_DEVICE
        23 | 27 | 29 | 30 | 483 | 1117 => Errno::EIO,
        // ERROR_HANDLE_EOF
        38 => Errno::ENODATA,
        // ERROR_HANDLE_DISK_FULL, ERROR_DISK_FULL
        39 | 112 => Errno::ENOSPC,
        // ERROR_INVALID_PARAMETER
        87 => Errno::EINVAL,
        // ERROR_FILE_TOO_LARGE
        223 => Errno::EFBIG,
        // ERROR_DISK_QUOTA_EXCEEDED
        1295 => Errno::EDQUOT,
        _ => return None,
    })
}

/// In Windows' own words, if available.
pub(super) fn say(code: u32, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    if cfg!(windows) {
        fmt::Display::fmt(&std::io::Error::from_raw_os_error(code as i32), f)
    } else {
        write!(f, "error {code} of Windows")
    }
}
