//! A machine's files below a root prefix: `/` for the live machine, else a captured tree.
//!
//! For: reading small files, links and folder listings without ever leaving the root, without
//! blocking on a FIFO, and up to a size. A captured tree may have absolute links and device nodes;
//! openat2(2) with `RESOLVE_IN_ROOT` keeps the former inside, and only regular files are opened for
//! reading.
//!
//! Not here: which files to read ([`crate::capture`]).

use std::path::{Path, PathBuf};

use rustix::fd::{AsFd, OwnedFd};
use rustix::fs::{
    AtFlags, CWD, Dir, FileType, Mode, OFlags, ResolveFlags, StatxFlags, fstat, open, openat,
    openat2, statx,
};
use rustix::io::Errno;

pub(crate) const FILE_CAP: usize = 64 << 10;
const LIST_CAP: usize = 1 << 16;
/// Most times that a file is opened which the kernel asks to open again: some milliseconds.
const MOST_TRIES: usize = 10_000;

/// The folder with a machine's `sys` and `proc`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Root(PathBuf);

impl Default for Root {
    fn default() -> Self {
        Self::live()
    }
}

impl Root {
    /// The live machine, `/`.
    pub fn live() -> Self {
        Self(PathBuf::from("/"))
    }

    /// A captured tree with `sys` and `proc` in it. A path that leads to `/` is the live machine.
    pub fn at(path: impl Into<PathBuf>) -> Self {
        Self(path.into())
    }

    /// Whether this is the live machine. Only then may devices be queried.
    pub fn is_live(&self) -> bool {
        self.0.canonicalize().is_ok_and(|path| path == Path::new("/"))
    }

    pub fn path(&self) -> &Path {
        &self.0
    }

    /// Opens the root for reading below it.
    pub(crate) fn open(&self) -> Result<RootReader, Errno> {
        let flags = OFlags::PATH | OFlags::DIRECTORY | OFlags::CLOEXEC;
        let folder = open(&self.0, flags, Mode::empty())?;
        Ok(RootReader { folder, live: self.is_live() })
    }
}

