//! A file that is whole or not there at all.
//!
//! For: all files written for people or kept in the state home. The content is written next to its place, in a file
//! that is to be deleted when it is closed, whatever closes it; only once it is flushed does it stay and take its
//! name. A full disk or a kill leaves the previous content. The folder is held open meanwhile, so that no other one
//! can be put in its place, and no link is followed.
//!
//! A file to replace is checked right before. Windows cannot exchange two files, so one that another process puts there in
//! between is lost. The new file has the permissions that its folder gives, not those of the old one.
//!
//! Not here: which files may be replaced (`destination`).
//!
//! Sources: fileapi.h, `CreateFileW` (sharing, `FILE_FLAG_OPEN_REPARSE_POINT`), `SetFileInformationByHandle`,
//! `BY_HANDLE_FILE_INFORMATION`; winbase.h, `FILE_DISPOSITION_INFO`, `FILE_RENAME_INFO`.

use std::ffi::{OsStr, OsString, c_void};
use std::fs::{self, File};
use std::io::{self, Write};
use std::mem::{offset_of, size_of};
use std::os::windows::ffi::OsStrExt;
use std::os::windows::fs::{MetadataExt, OpenOptionsExt};
use std::os::windows::io::AsRawHandle;
use std::path::{Path, PathBuf};

use windows_sys::Win32::Foundation::GENERIC_WRITE;
use windows_sys::Win32::Storage::FileSystem::{
    BY_HANDLE_FILE_INFORMATION, DELETE, FILE_ATTRIBUTE_REPARSE_POINT, FILE_DISPOSITION_INFO,
    FILE_FLAG_BACKUP_SEMANTICS, FILE_FLAG_OPEN_REPARSE_POINT, FILE_INFO_BY_HANDLE_CLASS,
    FILE_RENAME_INFO, FILE_SHARE_READ, FILE_SHARE_WRITE, FileDispositionInfo, FileRenameInfo,
    GetFileInformationByHandle, SetFileInformationByHandle,
};

use super::names::is_device;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    Regular,
    /// A named pipe, which on Windows is in no folder.
    Pipe,
    /// A link, wherever it leads.
    Link,
    Directory,
    Device,
    /// Something else: another reparse point, a second stream of a file.
    Other,
}

/// A name in a folder that is held open.
#[derive(Debug)]
pub struct DirectoryEntry {
    _folder: File,
    path: PathBuf,
}

/// A regular file that was looked at, and that alone may be replaced: volume, number there, size, when its content
/// changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExistingFile([u32; 7]);

/// The entry is no longer the one that was checked.
#[derive(Debug, thiserror::Error)]
#[error("something else stands there by now")]
struct StaleFile;

pub fn is_stale(error: &io::Error) -> bool {
    error.get_ref().is_some_and(|inner| inner.is::<StaleFile>())
}

impl DirectoryEntry {
    /// Opens the folder of `path`.
    pub fn of(path: &Path) -> io::Result<Self> {
        if is_device(path) {
            return Ok(Self { _folder: open_folder(Path::new("."))?, path: path.to_owned() });
        }
        // `file_name` ignores a separator at the end, with which the path names a folder.
        let ends_open = path
            .as_os_str()
            .encode_wide()
            .last()
            .is_some_and(|letter| [u16::from(b'/'), u16::from(b'\\')].contains(&letter));
        let path = std::path::absolute(path)?;
        match path.parent().filter(|_| !ends_open && path.file_name().is_some()) {
            Some(folder) => Ok(Self { _folder: open_folder(folder)?, path }),
            None => Err(io::ErrorKind::IsADirectory.into()),
        }
    }

    /// Kind of the entry there; `None` if there is none.
    pub fn kind(&self) -> io::Result<Option<FileKind>> {
        kind_of(&self.path)
    }

    /// Opens the regular file there for reading.
    ///
    /// # Errors
    ///
    /// It is no regular file (`InvalidInput`), or cannot be opened.
    pub fn open(&self) -> io::Result<(File, ExistingFile)> {
        require_regular(self.kind()?.ok_or(io::ErrorKind::NotFound)?)?;
        let file = File::options()
            .read(true)
            .custom_flags(FILE_FLAG_OPEN_REPARSE_POINT)
            .open(&self.path)?;
        let known = ExistingFile::of(&file)?;
        Ok((file, known))
    }

