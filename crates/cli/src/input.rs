//! Reading a file that somebody names: whole, bounded, and never waiting for ever.

use std::fs::{File, OpenOptions};
use std::io::{self, Read};
use std::os::unix::fs::{FileTypeExt, OpenOptionsExt};
use std::path::Path;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{OFlags, fcntl_setfl};

/// Larger inputs are no captures: the largest known one has 12 MiB.
const MAX_BYTES: u64 = 64 << 20;
/// How long a pipe may stay silent before its first byte.
const PATIENCE: Timespec = Timespec { tv_sec: 5, tv_nsec: 0 };

/// All of a file or pipe.
pub fn read(path: &Path) -> io::Result<Vec<u8>> {
    let nonblocking = OFlags::NONBLOCK.bits() as i32;
    let file = OpenOptions::new().read(true).custom_flags(nonblocking).open(path)?;
    let kind = file.metadata()?.file_type();
    if kind.is_block_device() || kind.is_char_device() {
        return Err(io::Error::other("this is a device, not a capture"));
    }
    if kind.is_file() && file.metadata()?.len() > MAX_BYTES {
        return Err(too_large());
    }
    if kind.is_fifo() {
        refuse_if_named(path)?;
        await_writer(&file)?;
    }
    bounded(file)
}

/// All of standard input.
pub fn read_stdin() -> io::Result<Vec<u8>> {
    bounded(io::stdin())
}

/// A pipe of the shell's (`<(zcat ...)`) has a writer and no place in any directory.
fn refuse_if_named(pipe: &Path) -> io::Result<()> {
    match pipe.canonicalize() {
        Ok(_) => Err(io::Error::other("this is a named pipe, neither file nor directory")),
        Err(_) => Ok(()),
    }
}

fn await_writer(pipe: &File) -> io::Result<()> {
    let mut pipes = [PollFd::new(pipe, PollFlags::IN)];
    if poll(&mut pipes, Some(&PATIENCE))? == 0 {
        return Err(io::Error::other("nobody writes to this pipe"));
    }
    Ok(fcntl_setfl(pipe, OFlags::empty())?)
}

fn bounded(input: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    input.take(MAX_BYTES + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(too_large());
    }
    Ok(bytes)
}

fn too_large() -> io::Error {
    io::Error::other(format!("larger than {} MiB", MAX_BYTES >> 20))
}
