//! How a ring hears of buffers and files.
//!
//! Source: io_uring_register(2).

use std::os::fd::AsRawFd;

use crate::arena::Arena;
use crate::fan_out::FanOut;

impl Arena {
    /// All of it, for registration with a ring.
    pub(crate) fn iovec(&self) -> libc::iovec {
        libc::iovec { iov_base: self.base.as_ptr().cast(), iov_len: self.len }
    }

    /// Each slot's buffer, the same.
    pub(crate) fn iovecs(&self) -> Vec<libc::iovec> {
        let slots = (0..(self.len / self.stride) as u32).map(|slot| self.slot(slot));
        slots.map(|at| libc::iovec { iov_base: at.cast(), iov_len: self.block }).collect()
    }
}

impl FanOut {
    /// How requests refer to each file: by its index in the ring, else by its descriptor.
    pub(crate) fn names(&self, registered: bool) -> Vec<i32> {
        let files = self.files.iter().enumerate();
        files.map(|(at, file)| if registered { at as i32 } else { file.as_raw_fd() }).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::BufferMemory;

    #[test]
    fn every_buffer_can_be_registered() {
        let arena = Arena::new(3, 5000, BufferMemory { seed: 1, huge_pages: true }).unwrap();
        let buffers = arena.iovecs();
        for (buffer, slot) in buffers.iter().zip(0..) {
            assert_eq!((buffer.iov_base.cast(), buffer.iov_len), (arena.slot(slot), 5000));
        }
        assert_eq!((buffers.len(), arena.iovec().iov_len), (3, 3 * 8192));
    }
}
