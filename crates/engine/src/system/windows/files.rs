//! Queries of a file beyond reading and writing.

use std::fs::File;
use std::io;
use std::os::windows::ffi::OsStrExt;
use std::os::windows::fs::FileExt;
use std::os::windows::io::AsRawHandle;
use std::path::Path;
use std::ptr::null_mut;

use windows_sys::Win32::Storage::FileSystem::{
    BY_HANDLE_FILE_INFORMATION, GetDiskFreeSpaceExW, GetFileInformationByHandle,
};

use crate::Errno;

/// Returns the attributes of an open file; an error if it is none.
pub(super) fn facts(file: &File) -> Result<BY_HANDLE_FILE_INFORMATION, Errno> {
    let mut information = BY_HANDLE_FILE_INFORMATION::default();
    // SAFETY: the handle is open as long as `file` lives; the structure is one of that type.
    match unsafe { GetFileInformationByHandle(file.as_raw_handle(), &mut information) } {
        0 => Err(last()),
        _ => Ok(information),
    }
}

/// The error of the call before.
pub(super) fn last() -> Errno {
    Errno::of(&io::Error::last_os_error())
}

/// A path as the system's calls take it.
pub(super) fn wide(path: &Path) -> Vec<u16> {
    path.as_os_str().encode_wide().chain([0]).collect()
}

/// The serial number of its volume.
pub(crate) fn volume(file: &File) -> Result<u64, Errno> {
    Ok(u64::from(facts(file)?.dwVolumeSerialNumber))
}

/// The bytes that this user may still take in a folder.
pub(crate) fn free(folder: &Path, _: &File) -> Result<u64, Errno> {
    let (folder, mut free) = (wide(folder), 0);
    // SAFETY: the path ends in 0 and lives through the call, as the number does; the others may be
    // null.
    match unsafe { GetDiskFreeSpaceExW(folder.as_ptr(), &mut free, null_mut(), null_mut()) } {
        0 => Err(last()),
        _ => Ok(free),
    }
}

/// Reserves this many bytes, in as few extents as possible. They still have to be written: data
/// beyond the last byte ever written (Microsoft, `SetFileValidData`) is read as zeros, without the
/// drive.
pub(crate) fn reserve(file: &File, size: u64) -> Result<bool, Errno> {
    file.set_len(size).map(|()| false).map_err(|error| Errno::of(&error))
}

/// Nothing of an unbuffered file is in memory.
pub(crate) fn forget(_: &File) {}

pub(crate) fn read_at(file: &File, buffer: &mut [u8], at: u64) -> Result<usize, Errno> {
    // On an overlapped handle the standard library waits for the handle itself, which is sound for
    // one request at a time.
    file.seek_read(buffer, at).map_err(|error| Errno::of(&error))
}

pub(crate) fn write_at(file: &File, bytes: &[u8], at: u64) -> Result<usize, Errno> {
    file.seek_write(bytes, at).map_err(|error| Errno::of(&error))
}
