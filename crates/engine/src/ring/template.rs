//! Builds ring entries from the fields that all requests share and those that differ.
//!
//! For: a few nanoseconds per request. An entry is made in the queue itself, with nothing kept for each
//! slot. Requests to members of an array also differ in file.
//!
//! Source: include/uapi/linux/io_uring.h, `struct io_uring_sqe`. The flags of a read or write
//! (RWF_DSYNC: durable before it completes) are the same for all requests of a ring; reads ignore
//! RWF_DSYNC.

use io_uring::cqueue;
use io_uring::squeue::Entry;
use narrows_workload::{Direction, Workload};

use super::RingProtocol;
use super::entry::EntryMaker;
use crate::fan_out::FanOut;
use crate::{Errno, IoSubmission};

/// The kernel's own reads and writes.
pub struct Templates {
    /// The first bytes of reads and of writes.
    heads: [[u8; 8]; 2],
    /// The RWF flags of both.
    flags: u32,
    /// The file references of an array's members; empty for a single file.
    files: Vec<i32>,
    /// Bytes that a completion counts for in addition to its result: the block, for no-ops.
    uncounted: u32,
}

/// An entry of the kernel's queue by the fields that requests use.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
struct EntryFields {
    /// Operation, flags, two bytes of priority, the file in the last four.
    head: [u8; 8],
    offset: u64,
    address: u64,
    len: u32,
    flags: u32,
    user_data: u64,
    /// The buffer's index, which is 0, and fields of other operations.
    rest: [u64; 3],
}

// The crate's entry is the kernel's structure and nothing else, which this at least bounds.
const _: () =
    assert!(size_of::<Entry>() == size_of::<EntryFields>() && size_of::<EntryFields>() == 64);
const _: () = assert!(align_of::<Entry>() == align_of::<EntryFields>());

impl Templates {
    /// For requests of the workload to the files of `fan_out`.
    pub(super) fn new(maker: EntryMaker, workload: &Workload, fan_out: &FanOut) -> Self {
        let flags = if fan_out.caching.is_through() { libc::RWF_DSYNC } else { 0 };
        let fields = [Direction::Read, Direction::Write].map(|direction| {
            let request = IoSubmission::whole(0, direction, 0, 0);
            EntryFields::of(maker.entry(&request, std::ptr::null_mut(), flags))
        });
        let files =
            if fan_out.is_one() { Vec::new() } else { fan_out.names(maker.is_registered()) };
        // The head of a single file already refers to it.
        Self {
            heads: fields.map(|fields| fields.head),
            flags: fields[1].flags,
            files,
            uncounted: maker.uncounted(workload.block.get() as u32),
        }
    }
}

impl EntryFields {
    fn of(entry: Entry) -> Self {
        // SAFETY: both are 64 bytes of plain integers, any value of which is valid.
        unsafe { std::mem::transmute(entry) }
    }

    #[inline]
    fn entry(self) -> Entry {
        // SAFETY: both are 64 bytes of plain integers, any value of which is valid.
        unsafe { std::mem::transmute(self) }
    }
}

impl RingProtocol for Templates {
    const BUFFER_EACH: bool = false;
    type Request = Entry;
    type Answer = cqueue::Entry;

    #[inline]
    fn entry(&self, request: &IoSubmission, buffer: u64) -> Result<Entry, Errno> {
        let IoSubmission { slot, direction, offset, len, file, within, priority } = *request;
        let mut head = match direction {
            Direction::Read => self.heads[0],
            Direction::Write => self.heads[1],
        };
        head[2..4].copy_from_slice(&priority.to_ne_bytes());
        if !self.files.is_empty() {
            let file = self.files.get(usize::from(file)).ok_or(Errno::EINVAL)?;
            head[4..].copy_from_slice(&file.to_ne_bytes());
        }
        // The address stays within the slot's buffer, whose extents the caller lays side by side.
        let address = buffer + u64::from(within);
        let (flags, user_data) = (self.flags, u64::from(slot));
        Ok(EntryFields { head, offset, address, len, flags, user_data, rest: [0; 3] }.entry())
    }

    #[inline]
    fn moved(&self, answer: &cqueue::Entry) -> Result<u32, Errno> {
        let moved = u32::try_from(answer.result()).map_err(|_| Errno(-answer.result()));
        moved.map(|moved| moved + self.uncounted)
    }
}
