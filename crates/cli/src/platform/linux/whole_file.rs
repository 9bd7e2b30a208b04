//! A file that is whole or not there at all.
//!
//! For: all files written for people or kept in the state home. The content is written next to its
//! place, in a file without a name if the file system allows that, flushed, and only then put
//! there: a full disk or a kill leaves the previous content. The folder is held open, so that the
//! name cannot be led elsewhere meanwhile, and no link is followed.
//!
//! Not here: which files may be replaced (`destination`), with whose rights (the caller).
//!
//! Sources: open(2) (O_TMPFILE, O_NOFOLLOW), linkat(2), renameat2(2) (RENAME_EXCHANGE,
//! RENAME_NOREPLACE), fsync(2) ("does not necessarily ensure that the entry in the directory
//! containing the file has also reached disk").

use std::ffi::{OsStr, OsString};
use std::fs::{DirBuilder, File};
use std::io::{self, Read, Write};
use std::os::fd::{AsRawFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::DirBuilderExt;
use std::path::Path;
use std::thread::sleep;
use std::time::Duration;

use narrows_host::identity;
use rustix::fs::{
    AtFlags, CWD, Dir, FileType, FlockOperation, Gid, IFlags, Mode, OFlags, RenameFlags, Stat, Uid,
    XattrFlags, fchmod, fchown, fcntl_setfl, fgetxattr, flistxattr, flock, fremovexattr, fsetxattr,
    fstat, fsync, ioctl_getflags, linkat, openat, renameat, renameat_with, statat, unlinkat,
};
use rustix::io::Errno;
use rustix::process::geteuid;

/// How long a pipe is waited for to have a reader.
const PATIENCE: Duration = Duration::from_secs(5);
const STEP: Duration = Duration::from_millis(50);

/// Names of files that are not yet in their place: `.narrows-<16 digits>.new`.
const SPARE_BEGIN: &str = ".narrows-";
const SPARE_END: &str = ".new";
/// Longer ones are not looked at: a file of the system's settings has some kilobytes.
const LEFT_MOST: u64 = 16 << 20;
/// Extended attributes and lists of their names are not longer (xattr(7), "Filesystem differences").
const ATTRIBUTE_MOST: usize = 64 << 10;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    Regular,
    Pipe,
    /// A link, wherever it leads.
    Link,
    Directory,
    Device,
    Other,
}

/// The entry is no longer the one that was checked.
pub fn is_stale(error: &io::Error) -> bool {
    Errno::from_io_error(error) == Some(Errno::STALE)
}

/// A name in a folder that is held open.
#[derive(Debug)]
pub struct DirectoryEntry {
    folder: OwnedFd,
    name: OsString,
}

/// A regular file that was looked at, and that alone may be replaced.
#[derive(Clone, Copy, Debug)]
pub struct ExistingFile {
    device: u64,
    inode: u64,
    mode: u32,
    owner: (u32, u32),
    /// Kind, size and time of change of its content: the number of a file that is gone is given to
    /// the next one, whatever that is.
    content: (u32, i64, i64, u64),
}

impl ExistingFile {
    fn of(stat: &Stat) -> Self {
        let owner = (stat.st_uid, stat.st_gid);
        Self {
            device: stat.st_dev,
            inode: stat.st_ino,
            mode: stat.st_mode & 0o777,
            owner,
            content: content_of(stat),
        }
    }
}

fn content_of(stat: &Stat) -> (u32, i64, i64, u64) {
    let kind = FileType::from_raw_mode(stat.st_mode).as_raw_mode();
    (kind, stat.st_size, stat.st_mtime, stat.st_mtime_nsec)
}

impl DirectoryEntry {
    /// Opens the folder of `path`, with the rights of whoever calls.
    pub fn of(path: &Path) -> io::Result<Self> {
        // `file_name` ignores a slash at the end, with which the path names a folder.
        let name = path.file_name().filter(|_| !path.as_os_str().as_bytes().ends_with(b"/"));
        let name = name.ok_or(Errno::ISDIR)?.to_owned();
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        Ok(Self { folder: open_folder(folder.unwrap_or(Path::new(".")))?, name })
    }

