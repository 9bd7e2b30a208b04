//! Opening a file or pipe.

use std::fs::{File, Metadata, OpenOptions};
use std::io;
use std::os::unix::fs::{FileTypeExt, OpenOptionsExt};
use std::path::Path;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{OFlags, fcntl_setfl};

/// How long a pipe may stay silent before its first byte.
const PATIENCE: Timespec = Timespec { tv_sec: 5, tv_nsec: 0 };

/// Opens a regular file, or a pipe with a writer.
pub fn open(path: &Path) -> io::Result<File> {
    // Before it is opened: opening alone arms a watchdog, and closing rewinds a tape.
    refuse_device(&path.metadata()?)?;
    // Opening a pipe without a writer would block until there is one (fifo(7)).
    let nonblocking = OFlags::NONBLOCK.bits() as i32;
    let file = OpenOptions::new().read(true).custom_flags(nonblocking).open(path)?;
    let metadata = file.metadata()?;
    refuse_device(&metadata)?;
    if metadata.file_type().is_fifo() {
        // A pipe of the shell's (`<(zcat ...)`) has a writer and no place in any directory.
        if path.canonicalize().is_ok() {
            return Err(io::Error::other("this is a named pipe, neither file nor directory"));
        }
        // Until its writer writes, a pipe opened without blocking reads as ended.
        let mut pipes = [PollFd::new(&file, PollFlags::IN)];
        if poll(&mut pipes, Some(&PATIENCE))? == 0 {
            return Err(io::Error::other("this pipe has no writer"));
        }
        // From here on reads wait for the writer.
        fcntl_setfl(&file, OFlags::empty())?;
    }
    Ok(file)
}

fn refuse_device(metadata: &Metadata) -> io::Result<()> {
    let kind = metadata.file_type();
    if kind.is_block_device() || kind.is_char_device() {
        Err(io::Error::other("this is a device, not a capture"))
    } else {
        Ok(())
    }
}

/// Whether it is a character device such as /dev/zero, which has no size. Block devices look as if they had none, and
/// have one.
pub fn is_endless(path: &Path) -> bool {
    path.metadata().is_ok_and(|file| file.file_type().is_char_device())
}
