//! Whether a drive reads as empty: its ends, and a sample in between.
//!
//! For: taking a drive without `--wipe` only if it is shown to be empty. Signatures cannot show that: a
//! drive under plain dm-crypt, or one whose superblock is lost, has none.
//!
//! A block of 4 KiB is empty if it reads as zeros or as ones throughout, which is what a drive returns for
//! blocks that were never written or were deallocated (NVM Command Set 1.0, 3.2.3.2.1, DLFEAT; ACS-4,
//! 7.5.3.3, deterministic read after TRIM), or if Narrows itself wrote it there (a valid [`BlockStamp`]).
//!
//! The sample is seven random blocks of each MiB. A contiguous MiB of other data is noticed for certain. One MiB
//! that is scattered over a TiB, block by block, is missed with (1 - 7/256)^256 = 0.0008: the chance that none
//! of the seven of its MiB is the block, in each of 256 MiB. Denser data is missed less often.
//!
//! Not here: signatures ([`super::signature`]); whether it matters ([`super::decide`]).

use std::fs::File;
use std::io;
use std::os::fd::AsRawFd;
use std::os::unix::fs::FileExt;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use narrows_engine::{BlockStamp, UNIT};
use rustix::fs::{Mode, OFlags, open};

/// Read whole at each end: where tables, superblocks and their first copies are.
const EDGE: u64 = 64 << 20;
const STRETCH: u64 = 1 << 20;
/// Sample blocks of each stretch.
const SAMPLES: usize = 7;
/// Requests in flight at a time: enough for the rated random rate of an NVMe drive.
const READERS: usize = 32;
/// Places of other data that are reported; reading ends with the last of them.
const PLACES_MAX: usize = 4;
/// How long a drive may take. The first seconds show which do not end by then, mostly hard disks.
const PATIENCE: Duration = Duration::from_secs(600);
/// After this time the rate is taken as the drive's.
const FIRST_LOOK: Duration = Duration::from_secs(3);

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DriveContent {
    /// Blocks of 4 KiB that were read.
    pub blocks: u64,
    pub took: Duration,
    /// Offsets in bytes of the first blocks with data of others.
    pub places: Vec<u64>,
    /// Blocks that Narrows itself wrote.
    pub own: u64,
    /// How long the whole sample would have taken, if it was aborted for that.
    pub unfinished: Option<Duration>,
    /// The kernel's count of sectors written to and discarded from the drive when reading began.
    pub(super) writes: Option<u64>,
}

impl DriveContent {
    /// Whether the drive was shown to be empty.
    pub fn is_empty(&self) -> bool {
        self.places.is_empty() && self.unfinished.is_none()
    }
}

/// How much of a drive is read.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ContentExtent {
    Whole,
    Ends,
}

/// Reads a device of `size` bytes.
pub(super) fn read(
    device: &File,
    size: u64,
    extent: ContentExtent,
    cancel: &AtomicBool,
) -> io::Result<DriveContent> {
    // The same device through a descriptor that bypasses the page cache, so that reading leaves the
    // cache as it is and shows the drive's own data. Buffered writes of others are written out
    // first (kernel block/fops.c, `blkdev_direct_IO`).
    let path = format!("/proc/self/fd/{}", device.as_raw_fd());
    let flags = OFlags::RDONLY | OFlags::DIRECT | OFlags::CLOEXEC;
    let direct = File::from(open(path, flags, Mode::empty())?);
    let reading = ContentReader::new(&direct, size, cancel);
    reading.ends()?;
    if extent == ContentExtent::Whole && reading.places().is_empty() {
        reading.between()?;
    }
    Ok(reading.content())
}

struct ContentReader<'a> {
    device: &'a File,
    size: u64,
    cancel: &'a AtomicBool,
    began: Instant,
    blocks: AtomicU64,
    own: AtomicU64,
    places: Mutex<Vec<u64>>,
    unfinished: Mutex<Option<Duration>>,
}

impl<'a> ContentReader<'a> {
    fn new(device: &'a File, size: u64, cancel: &'a AtomicBool) -> Self {
        Self {
            device,
            size,
            cancel,
            began: Instant::now(),
            blocks: AtomicU64::new(0),
            own: AtomicU64::new(0),
            places: Mutex::default(),
            unfinished: Mutex::default(),
        }
    }

    /// The first and last 64 MiB. A smaller device is read whole.
    fn ends(&self) -> io::Result<()> {
        // On a device below 128 MiB the ends would overlap, and blocks would be counted twice.
        let last = self.size.saturating_sub(EDGE).max(self.first_end());
        for (begin, end) in [(0, self.first_end()), (last, self.size)] {
            let mut buffer = AlignedBuffer::new(STRETCH as usize);
            let mut at = begin;
            while at < end && self.places().len() < PLACES_MAX {
                let len = STRETCH.min(end - at);
                self.look_at(buffer.first(len as usize), at)?;
                at += len;
            }
        }
        Ok(())
    }

