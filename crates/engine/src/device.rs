//! The interface between an issuer's driver and a device, real or virtual.

use narrows_units::Nanos;

use crate::{Completion, Errno, IoSubmission};

/// Takes submissions, returns completions, like a ring, a thread pool or a simulation.
pub trait IoDevice {
    /// Hands over all of `submissions` (which is empty afterwards), waits until at least one
    /// request completes or `timeout` has passed, and appends all completions there are.
    ///
    /// # Errors
    ///
    /// The device as a whole no longer works; a failed request is a completion instead.
    fn exchange(
        &mut self,
        submissions: &mut Vec<IoSubmission>,
        completions: &mut Vec<Completion>,
        timeout: Nanos,
    ) -> Result<(), Errno>;

    /// The data that a completed read has put into its slot's buffer, until the slot is submitted
    /// again. Empty if the device has no such buffer, or the slot is in flight.
    fn content(&self, _slot: u32) -> &[u8] {
        &[]
    }

    /// The slot's buffer, to be filled with the data of a write. Empty if the device has no such
    /// buffer, or the slot is in flight.
    fn content_mut(&mut self, _slot: u32) -> &mut [u8] {
        &mut []
    }

    /// Processor time that threads of the device other than the caller have used so far.
    fn helpers_cpu(&self) -> Nanos {
        Nanos::ZERO
    }
}

/// A device wrapped by another that changes its requests, with the requests in between.
pub(crate) struct WrappedDevice<D> {
    pub(crate) device: D,
    pub(crate) parts: Vec<IoSubmission>,
    answers: Vec<Completion>,
}

impl<D: IoDevice> WrappedDevice<D> {
    /// With room for `places` requests.
    pub(crate) fn new(device: D, places: usize) -> Self {
        Self { device, parts: Vec::with_capacity(places), answers: Vec::with_capacity(places) }
    }

    /// Submits the parts and gives each completion to `sort`, which may add submissions, until that
    /// has passed one on or nothing has completed in `timeout`.
    ///
    /// Submissions added last are then still outstanding, and go with the next requests, which come
    /// at once: a caller that receives a completion submits again.
    pub(crate) fn exchange(
        &mut self,
        completions: &mut Vec<Completion>,
        timeout: Nanos,
        mut sort: impl FnMut(Completion, &mut Vec<IoSubmission>) -> Option<Completion>,
    ) -> Result<(), Errno> {
        let before = completions.len();
        loop {
            self.device.exchange(&mut self.parts, &mut self.answers, timeout)?;
            let is_silent = self.answers.is_empty();
            for answer in self.answers.drain(..) {
                completions.extend(sort(answer, &mut self.parts));
            }
            // Extents and flushes may complete without any request being complete; the issuer
            // would be woken for nothing.
            if is_silent || completions.len() > before {
                return Ok(());
            }
        }
    }
}