    /// The entry there; a link is a link. `None` if there is none.
    pub fn stat(&self) -> io::Result<Option<Stat>> {
        match statat(&self.folder, &self.name, AtFlags::SYMLINK_NOFOLLOW) {
            Err(Errno::NOENT) => Ok(None),
            stat => Ok(Some(stat?)),
        }
    }

    /// Opens the regular file there for reading. No device is opened: opening alone can rewind a
    /// tape or arm a watchdog. Whoever puts something else there meanwhile gets an error.
    ///
    /// # Errors
    ///
    /// It is no regular file (`InvalidInput`), or cannot be opened.
    pub fn open(&self) -> io::Result<(File, ExistingFile)> {
        let stat = self.stat()?.ok_or(Errno::NOENT)?;
        require_regular(&stat)?;
        // The entry may become a pipe or a terminal after the look: the first must not block, the
        // second not become this process's own.
        let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::NOCTTY;
        let file = openat(&self.folder, &self.name, flags | OFlags::CLOEXEC, Mode::empty())?;
        require_regular(&fstat(&file)?)?;
        let known = ExistingFile::of(&fstat(&file)?);
        Ok((file.into(), known))
    }

    /// Kind of the entry there; `None` if there is none.
    pub fn kind(&self) -> io::Result<Option<FileKind>> {
        let kind = |stat: Stat| match FileType::from_raw_mode(stat.st_mode) {
            FileType::RegularFile => FileKind::Regular,
            FileType::Fifo => FileKind::Pipe,
            FileType::Symlink => FileKind::Link,
            FileType::Directory => FileKind::Directory,
            FileType::BlockDevice | FileType::CharacterDevice => FileKind::Device,
            _ => FileKind::Other,
        };
        Ok(self.stat()?.map(kind))
    }

    /// Opens the pipe there for writing, once it has a reader: a reader started second has a moment
    /// to open it. `None` if it has none.
    ///
    /// # Errors
    ///
    /// It cannot be opened, or is a pipe no more.
    pub fn open_pipe(&self) -> io::Result<Option<File>> {
        let flags = OFlags::WRONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
        let mut waited = Duration::ZERO;
        let pipe = loop {
            match openat(&self.folder, &self.name, flags, Mode::empty()) {
                // Opening a pipe for writing without blocking fails so without a reader (fifo(7)).
                Err(Errno::NXIO) if waited >= PATIENCE => return Ok(None),
                Err(Errno::NXIO) => {
                    sleep(STEP);
                    waited += STEP;
                }
                opened => break File::from(opened?),
            }
        };
        match FileType::from_raw_mode(fstat(&pipe)?.st_mode) {
            FileType::Fifo => {
                // From here on a write waits for a slow reader.
                fcntl_setfl(&pipe, OFlags::empty())?;
                Ok(Some(pipe))
            }
            _ => Err(io::Error::other("no pipe any more")),
        }
    }

    /// Whether a file could be made here.
    pub fn check_writable(&self) -> io::Result<()> {
        use rustix::fs::{Access, accessat};
        // By effective ids, as opening would be judged: access(2) alone goes by the real ones.
        accessat(&self.folder, ".", Access::WRITE_OK | Access::EXEC_OK, AtFlags::EACCESS)?;
        match accessat(&self.folder, &self.name, Access::WRITE_OK, AtFlags::EACCESS) {
            Err(Errno::NOENT) => Ok(()),
            is_writable => Ok(is_writable?),
        }
    }

    /// Makes a new file of these bytes.
    ///
    /// # Errors
    ///
    /// `AlreadyExists`: there is something, which stays. Otherwise it cannot be written, and
    /// nothing of it is left.
    pub fn put_new(&self, bytes: &[u8]) -> io::Result<()> {
        self.prepare(None, bytes)?.publish()
    }

