//! The run's own file on a drive: without a name from birth, and really written.
//!
//! For: reading from a drive without touching anybody's data and without leaving anything behind.
//! The file is made with O_TMPFILE and never linked, so that the kernel frees it with the last
//! descriptor, also after `kill -9`. It is allocated, then written throughout with data that does
//! not compress and repeats nowhere (each 4 KiB block opens with its own number), because reads of
//! holes, of unwritten space and of compressed blocks are not reads of the drive.
//!
//! On btrfs it is made without copy-on-write first: O_DIRECT on checksummed files goes through the
//! page cache there on recent kernels (btrfs(5), NODATACOW; chattr(1), `C`).
//!
//! Not here: where a drive is mounted; drives that hang (writing waits for them in the kernel).

use std::fs::File;
use std::os::unix::fs::{FileExt, MetadataExt};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use narrows_units::{Bytes, Nanos};
use rustix::fs::{
    Advice, FallocateFlags, IFlags, Mode, OFlags, fadvise, fallocate, fstatvfs, ftruncate,
    ioctl_getflags, ioctl_setflags, open,
};
use rustix::io::Errno as Sys;

use crate::arena::{Arena, Memory};
use crate::file_system::FileSystem;
use crate::{Errno, ScratchError, clock};

/// Below this a drive's own cache holds the whole file.
const SIZE_MIN: u64 = 64 << 20;
/// With so much free, the smallest file may be taken although it is more than a tenth of it.
const FREE_MIN: u64 = 4 * SIZE_MIN;
/// One write: long enough for full speed, short enough to stop soon on a slow drive.
const CHUNK: usize = 2 << 20;
/// What each numbered block spans.
const STAMPED: usize = 4096;

/// How large, and how long it may take to write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScratchPlan {
    /// The size wanted. What is made is the least of this and a tenth of what is free, but at
    /// least 64 MiB, for which 256 MiB must be free.
    pub wanted: Bytes,
    /// After this time writing ends and what is there is used, if that is 64 MiB; a drive that has
    /// not written those in four times as long is given up.
    pub time_max: Nanos,
}

impl Default for ScratchPlan {
    /// 1 GiB, 10 s.
    fn default() -> Self {
        Self { wanted: Bytes::gib(1), time_max: Nanos::millis(10_000) }
    }
}

/// A scratch file; gone with the last clone of its [`Scratch::file`].
#[derive(Debug)]
pub struct Scratch {
    file: Arc<File>,
    len: u64,
    file_system: FileSystem,
    no_cow: Option<bool>,
}

impl Scratch {
    /// Makes and writes a scratch file in the directory `dir`. `progress` is told the share
    /// written, 0 to 1; `cancel` is looked at after each 2 MiB.
    ///
    /// `device` is the number (stat(2), `st_dev`) of the file system that `dir` was found on, if it
    /// matters: by the time it is opened, a link or a mount on its path may lead elsewhere, and
    /// another drive would be measured.
    ///
    /// # Errors
    ///
    /// The file system cannot do it, is another one, is full or too slow, or `cancel` was set.
    /// Nothing is left behind in any case.
    pub fn make(
        dir: &Path,
        device: Option<u64>,
        plan: ScratchPlan,
        cancel: &AtomicBool,
        progress: &dyn Fn(f64),
    ) -> Result<Self, ScratchError> {
        let file = open_nameless(dir)?;
        let failed = |call| move |errno| io_error(dir, call, errno);
        let found = file.metadata().map_err(|e| io_error(dir, "fstat", Errno::of(&e)))?.dev();
        if device.is_some_and(|device| device != found) {
            return Err(ScratchError::Elsewhere { path: dir.to_owned() });
        }
        let file_system = FileSystem::of(&file).map_err(failed("statfs"))?;
        if file_system.is_memory() {
            let path = dir.to_owned();
            return Err(ScratchError::InMemory { path, file_system: file_system.name() });
        }
        let no_cow = file_system.is_btrfs().then(|| forgo_copying(&file));
        let size = size_for(dir, &file, plan.wanted.get())?;
        allocate(dir, &file, size)?;
        let len = Writing { dir, file: &file, size, plan, cancel, progress }.run()?;
        ftruncate(&file, len).map_err(failed("ftruncate"))?;
        file.sync_all().map_err(|e| io_error(dir, "fsync", Errno::of(&e)))?;
        // Direct writes leave nothing in the page cache but what the file system put there itself.
        let _ = fadvise(&file, 0, None, Advice::DontNeed);
        Ok(Self { file: Arc::new(file), len, file_system, no_cow })
    }

