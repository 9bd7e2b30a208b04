//! A file without a name on a new file system: written, flushed, dropped from the page cache, read back, compared.
//!
//! Sources: open(2) (O_TMPFILE), posix_fadvise(2) (POSIX_FADV_DONTNEED frees pages that are written out).

use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;
use std::time::{Duration, Instant};

use narrows_array::build::MountPoint;
use rustix::fs::{Advice, Mode, OFlags, fadvise, open, openat};
use rustix::rand::{GetRandomFlags, getrandom};

use super::mounts::mounted_below;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReadBackResult {
    pub size: u64,
    /// Blocks of 4 KiB that are other than written.
    pub wrong: u64,
    pub took: Duration,
}

const BLOCK: usize = 4096;
/// Read and written at once.
const PART: usize = 1 << 20;

/// Writes `parts` MiB on the file system that belongs to a mount point and reads them back.
///
/// # Errors
///
/// Another file system is mounted there, or none; the file cannot be made, written or read: the system's own error.
pub fn read_back(point: &MountPoint, parts: u64) -> io::Result<ReadBackResult> {
    let flags = OFlags::DIRECTORY | OFlags::RDONLY | OFlags::CLOEXEC;
    let folder = File::from(open(&point.at, flags, Mode::empty())?);
    if !mounted_below(&folder)?.is_some_and(|mounted| mounted.is(point)) {
        return Err(io::Error::other(format!("the array is not what is mounted at {}", point.at)));
    }
    written_and_read(&folder, parts)
}

fn written_and_read(folder: &File, parts: u64) -> io::Result<ReadBackResult> {
    let flags = OFlags::TMPFILE | OFlags::RDWR | OFlags::CLOEXEC;
    let file = File::from(openat(folder, ".", flags, Mode::RUSR | Mode::WUSR)?);
    // A new key for every file: content left of an earlier one must not pass for this one's.
    let mut key = [0; 8];
    getrandom(&mut key, GetRandomFlags::empty())?;
    let key = u64::from_ne_bytes(key);
    for part in 0..parts {
        file.write_all_at(&content(key, part), part * PART as u64)?;
    }
    file.sync_all()?;
    fadvise(&file, 0, None, Advice::DontNeed)?;
    let began = Instant::now();
    let mut read = Vec::new();
    for part in 0..parts {
        let mut buffer = vec![0; PART];
        file.read_exact_at(&mut buffer, part * PART as u64)?;
        read.push(buffer);
    }
    let took = began.elapsed();
    // Compared when the time has been taken, which is that of reading alone.
    let differs = |part: usize, buffer: &Vec<u8>| {
        let written = content(key, part as u64);
        let blocks = buffer.chunks(BLOCK).zip(written.chunks(BLOCK));
        blocks.filter(|(read, written)| read != written).count() as u64
    };
    let wrong = read.iter().enumerate().map(|(part, buffer)| differs(part, buffer)).sum();
    Ok(ReadBackResult { size: parts * PART as u64, wrong, took })
}

/// Numbers that follow from the key and their place, so that a block at another's place shows, and nothing
/// that stores less than it is given can. Source: Steele and others, "Fast splittable pseudorandom number
/// generators" (2014), the mixer of SplitMix64.
fn content(key: u64, part: u64) -> Vec<u8> {
    let words = (PART / 8) as u64;
    let number = |at: u64| {
        let mut x = key.wrapping_add((part * words + at).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ (x >> 31)
    };
    (0..words).flat_map(|at| number(at).to_le_bytes()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_comes_back_and_leaves_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let opened = File::open(folder.path()).unwrap();
        match written_and_read(&opened, 2) {
            Ok(back) => assert_eq!((back.size, back.wrong), (2 << 20, 0)),
            Err(why) => println!("skipped: no file without a name here ({why})"),
        }
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    }

    #[test]
    fn nothing_is_written_to_another_file_system() {
        let folder = tempfile::tempdir().unwrap();
        for at in [folder.path().to_str().unwrap(), "/"] {
            let (device, identifier) = ("/dev/null".to_owned(), String::new());
            let point = MountPoint { at: at.to_owned(), device, identifier };
            let why = read_back(&point, 1).unwrap_err();
            assert!(why.to_string().contains("not what is mounted"), "{why}");
        }
    }

    #[test]
    fn blocks_differ_by_place() {
        let (one, two) = (content(1, 0), content(1, 1));
        assert_eq!(one.len(), PART);
        assert_ne!(one, two);
        assert_ne!(one[..BLOCK], one[BLOCK..2 * BLOCK]);
        assert_eq!(one, content(1, 0));
    }
}
