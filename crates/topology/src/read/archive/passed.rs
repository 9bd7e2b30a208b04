//! Counts the bytes read from a stream.

use std::cell::Cell;
use std::io::{self, Read, Seek, SeekFrom};

/// Progress of a [`CountedStream`] stream.
#[derive(Debug, Default)]
pub(super) struct StreamProgress {
    total: Cell<u64>,
    has_ended: Cell<bool>,
}

impl StreamProgress {
    /// The number of bytes.
    pub fn total(&self) -> u64 {
        self.total.get()
    }

    /// Whether the stream has ended without an error.
    pub fn has_ended(&self) -> bool {
        self.has_ended.get()
    }
}

/// A stream that counts its bytes. It goes ahead by reading: the archive's reader would clear 32 KiB of
/// memory for each file of some hundred bytes.
pub(super) struct CountedStream<'a, R> {
    pub stream: R,
    pub passed: &'a StreamProgress,
}

impl<R: Read> Read for CountedStream<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.stream.read(buffer)?;
        self.passed.total.set(self.passed.total().saturating_add(count as u64));
        self.passed.has_ended.set(count == 0 && !buffer.is_empty());
        Ok(count)
    }
}

impl<R: Read> Seek for CountedStream<'_, R> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let SeekFrom::Current(ahead) = to else { return Err(io::ErrorKind::Unsupported.into()) };
        let mut ahead = u64::try_from(ahead).map_err(|_| io::ErrorKind::Unsupported)?;
        let mut buffer = [0; 512];
        while ahead > 0 {
            let most = ahead.min(buffer.len() as u64) as usize;
            match self.read(&mut buffer[..most])? {
                0 => return Err(io::ErrorKind::UnexpectedEof.into()),
                count => ahead -= count as u64,
            }
        }
        Ok(self.passed.total())
    }
}
