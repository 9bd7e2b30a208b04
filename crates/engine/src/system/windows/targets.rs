//! Targets that are not the run's own: files that are there, and none at all.

use std::fs::File;
use std::os::windows::fs::OpenOptionsExt;
use std::path::Path;

use windows_sys::Win32::Storage::FileSystem::{
    FILE_ATTRIBUTE_COMPRESSED, FILE_ATTRIBUTE_DIRECTORY, FILE_ATTRIBUTE_ENCRYPTED,
    FILE_ATTRIBUTE_OFFLINE, FILE_ATTRIBUTE_SPARSE_FILE, FILE_FLAG_NO_BUFFERING,
    FILE_FLAG_OVERLAPPED,
};

use super::files::facts;
use super::regions::written_until;
use super::scratch::{SHARED, file_system, is_in_memory};
use crate::kind::TargetKind;
use crate::{Errno, IoTarget, TargetError, TargetRegion};

/// Reads of such files do not return the drive's own data, or never reach the drive.
const CHANGED: u32 = FILE_ATTRIBUTE_COMPRESSED
    | FILE_ATTRIBUTE_ENCRYPTED
    | FILE_ATTRIBUTE_SPARSE_FILE
    | FILE_ATTRIBUTE_OFFLINE;

impl IoTarget {
    /// No target: requests complete at once, which shows the engine's own speed.
    pub fn nop(name: impl Into<String>) -> Result<Self, TargetError> {
        let path = Path::new("NUL");
        let file = File::open(path)
            .map_err(|e| TargetError::Open { path: path.to_owned(), errno: Errno::of(&e) })?;
        Ok(Self::boundless(name.into(), file, TargetKind::Nop))
    }

    /// A regular file that is written throughout, for reading only.
    ///
    /// # Errors
    ///
    /// It cannot be opened, is no file, is in memory, compressed, encrypted or sparse, or was never written to its end.
    pub fn open(name: impl Into<String>, path: &Path) -> Result<Self, TargetError> {
        let mut options = File::options();
        options.read(true).share_mode(SHARED);
        options.custom_flags(FILE_FLAG_NO_BUFFERING | FILE_FLAG_OVERLAPPED);
        let path = || path.to_owned();
        let file = options
            .open(path())
            .map_err(|error| TargetError::Open { path: path(), errno: Errno::of(&error) })?;
        let information = facts(&file).map_err(|_| TargetError::NotStorage { path: path() })?;
        if information.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY != 0 {
            return Err(TargetError::NotStorage { path: path() });
        }
        if information.dwFileAttributes & CHANGED != 0 {
            return Err(TargetError::Changed { path: path() });
        }
        if is_in_memory(&path()) {
            return Err(TargetError::InMemory { path: path(), file_system: "RAM disk" });
        }
        let len = u64::from(information.nFileSizeHigh) << 32 | u64::from(information.nFileSizeLow);
        if let Some(at) = written_until(&file, len).filter(|at| *at < len) {
            return Err(TargetError::Holes { path: path(), at });
        }
        let file_system = file_system(&path(), &file);
        let target = Self::read_only(name.into(), file, TargetRegion::whole(len), TargetKind::File);
        Ok(Self { file_system: Some(file_system), ..target })
    }
}
