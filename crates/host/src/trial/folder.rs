//! Where trials are mounted: `/run/narrows/trial-<process>`, locked as long as its trial lives.
//!
//! The folder stays empty: the mounts are in the trial's own namespace. One that a kill left is not
//! locked any more, and is removed by the next trial or by `narrows trial --clean`.

use std::fs::{DirBuilder, File};
use std::io;
use std::os::unix::fs::{DirBuilderExt, MetadataExt};
use std::path::{Path, PathBuf};

use rustix::fs::{FlockOperation, Mode, OFlags, flock, open};

/// Below /run, where only root writes and which a reboot empties.
const TOP: &str = "/run/narrows";
const NAME: &str = "trial-";
const TRIES: usize = 5;

/// A trial's folder, removed when this goes.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    _lock: File,
}

impl Folder {
    /// Makes and locks that of this process.
    ///
    /// # Errors
    /// It cannot be made.
    pub fn make() -> io::Result<Self> {
        let path = of_process(&std::process::id().to_string());
        // Another trial that ends or sweeps just then may take an empty folder away again.
        let mut made = locked(&path);
        for _ in 1..TRIES {
            made = made.or_else(|_| locked(&path));
        }
        Ok(Self { _lock: made?, path })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // Still locked, and empty: nothing that anybody else made can be lost.
        let _ = std::fs::remove_dir(&self.path);
        let _ = std::fs::remove_dir(TOP);
    }
}

fn locked(path: &Path) -> io::Result<File> {
    let mut builder = DirBuilder::new();
    builder.recursive(true).mode(0o755).create(path)?;
    let folder = directory(path)?;
    flock(&folder, FlockOperation::NonBlockingLockExclusive)?;
    let is_same = path.metadata()?.ino() == folder.metadata()?.ino();
    if is_same { Ok(folder) } else { Err(io::ErrorKind::NotFound.into()) }
}

fn directory(path: &Path) -> io::Result<File> {
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    Ok(File::from(open(path, flags, Mode::empty())?))
}

/// The folder of a process's trial, made or not.
pub fn of_process(process: &str) -> PathBuf {
    Path::new(TOP).join(format!("{NAME}{process}"))
}

/// Whether the trial of this process number still runs, as far as this mount namespace's /run
/// tells. An array of one that lives elsewhere is kept by its holder, who has it open.
pub fn is_alive(process: &str) -> bool {
    directory(&of_process(process))
        .is_ok_and(|folder| flock(&folder, FlockOperation::NonBlockingLockExclusive).is_err())
}

/// Removes the empty folders of trials that were killed, and tells which.
pub fn sweep() -> Vec<PathBuf> {
    let entries = std::fs::read_dir(TOP).into_iter().flatten().flatten();
    let paths = entries.map(|entry| entry.path());
    let mut swept: Vec<PathBuf> = paths.filter(|path| remove_left(path)).collect();
    swept.sort();
    let _ = std::fs::remove_dir(TOP);
    swept
}

fn remove_left(path: &Path) -> bool {
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let Ok(folder) = directory(path) else { return false };
    name.starts_with(NAME)
        && flock(&folder, FlockOperation::NonBlockingLockExclusive).is_ok()
        && std::fs::remove_dir(path).is_ok()
}