    fn first_end(&self) -> u64 {
        EDGE.min(self.size)
    }

    /// Samples the blocks between the ends.
    fn between(&self) -> io::Result<()> {
        let begin = self.first_end();
        let end = self.size.saturating_sub(EDGE).max(begin);
        let stretches = (end - begin).div_ceil(STRETCH);
        let next = AtomicU64::new(0);
        // Other blocks in each run: with a fixed sample, data in between would never be noticed.
        let seed = getrandom::u64().map_err(io::Error::other)?;
        let began = Instant::now();
        let reader = || -> io::Result<()> {
            let mut buffer = AlignedBuffer::new(UNIT);
            loop {
                let stretch = next.fetch_add(1, Ordering::Relaxed);
                if stretch >= stretches || self.is_over(began.elapsed(), stretch, stretches) {
                    return Ok(());
                }
                let stretch_begin = begin + stretch * STRETCH;
                let units = STRETCH.min(end - stretch_begin).div_ceil(UNIT as u64);
                for unit in drawn(seed ^ stretch, units) {
                    let at = stretch_begin + unit * UNIT as u64;
                    let len = (self.size - at).min(UNIT as u64);
                    self.look_at(buffer.first(len as usize), at)?;
                }
            }
        };
        thread::scope(|scope| {
            let readers: Vec<_> = (0..READERS).map(|_| scope.spawn(reader)).collect();
            let ends = readers.into_iter().map(|reader| {
                reader.join().unwrap_or_else(|_| Err(io::Error::other("a reader panicked")))
            });
            // Every reader is joined, even after an error: the scope panics for an unjoined panic.
            ends.collect::<Vec<_>>().into_iter().collect()
        })
    }

    /// Whether reading ends here: enough was read, or the rest would take too long.
    fn is_over(&self, elapsed: Duration, done: u64, all: u64) -> bool {
        if elapsed > FIRST_LOOK {
            let whole = elapsed.mul_f64(all as f64 / done.max(1) as f64);
            if whole > PATIENCE {
                *self.unfinished.lock().unwrap_or_else(PoisonError::into_inner) = Some(whole);
                return true;
            }
        }
        let is_given_up = self.unfinished.lock().unwrap_or_else(PoisonError::into_inner).is_some();
        is_given_up || self.places().len() >= PLACES_MAX
    }

    /// Reads these bytes and looks at each block.
    fn look_at(&self, buffer: &mut [u8], at: u64) -> io::Result<()> {
        if self.cancel.load(Ordering::Relaxed) {
            return Err(io::ErrorKind::Interrupted.into());
        }
        self.device.read_exact_at(buffer, at)?;
        for (index, block) in buffer.chunks(UNIT).enumerate() {
            let place = at + (index * UNIT) as u64;
            self.blocks.fetch_add(1, Ordering::Relaxed);
            if is_blank(block) {
                continue;
            }
            if is_stamped(block, place) {
                self.own.fetch_add(1, Ordering::Relaxed);
                continue;
            }
            let mut places = self.places.lock().unwrap_or_else(PoisonError::into_inner);
            if places.len() < PLACES_MAX {
                places.push(place);
            }
        }
        Ok(())
    }

    fn places(&self) -> Vec<u64> {
        self.places.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn content(&self) -> DriveContent {
        let mut places = self.places();
        places.sort_unstable();
        DriveContent {
            blocks: self.blocks.load(Ordering::Relaxed),
            took: self.began.elapsed(),
            places,
            own: self.own.load(Ordering::Relaxed),
            unfinished: *self.unfinished.lock().unwrap_or_else(PoisonError::into_inner),
            writes: None,
        }
    }
}

/// All zeros, or all ones. Compared as a whole: by the C library's memcmp, which is fast in every build.
fn is_blank(block: &[u8]) -> bool {
    const BLANKS: [[u8; UNIT]; 2] = [[0; UNIT], [0xff; UNIT]];
    BLANKS.iter().any(|blank| blank[..block.len()] == *block)
}

/// Whether Narrows wrote this block at this place; of which file or run does not matter.
pub(super) fn is_stamped(block: &[u8], place: u64) -> bool {
    let salt = block.get(8..16).and_then(|bytes| bytes.first_chunk());
    let stamp = salt.map(|salt| BlockStamp::new(u64::from_le_bytes(*salt)));
    stamp.is_some_and(|stamp| stamp.check(block, place).is_ok())
}

/// Distinct blocks of a stretch, in ascending order, from a generator that needs only a seed. Source: Steele
/// and others, "Fast splittable pseudorandom number generators" (2014).
fn drawn(seed: u64, units: u64) -> Vec<u64> {
    let wanted = SAMPLES.min(units as usize);
    let mut state = seed;
    let mut drawn = Vec::with_capacity(wanted);
    while drawn.len() < wanted {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        let unit = (mixed ^ (mixed >> 31)) % units;
        if !drawn.contains(&unit) {
            drawn.push(unit);
        }
    }
    drawn.sort_unstable();
    drawn
}

/// Memory at a multiple of a page, which direct requests need.
struct AlignedBuffer {
    bytes: Vec<u8>,
    begin: usize,
}

impl AlignedBuffer {
    fn new(len: usize) -> Self {
        let bytes = vec![0; len + UNIT];
        let begin = bytes.as_ptr().align_offset(UNIT);
        Self { bytes, begin }
    }

