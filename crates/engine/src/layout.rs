//! Reserves a new file and writes it throughout.
//!
//! For: the run's own files, unnamed ([`crate::Scratch`]) or kept ([`crate::KeptFile`]), of which
//! every block must really be on the drive before it is read. The file is allocated in one extent
//! if the file system can, then written with data that does not compress and never repeats: each
//! block carries its [`crate::BlockStamp`], of generation 0.
//!
//! Not here: creating and naming the file.

use std::fs::File;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use narrows_units::{Bytes, Nanos};

use crate::arena::{Arena, BufferMemory};
use crate::stamp::{BlockStamp, UNIT};
use crate::system::files;
use crate::{Errno, ScratchError, ScratchPlan, clock};

/// The smallest file: below this a drive's own cache holds all of it.
const SIZE_MIN: u64 = 64 << 20;
/// The free space at which the smallest file may be used although it is more than a tenth of it.
const FREE_MIN: u64 = 4 * SIZE_MIN;
/// The least free space that remains beside a file of a requested size: as much as a file system
/// needs to work well, and others need until they notice.
const RESERVE_MIN: u64 = 256 << 20;
/// Bytes per write: enough for full speed, few enough to stop soon on a slow drive.
const CHUNK: usize = 2 << 20;

pub(crate) struct FileLayout<'a> {
    pub(crate) path: &'a Path,
    pub(crate) file: &'a File,
    pub(crate) stamp: BlockStamp,
    pub(crate) plan: ScratchPlan,
    pub(crate) cancel: &'a AtomicBool,
    pub(crate) progress: &'a dyn Fn(f64),
}

pub(crate) struct LayoutResult {
    pub(crate) len: u64,
    /// Whether it was written throughout; otherwise it is only reserved.
    pub(crate) filled: bool,
}

