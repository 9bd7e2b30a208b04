//! Nameless files, and their file system.

use std::fs::File;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use rustix::fs::{IFlags, Mode, OFlags, ioctl_getflags, ioctl_setflags, open, openat};
use rustix::io::Errno as Sys;

use super::file_system::FileSystemMagic;
use super::unlinked;
use crate::scratch::{check_volume, io_error};
use crate::{Scratch, ScratchError, ScratchPlan};

impl Scratch {
    /// The same in a directory that other hosts use, too. Network file systems have no files without a
    /// name (NFS, most parallel file systems); there the file gets a random one, which is removed at
    /// once: the file is gone when it is closed, whoever closes it, because clients keep such a file only
    /// until then (NFS's "silly rename", libfuse's hidden files). A process that is killed between the two
    /// calls leaves an empty file, which the next one to make a file there removes.
    pub fn make_shared(
        dir: &Path,
        plan: ScratchPlan,
        cancel: &AtomicBool,
        progress: &dyn Fn(f64),
    ) -> Result<Self, ScratchError> {
        let file = match open_nameless(dir, None) {
            Err(ScratchError::NoTmpfile { .. }) => unlinked::open(dir)?,
            opened => opened?,
        };
        Self::of_file(file, dir, plan, cancel, progress)
    }
}

/// The file system of a new, empty file, and whether copy-on-write could be turned off for it.
pub(crate) fn examine(
    path: &Path,
    file: &File,
) -> Result<(&'static str, Option<bool>), ScratchError> {
    let file_system = file_system(path, file).map_err(|errno| io_error(path, "statfs", errno))?;
    if file_system.is_memory() {
        let path = path.to_owned();
        return Err(ScratchError::InMemory { path, file_system: file_system.name() });
    }
    Ok((
        file_system.name(),
        file_system.is_btrfs().then(|| {
            let flags = ioctl_getflags(file);
            flags.and_then(|flags| ioctl_setflags(file, flags | IFlags::NOCOW)).is_ok()
        }),
    ))
}

/// That of the file, or of the path if that fails: FUSE servers query by name, and that of a removed file is gone when
/// another host removes its own at the same moment, because libfuse gives hidden files the same names on all.
fn file_system(path: &Path, file: &File) -> rustix::io::Result<FileSystemMagic> {
    match FileSystemMagic::of(file) {
        Err(Sys::NOENT) => {
            FileSystemMagic::of(open(path, OFlags::RDONLY | OFlags::CLOEXEC, Mode::empty())?)
        }
        result => result,
    }
}

/// The directory must be on the file system of that number: on an overlay with layers on several file
/// systems, a file has its layer's number, which differs from the directory's.
///
/// Source: open(2), O_TMPFILE: EOPNOTSUPP if the file system does not support it, EISDIR and ENOENT
/// if the kernel does not; O_DIRECT: EINVAL if the file system does not. Kernel
/// Documentation/filesystems/overlayfs.rst, "Inode properties".
pub(crate) fn open_nameless(dir: &Path, device: Option<u64>) -> Result<File, ScratchError> {
    let flags = OFlags::TMPFILE | OFlags::RDWR | OFlags::DIRECT | OFlags::CLOEXEC;
    let path = || dir.to_owned();
    let folder = open(dir, OFlags::PATH | OFlags::DIRECTORY | OFlags::CLOEXEC, Mode::empty());
    let folder = File::from(folder.map_err(|errno| io_error(dir, "open", errno))?);
    check_volume(dir, &folder, device)?;
    match openat(&folder, ".", flags, Mode::RUSR | Mode::WUSR) {
        Ok(file) => Ok(File::from(file)),
        Err(Sys::OPNOTSUPP | Sys::ISDIR) => Err(ScratchError::NoTmpfile { path: path() }),
        Err(Sys::NOENT) if dir.is_dir() => Err(ScratchError::NoTmpfile { path: path() }),
        Err(Sys::INVAL) => Err(ScratchError::NoDirect { path: path() }),
        Err(errno) => Err(io_error(dir, "open", errno)),
    }
}
