//! A virtual array: requests are cut as a RAID engine would, and go to the drives.
//!
//! For: measuring an array of drives without building it. Each request is split by chunks into
//! requests to the members, all issued at once by the same thread, as Linux does; it completes when
//! the last of them does.
//!
//! Levels with parity are only read: calculating it is the RAID engine's work, not ours.

use std::fs::File;
use std::num::NonZeroUsize;
use std::sync::Arc;

use narrows_array::{ArrayLayout, Extent, LogicalRequest, RaidLevel, RequestCutting};
use narrows_units::{Bytes, Nanos};
use narrows_workload::{Direction, Pattern, Workload};

use crate::device::WrappedDevice;
use crate::fan_out::FanOut;
use crate::kind::TargetKind;
use crate::target::TargetAccess;
use crate::{Caching, Completion, Errno, IoDevice, IoSubmission, IoTarget, TargetRegion};

/// The members of a target that represents an array.
#[derive(Clone, Debug)]
pub(crate) struct MemberFiles {
    files: Vec<Arc<File>>,
    members: NonZeroUsize,
    /// Where each member's part begins.
    starts: Vec<u64>,
    level: RaidLevel,
    chunk: Bytes,
    region: TargetRegion,
}

impl IoTarget {
    /// A virtual array of `members` with chunk size `chunk` at `level`. Of unequal members, only
    /// the size of the smallest is used. Writes go to scratch files only, and never with parity.
    /// `None` for fewer members than the level needs.
    pub fn array(
        name: impl Into<String>,
        members: &[Self],
        level: RaidLevel,
        chunk: Bytes,
    ) -> Option<Self> {
        let first = members.first().filter(|_| members.len() >= level.fewest_members())?;
        let smallest = members.iter().map(|member| member.region.len).min().unwrap_or(0);
        let region = TargetRegion::whole(level.capacity(members.len(), smallest, chunk.get()));
        let all_scratch = members.iter().all(|member| member.access == TargetAccess::Scratch);
        let has_parity = matches!(level, RaidLevel::Parity(_));
        let made_of = MemberFiles {
            files: members.iter().map(Self::file).collect(),
            members: NonZeroUsize::new(members.len())?,
            starts: members.iter().map(|member| member.region.offset).collect(),
            level,
            chunk,
            region,
        };
        Some(Self {
            name: name.into(),
            region,
            access: if all_scratch && !has_parity {
                TargetAccess::Scratch
            } else {
                TargetAccess::ReadOnly
            },
            kind: kind(members).unwrap_or(first.kind),
            // Blocks of an array carry no stamp, so there is nothing to keep a ledger of.
            write_ledger: None,
            filled: members.iter().all(|member| member.filled),
            // An array with a raw member is read only, so no permit is needed.
            permit: None,
            namespace: None,
            members: Some(Arc::new(made_of)),
            ..first.clone()
        })
    }
}

/// The kind of a file among devices is a file: the layers in between differ.
fn kind(members: &[IoTarget]) -> Option<TargetKind> {
    members.iter().map(|member| member.kind).find(|kind| *kind == TargetKind::File)
}

impl MemberFiles {
    /// The fan-out of `workload` over the members.
    pub(crate) fn fan_out(&self, workload: &Workload) -> FanOut {
        let (layout, block) = (self.layout(workload), workload.block.get());
        let [reads, writes] =
            [Direction::Read, Direction::Write].map(|way| layout.most(block, way) as u32);
        // A slot of a mix may carry either direction, so it needs places for the wider one.
        let each = match workload.read_percent {
            0 => writes,
            100.. => reads,
            _ => reads.max(writes),
        };
        FanOut { files: self.files.clone(), each, caching: Caching::Direct }
    }

    pub(crate) fn files(&self) -> Vec<Arc<File>> {
        self.files.clone()
    }

    fn layout(&self, workload: &Workload) -> ArrayLayout {
        // A mirror's copies take turns, but a stream that reads in sequence stays on one (md(4)).
        let keeps_streams = workload.pattern == Pattern::Sequential;
        let cutting = RequestCutting { keeps_streams, ..RequestCutting::at(self.chunk) };
        let end = self.region.offset + self.region.len;
        ArrayLayout::new(self.level, self.members, cutting, self.region.offset..end)
    }

