//! Mounts and unmounts a trial's own file systems, by system call.
//!
//! Not here: the namespace that keeps them from others ([`super::apart`]).

use std::ffi::CString;
use std::fs::File;
use std::io;
use std::path::Path;
use std::time::{Duration, Instant};

use rustix::fs::syncfs;
use rustix::io::Errno;
use rustix::mount::{MountFlags, UnmountFlags};

/// How long a busy mount is waited for: a killed program closes its files a moment later.
pub const PATIENCE: Duration = Duration::from_secs(20);
const STEP: Duration = Duration::from_millis(10);

/// Mounts `device` on the folder `at`, without set-user-id programs and device nodes.
pub fn mount(device: &Path, at: &Path, fs: &str, options: &str) -> io::Result<()> {
    let options = CString::new(options)?;
    let flags = MountFlags::NOSUID | MountFlags::NODEV;
    Ok(rustix::mount::mount(device, at, fs, flags, options.as_c_str())?)
}

/// Mounts a file system in memory for the mount points, so that none is left behind on a drive.
pub fn in_memory(at: &Path) -> io::Result<()> {
    mount(Path::new("narrows-trial"), at, "tmpfs", "mode=0755,size=1m")
}

/// Unmounts; waits for a busy mount.
///
/// # Errors
/// Errors of umount(2); EBUSY after 20 s.
pub fn unmount(at: &Path) -> io::Result<()> {
    let begun = Instant::now();
    loop {
        match rustix::mount::unmount(at, UnmountFlags::NOFOLLOW) {
            Err(Errno::BUSY) if begun.elapsed() < PATIENCE => std::thread::sleep(STEP),
            done => return Ok(done?),
        }
    }
}

/// Writes all data of the file system of `at` to its devices before it returns.
pub fn sync(at: &Path) -> io::Result<()> {
    Ok(syncfs(File::open(at)?)?)
}
