//! Values within their ranges.

use std::ops::RangeInclusive;

use narrows_messages::Message;
use narrows_units::Bytes;

use crate::machine_file::slip::{Result, ValueAt};

/// A whole number within its range.
pub(super) fn within(number: &ValueAt<i64>, least: u32, most: u32) -> Result<u32> {
    let wrong = || {
        let problem = Message::new("machine-out-of-range");
        number.wrong(problem.with("least", least).with("most", most))
    };
    let value = u32::try_from(number.value).map_err(|_| wrong())?;
    if (least..=most).contains(&value) { Ok(value) } else { Err(wrong()) }
}

/// From a sector to half of Linux's limit for one call, 2 GiB less a page (read(2), Notes). Kernels
/// split a large call (`max_sectors_kb`, Linux documentation, ABI/stable/sysfs-block), with all
/// parts in flight at once.
const BLOCK: RangeInclusive<Bytes> = Bytes::new(512)..=Bytes::gib(1);
/// Drives that the `count`s of a file may add up to; more are a slip of the pen.
pub const MAX_COUNT: u32 = 65_536;
/// No queue of any interface is deeper (NVM Express Base Specification 2.0, section 3.1.3.1).
pub(super) const DEEPEST_QUEUE: u32 = 65_536;

pub(super) fn is_true(value: Option<&ValueAt<bool>>) -> bool {
    value.is_some_and(|value| value.value)
}

/// A size that requests can have.
pub(super) fn block_fits(block: &ValueAt<Bytes>) -> Result<Bytes> {
    if BLOCK.contains(&block.value) {
        return Ok(block.value);
    }
    let problem = Message::new("machine-block").with("least", BLOCK.start());
    Err(block.wrong(problem.with("most", BLOCK.end())))
}
