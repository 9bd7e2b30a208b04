//! What an issuer's driver needs of a device, real or virtual.

use narrows_units::Nanos;

use crate::{Completion, Errno, Submission};

/// Takes submissions, gives completions. A ring and a thread pool are devices, and so may a
/// simulation be.
pub trait Device {
    /// Hands over all of `submissions` (which is empty afterwards), waits until at least one
    /// request completes or `timeout` has passed, and appends all completions there are.
    ///
    /// # Errors
    ///
    /// The device as a whole no longer works; a request that fails is a completion instead.
    fn exchange(
        &mut self,
        submissions: &mut Vec<Submission>,
        completions: &mut Vec<Completion>,
        timeout: Nanos,
    ) -> Result<(), Errno>;

    /// What a completed read has put into its slot's buffer, until the slot is submitted again.
    /// Empty where the device has no such buffer, or the slot is in flight.
    fn content(&self, slot: u32) -> &[u8];

    /// The slot's buffer, for writing into it what a write will send. Empty where the device has no
    /// such buffer, or the slot is in flight.
    fn content_mut(&mut self, slot: u32) -> &mut [u8];

    /// Processor time that threads of the device other than the caller have used so far.
    fn helpers_cpu(&self) -> Nanos {
        Nanos::ZERO
    }
}

/// A device behind another that changes what goes to it, with what is on the way between the two.
pub(crate) struct Behind<D> {
    pub(crate) device: D,
    /// What goes to it next.
    pub(crate) parts: Vec<Submission>,
    answers: Vec<Completion>,
}

impl<D: Device> Behind<D> {
    /// With room for so many requests.
    pub(crate) fn new(device: D, places: usize) -> Self {
        Self { device, parts: Vec::with_capacity(places), answers: Vec::with_capacity(places) }
    }

    /// Hands over the parts and gives each answer to `sort`, which may ask for more, until that has
    /// handed one on or nothing has come in `timeout`.
    ///
    /// What it asked for last is still to be handed over then, and goes with the next requests,
    /// which come at once: whoever has been given an answer asks again.
    pub(crate) fn exchange(
        &mut self,
        completions: &mut Vec<Completion>,
        timeout: Nanos,
        mut sort: impl FnMut(Completion, &mut Vec<Submission>) -> Option<Completion>,
    ) -> Result<(), Errno> {
        let before = completions.len();
        loop {
            self.device.exchange(&mut self.parts, &mut self.answers, timeout)?;
            let is_silent = self.answers.is_empty();
            for answer in self.answers.drain(..) {
                completions.extend(sort(answer, &mut self.parts));
            }
            if is_silent || completions.len() > before {
                return Ok(());
            }
        }
    }
}