    /// Puts these bytes in the place of a file that was looked at before, with its permissions.
    ///
    /// # Errors
    ///
    /// ESTALE: there is something else by now, which stays. Otherwise they cannot be written, and
    /// the old file is unchanged.
    pub fn replace(&self, old: &ExistingFile, bytes: &[u8]) -> io::Result<()> {
        self.prepare(Some(*old), bytes)?.publish()
    }

    /// Writes these bytes beside their final path, so that of several files none is put in place before
    /// there was room for all. `old` is the file that they replace; `None` if there is none.
    pub fn prepare(&self, old: Option<ExistingFile>, bytes: &[u8]) -> io::Result<PendingFile<'_>> {
        let mut spare = LinuxSpareFile::of(self)?;
        spare.fill(bytes)?;
        Ok(PendingFile { spare, old })
    }

    /// The same, and all that hangs on the file stays with it: permissions, owner, access control list, SELinux
    /// label and other extended attributes.
    ///
    /// # Errors
    ///
    /// Those of [`Self::replace`]; or one of these attributes cannot be kept.
    pub fn replace_alike(
        &self,
        (opened, old): (&File, &ExistingFile),
        bytes: &[u8],
    ) -> io::Result<()> {
        let mut spare = LinuxSpareFile::of(self)?;
        spare.fill(bytes)?;
        // All that hangs on a file but its content.
        let stat = fstat(opened)?;
        let owner = (Uid::from_raw(stat.st_uid), Gid::from_raw(stat.st_gid));
        // Before the mode: chown clears the set-user-ID and set-group-ID bits (chown(2)).
        fchown(&spare.file, Some(owner.0), Some(owner.1))?;
        fchmod(&spare.file, Mode::from_raw_mode(stat.st_mode & 0o7777))?;
        let [kept, own] = [attributes(opened)?, attributes(&spare.file)?];
        // Attributes the folder gives each new file, an access control list above all.
        for name in
            own.iter().filter(|name| !kept.contains(name) && !name.starts_with(b"security."))
        {
            fremovexattr(&spare.file, name.as_slice())?;
        }
        for name in &kept {
            let value = attribute(opened, name)?;
            // An equal value is not set again, which could need rights that the caller lacks.
            if !attribute(&spare.file, name).is_ok_and(|own| own == value) {
                fsetxattr(&spare.file, name.as_slice(), &value, XattrFlags::empty())?;
            }
        }
        // The flush in `fill` was before the attributes.
        spare.file.sync_all()?;
        spare.publish_over(old)?;
        self.sync()
    }

    /// Checks that a file of this many bytes has room here: an unnamed one is written and vanishes again.
    pub fn check_room(&self, size: usize) -> io::Result<()> {
        LinuxSpareFile::of(self)?.fill(&vec![0; size])
    }

    /// Whether the kernel keeps the file there, or its folder, from being replaced (chattr(1), `i` and `a`).
    pub fn is_immutable(&self) -> bool {
        let keeps = |flags: IFlags| flags.intersects(IFlags::IMMUTABLE | IFlags::APPEND);
        let file = self.open().ok().and_then(|(file, _)| ioctl_getflags(&file).ok());
        [file, ioctl_getflags(&self.folder).ok()].into_iter().flatten().any(keeps)
    }

    /// Removes what killed calls left in this folder: the old or new content of a file that was
    /// being replaced, under a name of [`spare_name`], if it is this user's and `is_left`
    /// recognises it.
    ///
    /// # Errors
    ///
    /// The folder cannot be listed.
    pub fn remove_leftovers(&self, is_left: impl Fn(&[u8]) -> bool) -> io::Result<()> {
        for entry in Dir::read_from(&self.folder)? {
            let name = OsStr::from_bytes(entry?.file_name().to_bytes()).to_owned();
            if !is_spare_name(&name) {
                continue;
            }
            let left = Self { folder: self.folder.try_clone()?, name };
            let Ok((file, known)) = left.open() else { continue };
            // A call that still writes it holds the lock.
            if known.owner.0 != geteuid().as_raw()
                || flock(&file, FlockOperation::NonBlockingLockExclusive).is_err()
            {
                continue;
            }
            let mut bytes = Vec::new();
            file.take(LEFT_MOST).read_to_end(&mut bytes)?;
            if is_left(&bytes) {
                unlinkat(&left.folder, &left.name, AtFlags::empty())?;
            }
        }
        Ok(())
    }

    /// Whether another user put the entry into a folder in which everyone may. What is written
    /// there would become that user's. The kernel's rule for opening such files
    /// (Documentation/admin-guide/sysctl/fs.rst, `protected_regular`, `protected_fifos`).
    ///
    /// # Errors
    ///
    /// The folder cannot be searched.
    pub fn is_planted(&self) -> io::Result<bool> {
        let folder = fstat(&self.folder)?;
        let own = [geteuid().as_raw(), identity::caller().uid, folder.st_uid];
        let is_shared = Mode::from_raw_mode(folder.st_mode).contains(Mode::SVTX | Mode::WOTH);
        Ok(is_shared && self.stat()?.is_some_and(|stat| !own.contains(&stat.st_uid)))
    }

    /// Makes or replaces a regular file of this program's own.
    pub fn put(&self, bytes: &[u8]) -> io::Result<()> {
        // All in its folder is this program's own. What prevents this prevents writing, too.
        let _ = self.remove_leftovers(|_| true);
        match self.stat()? {
            None => self.put_new(bytes),
            Some(stat) => {
                require_regular(&stat)?;
                self.replace(&ExistingFile::of(&stat), bytes)
            }
        }
    }

    /// Removes a regular file that holds nothing; every other stays.
    pub fn remove_empty(&self) -> io::Result<()> {
        let is_empty = |stat: Stat| require_regular(&stat).is_ok() && stat.st_size == 0;
        if self.stat()?.is_some_and(is_empty) {
            unlinkat(&self.folder, &self.name, AtFlags::empty())?;
            self.sync()?;
        }
        Ok(())
    }

    /// Makes the name last. A folder that may be written but not read cannot be flushed.
    fn sync(&self) -> io::Result<()> {
        match fsync(&self.folder) {
            // EBADF: O_PATH folders take no fsync. EINVAL: file systems that flush no folders.
            Err(Errno::BADF | Errno::INVAL) => Ok(()),
            synced => Ok(synced?),
        }
    }

    fn rename(&self, from: &OsStr, flags: RenameFlags) -> rustix::io::Result<()> {
        renameat_with(&self.folder, from, &self.folder, &self.name, flags)
    }
}

