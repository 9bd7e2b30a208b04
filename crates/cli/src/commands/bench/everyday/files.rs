//! Files of everyday jobs: without a name, so that the kernel frees them with this process however it
//! ends, read and written through the page cache as programs do.
//!
//! Not here: names in folders, which such files do not have; which jobs there are.

use std::fs::File;
use std::io::{self, Read, Seek, Write};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use rustix::fs::{Advice, Mode, OFlags, fadvise, open, statvfs, syncfs};
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// Bytes that are read or written in one call.
pub const BUFFER: usize = 1 << 20;

/// A folder on a drive, as long as it lies on that file system (stat(2), `st_dev`).
#[derive(Clone, Debug)]
pub struct EverydayFolder {
    pub path: PathBuf,
    pub number: u64,
}

impl EverydayFolder {
    /// A new, empty file without a name.
    pub fn file(&self) -> io::Result<File> {
        let flags = OFlags::TMPFILE | OFlags::RDWR | OFlags::CLOEXEC;
        // A file without a name cannot be opened again, and is freed with its last descriptor.
        let file = File::from(open(&self.path, flags, Mode::RUSR | Mode::WUSR)?);
        if file.metadata()?.dev() != self.number {
            // A mount or a link leads elsewhere by now.
            return Err(io::Error::other("another file system"));
        }
        Ok(file)
    }

    /// Everything that was written to its file system is on the drive.
    pub fn flush(&self) -> io::Result<()> {
        Ok(syncfs(File::open(&self.path)?)?)
    }

    /// Bytes that this user may still write.
    pub fn free(&self) -> io::Result<u64> {
        free(&self.path)
    }
}

fn free(path: &Path) -> io::Result<u64> {
    let statistics = statvfs(path)?;
    Ok(statistics.f_bavail.saturating_mul(statistics.f_frsize))
}

/// How many files this process may have open at once; fewer than 64 if that is unknown.
pub fn most_open() -> u64 {
    let limit = getrlimit(Resource::Nofile);
    let most = limit.maximum.or(limit.current).unwrap_or(64);
    // Where raising it is refused, the limit of now holds.
    match setrlimit(Resource::Nofile, Rlimit { current: limit.maximum, maximum: limit.maximum }) {
        Ok(()) => most,
        Err(_) => limit.current.unwrap_or(64),
    }
}

/// That the user wants it to end.
pub fn going_on(cancel: &AtomicBool) -> io::Result<()> {
    if cancel.load(Ordering::Relaxed) { Err(io::ErrorKind::Interrupted.into()) } else { Ok(()) }
}

/// The file is on the drive and no longer in memory: the next read is one of the drive.
pub fn cool(file: &File) -> io::Result<()> {
    file.sync_all()?;
    // After the flush: the kernel drops no dirty pages (posix_fadvise(2)).
    Ok(fadvise(file, 0, None, Advice::DontNeed)?)
}

/// Hands `take` all of a file from its beginning, piece by piece; how many bytes there were.
pub fn read(
    mut file: &File,
    cancel: &AtomicBool,
    mut take: impl FnMut(&[u8]) -> io::Result<()>,
) -> io::Result<u64> {
    file.rewind()?;
    let (mut buffer, mut all) = (vec![0; BUFFER], 0);
    loop {
        going_on(cancel)?;
        match file.read(&mut buffer)? {
            0 => return Ok(all),
            len => {
                take(&buffer[..len])?;
                all += len as u64;
            }
        }
    }
}

/// Copies by reading and writing: bytes that a file system only refers to again are no copy on a drive.
pub fn copy(from: &File, mut to: &File, cancel: &AtomicBool) -> io::Result<u64> {
    read(from, cancel, |bytes| to.write_all(bytes))
}
