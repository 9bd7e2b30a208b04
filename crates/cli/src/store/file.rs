//! Differences between operating systems in file handling.

use std::fs::{File, Metadata};
use std::io;
use std::path::Path;

/// Which file it is, whatever it is called: the device or volume, and the file's number there.
pub(crate) type Identity = (u64, u64);

/// Identity of the file at `path`, which has this metadata.
#[cfg(unix)]
pub(crate) fn identity(_: &Path, metadata: &Metadata) -> io::Result<Identity> {
    use std::os::unix::fs::MetadataExt;
    Ok((metadata.dev(), metadata.ino()))
}

/// Opens a file for reading; no link is followed, and a pipe does not block.
#[cfg(unix)]
pub(crate) fn open(path: &Path) -> io::Result<File> {
    use std::os::unix::fs::OpenOptionsExt;

    use rustix::fs::OFlags;
    let flags = (OFlags::NONBLOCK | OFlags::NOFOLLOW).bits() as i32;
    File::options().read(true).custom_flags(flags).open(path)
}

/// Which file is at `path`: volume and file number (fileapi.h, `BY_HANDLE_FILE_INFORMATION`).
#[cfg(windows)]
pub(crate) fn identity(path: &Path, _: &Metadata) -> io::Result<Identity> {
    use std::os::windows::io::AsRawHandle;

    use windows_sys::Win32::Storage::FileSystem::{
        BY_HANDLE_FILE_INFORMATION, GetFileInformationByHandle,
    };
    let file = open(path)?;
    let mut information = BY_HANDLE_FILE_INFORMATION::default();
    // SAFETY: the handle is open as long as `file` lives, and the structure is one of that type.
    if unsafe { GetFileInformationByHandle(file.as_raw_handle(), &mut information) } == 0 {
        return Err(io::Error::last_os_error());
    }
    let number = u64::from(information.nFileIndexHigh) << 32 | u64::from(information.nFileIndexLow);
    Ok((information.dwVolumeSerialNumber.into(), number))
}

/// Opens a file for reading; of a link the link itself (fileapi.h, `CreateFileW`).
#[cfg(windows)]
pub(crate) fn open(path: &Path) -> io::Result<File> {
    use std::os::windows::fs::OpenOptionsExt;

    use windows_sys::Win32::Storage::FileSystem::FILE_FLAG_OPEN_REPARSE_POINT;
    File::options().read(true).custom_flags(FILE_FLAG_OPEN_REPARSE_POINT).open(path)
}