    /// Wraps `inner`, made for [`Self::fan_out`], as the array for the `stream`th thread.
    pub(crate) fn on<D: IoDevice>(
        &self,
        inner: D,
        workload: &Workload,
        stream: u32,
    ) -> ArrayDevice<D> {
        let (layout, each) = (self.layout(workload), self.fan_out(workload).each);
        ArrayDevice {
            inner: WrappedDevice::new(inner, (workload.depth * each) as usize),
            layout,
            starts: self.starts.clone(),
            each,
            wholes: vec![PendingRequest::default(); workload.depth as usize],
            // Each thread starts with another copy of a mirror, not all with the first.
            turn: u64::from(stream),
            stream: u64::from(stream),
            extents: Vec::with_capacity(each as usize),
        }
    }
}

/// A device that cuts requests and collects their completions.
pub(crate) struct ArrayDevice<D> {
    inner: WrappedDevice<D>,
    layout: ArrayLayout,
    starts: Vec<u64>,
    /// Places of the inner device per slot.
    each: u32,
    wholes: Vec<PendingRequest>,
    turn: u64,
    stream: u64,
    extents: Vec<Extent>,
}

/// The outstanding part of one request.
#[derive(Clone, Copy, Debug, Default)]
struct PendingRequest {
    left: u32,
    len: u32,
    /// Bytes that its extents have not yet moved; copies count each.
    due: u64,
    failed: Option<Result<u32, Errno>>,
}

impl PendingRequest {
    /// For a request of `len` bytes that became these extents.
    fn of(len: u32, extents: &[Extent]) -> Self {
        let due = extents.iter().map(|extent| extent.bytes).sum();
        Self { left: extents.len() as u32, len, due, failed: None }
    }

    /// Takes in an extent's completion; returns that of the whole request, if it was the last. A
    /// extent that moved less than requested makes the whole short. Requests that do nothing report
    /// the same for an extent as for a whole block.
    fn gather(&mut self, answer: Result<u32, Errno>) -> Option<Result<u32, Errno>> {
        match answer {
            Ok(moved) if moved > 0 => self.due = self.due.saturating_sub(u64::from(moved)),
            failed => _ = self.failed.get_or_insert(failed),
        }
        self.left = self.left.saturating_sub(1);
        let moved = u64::from(self.len).saturating_sub(self.due) as u32;
        (self.left == 0).then(|| self.failed.unwrap_or(Ok(moved)))
    }
}

impl<D: IoDevice> ArrayDevice<D> {
    fn cut(&mut self, submission: &IoSubmission) -> Result<(), Errno> {
        let IoSubmission { slot, direction, offset, len, priority, .. } = *submission;
        self.turn += 1;
        let (stream, turn) = (self.stream, self.turn);
        let request = LogicalRequest { direction, offset, len: u64::from(len), stream, turn };
        self.extents.clear();
        self.layout.cut(&request, false, &mut self.extents);
        let whole = self.wholes.get_mut(slot as usize).ok_or(Errno::EINVAL)?;
        *whole = PendingRequest::of(len, &self.extents);
        // Every slot has `each` places: a completion leads back to its slot by division.
        let (mut place, mut within) = (slot * self.each, 0);
        for extent in &self.extents {
            let bytes = extent.bytes as u32;
            // Copies are written from the same buffer.
            within = if within + bytes > len { 0 } else { within };
            self.inner.parts.push(IoSubmission {
                slot: place,
                direction,
                offset: self.starts[extent.member] + extent.offset,
                len: bytes,
                file: extent.member as u16,
                within,
                priority,
            });
            (place, within) = (place + 1, within + bytes);
        }
        Ok(())
    }
}

impl<D: IoDevice> IoDevice for ArrayDevice<D> {
    fn exchange(
        &mut self,
        submissions: &mut Vec<IoSubmission>,
        completions: &mut Vec<Completion>,
        timeout: Nanos,
    ) -> Result<(), Errno> {
        for submission in submissions.drain(..) {
            self.cut(&submission)?;
        }
        let (wholes, each) = (&mut self.wholes, self.each);
        self.inner.exchange(completions, timeout, |answer, _| {
            let slot = answer.slot / each;
            let result = wholes.get_mut(slot as usize)?.gather(answer.result)?;
            Some(Completion { slot, result })
        })
    }

    // Blocks of an array are neither stamped nor checked, so that their content is the default,
    // none.
    fn helpers_cpu(&self) -> Nanos {
        self.inner.device.helpers_cpu()
    }
}

#[cfg(test)]
mod tests;
