//! One entry of the ring's queue for each slot, created once and changed where requests differ.
//!
//! For: a few nanoseconds per request. Slots differ in buffer and number, requests of a slot only
//! in direction, offset and length. Entries are changed some time before they are copied into the
//! queue, because a processor that reads in one extent what it has just written in smaller ones
//! waits for the writes to reach its cache.
//!
//! Requests to members of an array also differ in file and in their part of the buffer.
//!
//! Source: include/uapi/linux/io_uring.h, `struct io_uring_sqe`: the operation is byte 0, the file
//! bytes 4 to 7, the offset bytes 8 to 15, the address bytes 16 to 23, the length bytes 24 to 27,
//! the flags of a read or write (RWF_DSYNC: durable before it completes) bytes 28 to 31. Those are
//! the same for all requests of a ring; reads ignore RWF_DSYNC.

use io_uring::cqueue;
use io_uring::squeue::Entry;
use narrows_workload::{Direction, Workload};

use super::Protocol;
use super::entry::Maker;
use crate::arena::Arena;
use crate::fan_out::FanOut;
use crate::{Errno, Submission};

/// The kernel's own reads and writes: the entries of all slots.
pub struct Templates {
    entries: Vec<Entry>,
    /// Bytes that a completion counts for in addition to its result: the block, for no-ops.
    uncounted: u32,
    /// The operation for reads and for writes.
    operations: [u8; 2],
    /// The file references of an array's members; empty where there is one file.
    files: Vec<i32>,
    /// The addresses of the buffers of an array's entries.
    buffers: Vec<u64>,
}

// The crate's entry is the kernel's structure and nothing else, which this at least bounds.
const _: () = assert!(size_of::<Entry>() == 64);

impl Templates {
    /// For the workload's slots with their buffers, each for as many requests as `fan_out` has.
    pub(super) fn new(maker: Maker, arena: &Arena, workload: &Workload, fan_out: &FanOut) -> Self {
        let flags = if fan_out.caching.is_through() { libc::RWF_DSYNC } else { 0 };
        let entry = |slot, direction| {
            let request = Submission::whole(slot, direction, 0, 0);
            maker.entry(&request, arena.slot(slot / fan_out.each), flags)
        };
        let operations = [Direction::Read, Direction::Write].map(|way| operation(&entry(0, way)));
        let slots = fan_out.requests(workload.depth);
        let entries = (0..slots).map(|slot| entry(slot, Direction::Read)).collect();
        let uncounted = maker.uncounted(workload.block.get() as u32);
        let (files, buffers) = match fan_out.is_one() {
            true => (Vec::new(), Vec::new()),
            false => {
                let buffers = (0..slots).map(|slot| arena.slot(slot / fan_out.each).addr() as u64);
                (fan_out.names(maker.is_registered()), buffers.collect())
            }
        };
        Self { entries, uncounted, operations, files, buffers }
    }

    /// Sets the request's file and buffer, for entries of an array's members.
    fn point_at(&mut self, request: &Submission) -> Result<(), Errno> {
        let Submission { slot, file, within, .. } = *request;
        let file = *self.files.get(usize::from(file)).ok_or(Errno::EINVAL)?;
        let (Some(entry), Some(buffer)) =
            (self.entries.get_mut(slot as usize), self.buffers.get(slot as usize))
        else {
            return Ok(());
        };
        let start: *mut u8 = std::ptr::from_mut(entry).cast();
        // SAFETY: as in `fill`; the address stays within the slot's buffer, whose extents the
        // caller lays side by side.
        unsafe {
            start.add(4).cast::<i32>().write(file);
            start.add(16).cast::<u64>().write(buffer + u64::from(within));
        }
        Ok(())
    }
}

impl Protocol for Templates {
    const BUFFER_EACH: bool = false;
    type Request = Entry;
    type Answer = cqueue::Entry;

    #[inline]
    fn fill(&mut self, request: &Submission) -> Result<(), Errno> {
        let operation = match request.direction {
            Direction::Read => self.operations[0],
            Direction::Write => self.operations[1],
        };
        if !self.files.is_empty() {
            self.point_at(request)?;
        }
        let Some(entry) = self.entries.get_mut(request.slot as usize) else { return Ok(()) };
        let start: *mut u8 = std::ptr::from_mut(entry).cast();
        // SAFETY: the entry is 64 bytes of plain integers, aligned to 8, borrowed mutably, and has
        // these three fields at these places (see the module); any value is valid in each.
        unsafe {
            start.write(operation);
            start.add(8).cast::<u64>().write(request.offset);
            start.add(24).cast::<u32>().write(request.len);
        }
        Ok(())
    }

    #[inline]
    fn get(&self, slot: u32) -> Option<&Entry> {
        self.entries.get(slot as usize)
    }

    #[inline]
    fn moved(&self, answer: &cqueue::Entry) -> Result<u32, Errno> {
        let moved = u32::try_from(answer.result()).map_err(|_| Errno(-answer.result()));
        moved.map(|moved| moved + self.uncounted)
    }
}

fn operation(entry: &Entry) -> u8 {
    // SAFETY: the entry is 64 bytes of plain integers, the first of which is the operation.
    unsafe { std::ptr::from_ref(entry).cast::<u8>().read() }
}
