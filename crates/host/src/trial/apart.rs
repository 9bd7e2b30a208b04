//! Namespaces of a trial's own: its mounts and processes end with its first process.
//!
//! Source: mount_namespaces(7), pid_namespaces(7), PR_SET_PDEATHSIG(2const).

use std::io;
use std::os::fd::AsFd;
use std::os::unix::fs::MetadataExt;
use std::sync::atomic::{AtomicBool, Ordering};

use rustix::event::{PollFd, PollFlags, poll};
use rustix::mount::{MountFlags, MountPropagationFlags, mount, mount_change};
use rustix::process::{Signal, getpid, set_parent_process_death_signal};
use rustix::thread::{CapabilitySet, UnshareFlags, capabilities, unshare_unsafe};

/// Whether this process may mount and create loop devices: `CAP_SYS_ADMIN`, capabilities(7).
pub fn is_allowed() -> bool {
    capabilities(None).is_ok_and(|own| own.effective.contains(CapabilitySet::SYS_ADMIN))
}

/// Gives the calling thread its own mount namespace and its next child processes a process
/// namespace, of which the first child is process 1. Mounts made inside are not visible outside;
/// anything unmounted outside disappears inside, too, so that a trial keeps no drive busy.
///
/// The thread can start no further threads (unshare(2), CLONE_NEWPID), and must live as long as its
/// child, which may ask to be killed with it.
///
/// # Errors
/// Rights are missing, or the kernel has no such namespaces.
pub fn leave() -> io::Result<()> {
    // SAFETY: the only hazard is unsharing file descriptors between threads, and
    // `UnshareFlags::FILES` is not set.
    unsafe { unshare_unsafe(UnshareFlags::NEWNS | UnshareFlags::NEWPID) }?;
    Ok(mount_change("/", MountPropagationFlags::DOWNSTREAM | MountPropagationFlags::REC)?)
}

/// The number of this process's process namespace; 0 where unknown.
pub fn namespace() -> u64 {
    std::fs::metadata("/proc/self/ns/pid").map(|it| it.ino()).unwrap_or_default()
}

/// Whether, as [`begin`] determined, this process is the first of a namespace created for it.
static IS_FIRST: AtomicBool = AtomicBool::new(false);

/// The first steps of process 1: it dies with the thread that started it, and sees only the
/// processes of its own namespace. `lifeline` is a pipe whose other end the parent holds, and
/// `namespace` the parent's: process 1 of a container is the first of one, too, but not of one that
/// was made for it.
///
/// # Errors
/// This is no first process of a namespace of its own, or the parent is gone already.
pub fn begin(lifeline: &impl AsFd, namespace: u64) -> io::Result<()> {
    // 0 is an unknown number, which proves nothing on either side.
    let is_own = ![0, namespace].contains(&self::namespace()) && namespace != 0;
    if !getpid().is_init() || !is_own {
        return Err(io::Error::other("not in a process namespace of its own"));
    }
    IS_FIRST.store(true, Ordering::SeqCst);
    set_parent_process_death_signal(Some(Signal::KILL))?;
    // A parent that died before that sends no signal, but its pipe is closed.
    let mut ends = [PollFd::new(lifeline, PollFlags::empty())];
    poll(&mut ends, Some(&rustix::event::Timespec { tv_sec: 0, tv_nsec: 0 }))?;
    if ends[0].revents().contains(PollFlags::HUP) {
        return Err(io::ErrorKind::BrokenPipe.into());
    }
    // Where a container forbids it, programs inside only see numbers of another namespace.
    let _ = mount("proc", "/proc", "proc", MountFlags::NOSUID | MountFlags::NODEV, None);
    Ok(())
}

/// Kills every other process of this namespace (kill(2), pid -1). Does nothing anywhere but in
/// process 1 of a namespace that has begun ([`begin`]), because elsewhere it would be every process
/// of the machine or of a container.
pub fn end_all_others() {
    if IS_FIRST.load(Ordering::SeqCst) {
        // SAFETY: kill(2) touches no memory of this process. Process 1 of a namespace reaches only
        // its own namespace, and not itself.
        let _ = unsafe { libc::kill(-1, libc::SIGKILL) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// This process has no namespace of its own, whatever is passed as its parent's.
    #[test]
    fn nobody_begins_by_hand() {
        let (end, _other) = std::io::pipe().unwrap();
        for namespace in [0, 1, namespace()] {
            assert!(begin(&end, namespace).is_err());
        }
        assert!(!IS_FIRST.load(Ordering::SeqCst), "and so kills nothing");
    }
}
