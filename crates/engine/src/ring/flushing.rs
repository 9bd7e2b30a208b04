//! Reads and writes, and flushes of the files in places of their own after theirs.
//!
//! A ring that never flushes does not use this.

use io_uring::cqueue;
use io_uring::squeue::Entry;
use narrows_workload::Workload;

use super::RingProtocol;
use super::entry::EntryMaker;
use super::template::Templates;
use crate::fan_out::FanOut;
use crate::{Errno, IoSubmission};

/// Requests, and the entries of all slots' flushes, which never change.
pub struct FlushingTemplates {
    requests: Templates,
    /// The place of the first flush.
    first: u32,
    /// Each slot's flushes, one for each file.
    flushes: Vec<Entry>,
}

impl FlushingTemplates {
    pub(super) fn new(maker: EntryMaker, workload: &Workload, fan_out: &FanOut) -> Self {
        let first = fan_out.requests(workload.depth);
        let places = first..fan_out.places(workload.depth);
        // A slot's flushes follow each other, one a file: names repeat from slot to slot.
        let names = fan_out.names(maker.is_registered()).into_iter().cycle();
        Self {
            requests: Templates::new(maker, workload, fan_out),
            first,
            flushes: places.zip(names).map(|(place, name)| maker.flush(place, name)).collect(),
        }
    }

    fn flush(&self, place: u32) -> Option<&Entry> {
        self.flushes.get(place.checked_sub(self.first)? as usize)
    }
}

impl RingProtocol for FlushingTemplates {
    const BUFFER_EACH: bool = false;
    type Request = Entry;
    type Answer = cqueue::Entry;

    fn entry(&self, request: &IoSubmission, buffer: u64) -> Result<Entry, Errno> {
        match self.flush(request.slot) {
            Some(flush) => Ok(flush.clone()),
            None => self.requests.entry(request, buffer),
        }
    }

    fn moved(&self, answer: &cqueue::Entry) -> Result<u32, Errno> {
        self.requests.moved(answer)
    }
}