/// A file that is written and has not its place yet; it goes when this is dropped.
pub struct PendingFile<'a> {
    spare: LinuxSpareFile<'a>,
    old: Option<ExistingFile>,
}

impl PendingFile<'_> {
    pub fn publish(mut self) -> io::Result<()> {
        match self.old {
            None => self.spare.publish_new()?,
            Some(old) => {
                // Permissions and owner of the file that it replaces, as far as they may be set.
                let (user, group) = old.owner;
                let _ =
                    fchown(&self.spare.file, Some(Uid::from_raw(user)), Some(Gid::from_raw(group)));
                let _ = fchmod(&self.spare.file, Mode::from_raw_mode(old.mode));
                self.spare.publish_over(&old)?;
            }
        }
        self.spare.place.sync()
    }
}

/// Makes folders that only this user may enter, as far as they are missing: a run of root holds
/// serial numbers that only root may read. Source: XDG Base Directory Specification 0.8,
/// "Referencing this specification".
///
/// # Errors
///
/// One cannot be made.
pub fn make_private(folder: &Path) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(0o700).create(folder)
}

fn open_folder(path: &Path) -> io::Result<OwnedFd> {
    let flags = OFlags::DIRECTORY | OFlags::CLOEXEC;
    match openat(CWD, path, flags | OFlags::RDONLY, Mode::empty()) {
        // A folder may take new files without being readable; O_PATH needs no right to read.
        Err(Errno::ACCESS) => Ok(openat(CWD, path, flags | OFlags::PATH, Mode::empty())?),
        opened => Ok(opened?),
    }
}

