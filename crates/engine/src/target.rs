//! A target: a file or device, the region to use, and the permitted access.
//!
//! A target that was not created by the run is open for reading only, both in the kernel and in
//! this type. Writable are [`Scratch`] and [`Kept`] files, and a raw device with a [`Permit`].

use std::fs::File;
use std::os::unix::fs::{FileTypeExt, MetadataExt};
use std::path::Path;
use std::sync::Arc;

use rustix::fs::{
    IFlags, Mode, OFlags, SeekFrom, fcntl_getfl, fcntl_setfl, ioctl_getflags, major, minor, open,
    seek,
};

use narrows_workload::Workload;

use crate::array::Members;
use crate::file_system::FileSystem;
use crate::passthrough::{Generic, Namespace};
use crate::salt::salt;
use crate::stamp::Stamp;
use crate::write_ledger::WriteLedger;
use crate::{Errno, Kept, Permit, Region, RunError, Scratch, TargetError, UNIT};

/// The size assumed for targets without one, for choosing offsets: 1 TiB.
const BOUNDLESS: u64 = 1 << 40;

/// Permitted access to a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Reads only.
    ReadOnly,
    /// Reads and writes: the run's own scratch file.
    Scratch,
    /// Reads and writes of a file that the run created and keeps.
    Kept,
    /// Reads and writes of a raw device with a permit.
    RawWrite,
}

/// Kinds of targets, as far as submitting requests is concerned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A regular file, with direct I/O.
    File,
    /// A block device, with direct I/O.
    Block,
    /// One of the kernel's own character devices, such as /dev/zero: memory is filled, no drive is
    /// involved.
    Memory,
    /// No target: requests complete without doing anything.
    Nop,
}

/// A file or device to measure. Cloning it shares the open file.
#[derive(Clone, Debug)]
pub struct Target {
    pub(crate) name: String,
    pub(crate) file: Arc<File>,
    pub(crate) region: Region,
    pub(crate) access: Access,
    pub(crate) kind: Kind,
    pub(crate) write_ledger: Option<Arc<WriteLedger>>,
    /// Whether every block of it is written, so that it may be read.
    pub(crate) filled: bool,
    pub(crate) permit: Option<Arc<dyn Permit>>,
    pub(crate) file_system: Option<&'static str>,
    pub(crate) no_cow: Option<bool>,
    /// Its namespace for NVMe commands, if open.
    pub(crate) namespace: Option<Namespace>,
    /// The drives of a virtual array.
    pub(crate) members: Option<Arc<Members>>,
}

impl Target {
    /// All of a scratch file, under the drive's `name`.
    pub fn scratch(name: impl Into<String>, scratch: &Scratch) -> Self {
        Self {
            name: name.into(),
            file: scratch.file(),
            region: Region::whole(scratch.len().get()),
            access: Access::Scratch,
            kind: Kind::File,
            write_ledger: Some(scratch.write_ledger()),
            filled: scratch.is_filled(),
            permit: None,
            file_system: Some(scratch.file_system()),
            no_cow: scratch.no_cow(),
            namespace: None,
            members: None,
        }
    }

    /// All of a kept file, under the drive's `name`.
    pub fn kept(name: impl Into<String>, kept: &Kept) -> Self {
        Self {
            name: name.into(),
            file: kept.file(),
            region: Region::whole(kept.len().get()),
            access: Access::Kept,
            kind: Kind::File,
            write_ledger: Some(kept.write_ledger()),
            filled: true,
            permit: None,
            file_system: Some(kept.file_system()),
            no_cow: kept.no_cow(),
            namespace: None,
            members: None,
        }
    }

    /// A raw device that may be written, all of it.
    ///
    /// # Errors
    ///
    /// Its size cannot be read.
    pub fn raw_write(
        name: impl Into<String>,
        permit: Arc<dyn Permit>,
    ) -> Result<Self, TargetError> {
        let (name, file) = (name.into(), permit.file());
        let failed = |errno: rustix::io::Errno| TargetError::Open {
            path: Path::new(&name).to_owned(),
            errno: errno.into(),
        };
        let len = seek(&*file, SeekFrom::End(0)).map_err(failed)?;
        Ok(Self {
            name,
            file,
            region: Region::whole(len),
            access: Access::RawWrite,
            kind: Kind::Block,
            write_ledger: Some(Arc::new(WriteLedger::of_unknown(salt()))),
            // Unknown; a drive may be read in any case, and blocks not written here are not
            // checked.
            filled: true,
            permit: Some(permit),
            file_system: None,
            no_cow: None,
            namespace: None,
            members: None,
        })
    }

