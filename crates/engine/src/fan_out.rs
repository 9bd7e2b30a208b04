//! How a slot's requests fan out: over which files, and how many at a time.

use std::fs::File;
use std::sync::Arc;

use crate::Caching;

/// The files of a device, and the most requests in flight per slot.
#[derive(Clone, Debug)]
pub struct FanOut {
    pub(crate) files: Vec<Arc<File>>,
    pub(crate) each: u32,
    pub(crate) caching: Caching,
}

impl FanOut {
    pub fn one(file: Arc<File>) -> Self {
        Self { files: vec![file], each: 1, caching: Caching::Direct }
    }

    /// Whether each slot is one request to one file.
    pub(crate) fn is_one(&self) -> bool {
        self.each == 1 && self.files.len() <= 1
    }

    /// The number of places for requests of `depth` slots.
    pub(crate) fn requests(&self, depth: u32) -> u32 {
        depth * self.each
    }

    /// The same plus, if the caching flushes, one place for each slot's flush of each file.
    pub(crate) fn places(&self, depth: u32) -> u32 {
        let flushes = self.caching.flush_every().map_or(0, |_| depth * self.files.len() as u32);
        self.requests(depth) + flushes
    }
}
