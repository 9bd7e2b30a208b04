//! The run's own file on a drive: without a name, and really written.
//!
//! For: reading from and writing to a drive without touching existing data and without leaving
//! anything behind. The file is created with O_TMPFILE and never linked, so that the kernel frees
//! it with the last descriptor, even after `kill -9`. It is allocated, then written throughout with
//! data that does not compress and never repeats, because reads of holes, of unwritten space and of
//! compressed blocks are not reads of the drive. If nothing is read, it may be only reserved.
//!
//! On btrfs it is made without copy-on-write first: O_DIRECT on checksummed files goes through the
//! page cache there on recent kernels (btrfs(5), NODATACOW; chattr(1), `C`).
//!
//! Not here: where a drive is mounted; drives that hang (writing waits for them in the kernel).

use std::fs::File;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use narrows_units::{Bytes, Nanos};

use crate::layout::FileLayout;
use crate::salt::salt;
use crate::system::{examine, files, open_nameless};
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
    /// first write of a block has the file system's allocation cost. If the file system cannot
    /// reserve, it is always written.
    pub fill: bool,
    /// The time after which writing ends and the written part is used, if that is 64 MiB; a drive
    /// that has not written those in four times as long is given up. A named size must be written
    /// completely in four times as long.
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
    file_system: &'static str,
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
        let file = open_nameless(dir, device)?;
        Self::of_file(file, dir, plan, cancel, progress)
    }

    pub(crate) fn of_file(
        file: File,
        dir: &Path,
        plan: ScratchPlan,
        cancel: &AtomicBool,
        progress: &dyn Fn(f64),
    ) -> Result<Self, ScratchError> {
        let (file_system, no_cow) = examine(dir, &file)?;
        let write_ledger = Arc::new(WriteLedger::new(salt()));
        let stamp = write_ledger.stamp();
        let layout = FileLayout { path: dir, file: &file, stamp, plan, cancel, progress };
        let laid_out = layout.run()?;
        let (len, filled) = (laid_out.len, laid_out.filled);
        Ok(Self { file: Arc::new(file), len, filled, file_system, no_cow, write_ledger })
    }

    /// Size in bytes: as requested, or as space and time allowed.
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
        self.file_system
    }

    /// Whether copy-on-write could be turned off; `None` if it does not apply.
    pub fn no_cow(&self) -> Option<bool> {
        self.no_cow
    }

    pub fn file(&self) -> Arc<File> {
        Arc::clone(&self.file)
    }

    pub(crate) fn write_ledger(&self) -> Arc<WriteLedger> {
        Arc::clone(&self.write_ledger)
    }
}

/// Refuses a file on another file system than expected.
pub(crate) fn check_volume(
    dir: &Path,
    opened: &File,
    device: Option<u64>,
) -> Result<(), ScratchError> {
    let volume = files::volume(opened).map_err(|errno| io_error(dir, "fstat", errno))?;
    if device.is_none_or(|device| device == volume) {
        Ok(())
    } else {
        Err(ScratchError::Elsewhere { path: dir.to_owned() })
    }
}

pub(crate) fn io_error(dir: &Path, call: &'static str, errno: impl Into<Errno>) -> ScratchError {
    ScratchError::Io { path: dir.to_owned(), call, errno: errno.into() }
}
