//! What rings differ in: how a request is written down, and how its answer is read.

use std::os::fd::RawFd;

use io_uring::{cqueue, squeue};

use crate::{Errno, Submission};

/// The language of a ring.
pub trait Protocol {
    /// Whether the ring is to know each slot's buffer as one of its own, under the slot's number,
    /// instead of all of them as buffer 0.
    const BUFFER_EACH: bool;

    /// An entry of the queue of requests.
    type Request: squeue::EntryMarker;
    /// An entry of the queue of answers.
    type Answer: cqueue::EntryMarker;

    /// Makes the slot's entry this request; does nothing for a slot beyond the last.
    ///
    /// # Errors
    ///
    /// It is none that may be sent.
    fn fill(&mut self, request: &Submission) -> Result<(), Errno>;

    /// The slot's entry.
    fn get(&self, slot: u32) -> Option<&Self::Request>;

    /// How many bytes the request has moved that is answered so.
    fn moved(&self, answer: &Self::Answer) -> Result<u32, Errno>;
}

/// What a ring knows of its files and buffers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Registered {
    /// The first file by its index in the ring, else by its descriptor.
    pub(crate) file: Result<u32, RawFd>,
    /// Whether the ring knows the buffers.
    pub(crate) buffers: bool,
}
