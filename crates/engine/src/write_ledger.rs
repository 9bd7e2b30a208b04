//! Which write of which block was started, acknowledged or lost: the data a read must return.
//!
//! For: giving each write of a file its generation, checking reads while writes are in flight, and
//! passing acknowledged writes to the journal of a kept file.
//!
//! The valid content of a block is given by a floor, not by one generation. Two writes of one block
//! may be in flight together, and the drive may execute them in either order; so an acknowledged
//! write guarantees only this: the block contains a write that is not older than the oldest that
//! was in flight when this one was started. A failed write leaves any content, until a later one is
//! acknowledged. Blocks that the run has not laid out may also contain anything until their first
//! write is acknowledged: a drive is not blamed for earlier content.
//!
//! Counting alone costs one atomic addition per write. The ledger, with a lock per write, is kept
//! only where it is used: with verification and for kept files.
//!
//! Not here: clocks, files; the bytes on the drive ([`crate::BlockStamp`]).

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use crate::stamp::{BlockFault, BlockStamp, UNIT};

/// Larger regions have no ledger: at 24 bytes per unit it would take more than 384 MiB.
pub(crate) const WATCHED_MAX: u64 = 64 << 30;

/// The writes of one file or device.
#[derive(Debug)]
pub(crate) struct WriteLedger {
    stamp: BlockStamp,
    before: UnitPromise,
    next: AtomicU64,
    ledger: OnceLock<Mutex<Ledger>>,
}

/// Acknowledged writes, or one that failed, in the order of completion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LedgerEntry {
    /// The first unit.
    pub(crate) first: u64,
    pub(crate) count: u64,
    pub(crate) generation: u64,
    pub(crate) promise: UnitPromise,
}

/// The content that a unit must have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum UnitPromise {
    From(u64),
    /// Any content, because the write of this generation failed; for generation 0, because nothing
    /// has been written yet.
    Nothing(u64),
}

impl UnitPromise {
    /// The promise after both: a failed write older than the floor has been overwritten.
    pub(crate) fn and(self, later: Self) -> Self {
        match (self, later) {
            (Self::From(a), Self::From(b)) => Self::From(a.max(b)),
            (Self::Nothing(a), Self::Nothing(b)) => Self::Nothing(a.max(b)),
            (Self::From(floor), Self::Nothing(failed))
            | (Self::Nothing(failed), Self::From(floor)) => {
                if failed < floor {
                    Self::From(floor)
                } else {
                    Self::Nothing(failed)
                }
            }
        }
    }

    /// Whether a unit may hold this generation.
    pub(crate) fn allows(self, generation: u64) -> bool {
        match self {
            Self::From(floor) => generation >= floor,
            Self::Nothing(_) => true,
        }
    }

    /// Whether a write was acknowledged, beyond the layout.
    pub(crate) fn is_made(self) -> bool {
        matches!(self, Self::From(floor) if floor > 0)
    }

    /// Whether a unit with this content keeps the promise; `None` if nothing can be checked.
    pub(crate) fn judge(self, check: Result<u64, BlockFault>) -> Option<Result<u64, BlockFault>> {
        match (self, check) {
            (Self::Nothing(_), _) => None,
            (Self::From(floor), Ok(generation)) if generation < floor => {
                Some(Err(BlockFault::Older))
            }
            _ => Some(check),
        }
    }
}

/// The writes in flight when a read was started.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ReadSnapshot {
    /// None on these blocks; writes from this generation on came later.
    Quiet(u64),
    /// A write to the same blocks: the read may return a mixture.
    Disturbed,
}

impl WriteLedger {
    /// For a file that is laid out before it counts: generation 0.
    pub(crate) fn new(salt: u64) -> Self {
        Self::of(salt, UnitPromise::From(0))
    }

    /// For a target with unknown content.
    pub(crate) fn of_unknown(salt: u64) -> Self {
        Self::of(salt, UnitPromise::Nothing(0))
    }

    fn of(salt: u64, before: UnitPromise) -> Self {
        let (stamp, next) = (BlockStamp::new(salt), AtomicU64::new(1));
        Self { stamp, before, next, ledger: OnceLock::new() }
    }

    pub(crate) fn stamp(&self) -> BlockStamp {
        self.stamp
    }

    /// Keeps a ledger of the first `len` bytes from now on; with `for_journal`, acknowledged writes
    /// are collected for [`WriteLedger::take`]. Regions that are too large have none.
    pub(crate) fn watch(&self, len: u64, for_journal: bool) {
        if len <= WATCHED_MAX {
            self.ledger.get_or_init(|| Mutex::new(Ledger::new(len, self.before, for_journal)));
        }
    }

    /// Whether there is a ledger, which then records every write.
    pub(crate) fn is_watched(&self) -> bool {
        self.ledger.get().is_some()
    }

    /// Starts a write; returns its generation.
    #[inline]
    pub(crate) fn begin(&self, offset: u64, len: u64) -> u64 {
        let Some(mut ledger) = self.ledger() else {
            return self.next.fetch_add(1, Ordering::Relaxed);
        };
        // Drawn under the lock, so that writes enter the ledger in the order of their generations.
        let generation = self.next.fetch_add(1, Ordering::Relaxed);
        ledger.begin(generation, offset, len);
        generation
    }

    /// Ends the write of `generation`, complete or not.
    #[inline]
    pub(crate) fn end(&self, generation: u64, whole: bool) {
        if let Some(mut ledger) = self.ledger() {
            ledger.end(generation, whole);
        }
    }

    /// Must be called when a read is submitted.
    pub(crate) fn look(&self, offset: u64, len: u64) -> ReadSnapshot {
        // The lock lasts through the match: no write begins between look and number.
        match self.ledger() {
            Some(ledger) if ledger.is_flying(offset, len) => ReadSnapshot::Disturbed,
            _ => ReadSnapshot::Quiet(self.next.load(Ordering::Relaxed)),
        }
    }