    /// Removes what killed calls left: nothing, because such files are deleted when they are
    /// closed.
    ///
    /// # Errors
    ///
    /// Never.
    pub fn remove_leftovers(&self, _: impl Fn(&[u8]) -> bool) -> io::Result<()> {
        Ok(())
    }

    /// Whether another user put the entry into a folder in which everyone may: a new file has the
    /// permissions that the folder gives.
    ///
    /// # Errors
    ///
    /// Never.
    pub fn is_planted(&self) -> io::Result<bool> {
        Ok(false)
    }

    /// Opens the pipe there for writing: there is none in a folder.
    pub fn open_pipe(&self) -> io::Result<Option<File>> {
        Ok(None)
    }

    /// Whether a file could be made here, which is tried.
    pub fn check_writable(&self) -> io::Result<()> {
        drop(WindowsSpareFile::of(self)?);
        match fs::symlink_metadata(&self.path) {
            Ok(metadata) if metadata.permissions().readonly() => {
                Err(io::ErrorKind::PermissionDenied.into())
            }
            _ => Ok(()),
        }
    }

    /// Makes a new file of these bytes.
    ///
    /// # Errors
    ///
    /// `AlreadyExists`: there is something, which stays. Otherwise it cannot be written, and
    /// nothing of it is left.
    pub fn put_new(&self, bytes: &[u8]) -> io::Result<()> {
        self.prepare(None, bytes)?.publish()
    }

    /// Puts these bytes in the place of a file that was looked at before.
    ///
    /// # Errors
    ///
    /// There is something else by now ([`is_stale`]), which stays. Otherwise they cannot be written, and
    /// the old file is unchanged.
    pub fn replace(&self, old: &ExistingFile, bytes: &[u8]) -> io::Result<()> {
        self.prepare(Some(*old), bytes)?.publish()
    }

    /// Writes these bytes beside their final path, so that of several files none is put in place before
    /// there was room for all. `old` is the file that they replace; `None` if there is none.
    pub fn prepare(&self, old: Option<ExistingFile>, bytes: &[u8]) -> io::Result<PendingFile<'_>> {
        let spare = WindowsSpareFile::of(self)?;
        (&spare.0).write_all(bytes)?;
        spare.0.sync_all()?;
        Ok(PendingFile { place: self, spare, old })
    }

    /// Makes or replaces a regular file of this program's own.
    pub fn put(&self, bytes: &[u8]) -> io::Result<()> {
        match self.kind()? {
            None => self.put_new(bytes),
            Some(_) => self.replace(&self.open()?.1, bytes),
        }
    }
}

/// A file that is written and has not its place yet; it goes when this is dropped.
pub struct PendingFile<'a> {
    place: &'a DirectoryEntry,
    spare: WindowsSpareFile,
    old: Option<ExistingFile>,
}

impl PendingFile<'_> {
    pub fn publish(self) -> io::Result<()> {
        let Some(old) = self.old else { return self.spare.publish(&self.place.path, false) };
        // It is closed by then: an open file cannot be replaced.
        match self.place.open().map(|(_, known)| known) {
            Ok(now) if now == old => self.spare.publish(&self.place.path, true),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                self.spare.publish(&self.place.path, false)
            }
            _ => Err(io::Error::other(StaleFile)),
        }
    }
}

impl ExistingFile {
    fn of(file: &File) -> io::Result<Self> {
        let mut information = BY_HANDLE_FILE_INFORMATION::default();
        // SAFETY: the handle is open as long as `file` lives; the structure is one of that type.
        if unsafe { GetFileInformationByHandle(file.as_raw_handle(), &mut information) } == 0 {
            return Err(io::Error::last_os_error());
        }
        let changed = information.ftLastWriteTime;
        Ok(Self([
            information.dwVolumeSerialNumber,
            information.nFileIndexHigh,
            information.nFileIndexLow,
            information.nFileSizeHigh,
            information.nFileSizeLow,
            changed.dwHighDateTime,
            changed.dwLowDateTime,
        ]))
    }
}