    /// No target: requests complete without doing anything, which shows the speed of the engine
    /// itself.
    ///
    /// # Errors
    ///
    /// /dev/null cannot be opened.
    pub fn nop(name: impl Into<String>) -> Result<Self, TargetError> {
        let path = Path::new("/dev/null");
        let file = File::open(path)
            .map_err(|e| TargetError::Open { path: path.to_owned(), errno: Errno::of(&e) })?;
        Ok(Self::boundless(name.into(), file, Kind::Nop))
    }

    /// A target without a size of its own.
    fn boundless(name: String, file: File, kind: Kind) -> Self {
        Self {
            name,
            file: Arc::new(file),
            region: Region::whole(BOUNDLESS),
            access: Access::ReadOnly,
            kind,
            write_ledger: None,
            filled: true,
            permit: None,
            file_system: None,
            no_cow: None,
            namespace: None,
            members: None,
        }
    }

    /// A regular file that is written throughout, or a block device, for reading only; also
    /// /dev/zero, /dev/full, /dev/random and /dev/urandom, which show what the engine and the kernel
    /// cost without a drive.
    ///
    /// On a device the caller restricts the target by [`Target::within`] to what is really
    /// allocated: reading what was trimmed or never written need not touch the flash and would
    /// overstate the drive.
    ///
    /// # Errors
    ///
    /// It cannot be opened for direct I/O, is not storage, is in memory or on btrfs with checksums
    /// (which are read through the page cache), or has holes.
    pub fn open(name: impl Into<String>, path: &Path) -> Result<Self, TargetError> {
        let failed = |errno| TargetError::Open { path: path.to_owned(), errno };
        if is_filled_by_kernel(path) {
            let file = File::open(path).map_err(|error| failed(Errno::of(&error)))?;
            return Ok(Self::boundless(name.into(), file, Kind::Memory));
        }
        let file = open_direct(path)?;
        let kind = file.metadata().map_err(|error| failed(Errno::of(&error)))?.file_type();
        if !kind.is_file() && !kind.is_block_device() {
            return Err(TargetError::NotStorage { path: path.to_owned() });
        }
        block_again(&file).map_err(|errno| failed(errno.into()))?;
        let len = seek(&file, SeekFrom::End(0)).map_err(|errno| failed(errno.into()))?;
        let mut target = Self {
            name: name.into(),
            file: Arc::new(file),
            region: Region::whole(len),
            access: Access::ReadOnly,
            kind: if kind.is_file() { Kind::File } else { Kind::Block },
            write_ledger: None,
            filled: true,
            permit: None,
            file_system: None,
            no_cow: None,
            namespace: None,
            members: None,
        };
        if kind.is_file() {
            target.examine(path)?;
        }
        Ok(target)
    }

    /// Refuses a regular file whose reads would not reach a drive.
    fn examine(&mut self, path: &Path) -> Result<(), TargetError> {
        let failed = |errno: rustix::io::Errno| TargetError::Open {
            path: path.to_owned(),
            errno: errno.into(),
        };
        let file_system = FileSystem::of(&self.file).map_err(failed)?;
        self.file_system = Some(file_system.name());
        self.no_cow = file_system.is_btrfs().then(|| is_no_cow(&self.file));
        if file_system.is_memory() {
            let file_system = file_system.name();
            return Err(TargetError::InMemory { path: path.to_owned(), file_system });
        }
        if self.no_cow == Some(false) {
            return Err(TargetError::Checksummed { path: path.to_owned() });
        }
        refuse_holes(&self.file, self.region.len, path)
    }

    /// The same target, restricted to its part of `region`.
    #[must_use]
    pub fn within(mut self, region: Region) -> Self {
        let end = self.region.offset.saturating_add(self.region.len);
        let offset = region.offset.clamp(self.region.offset, end);
        let len = region.offset.saturating_add(region.len).clamp(offset, end) - offset;
        self.region = Region { offset, len };
        self
    }

    /// The same NVMe drive, open also for commands that bypass the block layer
    /// ([`crate::EngineChoice::Passthrough`]): for reading only, unless this target may be written.
    ///
    /// # Errors
    ///
    /// The generic device cannot be opened (kernels before 6.2 let only root send commands), does
    /// not belong to the namespace whose whole block device this target is, or has metadata.
    pub fn through(mut self, generic: &Generic) -> Result<Self, TargetError> {
        let failed = |errno: rustix::io::Errno| TargetError::Generic {
            path: generic.path.clone(),
            errno: errno.into(),
        };
        let len = seek(&*self.file, SeekFrom::End(0)).map_err(failed)?;
        let namespace = Namespace::open(generic, &self.file, len, self.is_writable())?;
        self.namespace = Some(namespace);
        Ok(self)
    }

