//! Copying a folder, and reading one large file.
//!
//! Bytes are really read and written: copy_file_range(2) and cp(1) may only refer to the same
//! blocks again on btrfs and xfs, which is no copy that a drive sees.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;

const BUFFER: usize = 1 << 20;

pub fn folder(from: &Path, to: &Path) -> io::Result<()> {
    let mut buffer = vec![0; BUFFER];
    below(from, to, &mut buffer)
}

fn below(from: &Path, to: &Path, buffer: &mut [u8]) -> io::Result<()> {
    std::fs::create_dir(to)?;
    let mut entries = from.read_dir()?.collect::<io::Result<Vec<_>>>()?;
    entries.sort_by_key(std::fs::DirEntry::file_name);
    for entry in entries {
        let (source, copy) = (entry.path(), to.join(entry.file_name()));
        if entry.file_type()?.is_dir() {
            below(&source, &copy, buffer)?
        } else {
            file(&source, &copy, buffer)?
        }
    }
    Ok(())
}

fn file(from: &Path, to: &Path, buffer: &mut [u8]) -> io::Result<()> {
    let (mut from, mut to) = (File::open(from)?, File::create_new(to)?);
    loop {
        let len = from.read(buffer)?;
        if len == 0 {
            return Ok(());
        }
        to.write_all(&buffer[..len])?;
    }
}

/// Reads a file to its end, which must come after `len` bytes.
pub fn load(path: &Path, len: u64) -> io::Result<()> {
    let mut file = File::open(path)?;
    let mut buffer = vec![0; BUFFER];
    let mut read = 0;
    loop {
        match file.read(&mut buffer)? {
            0 if read == len => return Ok(()),
            0 => return Err(io::Error::other(format!("{read} of {len} bytes"))),
            part => read += part as u64,
        }
    }
}
