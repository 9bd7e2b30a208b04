//! Stamps writes and checks reads, between issuer and device.
//!
//! For: a header with location and number in every written block; verification when blocks are
//! read; and the write ledger of acknowledged writes. Costs nothing if none of it is used, and a
//! few nanoseconds per block if writes are only numbered.

use std::sync::Arc;

use narrows_workload::Direction;

use crate::stamp::BlockFault;
use crate::target::TargetAccess;
use crate::write_ledger::{ReadSnapshot, WriteLedger};
use crate::{Completion, IoDevice, IoSubmission, IoTarget, Issuer, UNIT};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct VerifiedReads {
    /// Reads that were checked. A read concurrent with a write to the same blocks is not.
    pub blocks: u64,
    /// Reads without the content that was written there.
    pub wrong: u64,
    /// The first wrong read: its offset in bytes, and its fault.
    pub first: Option<(u64, BlockFault)>,
}

impl VerifiedReads {
    /// Adds another thread's result.
    pub(crate) fn merge(&mut self, other: &Self) {
        self.blocks += other.blocks;
        self.wrong += other.wrong;
        self.first = self.first.or(other.first);
    }
}

/// How a thread's blocks are stamped and checked.
#[derive(Debug, Default)]
pub struct ThreadStamping {
    write_ledger: Option<Arc<WriteLedger>>,
    /// Whether reads are checked, and writes carry a checksum.
    verify: bool,
    seals: bool,
    /// Whether submissions are remembered until they complete.
    remembers: bool,
    sent: Vec<SlotSubmission>,
    checked: VerifiedReads,
}

#[derive(Clone, Copy, Debug)]
enum SlotSubmission {
    Nothing,
    Write { generation: u64, len: u32 },
    Read(ReadSnapshot),
}

impl ThreadStamping {
    /// For a thread that issues requests of `block` bytes to `target`; with `verify`, reads are
    /// checked. Read-only targets are neither stamped nor checked.
    pub fn of(target: &IoTarget, block: u64, verify: bool) -> Self {
        let keeps = target.access == TargetAccess::Kept;
        if let Some(write_ledger) = target.write_ledger.as_ref()
            && (verify || keeps)
            // The ledger knows whole units only: the promise for a unit must not come from a write
            // of its first half.
            && block.is_multiple_of(UNIT as u64)
        {
            write_ledger.watch(target.region.offset + target.region.len, keeps);
        }
        let seals = verify || keeps;
        // An earlier round's ledger records every write that begins, so each must be ended.
        let remembers = seals
            || target.write_ledger.as_ref().is_some_and(|write_ledger| write_ledger.is_watched());
        Self {
            write_ledger: target.write_ledger.clone(),
            verify,
            seals,
            remembers,
            ..Self::default()
        }
    }

    /// The result of verification; `None` if it was not requested.
    pub fn checked(&self) -> Option<VerifiedReads> {
        (self.verify && self.write_ledger.is_some()).then_some(self.checked)
    }

    /// Stamps the buffers of writes before they are submitted.
    #[inline]
    pub(crate) fn stamp(&mut self, submissions: &[IoSubmission], device: &mut dyn IoDevice) {
        let Some(write_ledger) = &self.write_ledger else { return };
        for submission in submissions {
            let IoSubmission { slot, direction, offset, len, .. } = *submission;
            let sent = match direction {
                Direction::Write => {
                    let generation = write_ledger.begin(offset, u64::from(len));
                    let buffer = device.content_mut(slot);
                    if self.seals {
                        write_ledger.stamp().write(buffer, offset, generation)
                    } else {
                        write_ledger.stamp().number(buffer, offset, generation)
                    }
                    SlotSubmission::Write { generation, len }
                }
                Direction::Read if self.verify => {
                    SlotSubmission::Read(write_ledger.look(offset, u64::from(len)))
                }
                Direction::Read => continue,
            };
            if self.remembers {
                let slot = slot as usize;
                if slot >= self.sent.len() {
                    self.sent.resize(slot + 1, SlotSubmission::Nothing);
                }
                if let Some(place) = self.sent.get_mut(slot) {
                    *place = sent;
                }
            }
        }
    }

    /// Checks completed reads, before the issuer frees the slots.
    #[inline]
    pub(crate) fn check(
        &mut self,
        completions: &[Completion],
        issuer: &Issuer,
        device: &dyn IoDevice,
    ) {
        if self.sent.is_empty() {
            return;
        }
        for completion in completions {
            let sent = self.sent.get_mut(completion.slot as usize);
            match sent.map_or(SlotSubmission::Nothing, |sent| {
                std::mem::replace(sent, SlotSubmission::Nothing)
            }) {
                SlotSubmission::Nothing => {}
                SlotSubmission::Write { generation, len } => {
                    let whole = completion.result == Ok(len);
                    self.write_ledger
                        .iter()
                        .for_each(|write_ledger| write_ledger.end(generation, whole));
                }
                SlotSubmission::Read(look) => self.judge(look, completion, issuer, device),
            }
        }
    }

    fn judge(
        &mut self,
        look: ReadSnapshot,
        completion: &Completion,
        issuer: &Issuer,
        device: &dyn IoDevice,
    ) {
        let Some((Direction::Read, offset)) = issuer.request_in(completion.slot) else { return };
        let content = device.content(completion.slot);
        // The issuer counts short and failed reads; their buffers still have old content.
        if completion.result != Ok(content.len() as u32) {
            return;
        }
        let judged = self
            .write_ledger
            .as_ref()
            .and_then(|write_ledger| write_ledger.judge(look, content, offset));
        self.checked.blocks += u64::from(judged.is_some());
        if let Some(Err(wrong)) = judged {
            self.checked.wrong += 1;
            self.checked.first.get_or_insert((offset, wrong));
        }
    }
}
