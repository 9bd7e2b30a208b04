//! Reading a file that somebody names: whole, bounded, and never waiting for ever.

use std::fs::{File, OpenOptions};
use std::io::{self, Read};
use std::os::unix::fs::{FileTypeExt, OpenOptionsExt};
use std::path::Path;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{OFlags, fcntl_setfl};

/// Larger inputs are no captures: the largest known one has 12 MiB.
const MOST_OF_A_CAPTURE: u64 = 64 << 20;
/// Files that people write, whose reading takes fifty times their length.
const MOST_WRITTEN: u64 = 2 << 20;
/// How long a pipe may stay silent before its first byte.
const PATIENCE: Timespec = Timespec { tv_sec: 5, tv_nsec: 0 };

/// All of a capture, machine file or document: a file or pipe.
pub fn read(path: &Path) -> io::Result<Vec<u8>> {
    read_up_to(path, MOST_OF_A_CAPTURE)
}

/// All of a file or pipe that somebody wrote.
pub fn read_written(path: &Path) -> io::Result<Vec<u8>> {
    read_up_to(path, MOST_WRITTEN)
}

fn read_up_to(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let nonblocking = OFlags::NONBLOCK.bits() as i32;
    let file = OpenOptions::new().read(true).custom_flags(nonblocking).open(path)?;
    let kind = file.metadata()?.file_type();
    if kind.is_block_device() || kind.is_char_device() {
        return Err(io::Error::other("this is a device, not a capture"));
    }
    if kind.is_file() && file.metadata()?.len() > most {
        return Err(too_large(most));
    }
    if kind.is_fifo() {
        refuse_if_named(path)?;
        await_writer(&file)?;
    }
    bounded(file, most)
}

/// All of standard input.
pub fn read_stdin() -> io::Result<Vec<u8>> {
    bounded(io::stdin(), MOST_OF_A_CAPTURE)
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

fn bounded(input: impl Read, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    input.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        return Err(too_large(most));
    }
    Ok(bytes)
}

fn too_large(most: u64) -> io::Error {
    io::Error::other(format!("larger than {} MiB", most >> 20))
}
