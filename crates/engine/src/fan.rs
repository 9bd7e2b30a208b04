//! How the requests of a slot fan out: over which files, and how many at a time.

use std::fs::File;
use std::os::fd::AsRawFd;
use std::sync::Arc;

/// The files of a device, and how many requests one slot has in flight at most.
#[derive(Clone, Debug)]
pub struct Fan {
    pub(crate) files: Vec<Arc<File>>,
    pub(crate) each: u32,
}

impl Fan {
    /// One request to one file.
    pub fn one(file: Arc<File>) -> Self {
        Self { files: vec![file], each: 1 }
    }

    /// Whether a slot is a request.
    pub(crate) fn is_one(&self) -> bool {
        self.each == 1 && self.files.len() <= 1
    }

    /// What a request says of each file: its index in the ring, else its descriptor.
    pub(crate) fn names(&self, registered: bool) -> Vec<i32> {
        let files = self.files.iter().enumerate();
        files.map(|(at, file)| if registered { at as i32 } else { file.as_raw_fd() }).collect()
    }
}
