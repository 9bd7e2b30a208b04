//! Reading a file: whole, bounded, and never waiting for ever.

use std::io::{self, Read};
use std::path::Path;

use crate::platform;

/// Larger inputs are no captures: the largest known one has 12 MiB.
const MOST_OF_A_CAPTURE: u64 = 64 << 20;
/// So much of a file identifies its kind.
const LOOKED_IN: u64 = 1 << 20;
/// Files that people write, whose reading takes fifty times their length.
const MOST_WRITTEN: u64 = 2 << 20;

/// All of a capture, machine file or document: a file or pipe.
pub fn read(path: &Path) -> io::Result<Vec<u8>> {
    read_up_to(path, MOST_OF_A_CAPTURE)
}

/// The beginning of a file, which identifies its kind; `None` if it cannot be read.
pub fn beginning(path: &Path) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    platform::input::open(path).ok()?.take(LOOKED_IN).read_to_end(&mut bytes).ok()?;
    Some(bytes)
}

pub fn read_written(path: &Path) -> io::Result<Vec<u8>> {
    read_up_to(path, MOST_WRITTEN)
}

fn read_up_to(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let file = platform::input::open(path)?;
    // A pipe has no length, so that it is bounded as it is read.
    if file.metadata()?.is_file() && file.metadata()?.len() > most {
        return Err(too_large(most));
    }
    bounded(file, most)
}

pub fn read_stdin() -> io::Result<Vec<u8>> {
    bounded(io::stdin(), MOST_OF_A_CAPTURE)
}

fn bounded(input: impl Read, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    // One byte more distinguishes a longer input from one that just fits.
    input.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        return Err(too_large(most));
    }
    Ok(bytes)
}

fn too_large(most: u64) -> io::Error {
    io::Error::other(format!("larger than {} MiB", most >> 20))
}
