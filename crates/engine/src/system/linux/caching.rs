//! The files of a target, opened as a way of caching needs them.

use std::fs::File;
use std::os::fd::AsRawFd;
use std::sync::Arc;

use rustix::fs::{Advice, Mode, OFlags, fadvise, open};

use crate::fan_out::FanOut;
use crate::target::TargetAccess;
use crate::{Caching, Errno, IoTarget, RunError};

impl Caching {
    /// Opens the target's files for this mode, with nothing of them in memory. A raw device that
    /// may be written is not opened a second time: its guard covers one descriptor.
    pub(crate) fn open(self, fan_out: FanOut, target: &IoTarget) -> Result<FanOut, RunError> {
        let caching = self.on(target.kind);
        if !caching.is_buffered() {
            return Ok(FanOut { caching, ..fan_out });
        }
        if target.access == TargetAccess::RawWrite {
            return Err(RunError::NoCaching { caching, errno: None });
        }
        let again = |file: &Arc<File>| buffered(file, target.is_writable()).map(Arc::new);
        let files: Result<Vec<_>, Errno> = fan_out.files.iter().map(again).collect();
        let files = files.map_err(|errno| RunError::NoCaching { caching, errno: Some(errno) })?;
        Ok(FanOut { files, caching, ..fan_out })
    }
}

/// The same file without O_DIRECT, with none of it in memory: data left there by an earlier round
/// would be read from memory, or written back while this round is measured.
///
/// Source: proc(5), /proc/pid/fd: opening such a link opens the file itself anew, also one without
/// a name; posix_fadvise(2), POSIX_FADV_DONTNEED: pages not yet written stay, so that they are
/// written first.
pub(crate) fn buffered(file: &File, writable: bool) -> Result<File, Errno> {
    let access = if writable { OFlags::RDWR } else { OFlags::RDONLY };
    let path = format!("/proc/self/fd/{}", file.as_raw_fd());
    let again = File::from(open(path, access | OFlags::CLOEXEC, Mode::empty())?);
    if writable {
        again.sync_data().map_err(|error| Errno::of(&error))?;
    }
    fadvise(&again, 0, None, Advice::DontNeed)?;
    Ok(again)
}
