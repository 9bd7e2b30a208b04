//! Memory of whole pages.
//!
//! Source: mmap(2), madvise(2).

use std::ffi::c_void;
use std::ptr::{NonNull, null_mut};

use rustix::mm::{Advice, MapFlags, ProtFlags, madvise, mmap_anonymous, munmap};

use crate::Errno;

/// Maps memory for this process alone.
pub(crate) fn map(len: usize) -> Result<NonNull<c_void>, Errno> {
    let (prot, flags) = (ProtFlags::READ | ProtFlags::WRITE, MapFlags::PRIVATE);
    // SAFETY: a fresh anonymous mapping at an address of the kernel's choice touches nothing
    // that exists.
    let mapped = unsafe { mmap_anonymous(null_mut(), len, prot, flags) }?;
    NonNull::new(mapped).ok_or(Errno(libc::ENOMEM))
}

/// Gives it back.
///
/// # Safety
///
/// It was mapped by [`map`] with this length, and no reference to it is left.
pub(crate) unsafe fn unmap(mapped: NonNull<c_void>, len: usize) {
    // SAFETY: by this function's contract.
    let _ = unsafe { munmap(mapped.as_ptr(), len) };
}

/// Asks for huge pages in this range.
///
/// # Safety
///
/// The range is mapped.
pub(crate) unsafe fn ask_for_huge(start: NonNull<c_void>, len: usize) {
    // SAFETY: by this function's contract; this advice changes no content. A kernel without huge
    // pages refuses, and small ones do as well.
    let _ = unsafe { madvise(start.as_ptr(), len, Advice::LinuxHugepage) };
}