impl FileLayout<'_> {
    /// Reserves, writes if the plan requires it, and flushes.
    pub(crate) fn run(&self) -> Result<LayoutResult, ScratchError> {
        let size = self.size()?;
        // Reserves one extent if the file system can, so that a sequential read is sequential.
        let reserved = files::reserve(self.file, size).map_err(|errno| match errno.meaning() {
            Errno::ENOSPC | Errno::EDQUOT | Errno::EFBIG => {
                ScratchError::NoSpace { path: self.path.to_owned(), free: Bytes::ZERO }
            }
            _ => self.failed("fallocate", errno),
        })?;
        let filled = self.plan.fill || !reserved;
        let len = if filled {
            // Writes until the end of the file, the time or the space.
            let memory = BufferMemory { seed: clock::now().get(), huge_pages: true };
            let arena = Arena::new(1, CHUNK, memory).map_err(|errno| self.failed("mmap", errno))?;
            // SAFETY: the arena is new, its one buffer is CHUNK bytes long and used only here.
            let chunk = unsafe { std::slice::from_raw_parts_mut(arena.slot(0), CHUNK) };
            let (begun, least) = (clock::now(), self.least(size));
            let mut written = 0;
            while written < size && !self.is_time_up(written, least, clock::now() - begun)? {
                // One chunk of noise serves the whole file: the stamp gives every sector a number
                // of its own, so that no two are equal.
                self.stamp.write(chunk, written, 0);
                let moved = self.write(chunk, written)?;
                written += moved;
                // The drive is full; what was written until here may be enough.
                if moved == 0 {
                    break;
                }
                (self.progress)(written as f64 / size as f64);
            }
            if written < least {
                let free = Bytes::new(written);
                return Err(ScratchError::NoSpace { path: self.path.to_owned(), free });
            }
            written
        } else {
            size
        };
        // Cuts off what was reserved and not written: reading it would not touch the drive.
        self.file.set_len(len).map_err(|error| self.failed("ftruncate", error))?;
        // Before the cache is emptied: DONTNEED keeps unwritten pages (posix_fadvise(2)).
        self.file.sync_all().map_err(|error| self.failed("fsync", error))?;
        // Direct writes leave only the file system's own data in the page cache.
        files::forget(self.file);
        Ok(LayoutResult { len, filled })
    }

    fn failed(&self, call: &'static str, errno: impl Into<Errno>) -> ScratchError {
        ScratchError::Io { path: self.path.to_owned(), call, errno: errno.into() }
    }

    fn size(&self) -> Result<u64, ScratchError> {
        let free = files::free(self.path, self.file);
        let free = free.map_err(|errno| self.failed("statvfs", errno))?;
        let (path, wanted) = (|| self.path.to_owned(), self.plan.wanted.get());
        if !self.plan.named {
            let none = || ScratchError::NoSpace { path: path(), free: Bytes::new(free) };
            return size_in(free, wanted).ok_or_else(none);
        }
        let most = Bytes::new(most_in(free));
        let too_large = || ScratchError::TooLarge { path: path(), wanted: self.plan.wanted, most };
        (wanted <= most.get()).then(|| whole_chunks(wanted)).ok_or_else(too_large)
    }

    /// The least to write for the file to be of use.
    fn least(&self, size: u64) -> u64 {
        if self.plan.named { size } else { SIZE_MIN }
    }

    fn is_time_up(&self, written: u64, least: u64, passed: Nanos) -> Result<bool, ScratchError> {
        let path = || self.path.to_owned();
        if self.cancel.load(Ordering::Relaxed) {
            return Err(ScratchError::Cancelled { path: path() });
        }
        if written >= least {
            return Ok(passed >= self.plan.time_max);
        }
        if passed.get() / 4 >= self.plan.time_max.get() {
            return Err(ScratchError::TooSlow { path: path(), written: Bytes::new(written) });
        }
        Ok(false)
    }

    /// The bytes written, whole blocks; 0 when the drive is full.
    fn write(&self, chunk: &[u8], at: u64) -> Result<u64, ScratchError> {
        match files::write_at(self.file, chunk, at) {
            // A short write may end within a unit, whose stamp is invalid until it is rewritten.
            Ok(moved) => Ok((moved - moved % UNIT) as u64),
            Err(errno) => match errno.meaning() {
                Errno::ENOSPC | Errno::EDQUOT => Ok(0),
                // All is aligned, so that EINVAL means direct I/O itself (write(2)).
                Errno::EINVAL => Err(ScratchError::NoDirect { path: self.path.to_owned() }),
                _ => Err(self.failed("pwrite", errno)),
            },
        }
    }
}

fn whole_chunks(size: u64) -> u64 {
    (size / CHUNK as u64).max(1) * CHUNK as u64
}

/// See [`ScratchPlan::wanted`].
fn size_in(free: u64, wanted: u64) -> Option<u64> {
    let size = wanted.min(free / 10).max(SIZE_MIN);
    (free >= FREE_MIN).then(|| whole_chunks(size))
}

/// See [`ScratchPlan::named`].
fn most_in(free: u64) -> u64 {
    free.saturating_sub((free / 10).max(RESERVE_MIN))
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn mib(count: u64) -> u64 {
        count << 20
    }

    #[test]
    fn sizes_leave_room_for_others() {
        assert_eq!(size_in(mib(100_000), mib(1024)), Some(mib(1024)));
        assert_eq!(size_in(mib(5_000), mib(1024)), Some(mib(500)), "a tenth");
        assert_eq!(size_in(mib(300), mib(1024)), Some(mib(64)), "the least that is of use");
        assert_eq!(size_in(mib(100_000), mib(1)), Some(mib(64)));
        assert_eq!(size_in(mib(255), mib(1024)), None);
        assert_eq!(size_in(mib(100_000), mib(65) + 1), Some(mib(64)), "whole chunks");
    }

    #[test]
    fn a_size_that_somebody_names_leaves_a_tenth_and_256_mib_at_least() {
        assert_eq!(most_in(mib(100_000)), mib(90_000));
        assert_eq!(most_in(mib(1_000)), mib(744));
        assert_eq!(most_in(mib(200)), 0);
        assert_eq!(whole_chunks(1), CHUNK as u64);
    }
}
