//! Opening a file.

use std::fs::File;
use std::io;
use std::os::windows::io::AsRawHandle;
use std::path::Path;

use windows_sys::Win32::Storage::FileSystem::{FILE_TYPE_DISK, GetFileType};

use super::names::is_device;

/// Opens a regular file.
pub fn open(path: &Path) -> io::Result<File> {
    let device = || io::Error::other("this is a device, not a capture");
    if is_device(path) {
        return Err(device());
    }
    let file = File::open(path)?;
    // SAFETY: the handle is open as long as `file` lives.
    match unsafe { GetFileType(file.as_raw_handle()) } {
        FILE_TYPE_DISK => Ok(file),
        _ => Err(device()),
    }
}

/// Whether it is a device without a size: none is a target here.
pub fn is_endless(_: &Path) -> bool {
    false
}
