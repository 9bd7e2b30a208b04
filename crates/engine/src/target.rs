//! What is measured: a file or device, the part of it to use, and what may be done to it.
//!
//! A target that was not made by the run is open for reading only, by the kernel's own means as
//! well as by this type: writing is left to [`Scratch`] files.

use std::fs::File;
use std::os::unix::fs::FileTypeExt;
use std::path::Path;
use std::sync::Arc;

use rustix::fs::{
    IFlags, Mode, OFlags, SeekFrom, fcntl_getfl, fcntl_setfl, ioctl_getflags, open, seek,
};

use crate::file_system::FileSystem;
use crate::{Errno, Region, Scratch, TargetError};

/// What may be done to a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Reads only.
    ReadOnly,
    /// Reads and writes: the run's own scratch file.
    Scratch,
}

/// A file or device to measure. Cloning it shares the open file.
#[derive(Clone, Debug)]
pub struct Target {
    pub(crate) name: String,
    pub(crate) file: Arc<File>,
    pub(crate) region: Region,
    pub(crate) access: Access,
    pub(crate) file_system: Option<&'static str>,
    pub(crate) no_cow: Option<bool>,
}

impl Target {
    /// All of a scratch file, under the drive's `name`.
    pub fn scratch(name: impl Into<String>, scratch: &Scratch) -> Self {
        Self {
            name: name.into(),
            file: scratch.file(),
            region: Region::whole(scratch.len().get()),
            access: Access::Scratch,
            file_system: Some(scratch.file_system()),
            no_cow: scratch.no_cow(),
        }
    }

    /// A regular file that is written throughout, or a block device, for reading only.
    ///
    /// On a device the caller says by [`Target::within`] what is really allocated: reading what
    /// was trimmed or never written need not touch the flash and would flatter the drive.
    ///
    /// # Errors
    ///
    /// It cannot be opened past the page cache, is no storage, lies in memory or on btrfs with
    /// checksums (which are read through the page cache), or has holes.
    pub fn open(name: impl Into<String>, path: &Path) -> Result<Self, TargetError> {
        let failed = |errno| TargetError::Open { path: path.to_owned(), errno };
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
            file_system: None,
            no_cow: None,
        };
        if kind.is_file() {
            target.examine(path)?;
        }
        Ok(target)
    }

    /// Refuses a regular file whose reads would not be reads of a drive.
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

    /// The same, but only the part of `region` that it has.
    #[must_use]
    pub fn within(mut self, region: Region) -> Self {
        let end = self.region.offset.saturating_add(self.region.len);
        let offset = region.offset.clamp(self.region.offset, end);
        let len = region.offset.saturating_add(region.len).clamp(offset, end) - offset;
        self.region = Region { offset, len };
        self
    }

    /// The drive's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The part that is used.
    pub fn region(&self) -> Region {
        self.region
    }

    /// The open file, for driving a [`crate::Device`] by hand.
    pub fn file(&self) -> Arc<File> {
        Arc::clone(&self.file)
    }
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

/// Takes back what only the open needed: on kernels 5.11 to 5.14 a ring gives such a file's requests
/// back with EAGAIN (io_uring(7); fs/io_uring.c, `REQ_F_NOWAIT`).
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
