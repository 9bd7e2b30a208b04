//! Requests to a file system about an open file.
//!
//! Source: ioapiset.h, `DeviceIoControl`: a file that is open for overlapped requests takes these
//! with such a structure only; `GetOverlappedResult` waits for its event.

use std::fs::File;
use std::os::windows::io::{AsRawHandle, FromRawHandle, OwnedHandle};
use std::ptr::null;

use windows_sys::Win32::Foundation::{ERROR_IO_PENDING, GetLastError};
use windows_sys::Win32::System::IO::{DeviceIoControl, GetOverlappedResult, OVERLAPPED};
use windows_sys::Win32::System::Threading::CreateEventW;

use super::files::last;
use crate::Errno;

/// Asks, and waits for the answer; how many bytes it has.
///
/// # Safety
///
/// `Out` is a structure of integers only, which any bytes make up.
pub(super) unsafe fn ask<In, Out>(
    file: &File,
    code: u32,
    input: &In,
    output: &mut Out,
) -> Result<u32, Errno> {
    // SAFETY: the event has no name and default rights; it is closed with its owner.
    let event = unsafe { CreateEventW(null(), 1, 0, null()) };
    if event.is_null() {
        return Err(last());
    }
    // SAFETY: it is new and not shared.
    let event = unsafe { OwnedHandle::from_raw_handle(event) };
    let mut waited = OVERLAPPED { hEvent: event.as_raw_handle(), ..OVERLAPPED::default() };
    let (mut bytes, file) = (0, file.as_raw_handle());
    // SAFETY: handles, input, output and the structure live until the request is done, which is
    // waited for; the sizes are theirs.
    let done = unsafe {
        let begun = DeviceIoControl(
            file,
            code,
            std::ptr::from_ref(input).cast(),
            size_of::<In>() as u32,
            std::ptr::from_mut(output).cast(),
            size_of::<Out>() as u32,
            &mut bytes,
            &mut waited,
        );
        match begun {
            0 if GetLastError() == ERROR_IO_PENDING => {
                GetOverlappedResult(file, &waited, &mut bytes, 1)
            }
            begun => begun,
        }
    };
    if done == 0 { Err(last()) } else { Ok(bytes) }
}
