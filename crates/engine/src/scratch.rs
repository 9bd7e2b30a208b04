//! The run's own file on a drive: without a name, and really written.
//!
//! For: reading from and writing to a drive without touching anybody's data and without leaving
//! anything behind. The file is created with O_TMPFILE and never linked, so that the kernel frees
//! it with the last descriptor, even after `kill -9`. It is allocated, then written throughout with
//! data that does not compress and never repeats, because reads of holes, of unwritten space and of
//! compressed blocks are not reads of the drive. Where nothing is read, it may be only reserved.
//!
//! On btrfs it is made without copy-on-write first: O_DIRECT on checksummed files goes through the
//! page cache there on recent kernels (btrfs(5), NODATACOW; chattr(1), `C`).
//!
//! Not here: where a drive is mounted; drives that hang (writing waits for them in the kernel).

mod unlinked;

use std::fs::File;
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use narrows_units::{Bytes, Nanos};
use rustix::fs::{IFlags, Mode, OFlags, ioctl_getflags, ioctl_setflags, open};
use rustix::io::Errno as Sys;

use crate::file_system::FileSystem;
use crate::layout::Layout;
use crate::salt::salt;
use crate::write_ledger::WriteLedger;
use crate::{Errno, ScratchError};

/// The size of a scratch file, how much of it is written, and the time for that.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScratchPlan {
    /// The size. Unless it was `named`, the file gets the least of this and a tenth of the free
    /// space, but at least 64 MiB, for which 256 MiB must be free.
    pub wanted: Bytes,
    /// Whether the size was requested explicitly: the file gets exactly this size, or is not
    /// created. A tenth of the free space, and 256 MiB at least, stays free.
    pub named: bool,
    /// Whether to write it throughout, which reading needs; otherwise it is only reserved, and the
    /// first write of a block has the file system's allocation cost. Where the file system cannot
    /// reserve, it is always written.
    pub fill: bool,
    /// The time after which writing ends and the written part is used, if that is 64 MiB; a drive
    /// that has not written those in four times as long is given up. A named size must be written
    /// whole in four times as long.
    pub time_max: Nanos,
}

impl Default for ScratchPlan {
    /// 1 GiB or a modest size, written throughout, 10 s.
    fn default() -> Self {
        Self { wanted: Bytes::gib(1), named: false, fill: true, time_max: Nanos::millis(10_000) }
    }
}

/// A scratch file; gone with the last clone of its [`Scratch::file`].
#[derive(Debug)]
pub struct Scratch {
    file: Arc<File>,
    len: u64,
    filled: bool,
    file_system: FileSystem,
    no_cow: Option<bool>,
    write_ledger: Arc<WriteLedger>,
}

impl Scratch {
    /// Creates and writes a scratch file in the directory `dir`. Calls `progress` with the share
    /// written, 0 to 1; checks `cancel` after each 2 MiB.
    ///
    /// `device` is the number (stat(2), `st_dev`) of the file system of `dir`, if it matters: by
    /// the time it is opened, a link or a mount on its path may lead elsewhere, and another drive
    /// would be measured.
    ///
    /// # Errors
    ///
    /// The file system does not support it, is another one, is full or too slow, or `cancel` was
    /// set. No file is left behind in any case.
    pub fn make(
        dir: &Path,
        device: Option<u64>,
        plan: ScratchPlan,
        cancel: &AtomicBool,
        progress: &dyn Fn(f64),
    ) -> Result<Self, ScratchError> {
        let file = open_nameless(dir)?;
        Self::of_file(file, dir, device, plan, cancel, progress)
    }

