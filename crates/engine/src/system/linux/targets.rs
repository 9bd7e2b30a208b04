//! Targets that only Linux has, or opens in its own way: existing files, raw devices, kept files.

use std::fs::{File, Metadata};
use std::os::unix::fs::{FileTypeExt, MetadataExt};
use std::path::Path;
use std::sync::Arc;

use rustix::fs::{
    IFlags, Mode, OFlags, SeekFrom, fcntl_getfl, fcntl_setfl, ioctl_getflags, major, minor, open,
    seek,
};

use super::file_system::FileSystemMagic;
use crate::kind::TargetKind;
use crate::passthrough::{GenericDevice, Namespace};
use crate::salt::salt;
use crate::target::TargetAccess;
use crate::write_ledger::WriteLedger;
use crate::{Errno, IoTarget, KeptFile, Permit, TargetError, TargetRegion};

impl IoTarget {
    /// All of a kept file, under the drive's `name`.
    pub fn kept(name: impl Into<String>, kept: &KeptFile) -> Self {
        Self {
            name: name.into(),
            file: kept.file(),
            region: TargetRegion::whole(kept.len().get()),
            access: TargetAccess::Kept,
            kind: TargetKind::File,
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
    pub fn raw_write(
        name: impl Into<String>,
        permit: Arc<dyn Permit>,
    ) -> Result<Self, TargetError> {
        let (name, file) = (name.into(), permit.file());
        let failed = |errno: rustix::io::Errno| TargetError::Open {
            path: Path::new(&name).to_owned(),
            errno: errno.into(),
        };
        // stat(2) reports no size for a block device; seeking to its end does.
        let len = seek(&*file, SeekFrom::End(0)).map_err(failed)?;
        Ok(Self {
            name,
            file,
            region: TargetRegion::whole(len),
            access: TargetAccess::RawWrite,
            kind: TargetKind::Block,
            write_ledger: Some(Arc::new(WriteLedger::of_unknown(salt()))),
            // Unknown; a drive may be read in any case, and foreign blocks are not checked.
            filled: true,
            permit: Some(permit),
            file_system: None,
            no_cow: None,
            namespace: None,
            members: None,
        })
    }

    /// No target: requests complete at once, which shows the engine's own speed.
    pub fn nop(name: impl Into<String>) -> Result<Self, TargetError> {
        let path = Path::new("/dev/null");
        let file = File::open(path)
            .map_err(|e| TargetError::Open { path: path.to_owned(), errno: Errno::of(&e) })?;
        Ok(Self::boundless(name.into(), file, TargetKind::Nop))
    }

    /// A regular file that is fully written, or a block device, for reading only; also /dev/zero,
    /// /dev/full, /dev/random and /dev/urandom, which show the cost of the engine and the kernel
    /// without a drive.
    ///
    /// On a device the caller restricts the target by [`IoTarget::within`] to the allocated part:
    /// reads of blocks that were trimmed or never written need not touch the flash and would
    /// overstate the drive.
    ///
    /// # Errors
    ///
    /// It cannot be opened for direct I/O, is not storage, is in memory or on btrfs with checksums
    /// (which are read through the page cache), or has holes.
    pub fn open(name: impl Into<String>, path: &Path) -> Result<Self, TargetError> {
        let failed = |errno| TargetError::Open { path: path.to_owned(), errno };
        let kind = |metadata: std::io::Result<Metadata>| {
            let metadata = metadata.map_err(|error| failed(Errno::of(&error)))?;
            let kind = metadata.file_type();
            let is_storage =
                kind.is_file() || kind.is_block_device() || is_filled_by_kernel(&metadata);
            let other = || TargetError::NotStorage { path: path.to_owned() };
            is_storage.then_some(kind).ok_or_else(other)
        };
        // Before anything is opened: opening alone arms a watchdog, and closing rewinds a tape.
        if kind(std::fs::metadata(path))?.is_char_device() {
            let file = File::open(path).map_err(|error| failed(Errno::of(&error)))?;
            return Ok(Self::boundless(name.into(), file, TargetKind::Memory));
        }
        let file = open_direct(path)?;
        // Something else may have been put there meanwhile.
        let is_file = kind(file.metadata())?.is_file();
        // The flag that only the open needed: on kernels 5.11 to 5.14 a ring returns such a file's
        // requests with EAGAIN (io_uring(7); fs/io_uring.c, `REQ_F_NOWAIT`).
        fcntl_getfl(&file)
            .and_then(|flags| fcntl_setfl(&file, flags - OFlags::NONBLOCK))
            .map_err(|errno| failed(errno.into()))?;
        let len = seek(&file, SeekFrom::End(0)).map_err(|errno| failed(errno.into()))?;
        let kind = if is_file { TargetKind::File } else { TargetKind::Block };
        let mut target = Self::read_only(name.into(), file, TargetRegion::whole(len), kind);
        if is_file {
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
        let file_system = FileSystemMagic::of(&self.file).map_err(failed)?;
        self.file_system = Some(file_system.name());
        self.no_cow = file_system
            .is_btrfs()
            .then(|| ioctl_getflags(&self.file).is_ok_and(|flags| flags.contains(IFlags::NOCOW)));
        if file_system.is_memory() {
            let file_system = file_system.name();
            return Err(TargetError::InMemory { path: path.to_owned(), file_system });
        }
        if self.no_cow == Some(false) {
            return Err(TargetError::Checksummed { path: path.to_owned() });
        }
        // Source: lseek(2), SEEK_HOLE: the end of the file is a hole, and so is allocated but
        // unwritten space, on the file systems that can tell; those that cannot report no hole at
        // all.
        match seek(&self.file, SeekFrom::Hole(0)) {
            Ok(at) if at < self.region.len => Err(TargetError::Holes { path: path.to_owned(), at }),
            _ => Ok(()),
        }
    }

    /// The same NVMe drive, open also for commands that bypass the block layer
    /// ([`crate::EngineChoice::Passthrough`]): for reading only, unless this target may be written.
    ///
    /// # Errors
    ///
    /// The generic device cannot be opened (kernels before 6.2 let only root send commands), does
    /// not belong to the namespace whose whole block device this target is, or has metadata.
    pub fn through(mut self, generic: &GenericDevice) -> Result<Self, TargetError> {
        let failed = |errno: rustix::io::Errno| TargetError::Generic {
            path: generic.path.clone(),
            errno: errno.into(),
        };
        let len = seek(&*self.file, SeekFrom::End(0)).map_err(failed)?;
        let namespace = Namespace::open(generic, &self.file, len, self.is_writable())?;
        self.namespace = Some(namespace);
        Ok(self)
    }
}

/// Source: kernel Documentation/admin-guide/devices.txt, character major 1: 5 zero, 7 full, 8
/// random, 9 urandom.
fn is_filled_by_kernel(metadata: &Metadata) -> bool {
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
