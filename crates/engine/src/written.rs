//! Finds a region of a device with data.
//!
//! For: measuring a device itself. Blocks that were trimmed or never written need not be read from
//! the flash and would overstate the drive; drives answer such reads with zeros (deterministic
//! zeros after TRIM: ATA8-ACS-3 section 7.10.3.2; NVMe Base Specification 2.0, deallocated logical
//! blocks), so a region in which nothing reads as zeros contains data. Data that *is* zeros is
//! skipped, which only narrows the choice.
//!
//! Not here: opening the device. It is only read, a few thousand times 4 KiB.

use std::fs::File;

use crate::TargetRegion;
use crate::system::files;

/// Bytes per probe.
const PROBE: u64 = 4096;
/// Probes spread over the region in question.
const LOOKS: u64 = 1024;
/// The smallest distance of probes.
const FINEST: u64 = 1 << 20;
/// Most steps of narrowing; each has 1,024 probes.
const STEPS: u32 = 4;

/// The longest region of `file` in which every probe finds data, at most `wanted` and at least
/// `least` bytes long; `None` if there is none. `file` must be open for direct reading.
pub fn written_region(file: &File, len: u64, wanted: u64, least: u64) -> Option<TargetRegion> {
    let mut memory = vec![0; 2 * PROBE as usize];
    // Direct reads need memory aligned to the block; a page is enough for every device.
    let start = memory.as_ptr().align_offset(PROBE as usize).min(PROBE as usize);
    let region = narrow(len, wanted, |offset| {
        let buffer = &mut memory[start..start + PROBE as usize];
        let read = files::read_at(file, buffer, offset);
        read.is_ok_and(|bytes| buffer[..bytes].iter().any(|byte| *byte != 0))
    })?;
    (region.len >= least).then_some(region)
}

/// Narrows down to a region without empty probes.
fn narrow(len: u64, wanted: u64, mut has_data: impl FnMut(u64) -> bool) -> Option<TargetRegion> {
    let mut region = TargetRegion { offset: 0, len: align(len) };
    for _ in 0..STEPS {
        let stride = align((region.len / LOOKS).max(FINEST));
        let is_narrow = region.len <= align(wanted);
        let (run, whole) = longest_run(region, stride, &mut has_data)?;
        region = TargetRegion { len: run.len.min(align(wanted)), ..run };
        // Probes that lie far apart prove little: a long region is narrowed and probed again.
        if whole && (is_narrow || stride == FINEST) {
            return Some(region);
        }
    }
    None
}

fn align(offset: u64) -> u64 {
    offset / PROBE * PROBE
}

/// The longest run of probes that all find data, and whether that was all of them.
fn longest_run(
    region: TargetRegion,
    stride: u64,
    has_data: &mut impl FnMut(u64) -> bool,
) -> Option<(TargetRegion, bool)> {
    let (mut best, mut run) =
        (TargetRegion { offset: 0, len: 0 }, TargetRegion { offset: 0, len: 0 });
    let mut whole = true;
    let end = region.offset + region.len;
    let mut at = region.offset;
    while at < end {
        let span = stride.min(end - at);
        if has_data(at) {
            let offset = if run.len == 0 { at } else { run.offset };
            run = TargetRegion { offset, len: run.len + span };
            best = if run.len > best.len { run } else { best };
        } else {
            whole = false;
            run.len = 0;
        }
        at += span;
    }
    (best.len > 0).then_some((best, whole))
}

#[cfg(test)]
mod tests {
    use super::*;

    const GIB: u64 = 1 << 30;

    /// A 4 TiB drive with data from 1 TiB to 2 TiB and a hole of 8 GiB in it.
    #[test]
    fn the_longest_stretch_with_data_is_found() {
        let hole = 1100 * GIB..1108 * GIB;
        let has_data = |at: u64| (1024 * GIB..2048 * GIB).contains(&at) && !hole.contains(&at);
        let region = narrow(4096 * GIB, 16 * GIB, has_data).unwrap();
        assert_eq!(region.len, 16 * GIB);
        assert!(region.offset >= 1108 * GIB && region.offset + region.len <= 2048 * GIB);
    }

    #[test]
    fn an_empty_drive_has_none_and_a_full_one_is_taken_from_its_start() {
        assert_eq!(narrow(64 * GIB, GIB, |_| false), None);
        assert_eq!(narrow(64 * GIB, GIB, |_| true), Some(TargetRegion { offset: 0, len: GIB }));
        assert_eq!(narrow(0, GIB, |_| true), None);
    }
}