    /// The same in a directory that other hosts use, too. Network file systems have no files without a
    /// name (NFS, most parallel file systems); there the file gets a random one, which is removed at
    /// once: the file is gone when it is closed, whoever closes it, because clients keep such a file only
    /// until then (NFS's "silly rename", libfuse's hidden files). A process that is killed between the two
    /// calls leaves an empty file, which the next one to make a file there removes.
    ///
    /// # Errors
    ///
    /// As [`Scratch::make`].
    pub fn make_shared(
        dir: &Path,
        plan: ScratchPlan,
        cancel: &AtomicBool,
        progress: &dyn Fn(f64),
    ) -> Result<Self, ScratchError> {
        let file = match open_nameless(dir) {
            Err(ScratchError::NoTmpfile { .. }) => unlinked::open(dir)?,
            opened => opened?,
        };
        Self::of_file(file, dir, None, plan, cancel, progress)
    }

    /// Lays the file out.
    fn of_file(
        file: File,
        dir: &Path,
        device: Option<u64>,
        plan: ScratchPlan,
        cancel: &AtomicBool,
        progress: &dyn Fn(f64),
    ) -> Result<Self, ScratchError> {
        let found = file.metadata().map_err(|e| io_error(dir, "fstat", Errno::of(&e)))?.dev();
        if device.is_some_and(|device| device != found) {
            return Err(ScratchError::Elsewhere { path: dir.to_owned() });
        }
        let (file_system, no_cow) = examine(dir, &file)?;
        let write_ledger = Arc::new(WriteLedger::new(salt()));
        let stamp = write_ledger.stamp();
        let layout = Layout { path: dir, file: &file, stamp, plan, cancel, progress };
        let laid_out = layout.run()?;
        let (len, filled) = (laid_out.len, laid_out.filled);
        Ok(Self { file: Arc::new(file), len, filled, file_system, no_cow, write_ledger })
    }

    /// Its size: the size requested, or what space and time allowed.
    pub fn len(&self) -> Bytes {
        Bytes::new(self.len)
    }

    /// Always false: a scratch file holds at least 2 MiB.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Whether it is written throughout; otherwise it is only reserved, and must not be read.
    pub fn is_filled(&self) -> bool {
        self.filled
    }

    /// The file system's name, such as `ext4`.
    pub fn file_system(&self) -> &'static str {
        self.file_system.name()
    }

    /// Whether copy-on-write could be turned off; none where it does not apply.
    pub fn no_cow(&self) -> Option<bool> {
        self.no_cow
    }

    /// The open file.
    pub fn file(&self) -> Arc<File> {
        Arc::clone(&self.file)
    }

    pub(crate) fn write_ledger(&self) -> Arc<WriteLedger> {
        Arc::clone(&self.write_ledger)
    }
}

/// The file system of a new, empty file, and whether copy-on-write could be turned off for it.
pub(crate) fn examine(
    path: &Path,
    file: &File,
) -> Result<(FileSystem, Option<bool>), ScratchError> {
    let file_system = file_system(path, file).map_err(|errno| io_error(path, "statfs", errno))?;
    if file_system.is_memory() {
        let path = path.to_owned();
        return Err(ScratchError::InMemory { path, file_system: file_system.name() });
    }
    Ok((file_system, file_system.is_btrfs().then(|| forgo_copying(file))))
}

/// That of the file, or of the path where it cannot be asked: FUSE servers ask by name, and that of a removed file is
/// gone when another host removes its own at the same moment, because libfuse gives hidden files the same names on all.
fn file_system(path: &Path, file: &File) -> rustix::io::Result<FileSystem> {
    match FileSystem::of(file) {
        Err(Sys::NOENT) => {
            FileSystem::of(open(path, OFlags::RDONLY | OFlags::CLOEXEC, Mode::empty())?)
        }
        found => found,
    }
}

pub(crate) fn io_error(dir: &Path, call: &'static str, errno: impl Into<Errno>) -> ScratchError {
    ScratchError::Io { path: dir.to_owned(), call, errno: errno.into() }
}

/// Source: open(2), O_TMPFILE: EOPNOTSUPP where the file system does not support it, EISDIR and
/// ENOENT where the kernel does not; O_DIRECT: EINVAL where the file system does not.
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
