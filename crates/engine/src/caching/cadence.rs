//! A device that flushes after every n-th write, and holds back that write's completion until the
//! flush is complete.
//!
//! For: behaving like a database or a journal, which regularly waits until all its writes are
//! durable. A thread's writes are counted, however many extents an array makes of one; a flush goes
//! to all files of an array, as Linux' own arrays send a flush to every member.
//!
//! A flush is sent when its write has completed, not with it, because a flush covers only what
//! completed before. Other requests continue meanwhile.

use narrows_units::Nanos;
use narrows_workload::{Direction, Workload};

use crate::device::WrappedDevice;
use crate::fan_out::FanOut;
use crate::{Completion, Errno, IoDevice, IoSubmission};

/// Adds flushes to `inner`, which was made for a fan-out with places for flushes.
pub(crate) struct FlushCadence<D> {
    inner: WrappedDevice<D>,
    writes: WriteCadence,
}

/// Which writes are followed by a flush, and their progress.
struct WriteCadence {
    /// A flush follows each write whose number is a multiple of this.
    every: u32,
    /// Writes since the last one with a flush.
    since: u32,
    /// Places per slot.
    each: u32,
    /// Index of the first flush slot; those of requests come before it.
    first: u32,
    files: u32,
    slots: Vec<FlushState>,
}

/// A slot whose write is followed by a flush; nothing is stored for others.
#[derive(Clone, Copy, Debug, Default)]
struct FlushState {
    /// Outstanding extents of the write, if a flush follows it.
    writing: u32,
    flushing: u32,
    /// The write's last completion, once it has arrived.
    held: Option<Completion>,
}

impl<D: IoDevice> FlushCadence<D> {
    pub(crate) fn new(inner: D, every: u32, fan_out: &FanOut, workload: &Workload) -> Self {
        let first = fan_out.requests(workload.depth);
        let places = fan_out.places(workload.depth) as usize;
        let writes = WriteCadence {
            every,
            since: 0,
            each: fan_out.each,
            first,
            files: fan_out.files.len() as u32,
            slots: vec![FlushState::default(); workload.depth as usize],
        };
        Self { inner: WrappedDevice::new(inner, places), writes }
    }
}

impl WriteCadence {
    /// Counts a submitted request. Its extents are in a row, the first in its slot's first place.
    fn count(&mut self, part: &IoSubmission) {
        let Some(slot) = self.slots.get_mut((part.slot / self.each) as usize) else { return };
        if part.slot.is_multiple_of(self.each) {
            *slot = FlushState::default();
            self.since += u32::from(part.direction == Direction::Write);
            if part.direction == Direction::Read || self.since < self.every {
                return;
            }
            // The count begins again here and not with the completion: writes submitted meanwhile
            // belong to the next flush.
            self.since = 0;
            slot.writing = 1;
        } else if slot.writing > 0 {
            slot.writing += 1;
        }
    }

    /// Passes on a completion, unless a flush follows it: then submits the flushes.
    fn sort(&mut self, answer: Completion, parts: &mut Vec<IoSubmission>) -> Option<Completion> {
        if answer.slot >= self.first {
            let slot = (answer.slot - self.first) / self.files;
            return self.slots.get_mut(slot as usize)?.flushed(answer);
        }
        let number = answer.slot / self.each;
        let slot = self.slots.get_mut(number as usize)?;
        // Only the last extent is held back; the request cannot complete before it anyway.
        if slot.writing != 1 {
            slot.writing = slot.writing.saturating_sub(1);
            return Some(answer);
        }
        // A failed write is followed by its flush: the cadence counts writes, not successes.
        *slot = FlushState { writing: 0, flushing: self.files, held: Some(answer) };
        let place = self.first + number * self.files;
        // A ring or pool recognises a flush by its place alone.
        for file in 0..self.files {
            let whole = IoSubmission::whole(place + file, Direction::Write, 0, 0);
            parts.push(IoSubmission { file: file as u16, ..whole });
        }
        None
    }
}

impl FlushState {
    /// The write that is complete with this flush; a flush that failed is the write's failure.
    fn flushed(&mut self, answer: Completion) -> Option<Completion> {
        let held = self.held.as_mut()?;
        // The write's own error comes first.
        if let (Ok(_), Err(errno)) = (held.result, answer.result) {
            held.result = Err(errno);
        }
        self.flushing = self.flushing.saturating_sub(1);
        if self.flushing == 0 { self.held.take() } else { None }
    }
}

impl<D: IoDevice> IoDevice for FlushCadence<D> {
    fn exchange(
        &mut self,
        submissions: &mut Vec<IoSubmission>,
        completions: &mut Vec<Completion>,
        timeout: Nanos,
    ) -> Result<(), Errno> {
        for part in submissions.drain(..) {
            self.writes.count(&part);
            self.inner.parts.push(part);
        }
        let writes = &mut self.writes;
        self.inner.exchange(completions, timeout, |answer, parts| writes.sort(answer, parts))
    }

    fn content(&self, slot: u32) -> &[u8] {
        self.inner.device.content(slot)
    }

    fn content_mut(&mut self, slot: u32) -> &mut [u8] {
        self.inner.device.content_mut(slot)
    }

    fn helpers_cpu(&self) -> Nanos {
        self.inner.device.helpers_cpu()
    }
}

#[cfg(test)]
mod tests;