/// Kind of the entry at a path; `None` if there is none.
pub(super) fn kind_of(path: &Path) -> io::Result<Option<FileKind>> {
    if is_device(path) {
        return Ok(Some(FileKind::Device));
    }
    if path.file_name().is_some_and(|name| name.to_string_lossy().contains(':')) {
        return Ok(Some(FileKind::Other));
    }
    let metadata = match fs::symlink_metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        metadata => metadata?,
    };
    Ok(Some(match metadata.file_type() {
        kind if kind.is_symlink() => FileKind::Link,
        _ if metadata.file_attributes() & FILE_ATTRIBUTE_REPARSE_POINT != 0 => FileKind::Other,
        kind if kind.is_dir() => FileKind::Directory,
        _ => FileKind::Regular,
    }))
}

/// Makes folders as far as they are missing. Those of a user's profile are private by inheritance.
///
/// # Errors
///
/// One cannot be made.
pub fn make_private(folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)
}

/// Holds a folder open: as long as it is, it cannot be renamed or deleted.
pub(super) fn open_folder(path: &Path) -> io::Result<File> {
    let mut options = File::options();
    options.read(true).share_mode(FILE_SHARE_READ | FILE_SHARE_WRITE);
    options.custom_flags(FILE_FLAG_BACKUP_SEMANTICS).open(path)
}

fn require_regular(kind: FileKind) -> io::Result<()> {
    match kind {
        FileKind::Regular => Ok(()),
        _ => Err(io::Error::new(io::ErrorKind::InvalidInput, "not a regular file")),
    }
}

/// A file that is not yet in its place; deleted when it is closed, unless it took its name.
struct WindowsSpareFile(File);

impl WindowsSpareFile {
    fn of(place: &DirectoryEntry) -> io::Result<Self> {
        let mut options = File::options();
        // Shared with none until it has its name.
        options.create_new(true).write(true).access_mode(GENERIC_WRITE | DELETE).share_mode(0);
        let spare = Self(options.open(place.path.with_file_name(spare_name()?))?);
        spare.deleted_at_close(true)?;
        Ok(spare)
    }

    fn publish(&self, path: &Path, replace: bool) -> io::Result<()> {
        self.deleted_at_close(false)?;
        self.rename(path.as_os_str(), replace).inspect_err(|_| {
            // Without its name it must go when it is closed, as before.
            let _ = self.deleted_at_close(true);
        })
    }

    fn deleted_at_close(&self, deleted: bool) -> io::Result<()> {
        let wanted = FILE_DISPOSITION_INFO { DeleteFile: deleted };
        // SAFETY: the structure is that of its class.
        unsafe { self.set(FileDispositionInfo, (&raw const wanted).cast(), size_of_val(&wanted)) }
    }

    fn rename(&self, path: &OsStr, replace: bool) -> io::Result<()> {
        let name: Vec<u16> = path.encode_wide().collect();
        let bytes = size_of_val(name.as_slice());
        // The name is at the structure's end and ends in 0; whole structures keep it aligned.
        let size = offset_of!(FILE_RENAME_INFO, FileName) + bytes + size_of::<u16>();
        let mut wanted =
            vec![FILE_RENAME_INFO::default(); size.div_ceil(size_of::<FILE_RENAME_INFO>())];
        wanted[0].Anonymous.ReplaceIfExists = replace;
        wanted[0].FileNameLength = u32::try_from(bytes).unwrap_or(u32::MAX);
        // SAFETY: there is room for all letters from the name's place on, as just calculated; the
        // structure is that of its class.
        unsafe {
            let place =
                (&raw mut wanted[0]).cast::<u8>().add(offset_of!(FILE_RENAME_INFO, FileName));
            place.cast::<u16>().copy_from_nonoverlapping(name.as_ptr(), name.len());
            self.set(FileRenameInfo, wanted.as_ptr().cast(), size)
        }
    }

    /// Changes the system's information on the file.
    ///
    /// # Safety
    ///
    /// `size` bytes at `wanted` are the structure of that class.
    unsafe fn set(
        &self,
        class: FILE_INFO_BY_HANDLE_CLASS,
        wanted: *const c_void,
        size: usize,
    ) -> io::Result<()> {
        let size = u32::try_from(size).map_err(io::Error::other)?;
        // SAFETY: the handle is open as long as `self` lives; the caller answers for the rest.
        match unsafe { SetFileInformationByHandle(self.0.as_raw_handle(), class, wanted, size) } {
            0 => Err(io::Error::last_os_error()),
            _ => Ok(()),
        }
    }
}

fn spare_name() -> io::Result<OsString> {
    Ok(format!(".narrows-{:016x}.new", getrandom::u64()?).into())
}
