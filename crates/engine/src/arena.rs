//! Memory for requests: one page-aligned buffer a slot.
//!
//! For: O_DIRECT, which needs aligned memory, and registration with the ring, which needs one
//! contiguous region. The memory is mapped, touched and filled before the run, so that no page
//! fault falls into it; the fill does not compress, so that writes cost what they should.
//!
//! Huge pages may be requested. A device that takes a limited number of memory segments per request
//! (virtio disks do) is slowed down by buffers of scattered pages, and how scattered they are
//! varies from moment to moment: the same read was measured at 1.2 and at 2.9 GB/s. In a huge page
//! a buffer is always one segment.
//!
//! Buffers are handed out as raw pointers because the kernel writes into them behind Rust's back;
//! who holds a slot's submission owns its buffer.

use std::ffi::c_void;
use std::ptr::{NonNull, null_mut};

use narrows_workload::issuer::NoiseStream;

use crate::Errno;
use crate::system::pages;

/// A multiple of every drive's sector, and a divisor of every architecture's page.
const ALIGNMENT: usize = 4096;
/// The size of a huge page on x86-64, and on arm64 with pages of 4 KiB.
const HUGE: usize = 2 << 20;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BufferMemory {
    /// The seed of their content: the same seed gives the same bytes.
    pub seed: u64,
    /// Whether to ask for huge pages, for blocks that span several pages.
    pub huge_pages: bool,
}

/// `slots` buffers of `block` bytes.
#[derive(Debug)]
pub(crate) struct Arena {
    mapped: NonNull<c_void>,
    mapped_len: usize,
    pub(crate) base: NonNull<u8>,
    pub(crate) len: usize,
    pub(crate) stride: usize,
    pub(crate) block: usize,
}

// SAFETY: the arena is plain memory that any thread may use; who may use which buffer when is the
// business of the slots, as the module says, and every use goes through a raw pointer.
unsafe impl Send for Arena {}
// SAFETY: as above; the arena itself is never changed after construction.
unsafe impl Sync for Arena {}

impl Arena {
    pub(crate) fn new(slots: u32, block: usize, memory: BufferMemory) -> Result<Self, Errno> {
        let stride = block.next_multiple_of(ALIGNMENT);
        let len = stride.saturating_mul(slots as usize).max(ALIGNMENT);
        // A block of one page is a single segment in any case.
        let huge = memory.huge_pages && block > ALIGNMENT;
        // A mapping is aligned to small pages; one huge page more leaves room to align it.
        let mapped_len = if huge { len.next_multiple_of(HUGE) + HUGE } else { len };
        let mapped = pages::map(mapped_len)?;
        let skipped = if huge { mapped.cast::<u8>().align_offset(HUGE) } else { 0 };
        // SAFETY: a huge page's worth more than is needed was mapped, so the aligned start and
        // `len` bytes after it lie inside.
        let base = unsafe { mapped.cast::<u8>().add(skipped) };
        // Advised before the fill: pages are assigned, huge or not, at the first touch.
        let arena = Self { mapped, mapped_len, base, len, stride, block };
        if huge {
            let len = arena.len.next_multiple_of(HUGE);
            // SAFETY: the range lies inside the mapping.
            unsafe { pages::ask_for_huge(arena.base.cast(), len) };
        }
        // SAFETY: the mapping is not shared yet; it is readable, writable and `len` long.
        NoiseStream::new(memory.seed)
            .fill(unsafe { std::slice::from_raw_parts_mut(base.as_ptr(), len) });
        Ok(arena)
    }

    /// The buffer of a slot, `block` bytes long; null for a slot beyond the last.
    #[inline]
    pub(crate) fn slot(&self, slot: u32) -> *mut u8 {
        let offset = slot as usize * self.stride;
        if offset + self.stride > self.len {
            return null_mut();
        }
        // SAFETY: the offset was just checked to lie inside the mapping.
        unsafe { self.base.as_ptr().add(offset) }
    }

    /// The content of a slot's buffer; empty for a slot beyond the last.
    ///
    /// # Safety
    ///
    /// No request may be in flight in the slot for as long as the slice lives.
    pub(crate) unsafe fn content(&self, slot: u32) -> &[u8] {
        let buffer = self.slot(slot);
        if buffer.is_null() {
            return &[];
        }
        // SAFETY: the buffer is `block` bytes inside the mapping, and by this function's contract
        // it is not written meanwhile.
        unsafe { std::slice::from_raw_parts(buffer, self.block) }
    }

    /// The same, for changing it.
    ///
    /// # Safety
    ///
    /// No request may be in flight in the slot, and no other code may access it, for as long as the
    /// slice lives.
    #[expect(clippy::mut_from_ref, reason = "the buffer is behind a raw pointer; see the contract")]
    pub(crate) unsafe fn content_mut(&self, slot: u32) -> &mut [u8] {
        let buffer = self.slot(slot);
        if buffer.is_null() {
            return &mut [];
        }
        // SAFETY: the buffer is `block` bytes inside the mapping, and by this function's contract
        // it is not used elsewhere meanwhile.
        unsafe { std::slice::from_raw_parts_mut(buffer, self.block) }
    }
}

impl Drop for Arena {
    fn drop(&mut self) {
        // SAFETY: the mapping is ours and no longer referred to: devices leak their arena instead
        // of dropping it while requests are in flight.
        unsafe { pages::unmap(self.mapped, self.mapped_len) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buffers_are_aligned_apart_and_do_not_compress() {
        for huge_pages in [false, true] {
            check(&Arena::new(3, 5000, BufferMemory { seed: 1, huge_pages }).unwrap());
        }
    }

    #[test]
    fn no_slot_reaches_beyond_the_mapping() {
        let arena = Arena::new(0, 8192, BufferMemory { seed: 1, huge_pages: false }).unwrap();
        assert!(arena.slot(0).is_null());
    }

    fn check(arena: &Arena) {
        let starts = [0, 1, 2].map(|slot| arena.slot(slot) as usize);
        assert!(starts.iter().all(|start| start % 4096 == 0));
        assert_eq!(starts.map(|start| start - starts[0]), [0, 8192, 16384]);
        assert!(arena.slot(3).is_null());
        // SAFETY: nothing is in flight.
        let (first, second) = unsafe { (arena.content(0), arena.content(1)) };
        assert_eq!(first.len(), 5000);
        assert_ne!(first, second);
        let mut bytes = [0u32; 256];
        first.iter().for_each(|byte| bytes[usize::from(*byte)] += 1);
        // 5,000 / 256 = 20 each, standard deviation 4.4.
        assert!(bytes.iter().all(|count| *count < 50), "{bytes:?}");
    }
}