/// Opens a path that cannot lead out of a folder. While anything on the machine is renamed or
/// mounted, the kernel cannot tell whether a `..` stayed inside and says "try again" (openat2(2),
/// EAGAIN): that is no missing file. A file under another program's lease says the same, and would
/// for as long as 45 s (fcntl(2), `/proc/sys/fs/lease-break-time`), so there is an end to it.
pub(crate) fn open_inside(folder: impl AsFd, path: &str, flags: OFlags) -> Result<OwnedFd, Errno> {
    let flags = flags | OFlags::CLOEXEC;
    let once = || openat2(&folder, path, flags, Mode::empty(), ResolveFlags::IN_ROOT);
    let mut tries = std::iter::repeat_with(once).take(MOST_TRIES);
    tries.find(|opened| !matches!(opened, Err(Errno::AGAIN))).unwrap_or(Err(Errno::AGAIN))
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FolderEntryKind {
    File,
    Folder,
    Link,
}

/// An open root. Paths are relative to it, without a leading slash.
pub(crate) struct RootReader {
    folder: OwnedFd,
    live: bool,
}

impl RootReader {
    pub(crate) fn is_live(&self) -> bool {
        self.live
    }

    fn open(&self, path: &str, flags: OFlags) -> Result<OwnedFd, Errno> {
        if self.live {
            openat(&self.folder, path, flags | OFlags::CLOEXEC, Mode::empty())
        } else {
            open_inside(&self.folder, path, flags)
        }
    }

    pub(crate) fn file(&self, path: &str) -> Result<OwnedFd, Errno> {
        if !self.live {
            // Opening a device node can have side effects: a captured entry is checked first.
            regular(&self.open(path, OFlags::PATH)?)?;
        }
        let file = self.open(path, OFlags::RDONLY | OFlags::NONBLOCK | OFlags::NOCTTY)?;
        regular(&file)?;
        Ok(file)
    }

    /// Up to `cap` bytes of a regular file.
    pub(crate) fn read(&self, path: &str, cap: usize) -> Result<Vec<u8>, Errno> {
        read_up_to(&self.file(path)?, cap)
    }

    /// A file's text without surrounding white space; `None` if it cannot be read or is not UTF-8.
    pub(crate) fn text(&self, path: &str) -> Option<String> {
        let bytes = self.read(path, FILE_CAP).ok()?;
        Some(std::str::from_utf8(&bytes).ok()?.trim().to_owned())
    }

    /// The target of a symbolic link, as written.
    pub(crate) fn link(&self, path: &str) -> Option<String> {
        // The folder is resolved inside the root; the link itself is read and not followed.
        let (folder, name) = path.rsplit_once('/').unwrap_or((".", path));
        let folder = self.open(folder, OFlags::PATH | OFlags::DIRECTORY).ok()?;
        let target = rustix::fs::readlinkat(&folder, name, Vec::new()).ok()?;
        target.into_string().ok()
    }

    /// The number of the block device at a path, or of the one whose file system has the file there;
    /// `None` for anything else. Does not wait for a server that does not answer.
    pub(crate) fn device(&self, path: &str) -> Option<(u32, u32)> {
        let stat = statx(&self.folder, path, AtFlags::STATX_DONT_SYNC, StatxFlags::TYPE).ok()?;
        match FileType::from_raw_mode(stat.stx_mode.into()) {
            FileType::BlockDevice => Some((stat.stx_rdev_major, stat.stx_rdev_minor)),
            FileType::RegularFile => Some((stat.stx_dev_major, stat.stx_dev_minor)),
            _ => None,
        }
    }

    pub(crate) fn exists(&self, path: &str) -> bool {
        self.open(path, OFlags::PATH | OFlags::NOFOLLOW).is_ok()
    }

    /// The names in a folder with their kinds, by name; empty if it cannot be listed.
    pub(crate) fn list(&self, path: &str) -> Vec<(String, FolderEntryKind)> {
        let Ok(folder) = self.open(path, OFlags::RDONLY | OFlags::DIRECTORY) else {
            return Vec::new();
        };
        let Ok(entries) = Dir::new(folder) else { return Vec::new() };
        let entries = entries.flatten().take(LIST_CAP);
        let named = entries.filter_map(|entry| {
            let name =
                entry.file_name().to_str().ok().filter(|&name| name != "." && name != "..")?;
            Some((name.to_owned(), kind(entry.file_type())?))
        });
        let mut names: Vec<_> = named.collect();
        names.sort_unstable_by(|a, b| a.0.cmp(&b.0));
        names
    }
}

/// sysfs, procfs and every usual file system give the type with the name.
fn kind(file_type: FileType) -> Option<FolderEntryKind> {
    match file_type {
        FileType::RegularFile => Some(FolderEntryKind::File),
        FileType::Directory => Some(FolderEntryKind::Folder),
        FileType::Symlink => Some(FolderEntryKind::Link),
        _ => None,
    }
}

fn regular(file: impl AsFd) -> Result<(), Errno> {
    match FileType::from_raw_mode(fstat(file)?.st_mode) {
        FileType::RegularFile => Ok(()),
        _ => Err(Errno::INVAL),
    }
}

fn read_up_to(file: impl AsFd, cap: usize) -> Result<Vec<u8>, Errno> {
    let mut bytes = Vec::new();
    let mut page = [0; 4096];
    while bytes.len() < cap {
        let room = page.len().min(cap - bytes.len());
        match rustix::io::read(&file, &mut page[..room]) {
            Ok(0) => break,
            Ok(count) => bytes.extend_from_slice(&page[..count]),
            Err(Errno::INTR) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(bytes)
}

/// A file outside the root, such as `/etc/passwd`, as text.
pub(crate) fn plain_text(path: &str) -> Option<String> {
    let flags = OFlags::RDONLY | OFlags::NONBLOCK | OFlags::CLOEXEC;
    let file = openat(CWD, path, flags, Mode::empty()).ok()?;
    regular(&file).ok()?;
    String::from_utf8(read_up_to(&file, 16 << 20).ok()?).ok()
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering};

    use super::*;

    #[test]
    fn links_of_a_captured_tree_do_not_leave_it() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir_all(folder.path().join("etc")).unwrap();
        std::fs::write(folder.path().join("etc/hostname"), "inside\n").unwrap();
        std::os::unix::fs::symlink("/etc/hostname", folder.path().join("absolute")).unwrap();
        std::os::unix::fs::symlink("../../../../../etc/passwd", folder.path().join("out")).unwrap();
        let reader = Root::at(folder.path()).open().unwrap();
        assert_eq!(reader.text("absolute").as_deref(), Some("inside"));
        assert_eq!(reader.text("out"), None);
    }

    /// sysfs is full of links with `..` in them, and a busy machine renames files all the time.
    #[test]
    fn a_file_is_found_while_others_are_renamed() {
        let folder = tempfile::tempdir().unwrap();
        let below = folder.path().join("sys/block");
        std::fs::create_dir_all(&below).unwrap();
        std::fs::create_dir_all(folder.path().join("sys/devices/sda")).unwrap();
        std::fs::write(folder.path().join("sys/devices/sda/size"), "8\n").unwrap();
        std::os::unix::fs::symlink("../devices/sda", below.join("sda")).unwrap();
        let reader = Root::at(folder.path()).open().unwrap();
        let is_over = AtomicBool::new(false);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                let (one, other) = (folder.path().join("one"), folder.path().join("other"));
                std::fs::write(&one, "").unwrap();
                while !is_over.load(Ordering::Relaxed) {
                    std::fs::rename(&one, &other).unwrap();
                    std::fs::rename(&other, &one).unwrap();
                }
            });
            let times = (0..20_000).filter(|_| reader.text("sys/block/sda/size").is_some()).count();
            is_over.store(true, Ordering::Relaxed);
            assert_eq!(times, 20_000);
        });
    }

    #[test]
    fn a_fifo_is_not_waited_for_and_a_big_file_is_cut() {
        let folder = tempfile::tempdir().unwrap();
        let fifo = folder.path().join("fifo");
        rustix::fs::mknodat(CWD, &fifo, FileType::Fifo, Mode::RUSR, 0).unwrap();
        std::fs::write(folder.path().join("big"), vec![b'x'; 10_000]).unwrap();
        let reader = Root::at(folder.path()).open().unwrap();
        assert!(reader.read("fifo", FILE_CAP).is_err());
        assert_eq!(reader.read("big", 5_000).unwrap().len(), 5_000);
    }

    #[test]
    fn only_the_slash_is_live() {
        assert!(Root::live().is_live() && Root::at("/proc/..").is_live());
        assert!(!Root::at("/proc").is_live() && !Root::at("/no/such/folder").is_live());
    }
}
