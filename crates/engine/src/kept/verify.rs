//! Verifies that a kept file contains everything that was acknowledged and flushed.

use std::fs::File;
use std::io::{ErrorKind, Read};
use std::os::unix::fs::FileExt;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use narrows_units::Bytes;
use rustix::fs::{Mode, OFlags, open};

use super::journal::{self, Account};
use super::journal_of;
use crate::arena::{Arena, BufferMemory};
use crate::stamp::{BlockFault, BlockStamp, UNIT};
use crate::{Errno, VerifyError};

const CHUNK: usize = 2 << 20;

/// The result of verifying a kept file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Verification {
    pub size: Bytes,
    /// Whether it had been laid out; without that nothing was promised.
    pub laid_out: bool,
    pub flushes: u64,
    /// The number of 4 KiB blocks checked.
    pub blocks: u64,
    /// Blocks among them that had been overwritten, acknowledged and flushed.
    pub promised: u64,
    /// Blocks with a write that came after the last flush.
    pub newer: u64,
    /// Blocks with a partial write that was in flight at the end: it had not been acknowledged, and
    /// the data it replaced is gone. Recognised by the write number in its first sector, which is
    /// not one that the block must hold; if only this number was changed and the rest is intact,
    /// the block is wrong. A block that was damaged after the last flush cannot be distinguished
    /// from one with a write in flight.
    pub unfinished: u64,
    /// Blocks that cannot be checked, because a write to them had failed.
    pub unknown: u64,
    /// Blocks without the promised content.
    pub wrong: u64,
    /// The first wrong block: its offset in bytes, and its fault.
    pub first: Option<(u64, BlockFault)>,
    /// Whether it was cancelled before all was checked.
    pub cancelled: bool,
}

/// Verifies the kept file at `path`. Calls `progress` with the share done, 0 to 1.
///
/// # Errors
///
/// There is no such file, or it has no journal beside it. A block that cannot be read is not an
/// error but a wrong block.
pub fn verify(
    path: &Path,
    cancel: &AtomicBool,
    progress: &dyn Fn(f64),
) -> Result<Verification, VerifyError> {
    let beside = journal_of(path);
    let bytes = match read_journal(&beside) {
        Ok(Some(bytes)) => bytes,
        Ok(None) => return Err(VerifyError::NotOne { path: beside }),
        Err(error) if error.kind() == ErrorKind::NotFound => {
            return Err(VerifyError::NoJournal { path: path.to_owned(), journal: beside });
        }
        Err(error) => return Err(VerifyError::Read { path: beside, errno: Errno::of(&error) }),
    };
    let flags = OFlags::RDONLY | OFlags::CLOEXEC | OFlags::NONBLOCK;
    // Direct reads verify the drive and not the page cache; buffered ones are the last resort
    // where direct ones are refused.
    let direct = open(path, flags | OFlags::DIRECT, Mode::empty());
    let opened = direct.or_else(|_| open(path, flags, Mode::empty()));
    let file = opened
        .map(File::from)
        .map_err(|errno| VerifyError::Read { path: path.to_owned(), errno: errno.into() })?;
    // A run that was cut off before the header was whole had promised nothing.
    let Some(account) = journal::read(&bytes) else {
        let is_begun = bytes.len() < journal::head(0, 0).len();
        let not_one = || VerifyError::NotOne { path: beside };
        return is_begun.then(Verification::default).ok_or_else(not_one);
    };
    let mut verification = Verification {
        size: Bytes::new(account.len),
        laid_out: account.laid_out,
        // Batch 0 is the layout.
        flushes: u64::from(account.batches.saturating_sub(1)),
        ..Verification::default()
    };
    if account.laid_out {
        KeptFileReader { file, account, cancel, progress }.run(&mut verification, path)?;
    }
    Ok(verification)
}