fn require_regular(stat: &Stat) -> io::Result<()> {
    match FileType::from_raw_mode(stat.st_mode) {
        FileType::RegularFile => Ok(()),
        _ => Err(io::Error::new(io::ErrorKind::InvalidInput, "not a regular file")),
    }
}

/// A file that is not yet in its place.
struct LinuxSpareFile<'a> {
    place: &'a DirectoryEntry,
    file: File,
    /// None as long as it has no name, so that a kill leaves nothing.
    name: Option<OsString>,
}

impl<'a> LinuxSpareFile<'a> {
    fn of(place: &'a DirectoryEntry) -> io::Result<Self> {
        let spare = Self::unlocked(place)?;
        // Until it has its place no other call takes it for a leftover. Where there are no locks,
        // none is removed.
        let _ = flock(&spare.file, FlockOperation::NonBlockingLockExclusive);
        Ok(spare)
    }

    fn unlocked(place: &'a DirectoryEntry) -> io::Result<Self> {
        // The umask takes away what new files of this user do not have.
        let mode = Mode::from_raw_mode(0o666);
        let flags = OFlags::WRONLY | OFlags::CLOEXEC;
        // Such a file gets its name by its path in /proc (linkat(2)).
        if Path::new("/proc/self/fd").exists() {
            match openat(&place.folder, ".", flags | OFlags::TMPFILE, mode) {
                // EOPNOTSUPP: the file system has no unnamed files. EISDIR: the kernel has none,
                // before 3.11 (open(2)).
                Err(Errno::OPNOTSUPP | Errno::ISDIR | Errno::INVAL) => {}
                made => return Ok(Self { place, file: made?.into(), name: None }),
            }
        }
        let name = spare_name()?;
        let flags = flags | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW;
        let file = openat(&place.folder, &name, flags, mode)?.into();
        Ok(Self { place, file, name: Some(name) })
    }

    fn fill(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.file.write_all(bytes)?;
        self.file.sync_all()
    }

    fn publish_new(&mut self) -> io::Result<()> {
        let Some(name) = self.name.clone() else { return Ok(self.link(&self.place.name)?) };
        match self.place.rename(&name, RenameFlags::NOREPLACE) {
            // The file system lacks the flag (renameat2(2)). A hard link replaces nothing either,
            // and the first name goes when this is dropped.
            Err(Errno::INVAL | Errno::NOSYS) => {
                let folder = &self.place.folder;
                Ok(linkat(folder, &name, folder, &self.place.name, AtFlags::empty())?)
            }
            renamed => {
                renamed?;
                self.name = None;
                Ok(())
            }
        }
    }

    /// The two change places at once; if the old one is not the one that was meant, back again.
    fn publish_over(&mut self, old: &ExistingFile) -> io::Result<()> {
        let name = self.named()?;
        let folder = &self.place.folder;
        let stands = |name: &OsStr| match statat(folder, name, AtFlags::SYMLINK_NOFOLLOW) {
            Ok(stat) => {
                (old.device, old.inode, old.content)
                    == (stat.st_dev, stat.st_ino, content_of(&stat))
            }
            // Removed meanwhile, by another call as a leftover: there is nothing to lose.
            Err(errno) => errno == Errno::NOENT,
        };
        match self.place.rename(&name, RenameFlags::EXCHANGE) {
            Ok(()) if stands(&name) => Ok(()),
            Ok(()) => {
                // Whatever happens now, only our own files are removed.
                self.name = None;
                self.place.rename(&name, RenameFlags::EXCHANGE)?;
                self.name = Some(name);
                Err(Errno::STALE.into())
            }
            // The old file was removed meanwhile, so that there is nothing to lose.
            Err(Errno::NOENT) => self.publish_new(),
            // Without the exchange a moment is left between look and rename in which another
            // process's file would be lost.
            Err(Errno::INVAL | Errno::NOSYS) if stands(&self.place.name) => {
                renameat(folder, &name, folder, &self.place.name)?;
                self.name = None;
                Ok(())
            }
            Err(Errno::INVAL | Errno::NOSYS) => Err(Errno::STALE.into()),
            Err(error) => Err(error.into()),
        }
    }