    /// Its size: what was wanted, or what there was room and time for.
    pub fn len(&self) -> Bytes {
        Bytes::new(self.len)
    }

    /// Never: a scratch file holds at least 64 MiB.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The file system's name, such as `ext4`.
    pub fn file_system(&self) -> &'static str {
        self.file_system.name()
    }

    /// Whether copy-on-write could be turned off; none where there is none to turn off.
    pub fn no_cow(&self) -> Option<bool> {
        self.no_cow
    }

    /// The open file.
    pub fn file(&self) -> Arc<File> {
        Arc::clone(&self.file)
    }
}

fn io_error(dir: &Path, call: &'static str, errno: impl Into<Errno>) -> ScratchError {
    ScratchError::Io { path: dir.to_owned(), call, errno: errno.into() }
}

/// Source: open(2), O_TMPFILE: EOPNOTSUPP where the file system cannot, EISDIR and ENOENT where
/// the kernel cannot; O_DIRECT: EINVAL where the file system cannot.
fn open_nameless(dir: &Path) -> Result<File, ScratchError> {
    let flags = OFlags::TMPFILE | OFlags::RDWR | OFlags::DIRECT | OFlags::CLOEXEC;
    let path = || dir.to_owned();
    match open(dir, flags, Mode::RUSR | Mode::WUSR) {
        Ok(file) => Ok(File::from(file)),
        Err(Sys::OPNOTSUPP | Sys::ISDIR) => Err(ScratchError::NoTmpfile { path: path() }),
        Err(Sys::NOENT) if dir.is_dir() => Err(ScratchError::NoTmpfile { path: path() }),
        Err(Sys::INVAL) => Err(ScratchError::NoDirect { path: path() }),
        Err(errno) => Err(io_error(dir, "open", errno)),
    }
}

/// Turns copy-on-write off, which works only while the file is empty.
fn forgo_copying(file: &File) -> bool {
    let flags = ioctl_getflags(file);
    flags.and_then(|flags| ioctl_setflags(file, flags | IFlags::NOCOW)).is_ok()
}

fn size_for(dir: &Path, file: &File, wanted: u64) -> Result<u64, ScratchError> {
    let space = fstatvfs(file).map_err(|errno| io_error(dir, "statvfs", errno))?;
    let free = space.f_bavail.saturating_mul(space.f_frsize);
    size_in(free, wanted)
        .ok_or(ScratchError::NoSpace { path: dir.to_owned(), free: Bytes::new(free) })
}

/// See [`ScratchPlan::wanted`]; whole chunks.
fn size_in(free: u64, wanted: u64) -> Option<u64> {
    let size = wanted.min(free / 10).max(SIZE_MIN);
    (free >= FREE_MIN).then_some(size / CHUNK as u64 * CHUNK as u64)
}

/// One stretch where the file system can reserve it, so that a sequential read is one.
fn allocate(dir: &Path, file: &File, size: u64) -> Result<(), ScratchError> {
    match fallocate(file, FallocateFlags::empty(), 0, size) {
        Ok(()) | Err(Sys::OPNOTSUPP | Sys::NOSYS) => Ok(()),
        Err(Sys::NOSPC | Sys::DQUOT | Sys::FBIG) => {
            Err(ScratchError::NoSpace { path: dir.to_owned(), free: Bytes::ZERO })
        }
        Err(errno) => Err(io_error(dir, "fallocate", errno)),
    }
}

