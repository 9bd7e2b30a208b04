//! The run's own file, deleted when it is closed, however that happens, and its volume.
//!
//! Source: fileapi.h, `CreateFileW`: `FILE_FLAG_DELETE_ON_CLOSE`, `FILE_FLAG_NO_BUFFERING`,
//! `FILE_FLAG_OVERLAPPED`; winioctl.h, `FSCTL_SET_COMPRESSION`.

use std::fs::File;
use std::io;
use std::os::windows::fs::OpenOptionsExt;
use std::os::windows::io::AsRawHandle;
use std::path::Path;
use std::ptr::null_mut;

use windows_sys::Win32::Foundation::{GENERIC_READ, GENERIC_WRITE};
use windows_sys::Win32::Storage::FileSystem::{
    COMPRESSION_FORMAT_NONE, DELETE, FILE_ATTRIBUTE_COMPRESSED, FILE_ATTRIBUTE_ENCRYPTED,
    FILE_ATTRIBUTE_HIDDEN, FILE_FLAG_DELETE_ON_CLOSE, FILE_FLAG_NO_BUFFERING, FILE_FLAG_OVERLAPPED,
    FILE_SHARE_DELETE, FILE_SHARE_READ, FILE_SHARE_WRITE, GetDriveTypeW,
    GetVolumeInformationByHandleW, GetVolumePathNameW,
};
use windows_sys::Win32::System::Ioctl::FSCTL_SET_COMPRESSION;
use windows_sys::Win32::System::WindowsProgramming::{DRIVE_RAMDISK, DRIVE_REMOTE};

use super::control::ask;
use super::files::{facts, wide};
use crate::salt::salt;
use crate::scratch::{check_volume, io_error};
use crate::{Errno, ScratchError};

/// Opened by any process: each thread of a run reopens it for its own port.
pub(super) const SHARED: u32 = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;

/// Longer than any path that the system gives back here (`MAX_PATH` is 260).
const PATH_MOST: usize = 512;

/// Makes it, with a random hidden name; after a kill it is gone like all its handles.
pub(crate) fn open_nameless(dir: &Path, volume: Option<u64>) -> Result<File, ScratchError> {
    let flags = FILE_FLAG_NO_BUFFERING | FILE_FLAG_OVERLAPPED | FILE_FLAG_DELETE_ON_CLOSE;
    let mut options = File::options();
    options.read(true).write(true).create_new(true).share_mode(SHARED);
    options.access_mode(GENERIC_READ | GENERIC_WRITE | DELETE);
    options.attributes(FILE_ATTRIBUTE_HIDDEN).custom_flags(flags);
    let opened = options.open(dir.join(format!(".narrows-scratch-{:016x}", salt())));
    let file = opened.map_err(|error| io_error(dir, "CreateFileW", Errno::of(&error)))?;
    check_volume(dir, &file, volume)?;
    without_compression(&file, dir)?;
    Ok(file)
}

/// A folder may make its files compressed or encrypted: reads are not the drive's then.
fn without_compression(file: &File, dir: &Path) -> Result<(), ScratchError> {
    let attributes = |file| {
        let failed = |errno| io_error(dir, "GetFileInformationByHandle", errno);
        Ok::<_, ScratchError>(facts(file).map_err(failed)?.dwFileAttributes)
    };
    if attributes(file)? & FILE_ATTRIBUTE_COMPRESSED != 0 {
        // SAFETY: there is no output. If it is refused, the attribute stays, which is checked next.
        let _ = unsafe { ask(file, FSCTL_SET_COMPRESSION, &COMPRESSION_FORMAT_NONE, &mut ()) };
    }
    match attributes(file)? & (FILE_ATTRIBUTE_COMPRESSED | FILE_ATTRIBUTE_ENCRYPTED) {
        0 => Ok(()),
        _ => Err(ScratchError::NoDirect { path: dir.to_owned() }),
    }
}

/// The file system of a new, empty file; copying on write is nothing that could be turned off.
pub(crate) fn examine(
    path: &Path,
    file: &File,
) -> Result<(&'static str, Option<bool>), ScratchError> {
    match drive_type(path) {
        DRIVE_RAMDISK => {
            Err(ScratchError::InMemory { path: path.to_owned(), file_system: "RAM disk" })
        }
        _ => Ok((file_system(path, file), None)),
    }
}

/// Its name as elsewhere in Narrows; `cifs` over a network, and `other` if unknown.
pub(super) fn file_system(path: &Path, file: &File) -> &'static str {
    const NAMES: [(&str, &str); 5] = [
        ("NTFS", "ntfs"),
        ("ReFS", "refs"),
        ("exFAT", "exfat"),
        ("FAT32", "vfat"),
        ("CSVFS", "csvfs"),
    ];
    if drive_type(path) == DRIVE_REMOTE {
        return "cifs";
    }
    let name = volume_name(file).unwrap_or_default();
    NAMES.iter().find(|(theirs, _)| *theirs == name).map_or("other", |(_, name)| name)
}

pub(super) fn is_in_memory(path: &Path) -> bool {
    drive_type(path) == DRIVE_RAMDISK
}

fn drive_type(path: &Path) -> u32 {
    let (path, mut root) = (wide(path), [0; PATH_MOST]);
    // SAFETY: both strings end in 0 and live through the calls; the second has the stated length.
    // For a path without a volume the root stays empty, which is a drive of unknown type.
    unsafe {
        GetVolumePathNameW(path.as_ptr(), root.as_mut_ptr(), PATH_MOST as u32);
        GetDriveTypeW(root.as_ptr())
    }
}

fn volume_name(file: &File) -> io::Result<String> {
    let mut name = [0; PATH_MOST];
    // SAFETY: the handle is open as long as `file` lives, the buffer has the given length,
    // and nothing else is wanted.
    let known = unsafe {
        GetVolumeInformationByHandleW(
            file.as_raw_handle(),
            null_mut(),
            0,
            null_mut(),
            null_mut(),
            null_mut(),
            name.as_mut_ptr(),
            PATH_MOST as u32,
        )
    };
    let name = name.split(|letter| *letter == 0).next().unwrap_or_default();
    if known == 0 { Err(io::Error::last_os_error()) } else { Ok(String::from_utf16_lossy(name)) }
}
