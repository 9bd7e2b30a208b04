//! Converts a submission into an entry of the ring's queue.

use io_uring::{opcode, squeue, types};
use narrows_workload::Direction;

use super::RegisteredFile;
use crate::IoSubmission;

/// The common part of a ring's entries.
#[derive(Clone, Copy, Debug)]
pub(super) enum EntryMaker {
    Nop,
    Known(RegisteredFile),
}

/// A read or write, in registered buffers or in any.
macro_rules! request {
    ($file:expr, $request:expr, $buffer:expr, $flags:expr, $read:ident, $write:ident
     $(, $index:expr)?) => {{
        let IoSubmission { direction, offset, len, .. } = *$request;
        match direction {
            Direction::Read => opcode::$read::new($file, $buffer, len $(, $index)?)
                .offset(offset)
                .rw_flags($flags)
                .build(),
            Direction::Write => opcode::$write::new($file, $buffer, len $(, $index)?)
                .offset(offset)
                .rw_flags($flags)
                .build(),
        }
    }};
}

impl EntryMaker {
    /// The entry of a request, with its RWF flags (pwritev2(2)).
    #[inline]
    pub(super) fn entry(
        self,
        request: &IoSubmission,
        buffer: *mut u8,
        flags: i32,
    ) -> squeue::Entry {
        let Self::Known(RegisteredFile { file, buffers }) = self else {
            return opcode::Nop::new().build().user_data(u64::from(request.slot));
        };
        let entry = match (file, buffers) {
            (Ok(file), true) => {
                request!(types::Fixed(file), request, buffer, flags, ReadFixed, WriteFixed, 0)
            }
            (Ok(file), false) => {
                request!(types::Fixed(file), request, buffer, flags, Read, Write)
            }
            (Err(file), true) => {
                request!(types::Fd(file), request, buffer, flags, ReadFixed, WriteFixed, 0)
            }
            (Err(file), false) => {
                request!(types::Fd(file), request, buffer, flags, Read, Write)
            }
        };
        entry.user_data(u64::from(request.slot))
    }

    /// The entry of a data flush (fdatasync(2)) of a file.
    pub(super) fn flush(self, place: u32, name: i32) -> squeue::Entry {
        let data = types::FsyncFlags::DATASYNC;
        let entry = if self.is_registered() {
            opcode::Fsync::new(types::Fixed(name.unsigned_abs())).flags(data).build()
        } else {
            opcode::Fsync::new(types::Fd(name)).flags(data).build()
        };
        entry.user_data(u64::from(place))
    }

    /// Whether files are referred to by their index in the ring.
    pub(super) fn is_registered(self) -> bool {
        matches!(self, Self::Known(RegisteredFile { file: Ok(_), .. }))
    }

    /// Bytes that a completed no-op of `block` bytes counts for beyond its result of 0.
    pub(super) fn uncounted(self, block: u32) -> u32 {
        if matches!(self, Self::Nop) { block } else { 0 }
    }
}
