//! Memory of whole pages.

use std::ffi::c_void;
use std::io;
use std::ptr::{NonNull, null};

use windows_sys::Win32::System::Memory::{
    MEM_COMMIT, MEM_RELEASE, MEM_RESERVE, PAGE_READWRITE, VirtualAlloc, VirtualFree,
};

use crate::Errno;

/// Maps memory for this process alone.
pub(crate) fn map(len: usize) -> Result<NonNull<c_void>, Errno> {
    // SAFETY: new memory at an address of the system's choice touches nothing that exists.
    let mapped = unsafe { VirtualAlloc(null(), len, MEM_COMMIT | MEM_RESERVE, PAGE_READWRITE) };
    NonNull::new(mapped).ok_or_else(|| Errno::of(&io::Error::last_os_error()))
}

/// Gives it back.
///
/// # Safety
///
/// It was mapped by [`map`], and no reference to it is left.
pub(crate) unsafe fn unmap(mapped: NonNull<c_void>, _: usize) {
    // SAFETY: by this function's contract; all of it is given back, for which the length is 0.
    unsafe { VirtualFree(mapped.as_ptr(), 0, MEM_RELEASE) };
}

/// Large pages take a right that no account has by default (Microsoft, "Large-page support"), so that none are requested.
///
/// # Safety
///
/// None is needed.
pub(crate) unsafe fn ask_for_huge(_: NonNull<c_void>, _: usize) {}
