//! The mount points of trials: `/run/narrows/trial-<process>`, locked as long as the trial lives.
//!
//! The folder stays empty: the mounts are in the trial's own namespace. A folder left after a kill
//! is not locked any more, and is removed by the next trial or by `narrows trial --clean`. Only
//! root may open it, so that no other user can lock it; a lock that is not the trial's own is
//! reported.
//!
//! Source: kernel fs/locks.c, `lock_get_status` (/proc/locks: who took a lock, and of which inode).

use std::fs::{DirBuilder, File, Permissions};
use std::io;
use std::os::unix::fs::{DirBuilderExt, MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::time::Duration;

use rustix::fs::{FlockOperation, Mode, OFlags, flock, open};

/// Below /run, where only root writes and which a reboot empties.
pub const TOP: &str = "/run/narrows";
const NAME: &str = "trial-";
const TRIES: usize = 5;
/// Between two of them: whoever looks whether a trial lives holds its lock for less.
const PAUSE: Duration = Duration::from_millis(5);

#[derive(Debug)]
pub struct TrialFolder {
    path: PathBuf,
    _lock: File,
}

impl TrialFolder {
    /// Creates and locks the folder of this process.
    pub fn make() -> io::Result<Self> {
        let path = of_process(&std::process::id().to_string());
        // Another trial that ends, looks or cleans up now may lock or remove an empty folder.
        let mut made = locked(&path);
        for _ in 1..TRIES {
            made = made.or_else(|_| {
                std::thread::sleep(PAUSE);
                locked(&path)
            });
        }
        Ok(Self { _lock: made?, path })
    }

    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for TrialFolder {
    fn drop(&mut self) {
        // Still locked, and empty: no other data can be lost.
        let _ = std::fs::remove_dir(&self.path);
        let _ = std::fs::remove_dir(TOP);
    }
}

fn locked(path: &Path) -> io::Result<File> {
    if let Some(top) = path.parent() {
        DirBuilder::new().recursive(true).mode(0o755).create(top)?;
    }
    match DirBuilder::new().mode(0o700).create(path) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
        made => made?,
    }
    let folder = directory(path)?;
    // A folder left by a killed trial of the same number may be of an earlier version.
    folder.set_permissions(Permissions::from_mode(0o700))?;
    flock(&folder, FlockOperation::NonBlockingLockExclusive)?;
    // Another trial may have swept the folder away before it was locked.
    let is_same = path.metadata()?.ino() == folder.metadata()?.ino();
    if is_same { Ok(folder) } else { Err(io::ErrorKind::NotFound.into()) }
}

fn directory(path: &Path) -> io::Result<File> {
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    Ok(File::from(open(path, flags, Mode::empty())?))
}

/// The folder of a process's trial, whether it exists or not.
pub fn of_process(process: &str) -> PathBuf {
    Path::new(TOP).join(format!("{NAME}{process}"))
}

/// Whether the trial of this process number still runs, according to this mount namespace's /run.
/// An array of a trial elsewhere is kept by the process that has it open.
pub fn is_alive(process: &str) -> bool {
    directory(&of_process(process))
        .is_ok_and(|folder| flock(&folder, FlockOperation::NonBlockingLockExclusive).is_err())
}

/// Removes the empty folders of trials that were killed, and returns them.
pub fn sweep() -> Vec<PathBuf> {
    let entries = std::fs::read_dir(TOP).into_iter().flatten().flatten();
    let paths = entries.map(|entry| entry.path());
    let mut swept: Vec<PathBuf> = paths
        .filter(|path| {
            let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
            let Ok(folder) = directory(path) else { return false };
            name.starts_with(NAME)
                && flock(&folder, FlockOperation::NonBlockingLockExclusive).is_ok()
                && std::fs::remove_dir(path).is_ok()
        })
        .collect();
    swept.sort();
    let _ = std::fs::remove_dir(TOP);
    swept
}

/// A folder that is locked by a process other than its trial.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForeignFolder {
    pub path: PathBuf,
    /// The process that locked it; `None` if unknown.
    pub by: Option<u32>,
}

/// The folders of trials that are locked by a process other than their trial, whose number is in
/// the name: until they are unlocked, it is unknown whether the trial still runs.
pub fn foreign() -> io::Result<Vec<ForeignFolder>> {
    let entries = match std::fs::read_dir(TOP) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries?,
    };
    let locks = std::fs::read_to_string("/proc/locks").unwrap_or_default();
    let mut folders = Vec::new();
    for path in entries.flatten().map(|entry| entry.path()) {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let Some(process) = name.strip_prefix(NAME) else { continue };
        let Ok(folder) = directory(&path) else { continue };
        if flock(&folder, FlockOperation::NonBlockingLockExclusive).is_ok() {
            continue;
        }
        let by = holder(&locks, folder.metadata()?.ino());
        if by.map(|by| by.to_string()).as_deref() != Some(process) {
            folders.push(ForeignFolder { path, by });
        }
    }
    Ok(folders)
}

/// The process that holds the lock of a file: `1: FLOCK  ADVISORY  WRITE 4711 00:1a:262 0 EOF`.
fn holder(locks: &str, inode: u64) -> Option<u32> {
    let of_line = |line: &str| {
        let words: Vec<&str> = line.split_whitespace().collect();
        let at = words.iter().position(|word| *word == "FLOCK")?;
        let (process, file) = (words.get(at + 3)?, words.get(at + 4)?);
        let is_it = file.rsplit(':').next()?.parse() == Ok(inode);
        is_it.then(|| process.parse().ok())?
    };
    // The line of the holder precedes those of waiters, which begin with `->`.
    locks.lines().find_map(of_line)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_holder_of_a_lock_is_told() {
        let locks = "1: POSIX  ADVISORY  WRITE 7 00:1a:262 0 EOF\n\
            2: FLOCK  ADVISORY  WRITE 4711 00:1a:262 0 EOF\n\
            2: -> FLOCK  ADVISORY  WRITE 9 00:1a:262 0 EOF\n";
        assert_eq!(holder(locks, 262), Some(4711));
        assert_eq!(holder(locks, 26), None);
    }
}
