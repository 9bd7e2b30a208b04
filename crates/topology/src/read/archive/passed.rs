//! Counts the bytes read from a stream.

use std::cell::Cell;
use std::io::{self, Read};

/// Progress of a [`Counted`] stream.
#[derive(Debug, Default)]
pub(super) struct Passed {
    total: Cell<u64>,
    has_ended: Cell<bool>,
}

impl Passed {
    /// The number of bytes.
    pub fn total(&self) -> u64 {
        self.total.get()
    }

    /// Whether the stream has ended without an error.
    pub fn has_ended(&self) -> bool {
        self.has_ended.get()
    }
}

/// A stream that counts its bytes.
pub(super) struct Counted<'a, R> {
    pub stream: R,
    pub passed: &'a Passed,
}

impl<R: Read> Read for Counted<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.stream.read(buffer)?;
        self.passed.total.set(self.passed.total().saturating_add(count as u64));
        self.passed.has_ended.set(count == 0 && !buffer.is_empty());
        Ok(count)
    }
}
