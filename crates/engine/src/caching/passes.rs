//! A device whose files are dropped from memory again after each pass over them.
//!
//! For: rates through the page cache. A file that is read for longer than once comes from memory from the second
//! time on, which says nothing of the drive.
//!
//! Source: fio opens its files anew for each pass of a job that runs for a time, and drops them from memory then
//! (`invalidate=1`, its default).

use std::fs::File;
use std::sync::Arc;

use narrows_units::Nanos;
use narrows_workload::Direction;

use crate::fan_out::FanOut;
use crate::system::files;
use crate::{Completion, Errno, IoDevice, IoSubmission};

/// Drops the files of `inner` from memory whenever as much was read as a pass has.
pub(crate) struct CacheDropper<D> {
    inner: D,
    files: Vec<Arc<File>>,
    /// Bytes of a pass.
    length: u64,
    /// Bytes that are left of this one.
    left: u64,
}

impl<D: IoDevice> CacheDropper<D> {
    pub(crate) fn new(inner: D, length: u64, fan_out: &FanOut) -> Self {
        Self { inner, files: fan_out.files.clone(), length, left: length }
    }
}

impl<D: IoDevice> IoDevice for CacheDropper<D> {
    fn exchange(
        &mut self,
        submissions: &mut Vec<IoSubmission>,
        completions: &mut Vec<Completion>,
        timeout: Nanos,
    ) -> Result<(), Errno> {
        let reads = submissions.iter().filter(|part| part.direction == Direction::Read);
        let bytes: u64 = reads.map(|part| u64::from(part.len)).sum();
        // A batch across the end of a pass counts to the next, none of which comes from memory.
        if bytes > self.left {
            self.files.iter().for_each(|file| files::forget(file));
            self.left = self.length;
        }
        self.left = self.left.saturating_sub(bytes);
        self.inner.exchange(submissions, completions, timeout)
    }

    fn content(&self, slot: u32) -> &[u8] {
        self.inner.content(slot)
    }

    fn content_mut(&mut self, slot: u32) -> &mut [u8] {
        self.inner.content_mut(slot)
    }

    fn helpers_cpu(&self) -> Nanos {
        self.inner.helpers_cpu()
    }
}