    /// Checks a read; `None` if a write was concurrent or nothing was promised.
    pub(crate) fn judge(
        &self,
        look: ReadSnapshot,
        content: &[u8],
        offset: u64,
    ) -> Option<Result<(), BlockFault>> {
        let ReadSnapshot::Quiet(next) = look else { return None };
        let Some(ledger) = self.ledger() else {
            // Without a ledger it is unknown which blocks were written; only blocks whose own
            // header belongs to this run can be checked.
            let units = content.chunks(UNIT).zip(0_u64..);
            return sum_up(units.map(|(unit, index)| {
                let place = offset + index * UNIT as u64;
                let check = self.stamp.check(unit, place);
                let is_ours = match check {
                    Err(BlockFault::Unwritten | BlockFault::Foreign) => false,
                    // A torn block of an earlier run fails its checksum before its salt matters.
                    Err(BlockFault::Checksum) => self.stamp.claimed(unit, place).is_some(),
                    _ => true,
                };
                (is_ours || self.before == UnitPromise::From(0)).then_some(check)
            }));
        };
        ledger.judge(next, self.stamp, content, offset)
    }

    /// The entries since the last call, for the journal.
    pub(crate) fn take(&self) -> Vec<LedgerEntry> {
        let Some(mut ledger) = self.ledger() else { return Vec::new() };
        ledger.fresh.as_mut().map(std::mem::take).unwrap_or_default()
    }

    #[inline]
    fn ledger(&self) -> Option<MutexGuard<'_, Ledger>> {
        let ledger = self.ledger.get()?;
        // Each critical section leaves the ledger consistent, even if it ended early.
        Some(ledger.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

#[derive(Clone, Copy, Debug)]
struct LedgerUnit {
    promise: UnitPromise,
    /// The newest write that was started.
    begun: u64,
    flying: u16,
}

#[derive(Clone, Copy, Debug)]
struct InFlightWrite {
    offset: u64,
    len: u64,
    floor: u64,
}

#[derive(Debug)]
struct Ledger {
    units: Vec<LedgerUnit>,
    flying: BTreeMap<u64, InFlightWrite>,
    fresh: Option<Vec<LedgerEntry>>,
}

impl Ledger {
    fn new(len: u64, before: UnitPromise, for_journal: bool) -> Self {
        let unit = LedgerUnit { promise: before, begun: 0, flying: 0 };
        let units = vec![unit; len.div_ceil(UNIT as u64) as usize];
        Self { units, flying: BTreeMap::new(), fresh: for_journal.then(Vec::new) }
    }

    fn begin(&mut self, generation: u64, offset: u64, len: u64) {
        // The oldest write in flight anywhere in the file, not just on these blocks: at worst the
        // promise is weaker than it could be.
        let floor = self.flying.first_key_value().map_or(generation, |(oldest, _)| *oldest);
        self.flying.insert(generation, InFlightWrite { offset, len, floor });
        for unit in self.units_of(offset, len) {
            unit.begun = generation;
            unit.flying = unit.flying.saturating_add(1);
        }
    }

    fn end(&mut self, generation: u64, whole: bool) {
        let Some(InFlightWrite { offset, len, floor }) = self.flying.remove(&generation) else {
            return;
        };
        let promise =
            if whole { UnitPromise::From(floor) } else { UnitPromise::Nothing(generation) };
        for unit in self.units_of(offset, len) {
            unit.flying = unit.flying.saturating_sub(1);
            unit.promise = unit.promise.and(promise);
        }
        if let Some(fresh) = &mut self.fresh {
            let (first, count) = (offset / UNIT as u64, len.div_ceil(UNIT as u64));
            fresh.push(LedgerEntry { first, count, generation, promise });
        }
    }

    fn units_of(&mut self, offset: u64, len: u64) -> &mut [LedgerUnit] {
        let range = range(offset, len, self.units.len());
        self.units.get_mut(range).unwrap_or_default()
    }

    fn is_flying(&self, offset: u64, len: u64) -> bool {
        let units = self.units.get(range(offset, len, self.units.len())).unwrap_or_default();
        units.iter().any(|unit| unit.flying > 0)
    }

    fn judge(
        &self,
        next: u64,
        stamp: BlockStamp,
        content: &[u8],
        offset: u64,
    ) -> Option<Result<(), BlockFault>> {
        let units = self.units.get(range(offset, content.len() as u64, self.units.len()))?;
        // A write to these blocks began during the read: old and new content are both right.
        if units.iter().any(|unit| unit.begun >= next) {
            return None;
        }
        let units = units.iter().zip(content.chunks(UNIT)).zip(0_u64..);
        sum_up(units.map(|((unit, bytes), index)| {
            unit.promise.judge(stamp.check(bytes, offset + index * UNIT as u64))
        }))
    }
}

/// The first problem, if any; `None` if no unit could be checked.
fn sum_up(
    mut units: impl Iterator<Item = Option<Result<u64, BlockFault>>>,
) -> Option<Result<(), BlockFault>> {
    units
        .try_fold(None, |all, unit| match unit {
            Some(Err(wrong)) => Err(wrong),
            Some(Ok(_)) => Ok(Some(())),
            None => Ok(all),
        })
        .transpose()
}

/// The units that a range of bytes touches, of `units` in all.
fn range(offset: u64, len: u64, units: usize) -> std::ops::Range<usize> {
    let unit = UNIT as u64;
    let first = ((offset / unit) as usize).min(units);
    let end = (offset.saturating_add(len).div_ceil(unit) as usize).clamp(first, units);
    first..end
}

#[cfg(test)]
mod tests;