    /// Whether `workload` may run on it now. Must be called right before each round, because the
    /// state of a raw device may have changed.
    ///
    /// # Errors
    ///
    /// The reason; nothing was written.
    pub fn permits(&self, workload: &Workload) -> Result<(), RunError> {
        if workload.read_percent > 0 && !self.filled {
            return Err(RunError::Unfilled);
        }
        if workload.read_percent == 100 {
            return Ok(());
        }
        match (self.access, &self.permit) {
            (Access::ReadOnly, _) | (Access::RawWrite, None) => Err(RunError::ReadOnly),
            (Access::RawWrite, Some(permit)) => permit.check_again().map_err(RunError::Refused),
            (Access::Kept, _) if !workload.block.get().is_multiple_of(UNIT as u64) => {
                Err(RunError::KeptBlock)
            }
            (Access::Kept | Access::Scratch, _) => Ok(()),
        }
    }

    /// Whether every block of it is written; otherwise it is only reserved.
    pub fn is_filled(&self) -> bool {
        self.filled
    }

    /// Whether it may be written at all.
    pub fn is_writable(&self) -> bool {
        self.access != Access::ReadOnly
    }

    /// The drive's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The stamp of its blocks; none for read-only targets.
    pub fn stamp(&self) -> Option<Stamp> {
        self.write_ledger.as_ref().map(|write_ledger| write_ledger.stamp())
    }

    /// Its kind.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// The region that is used.
    pub fn region(&self) -> Region {
        self.region
    }

    /// The open files: of an array all of its drives'.
    pub(crate) fn files(&self) -> Vec<Arc<File>> {
        match &self.members {
            Some(members) => members.files(),
            None => vec![self.file()],
        }
    }

    /// The open file, for driving a [`crate::Device`] by hand.
    pub fn file(&self) -> Arc<File> {
        Arc::clone(&self.file)
    }
}

/// Checked before opening, because opening some character devices has side effects.
///
/// Source: kernel Documentation/admin-guide/devices.txt, character major 1: 5 zero, 7 full, 8
/// random, 9 urandom.
fn is_filled_by_kernel(path: &Path) -> bool {
    let Ok(metadata) = std::fs::metadata(path) else { return false };
    let device = metadata.rdev();
    let filled = major(device) == 1 && matches!(minor(device), 5 | 7 | 8 | 9);
    metadata.file_type().is_char_device() && filled
}

fn open_direct(path: &Path) -> Result<File, TargetError> {
    // NONBLOCK keeps a pipe or a tape from blocking the open.
    let flags = OFlags::RDONLY | OFlags::DIRECT | OFlags::CLOEXEC | OFlags::NONBLOCK;
    match open(path, flags, Mode::empty()) {
        Ok(file) => Ok(File::from(file)),
        Err(rustix::io::Errno::INVAL) => Err(TargetError::NoDirect { path: path.to_owned() }),
        Err(errno) => Err(TargetError::Open { path: path.to_owned(), errno: errno.into() }),
    }
}

/// Clears the flag that only the open needed: on kernels 5.11 to 5.14 a ring returns such a file's
/// requests with EAGAIN (io_uring(7); fs/io_uring.c, `REQ_F_NOWAIT`).
fn block_again(file: &File) -> rustix::io::Result<()> {
    fcntl_setfl(file, fcntl_getfl(file)? - OFlags::NONBLOCK)
}

/// Source: ioctl_iflags(2), FS_NOCOW_FL: on btrfs neither copied on write nor checksummed.
fn is_no_cow(file: &File) -> bool {
    ioctl_getflags(file).is_ok_and(|flags| flags.contains(IFlags::NOCOW))
}

/// Source: lseek(2), SEEK_HOLE: the end of the file is a hole, and so is space that is allocated
/// but unwritten, on the file systems that can tell; those that cannot report no hole at all.
fn refuse_holes(file: &File, len: u64, path: &Path) -> Result<(), TargetError> {
    match seek(file, SeekFrom::Hole(0)) {
        Ok(at) if at < len => Err(TargetError::Holes { path: path.to_owned(), at }),
        _ => Ok(()),
    }
}
