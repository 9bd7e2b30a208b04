//! The differences between rings: how a request is encoded, and how its completion is decoded.

use std::os::fd::RawFd;

use io_uring::{cqueue, squeue};

use crate::{Errno, IoSubmission};

pub trait RingProtocol {
    /// Whether each slot's buffer is registered by itself, under the slot's number, instead of all
    /// of them as buffer 0.
    const BUFFER_EACH: bool;

    /// An entry of the queue of requests.
    type Request: squeue::EntryMarker;
    /// An entry of the queue of answers.
    type Answer: cqueue::EntryMarker;

    /// The entry of this request, whose slot has its buffer at this address.
    fn entry(&self, request: &IoSubmission, buffer: u64) -> Result<Self::Request, Errno>;

    /// The bytes moved by the completed request.
    fn moved(&self, answer: &Self::Answer) -> Result<u32, Errno>;
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RegisteredFile {
    /// The index of the first file in the ring, else its descriptor.
    pub(crate) file: Result<u32, RawFd>,
    pub(crate) buffers: bool,
}