    fn named(&mut self) -> io::Result<OsString> {
        if let Some(name) = &self.name {
            return Ok(name.clone());
        }
        let name = spare_name()?;
        self.link(&name)?;
        self.name = Some(name.clone());
        Ok(name)
    }

    fn link(&self, name: &OsStr) -> rustix::io::Result<()> {
        // By descriptor alone (AT_EMPTY_PATH) it would need CAP_DAC_READ_SEARCH (linkat(2)).
        let own = format!("/proc/self/fd/{}", self.file.as_raw_fd());
        linkat(CWD, own, &self.place.folder, name, AtFlags::SYMLINK_FOLLOW)
    }
}

impl Drop for LinuxSpareFile<'_> {
    fn drop(&mut self) {
        if let Some(name) = &self.name {
            let _ = unlinkat(&self.place.folder, name, AtFlags::empty());
        }
    }
}

fn spare_name() -> io::Result<OsString> {
    Ok(format!("{SPARE_BEGIN}{:016x}{SPARE_END}", getrandom::u64()?).into())
}

pub(super) fn is_spare_name(name: &OsStr) -> bool {
    let digits =
        name.to_str().and_then(|name| name.strip_prefix(SPARE_BEGIN)?.strip_suffix(SPARE_END));
    digits
        .is_some_and(|digits| digits.len() == 16 && digits.bytes().all(|it| it.is_ascii_hexdigit()))
}

/// The names of a file's extended attributes; empty if its file system has none.
fn attributes(file: &File) -> io::Result<Vec<Vec<u8>>> {
    let names = sized(|buffer| flistxattr(file, buffer));
    match names {
        Err(why) if Errno::from_io_error(&why) == Some(Errno::OPNOTSUPP) => Ok(Vec::new()),
        names => {
            let names = names?;
            let all = names.split(|byte| *byte == 0).filter(|name| !name.is_empty());
            Ok(all.map(<[u8]>::to_vec).collect())
        }
    }
}

fn attribute(file: &File, name: &[u8]) -> io::Result<Vec<u8>> {
    sized(|buffer| fgetxattr(file, name, buffer))
}