struct Writing<'a> {
    dir: &'a Path,
    file: &'a File,
    size: u64,
    plan: ScratchPlan,
    cancel: &'a AtomicBool,
    progress: &'a dyn Fn(f64),
}

impl Writing<'_> {
    /// Writes until the end, the time or the room is over; gives the bytes written, 64 MiB or more.
    fn run(&self) -> Result<u64, ScratchError> {
        let memory = Memory { seed: clock::now().get(), huge_pages: true };
        let arena = Arena::new(1, CHUNK, memory);
        let arena = arena.map_err(|errno| io_error(self.dir, "mmap", errno))?;
        // SAFETY: the arena is new, its one buffer is CHUNK bytes long and used only here.
        let chunk = unsafe { std::slice::from_raw_parts_mut(arena.slot(0), CHUNK) };
        let begun = clock::now();
        let mut written = 0;
        while written < self.size && !self.is_time_up(written, clock::now() - begun)? {
            stamp(chunk, written);
            let moved = self.write(chunk, written)?;
            written += moved;
            if moved == 0 {
                break;
            }
            (self.progress)(written as f64 / self.size as f64);
        }
        if written < SIZE_MIN {
            let free = Bytes::new(written);
            return Err(ScratchError::NoSpace { path: self.dir.to_owned(), free });
        }
        Ok(written)
    }

    fn is_time_up(&self, written: u64, passed: Nanos) -> Result<bool, ScratchError> {
        let path = || self.dir.to_owned();
        if self.cancel.load(Ordering::Relaxed) {
            return Err(ScratchError::Cancelled { path: path() });
        }
        if written >= SIZE_MIN {
            return Ok(passed >= self.plan.time_max);
        }
        if passed.get() / 4 >= self.plan.time_max.get() {
            return Err(ScratchError::TooSlow { path: path(), written: Bytes::new(written) });
        }
        Ok(false)
    }

    /// The bytes written, whole blocks; 0 when the drive is full.
    fn write(&self, chunk: &[u8], at: u64) -> Result<u64, ScratchError> {
        match self.file.write_at(chunk, at) {
            Ok(moved) => Ok((moved - moved % STAMPED) as u64),
            Err(error) => match Sys::from_io_error(&error) {
                Some(Sys::NOSPC | Sys::DQUOT) => Ok(0),
                Some(Sys::INVAL) => Err(ScratchError::NoDirect { path: self.dir.to_owned() }),
                _ => Err(io_error(self.dir, "pwrite", Errno::of(&error))),
            },
        }
    }
}

/// Numbers each block of the chunk that goes to `at`.
fn stamp(chunk: &mut [u8], at: u64) {
    for (block, number) in chunk.chunks_exact_mut(STAMPED).zip(at / STAMPED as u64..) {
        if let Some(head) = block.first_chunk_mut() {
            *head = number.to_le_bytes();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_leave_room_for_others() {
        let mib = |n: u64| n << 20;
        assert_eq!(size_in(mib(100_000), mib(1024)), Some(mib(1024)));
        assert_eq!(size_in(mib(5_000), mib(1024)), Some(mib(500)), "a tenth");
        assert_eq!(size_in(mib(300), mib(1024)), Some(mib(64)), "the least that is of use");
        assert_eq!(size_in(mib(100_000), mib(1)), Some(mib(64)));
        assert_eq!(size_in(mib(255), mib(1024)), None);
        assert_eq!(size_in(mib(100_000), mib(65) + 1), Some(mib(64)), "whole chunks");
    }

    #[test]
    fn blocks_are_numbered_through_the_file() {
        let mut chunk = vec![0xff; CHUNK];
        stamp(&mut chunk, 2 * CHUNK as u64);
        // The third chunk of 512 blocks starts at block 1,024.
        assert_eq!(chunk[..9], [0, 4, 0, 0, 0, 0, 0, 0, 0xff]);
        assert_eq!(chunk[4096..4104], [1, 4, 0, 0, 0, 0, 0, 0]);
    }
}
