//! A lock for one experiment at a time on a machine, and a process that outlives its parent.

use std::fs::{File, OpenOptions};
use std::io;
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use rustix::fs::{FlockOperation, OFlags, flock};

use crate::Root;

/// Below /run, where only root writes and which a reboot empties, just as it puts settings back.
const LOCK: &str = "run/narrows-experiment.lock";

/// While it lives, no other process changes settings.
#[derive(Debug)]
pub struct TunableLock {
    _file: File,
}

/// Takes the machine's lock without waiting. `None` if another experiment holds it.
///
/// # Errors
/// The lock file cannot be created; its path is in the error.
pub fn alone(root: &Root) -> io::Result<Option<TunableLock>> {
    taken(&root.path().join(LOCK), FlockOperation::NonBlockingLockExclusive)
}

/// Keeps experiments away, not others of its kind; `None` if an experiment has the lock.
pub fn without_experiment(root: &Root) -> io::Result<Option<TunableLock>> {
    taken(&root.path().join(LOCK), FlockOperation::NonBlockingLockShared)
}

/// Takes the lock of root's file, at once or after all others; `None` if another has it.
pub fn alone_with(path: &Path, waits: bool) -> io::Result<Option<TunableLock>> {
    let how = if waits {
        FlockOperation::LockExclusive
    } else {
        FlockOperation::NonBlockingLockExclusive
    };
    taken(path, how)
}

fn taken(path: &Path, how: FlockOperation) -> io::Result<Option<TunableLock>> {
    let flags = i32::try_from(OFlags::NOFOLLOW.bits()).unwrap_or_default();
    let mut options = OpenOptions::new();
    let options = options.create(true).truncate(false).write(true).mode(0o600).custom_flags(flags);
    let file = options
        .open(path)
        .map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", path.display())))?;
    match flock(&file, how) {
        Ok(()) => Ok(Some(TunableLock { _file: file })),
        Err(rustix::io::Errno::WOULDBLOCK) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// Starts its own session, which neither Ctrl-C nor a closing terminal reaches (setsid(2)).
///
/// # Errors
/// This process leads a group already.
pub fn leave_session() -> io::Result<()> {
    Ok(rustix::process::setsid().map(drop)?)
}

/// The kernel's id of this boot (random(4)): settings written in an earlier one are gone.
pub fn boot_id(root: &Root) -> Option<String> {
    root.open().ok()?.text("proc/sys/kernel/random/boot_id")
}
