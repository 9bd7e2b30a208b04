//! How long single reads take at places all over a target, one at a time.
//!
//! For: access times by position, as disk benchmarks draw them beside rates. A ring and its threads would
//! only add to a time of one request.

use std::fs::File;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use narrows_units::Nanos;
use narrows_workload::issuer::NoiseStream;

use crate::kind::TargetKind;
use crate::system::files;
use crate::target::IoTarget;

/// Size and alignment of a read, in bytes.
const BLOCK: usize = 4096;
/// How often whoever waits looks up.
const LOOK: Duration = Duration::from_millis(100);
/// A drive that takes longer for one read does not answer.
const PATIENCE: Duration = Duration::from_secs(10);

/// The places, in bytes, and times of up to `count` reads of 4 KiB, in the order in which they were read;
/// places are drawn from `seed`. Ends early where a read fails, none comes back for 10 s or `cancel` is
/// set. Nothing of a target that is no file or block device, or is not written throughout.
pub fn single_reads(
    target: &IoTarget,
    count: u32,
    seed: u64,
    cancel: &AtomicBool,
) -> Vec<(u64, Nanos)> {
    let region = target.region();
    let first = region.offset.next_multiple_of(BLOCK as u64);
    let end = region.offset.saturating_add(region.len);
    let blocks = end.saturating_sub(first) / BLOCK as u64;
    let is_storage = matches!(target.kind(), TargetKind::File | TargetKind::Block);
    if !is_storage || !target.is_filled() || target.members.is_some() || blocks == 0 {
        return Vec::new();
    }
    let mut noise = NoiseStream::new(seed);
    let places: Vec<u64> = (0..count).map(|_| first + noise.below(blocks) * BLOCK as u64).collect();
    let (sender, receiver) = channel();
    let file = Arc::clone(&target.file);
    // A drive that hangs holds this thread, not the caller.
    std::thread::spawn(move || read_all(&file, &places, &sender));
    let (mut reads, mut heard) = (Vec::new(), Instant::now());
    // The patience counts from the last read that came back.
    while !cancel.load(Ordering::Relaxed) && heard.elapsed() < PATIENCE {
        match receiver.recv_timeout(LOOK) {
            Ok(read) => {
                reads.push(read);
                heard = Instant::now();
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => break,
        }
    }
    reads
}

/// Reads at each place until one fails, a read comes back short, or the receiver is gone.
fn read_all(file: &File, places: &[u64], heard: &Sender<(u64, Nanos)>) {
    // Twice the size leaves room to align the buffer, which O_DIRECT needs.
    let mut memory = vec![0_u8; 2 * BLOCK];
    let from = memory.as_ptr().align_offset(BLOCK);
    let Some(buffer) = memory.get_mut(from..from.saturating_add(BLOCK)) else { return };
    for at in places {
        let begun = Instant::now();
        let read = files::read_at(file, buffer, *at);
        let time = Nanos::new(u64::try_from(begun.elapsed().as_nanos()).unwrap_or(u64::MAX));
        if read != Ok(BLOCK) || heard.send((*at, time)).is_err() {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use narrows_workload::issuer::TargetRegion;

    use super::*;

    #[test]
    fn reads_stay_in_a_region_that_begins_anywhere() {
        let path = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(path.path(), vec![1; 4 * BLOCK]).unwrap();
        let region = TargetRegion { offset: 512, len: 2 * BLOCK as u64 };
        let file = File::open(path.path()).unwrap();
        let target = IoTarget::read_only("x".to_owned(), file, region, TargetKind::File);
        let reads = single_reads(&target, 32, 1, &AtomicBool::new(false));
        assert_eq!(reads.len(), 32);
        assert!(reads.iter().all(|(at, _)| *at == BLOCK as u64), "{reads:?}");
    }
}