/// The journal's bytes; `None` if it is not a file, or longer than any journal.
fn read_journal(path: &Path) -> std::io::Result<Option<Vec<u8>>> {
    // NONBLOCK keeps a pipe from blocking the open.
    let flags = OFlags::RDONLY | OFlags::CLOEXEC | OFlags::NONBLOCK;
    let file = File::from(open(path, flags, Mode::empty())?);
    if !file.metadata()?.is_file() {
        return Ok(None);
    }
    let mut bytes = Vec::new();
    (&file).take(journal::HEAD as u64).read_to_end(&mut bytes)?;
    // Without a whole header there is nothing more to read.
    let Some((_, len)) = journal::salt_and_len(&bytes) else { return Ok(Some(bytes)) };
    let longest = journal::longest(len);
    // One byte beyond the longest journal is enough to see that the file is none.
    (&file).take((longest - bytes.len() + 1) as u64).read_to_end(&mut bytes)?;
    Ok((bytes.len() <= longest).then_some(bytes))
}

struct KeptFileReader<'a> {
    file: File,
    account: Account,
    cancel: &'a AtomicBool,
    progress: &'a dyn Fn(f64),
}

impl KeptFileReader<'_> {
    fn run(&self, verification: &mut Verification, path: &Path) -> Result<(), VerifyError> {
        let arena = Arena::new(1, CHUNK, BufferMemory { seed: 0, huge_pages: false });
        let arena = arena.map_err(|errno| VerifyError::Read { path: path.to_owned(), errno })?;
        // SAFETY: the arena is new, its one buffer is CHUNK bytes long and used only here.
        let chunk = unsafe { std::slice::from_raw_parts_mut(arena.slot(0), CHUNK) };
        let mut at = 0;
        while at < self.account.len {
            if self.cancel.load(Ordering::Relaxed) {
                verification.cancelled = true;
                return Ok(());
            }
            let len = CHUNK.min((self.account.len - at) as usize);
            // Checks a chunk; if it cannot be read completely, its blocks are read one by one.
            let chunk: &mut [u8] = &mut chunk[..len];
            let whole = self.read(chunk, at);
            for (unit, index) in chunk.chunks_mut(UNIT).zip(0_u64..) {
                let place = at + index * UNIT as u64;
                let there = whole || self.read(unit, place);
                self.judge(there.then_some(&*unit), place, verification);
            }
            at += len as u64;
            (self.progress)(at as f64 / self.account.len as f64);
        }
        Ok(())
    }

    fn read(&self, buffer: &mut [u8], at: u64) -> bool {
        self.file.read_exact_at(buffer, at).is_ok()
    }

    fn judge(&self, unit: Option<&[u8]>, place: u64, verification: &mut Verification) {
        let stamp = BlockStamp::new(self.account.salt);
        let index = (place / UNIT as u64) as usize;
        let promised = self.account.promises.get(index).zip(self.account.newest.get(index));
        let Some((promise, newest)) = promised else { return };
        let content = unit.map_or(Err(BlockFault::Unreadable), |unit| stamp.check(unit, place));
        let claimed = unit.and_then(|unit| stamp.claimed(unit, place));
        // A torn block names a write that the journal allows there and has not as its newest.
        let was_under_way = |generation| generation != *newest && promise.allows(generation);
        if content == Err(BlockFault::Checksum)
            && claimed.is_some_and(was_under_way)
            && !unit.is_some_and(|unit| is_renumbered(unit, stamp, place, *newest))
        {
            verification.unfinished += 1;
            return;
        }
        match promise.judge(content) {
            None => verification.unknown += 1,
            Some(Ok(generation)) => {
                verification.blocks += 1;
                verification.promised += u64::from(promise.is_made());
                verification.newer += u64::from(generation > *newest);
            }
            Some(Err(wrong)) => {
                verification.blocks += 1;
                verification.promised += u64::from(promise.is_made());
                verification.wrong += 1;
                verification.first.get_or_insert((place, wrong));
            }
        }
    }
}

/// Whether only the number of the write was changed: the unit is sound under the number of the
/// newest flushed write, or under its own with one bit flipped. In a partially written block, the
/// first sector with its number and checksum is whole, and the others match it under no number.
fn is_renumbered(unit: &[u8], stamp: BlockStamp, place: u64, newest: u64) -> bool {
    let Some(claimed) = stamp.claimed(unit, place) else { return false };
    let flipped = (0..u64::BITS).map(|bit| claimed ^ 1 << bit);
    let mut tried = unit.to_vec();
    flipped.chain([newest]).any(|generation| {
        BlockStamp::renumber(&mut tried, generation);
        stamp.check(&tried, place).is_ok()
    })
}
