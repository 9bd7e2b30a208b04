//! The desktop, which shows a browser.

use std::ptr::null;

use windows_sys::Win32::UI::Shell::ShellExecuteW;
use windows_sys::Win32::UI::WindowsAndMessaging::SW_SHOWNORMAL;
use windows_sys::w;

/// Opens the browser; the address is printed in any case (shellapi.h, `ShellExecuteW`).
pub fn open(url: &str) {
    let url: Vec<u16> = url.encode_utf16().chain([0]).collect();
    let owner = std::ptr::null_mut();
    // SAFETY: both texts end in 0 and live longer than the call; the others may be null.
    unsafe { ShellExecuteW(owner, w!("open"), url.as_ptr(), null(), null(), SW_SHOWNORMAL) };
}