/// The kernel's answer in a buffer that fits any list or value.
fn sized(ask: impl Fn(&mut [u8]) -> rustix::io::Result<usize>) -> io::Result<Vec<u8>> {
    let mut bytes = vec![0; ATTRIBUTE_MOST];
    let length = ask(&mut bytes)?;
    bytes.truncate(length);
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};

    use super::*;

    fn names(folder: &Path) -> Vec<OsString> {
        let mut names: Vec<_> =
            folder.read_dir().unwrap().map(|it| it.unwrap().file_name()).collect();
        names.sort();
        names
    }

    #[test]
    fn a_new_file_is_never_put_over_another() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        DirectoryEntry::of(&path).unwrap().put_new(b"first").unwrap();
        let again = DirectoryEntry::of(&path).unwrap().put_new(b"second").unwrap_err();
        assert_eq!(again.kind(), io::ErrorKind::AlreadyExists);
        assert_eq!(fs::read(&path).unwrap(), b"first");
        assert_eq!(names(folder.path()), ["a"]);
    }

    #[test]
    fn only_the_file_that_was_looked_at_is_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        fs::write(&path, "old").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
        let place = DirectoryEntry::of(&path).unwrap();
        let (_, known) = place.open().unwrap();
        place.replace(&known, b"new").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert_eq!(fs::metadata(&path).unwrap().mode() & 0o777, 0o640);
        // Another file by now, then a link: both stay.
        let stale = place.replace(&known, b"newer").unwrap_err();
        assert_eq!(Errno::from_io_error(&stale), Some(Errno::STALE));
        assert_eq!(fs::read(&path).unwrap(), b"new");
        fs::remove_file(&path).unwrap();
        symlink("elsewhere", &path).unwrap();
        assert!(place.replace(&known, b"newer").is_err() && path.is_symlink());
        assert!(place.put(b"newer").is_err() && place.open().is_err() && path.is_symlink());
        assert_eq!(names(folder.path()), ["a"]);
    }

    /// Version 2: the owner reads and writes, user 1000 and the group read, others do nothing (acl(5), kernel
    /// include/uapi/linux/posix_acl_xattr.h).
    const ACL: &[u8] = b"\x02\0\0\0\x01\0\x06\0\xff\xff\xff\xff\x02\0\x04\0\xe8\x03\0\0\x04\0\x04\0\xff\xff\xff\xff\
        \x10\0\x04\0\xff\xff\xff\xff\x20\0\0\0\xff\xff\xff\xff";

    #[test]
    fn what_hangs_on_a_file_stays_with_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        fs::write(&path, "old").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
        let place = DirectoryEntry::of(&path).unwrap();
        let set = |name: &str, value: &[u8]| {
            fsetxattr(File::open(&path).unwrap(), name, value, XattrFlags::empty())
        };
        let get = |name: &str| attribute(&File::open(&path).unwrap(), name.as_bytes()).ok();
        let is_root = std::os::unix::fs::chown(&path, Some(1), Some(2)).is_ok();
        let [acl, label] = ["system.posix_acl_access", "user.label"];
        let replace = |bytes: &[u8]| {
            let (file, known) = place.open().unwrap();
            place.replace_alike((&file, &known), bytes).unwrap();
        };
        if let Err(why) = set(label, b"x").and_then(|()| set(acl, ACL)) {
            println!("skipped: no attributes here ({why})");
            return;
        }
        replace(b"new");
        let metadata = fs::metadata(&path).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert_eq!(metadata.mode() & 0o7777, 0o640);
        assert!(!is_root || (metadata.uid(), metadata.gid()) == (1, 2));
        assert_eq!((get(label).as_deref(), get(acl).as_deref()), (Some(&b"x"[..]), Some(ACL)));
        // An old file need not have the folder's default attributes.
        fs::remove_file(&path).unwrap();
        fs::write(&path, "old").unwrap();
        let opened = File::open(folder.path()).unwrap();
        fsetxattr(&opened, "system.posix_acl_default", ACL, XattrFlags::empty()).unwrap();
        replace(b"new");
        assert_eq!(get(acl), None);
    }

    #[test]
    fn only_what_a_kill_left_is_removed() {
        let folder = tempfile::tempdir().unwrap();
        let spare = |at: usize| folder.path().join(format!(".narrows-{at:016x}.new"));
        let path = folder.path().join("a");
        for (at, text) in ["ours", "ours, written", "other"].iter().enumerate() {
            fs::write(spare(at), text).unwrap();
        }
        fs::write(folder.path().join(".narrows-1.new"), "ours").unwrap();
        fs::write(&path, "ours").unwrap();
        symlink(&path, spare(9)).unwrap();
        let entry = DirectoryEntry::of(&path).unwrap();
        let writing = entry.prepare(None, b"ours").unwrap();
        let mut named = LinuxSpareFile::of(&entry).unwrap();
        named.fill(b"ours").unwrap();
        let in_use = named.named().unwrap();
        entry.remove_leftovers(|bytes| bytes.starts_with(b"ours")).unwrap();
        let mut left = vec![
            ".narrows-0000000000000002.new".into(),
            ".narrows-0000000000000009.new".into(),
            ".narrows-1.new".into(),
            in_use,
            "a".into(),
        ];
        left.sort();
        assert_eq!(names(folder.path()), left);
        drop((writing, named));
        assert_eq!(names(folder.path()).len(), left.len() - 1);
    }

    #[test]
    fn the_folder_is_the_one_that_was_opened() {
        let folder = tempfile::tempdir().unwrap();
        let (here, there) = (folder.path().join("here"), folder.path().join("there"));
        fs::create_dir(&here).unwrap();
        let place = DirectoryEntry::of(&here.join("a")).unwrap();
        fs::rename(&here, &there).unwrap();
        fs::create_dir(&here).unwrap();
        place.put_new(b"a").unwrap();
        assert!(there.join("a").is_file() && names(&here).is_empty());
        assert!(DirectoryEntry::of(&folder.path().join("here/")).is_err());
    }
}
