//! How far a file that was there before is really written.
//!
//! Source: winioctl.h, `FSCTL_QUERY_FILE_REGIONS`, `FILE_REGION_USAGE_VALID_CACHED_DATA`.

use std::fs::File;

use windows_sys::Win32::System::Ioctl::{
    FILE_REGION_INPUT, FILE_REGION_OUTPUT, FILE_REGION_USAGE_VALID_CACHED_DATA,
    FSCTL_QUERY_FILE_REGIONS,
};

use super::control::ask;

/// Returns the end of the first region ever written; `None` if the file system does not report it. Data beyond it is
/// read as zeros, without the drive.
pub(super) fn written_until(file: &File, len: u64) -> Option<u64> {
    let whole = FILE_REGION_INPUT {
        FileOffset: 0,
        Length: i64::try_from(len).ok()?,
        DesiredUsage: FILE_REGION_USAGE_VALID_CACHED_DATA,
    };
    let mut output = FILE_REGION_OUTPUT::default();
    // SAFETY: the answer is a structure of integers.
    unsafe { ask(file, FSCTL_QUERY_FILE_REGIONS, &whole, &mut output) }.ok()?;
    // The answer has room for one region: the first, which begins at 0 in a file that was written
    // from its start.
    let region = output.Region[0];
    match (output.RegionEntryCount, region.FileOffset) {
        (0, _) => Some(0),
        (_, 0) => u64::try_from(region.Length).ok(),
        _ => Some(0),
    }
}