    fn first(&mut self, len: usize) -> &mut [u8] {
        &mut self.bytes[self.begin..self.begin + len]
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn content_of(size: u64, places: &[(u64, Vec<u8>)], extent: ContentExtent) -> DriveContent {
        let file = tempfile::tempfile().unwrap();
        file.set_len(size).unwrap();
        for (at, bytes) in places {
            file.write_all_at(bytes, *at).unwrap();
        }
        read(&file, size, extent, &AtomicBool::new(false)).unwrap()
    }

    /// 200 MiB: 128 at the ends with 32,768 blocks, 72 between with 7 of each MiB.
    #[test]
    fn an_empty_device_is_shown_to_be_empty() {
        let content = content_of(200 << 20, &[], ContentExtent::Whole);
        assert!(content.is_empty(), "{content:?}");
        assert_eq!(content.blocks, 32_768 + 72 * 7);
        let content = content_of(200 << 20, &[], ContentExtent::Ends);
        assert_eq!(content.blocks, 32_768);
        let content = content_of((1 << 20) + 512, &[], ContentExtent::Whole);
        assert_eq!((content.blocks, content.is_empty()), (257, true), "the rest is a block, too");
    }

    #[test]
    fn one_byte_anywhere_at_the_ends_is_found() {
        let size = 150 << 20;
        for at in [0, 4095, EDGE - 1, size - EDGE, size - 1] {
            let content = content_of(size, &[(at, vec![1])], ContentExtent::Ends);
            assert_eq!(content.places, [at / 4096 * 4096]);
        }
    }

    #[test]
    fn what_reads_as_deallocated_or_is_our_own_is_nothing() {
        let ones = vec![0xff; 4096];
        let mut own = vec![7; 8192];
        BlockStamp::new(3).number(&mut own, 8192, 1);
        let content =
            content_of(1 << 20, &[(4096, ones), (8192, own.clone())], ContentExtent::Whole);
        assert_eq!((content.is_empty(), content.own), (true, 2));
        let moved = content_of(1 << 20, &[(12_288, own)], ContentExtent::Whole);
        assert_eq!(moved.places, [12_288, 16_384], "written by Narrows elsewhere, and copied here");
        let mut half = vec![0; 4096];
        half[2048..].fill(0xff);
        assert_eq!(content_of(1 << 20, &[(0, half)], ContentExtent::Whole).places, [0], "a bitmap");
    }

    #[test]
    fn reading_ends_when_it_is_to() {
        let file = tempfile::tempfile().unwrap();
        file.set_len(1 << 20).unwrap();
        let ended = read(&file, 1 << 20, ContentExtent::Whole, &AtomicBool::new(true)).unwrap_err();
        assert_eq!(ended.kind(), io::ErrorKind::Interrupted);
        assert!(
            read(&file, 2 << 20, ContentExtent::Whole, &AtomicBool::new(false)).is_err(),
            "it is shorter"
        );
    }

    #[test]
    fn samples_are_different_blocks_of_their_stretch() {
        for units in [1, 3, 7, 256] {
            let drawn = drawn(units * 77, units);
            assert_eq!(drawn.len(), SAMPLES.min(units as usize));
            assert!(drawn.is_sorted_by(|a, b| a < b) && drawn.iter().all(|unit| *unit < units));
        }
    }

    /// One MiB in a TiB, block by block in the worst way: each in its own stretch.
    #[test]
    fn the_sample_misses_less_than_one_in_a_thousand() {
        let missed = (1.0 - SAMPLES as f64 / 256.0).powi(256);
        assert!(missed < 0.001, "{missed}");
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 8, ..ProptestConfig::default() })]

        /// Any MiB of random data, wherever it is, also across two stretches.
        #[test]
        fn a_megabyte_of_anything_is_found(at in 0..(240_u64 << 20), seed in 1..u64::MAX) {
            let mut state = seed;
            let noise = (0..1 << 20).map(|_| {
                state ^= state << 13;
                state ^= state >> 7;
                state ^= state << 17;
                state as u8
            });
            let content = content_of(241 << 20, &[(at, noise.collect())], ContentExtent::Whole);
            prop_assert!(!content.places.is_empty());
        }
    }
}
