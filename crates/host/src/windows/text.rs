//! Text as Windows' calls take and give it: UTF-16 that ends in 0.

use std::ffi::OsStr;
use std::os::windows::ffi::OsStrExt;

/// For a call.
pub fn wide(text: impl AsRef<OsStr>) -> Vec<u16> {
    text.as_ref().encode_wide().chain([0]).collect()
}

/// From a call: up to the first 0.
pub fn text(wide: &[u16]) -> String {
    String::from_utf16_lossy(wide.split(|letter| *letter == 0).next().unwrap_or_default())
}
