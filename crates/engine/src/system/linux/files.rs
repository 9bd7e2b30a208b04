//! Queries of a file beyond reading and writing.

use std::fs::File;
use std::os::unix::fs::{FileExt, MetadataExt};
use std::path::Path;

use rustix::fs::{Advice, FallocateFlags, fadvise, fallocate, fstatvfs};
use rustix::io::Errno as Sys;

use crate::Errno;

/// The number of its file system (stat(2), `st_dev`).
pub(crate) fn volume(file: &File) -> Result<u64, Errno> {
    Ok(file.metadata().map_err(|error| Errno::of(&error))?.dev())
}

/// The bytes that this user may still take of its file system.
pub(crate) fn free(_: &Path, file: &File) -> Result<u64, Errno> {
    let space = fstatvfs(file)?;
    Ok(space.f_bavail.saturating_mul(space.f_frsize))
}

/// Reserves this many bytes in one extent if the file system can; returns whether it could.
///
/// Source: fallocate(2).
pub(crate) fn reserve(file: &File, size: u64) -> Result<bool, Errno> {
    match fallocate(file, FallocateFlags::empty(), 0, size) {
        Ok(()) => Ok(true),
        Err(Sys::OPNOTSUPP | Sys::NOSYS) => Ok(false),
        Err(errno) => Err(errno.into()),
    }
}

/// Leaves nothing of it in the page cache.
pub(crate) fn forget(file: &File) {
    let _ = fadvise(file, 0, None, Advice::DontNeed);
}

pub(crate) fn read_at(file: &File, buffer: &mut [u8], at: u64) -> Result<usize, Errno> {
    file.read_at(buffer, at).map_err(|error| Errno::of(&error))
}

pub(crate) fn write_at(file: &File, bytes: &[u8], at: u64) -> Result<usize, Errno> {
    file.write_at(bytes, at).map_err(|error| Errno::of(&error))
}
