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
