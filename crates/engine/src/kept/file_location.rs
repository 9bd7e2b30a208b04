//! The location of a kept file and its journal: an open folder, and names in it.
//!
//! For: creating, replacing and removing them in the same folder in which they were created. The
//! folder is opened with the rights of the caller; later operations, perhaps as root, cannot be
//! redirected by a link or a rename on the path, and affect a name only while the file with it is
//! ours.
//!
//! Not here: the files' content.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::os::unix::fs::{MetadataExt, fchown};
use std::path::{Path, PathBuf};

use rustix::fs::{
    AtFlags, CWD, Mode, OFlags, fcntl_getfl, fcntl_setfl, fsync, openat, renameat, statat, unlinkat,
};
use rustix::io::Errno as Sys;

use crate::KeptError;
use crate::salt::salt;

/// The suffix of the journal's name.
const SUFFIX: &str = ".narrows";

pub(crate) fn journal_of(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(SUFFIX);
    PathBuf::from(name)
}

#[derive(Debug)]
pub(super) struct FileLocation {
    folder: File,
    name: OsString,
    path: PathBuf,
}

impl FileLocation {
    /// Opens the folder of `path`, with the caller's rights.
    pub(super) fn of(path: &Path) -> Result<Self, KeptError> {
        let failed = |errno: Sys| KeptError::Make { path: path.to_owned(), errno: errno.into() };
        let name = path.file_name().ok_or_else(|| failed(Sys::ISDIR))?.to_owned();
        // The parent of a bare name is the empty path, which openat(2) refuses with ENOENT.
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
        let folder = openat(CWD, folder.unwrap_or(Path::new(".")), flags, Mode::empty());
        Ok(Self { folder: folder.map_err(failed)?.into(), name, path: path.to_owned() })
    }

    /// The journal's location, beside this file's.
    pub(super) fn beside(&self) -> Result<Self, KeptError> {
        let path = journal_of(&self.path);
        let mut name = self.name.clone();
        name.push(SUFFIX);
        let folder = self.folder.try_clone();
        let folder = folder.map_err(|error| KeptError::Make {
            path: path.clone(),
            errno: crate::Errno::of(&error),
        })?;
        Ok(Self { folder, name, path })
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Creates a new file. O_EXCL refuses existing files and links (open(2)). O_DIRECT is set only
    /// afterwards: a file system without it would create the file first and then refuse.
    pub(super) fn create(&self, more: OFlags) -> Result<File, KeptError> {
        let path = || self.path.clone();
        let file = match self.create_as(&self.name) {
            Ok(file) => file,
            Err(Sys::EXIST) => return Err(KeptError::Exists { path: path() }),
            Err(errno) => return Err(KeptError::Make { path: path(), errno: errno.into() }),
        };
        let set = fcntl_getfl(&file).and_then(|flags| fcntl_setfl(&file, flags | more));
        set.map_err(|_| {
            self.remove(&file);
            KeptError::NoDirect { path: path() }
        })?;
        Ok(file)
    }

    fn create_as(&self, name: &OsStr) -> rustix::io::Result<File> {
        let flags =
            OFlags::CREATE | OFlags::EXCL | OFlags::RDWR | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let mode = Mode::RUSR | Mode::WUSR | Mode::RGRP | Mode::ROTH;
        openat(&self.folder, name, flags, mode).map(File::from)
    }

    /// A new file under an unused name, to [`FileLocation::replace`] with; leftovers of an earlier run
    /// that was killed do not conflict.
    pub(super) fn create_spare(&self, like: &File) -> rustix::io::Result<SpareFile<'_>> {
        let mut name = self.name.clone();
        name.push(format!(".{:016x}", salt()));
        let spare = SpareFile { file: self.create_as(&name)?, place: self, name };
        // Created later, perhaps by root, it still belongs to the first file's owner.
        match belong(&spare.file, like) {
            Ok(()) => Ok(spare),
            Err(error) => {
                spare.remove();
                Err(Sys::from_io_error(&error).unwrap_or(Sys::IO))
            }
        }
    }

    /// Removes a file of ours, if it is still the one with this name.
    pub(super) fn remove(&self, file: &File) {
        self.remove_as(&self.name, file);
    }

    fn remove_as(&self, name: &OsStr, file: &File) {
        if self.holds(name, file) {
            let _ = unlinkat(&self.folder, name, AtFlags::empty());
        }
    }

    fn holds(&self, name: &OsStr, file: &File) -> bool {
        let Ok(ours) = file.metadata() else { return false };
        let there = statat(&self.folder, name, AtFlags::SYMLINK_NOFOLLOW);
        there.is_ok_and(|stat| (stat.st_dev, stat.st_ino) == (ours.dev(), ours.ino()))
    }

    /// Makes the names durable (fsync(2): "does not necessarily ensure that the entry in the
    /// directory containing the file has also reached disk").
    pub(super) fn sync(&self) -> rustix::io::Result<()> {
        fsync(&self.folder)
    }
}

/// Gives a file another's owner; if it is theirs already, no call is made, which could fail.
fn belong(file: &File, like: &File) -> std::io::Result<()> {
    let (ours, theirs) = (file.metadata()?, like.metadata()?);
    if (ours.uid(), ours.gid()) == (theirs.uid(), theirs.gid()) {
        Ok(())
    } else {
        fchown(file, Some(theirs.uid()), Some(theirs.gid()))
    }
}

/// A file beside a location, with its own name.
#[derive(Debug)]
pub(super) struct SpareFile<'a> {
    place: &'a FileLocation,
    name: OsString,
    pub(super) file: File,
}

impl SpareFile<'_> {
    /// Replaces `old` atomically (rename(2)), and makes that durable.
    ///
    /// # Errors
    ///
    /// ESTALE: another file has the name now, and stays. Otherwise the call that failed.
    pub(super) fn replace(&self, old: &File) -> Result<(), (&'static str, Sys)> {
        let place = self.place;
        // Other users may write to the folder: neither name is trusted to lead to our file still.
        if !place.holds(&place.name, old) || !place.holds(&self.name, &self.file) {
            return Err(("rename", Sys::STALE));
        }
        let renamed = renameat(&place.folder, &self.name, &place.folder, &place.name);
        renamed.map_err(|errno| ("rename", errno))?;
        place.sync().map_err(|errno| ("fsync", errno))
    }

    pub(super) fn remove(&self) {
        self.place.remove_as(&self.name, &self.file);
    }
}
