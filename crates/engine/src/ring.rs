//! A device on an io_uring.
//!
//! For: handing requests over and waiting for the next completion, the last request and the wait in
//! one system call. Requests are handed over one by one: the block layer merges neighbours of one
//! batch, and the drive would then see fewer and longer requests than the workload says (128 KiB at
//! depth 32 became 1.3 to 2 MiB at depth 2 to 3); random reads were 10 to 15 % slower in batches,
//! too. It costs about half a microsecond of processor time a request.
//!
//! Files and buffers are registered, the ring belongs to one thread and completions are taken when
//! that thread asks (SINGLE_ISSUER, DEFER_TASKRUN), each where the kernel has and allows it; what
//! it refuses is done without, and said.
//!
//! Source: io_uring_setup(2), io_uring_register(2), io_uring_enter(2) of liburing 2.9. Kernels:
//! EXT_ARG (waiting with a time limit) 5.11, COOP_TASKRUN 5.19, SINGLE_ISSUER 6.0, DEFER_TASKRUN
//! 6.1.

use std::io;
use std::mem::ManuallyDrop;
use std::os::fd::{AsRawFd, RawFd};
use std::sync::Arc;

use std::fs::File;

use io_uring::{IoUring, opcode, squeue, types};
use narrows_units::Nanos;
use narrows_workload::{Direction, Workload};

use crate::arena::{Arena, Memory};
use crate::method::Fallback;
use crate::{Completion, Device, Errno, Submission};

/// A ring for one file, made and used by one thread.
pub struct Ring {
    ring: IoUring,
    arena: ManuallyDrop<Arena>,
    file: Arc<File>,
    flying: Vec<bool>,
    in_flight: usize,
    registered_file: bool,
    registered_buffers: bool,
    deferred: bool,
    fallbacks: Vec<Fallback>,
}

impl Ring {
    /// A ring with buffers for `workload` on `file`. To be called by the thread that will use it.
    ///
    /// # Errors
    ///
    /// The kernel is too old, or refuses rings or memory; a [`crate::Pool`] does not need them.
    pub fn new(file: Arc<File>, workload: &Workload, memory: Memory) -> Result<Self, Fallback> {
        let refused = Fallback::RingRefused;
        let (ring, deferral) = build(workload.depth).map_err(|e| refused(Errno::of(&e)))?;
        if !ring.params().is_feature_ext_arg() {
            return Err(Fallback::RingTooOld);
        }
        let block = workload.block.get() as usize;
        let arena = Arena::new(workload.depth, block, memory).map_err(refused)?;
        let mut made = Self {
            ring,
            arena: ManuallyDrop::new(arena),
            file,
            flying: vec![false; workload.depth as usize],
            in_flight: 0,
            registered_file: false,
            registered_buffers: false,
            deferred: deferral.is_none(),
            fallbacks: deferral.into_iter().collect(),
        };
        made.register();
        Ok(made)
    }

    /// Whether buffers are registered, the file is registered, completions are deferred.
    pub fn traits(&self) -> [bool; 3] {
        [self.registered_buffers, self.registered_file, self.deferred]
    }

    /// What was refused on the way.
    pub fn fallbacks(&self) -> &[Fallback] {
        &self.fallbacks
    }

    fn register(&mut self) {
        let submitter = self.ring.submitter();
        let file = submitter.register_files(&[self.file.as_raw_fd()]);
        // SAFETY: the arena is mapped and outlives the ring: it is dropped after the ring, and
        // leaked if requests are still in flight then.
        let buffers = unsafe { submitter.register_buffers(&[self.arena.iovec()]) };
        self.registered_file = file.is_ok();
        self.registered_buffers = buffers.is_ok();
        let file = file.err().map(|error| Fallback::FileNotRegistered(Errno::of(&error)));
        let buffers = buffers.err().map(|error| Fallback::BuffersNotRegistered(Errno::of(&error)));
        self.fallbacks.extend(file.into_iter().chain(buffers));
    }

    fn push(&mut self, submission: &Submission) -> Result<(), Errno> {
        let Some(flying) = self.flying.get_mut(submission.slot as usize).filter(|flying| !**flying)
        else {
            return Err(Errno::EINVAL);
        };
        let buffer = self.arena.slot(submission.slot);
        let entry = entry(
            submission,
            buffer,
            self.registered_file.then_some(0).ok_or(self.file.as_raw_fd()),
            self.registered_buffers,
        );
        // SAFETY: the slot was free, so its buffer is nobody else's; buffer and file live until
        // the request completes, since both are kept by `self`, which leaks them if it must.
        unsafe { self.ring.submission().push(&entry) }.map_err(|_| Errno(libc::ENOBUFS))?;
        *flying = true;
        self.in_flight += 1;
        Ok(())
    }

    fn reap(&mut self, completions: &mut Vec<Completion>) {
        for entry in self.ring.completion() {
            let slot = entry.user_data() as u32;
            if let Some(flying) = self.flying.get_mut(slot as usize) {
                *flying = false;
            }
            self.in_flight = self.in_flight.saturating_sub(1);
            let result = u32::try_from(entry.result()).map_err(|_| Errno(-entry.result()));
            completions.push(Completion { slot, result });
        }
    }
}

impl Device for Ring {
    fn exchange(
        &mut self,
        submissions: &mut Vec<Submission>,
        completions: &mut Vec<Completion>,
        timeout: Nanos,
    ) -> Result<(), Errno> {
        for (index, submission) in submissions.iter().enumerate() {
            self.push(submission)?;
            if index + 1 < submissions.len() {
                self.ring.submit().map_or_else(passing, |_| Ok(()))?;
            }
        }
        submissions.clear();
        let timeout = types::Timespec::new()
            .sec(timeout.get() / 1_000_000_000)
            .nsec((timeout.get() % 1_000_000_000) as u32);
        let args = types::SubmitArgs::new().timespec(&timeout);
        let entered = self.ring.submitter().submit_with_args(1, &args);
        self.reap(completions);
        entered.map_or_else(passing, |_| Ok(()))
    }

    fn content(&self, slot: u32) -> &[u8] {
        match self.flying.get(slot as usize) {
            // SAFETY: nothing is in flight in the slot, and nothing can be while `self` is
            // borrowed, since submitting takes it mutably.
            Some(false) => unsafe { self.arena.content(slot) },
            _ => &[],
        }
    }
}

impl Drop for Ring {
    fn drop(&mut self) {
        // A device that hangs may still write into its buffers when it comes back: then they, and
        // the addresses they have, must never be used for something else.
        if self.in_flight == 0 {
            // SAFETY: dropped once, here, and not used afterwards; the kernel holds its own pins
            // on registered pages until the ring itself, dropped next, is gone.
            unsafe { ManuallyDrop::drop(&mut self.arena) };
        }
    }
}

/// What ends a wait without anything being wrong: the time limit, a signal, and a kernel that is
/// out of requests or waits for completions to be taken, which the next round does.
fn passing(error: io::Error) -> Result<(), Errno> {
    match error.raw_os_error() {
        Some(libc::ETIME | libc::EINTR | libc::EAGAIN | libc::EBUSY) => Ok(()),
        _ => Err(Errno::of(&error)),
    }
}

/// The most capable ring that the kernel gives, and why it is not the most capable of all.
fn build(depth: u32) -> io::Result<(IoUring, Option<Fallback>)> {
    let entries = depth.max(1);
    let best = IoUring::builder().setup_single_issuer().setup_defer_taskrun().build(entries);
    let error = match best {
        Ok(ring) => return Ok((ring, None)),
        Err(error) => error,
    };
    let fallback = Fallback::NotDeferred(Errno::of(&error));
    let cooperative = IoUring::builder().setup_coop_taskrun().build(entries);
    let ring = cooperative.or_else(|_| IoUring::builder().build(entries))?;
    Ok((ring, Some(fallback)))
}

/// `file` is the registered index, else the descriptor.
fn entry(
    submission: &Submission,
    buffer: *mut u8,
    file: Result<u32, RawFd>,
    registered_buffer: bool,
) -> squeue::Entry {
    let Submission { slot, direction, offset, len } = *submission;
    macro_rules! request {
        ($file:expr) => {
            match (direction, registered_buffer) {
                (Direction::Read, true) => {
                    opcode::ReadFixed::new($file, buffer, len, 0).offset(offset).build()
                }
                (Direction::Read, false) => {
                    opcode::Read::new($file, buffer, len).offset(offset).build()
                }
                (Direction::Write, true) => {
                    opcode::WriteFixed::new($file, buffer, len, 0).offset(offset).build()
                }
                (Direction::Write, false) => {
                    opcode::Write::new($file, buffer, len).offset(offset).build()
                }
            }
        };
    }
    let entry = match file {
        Ok(index) => request!(types::Fixed(index)),
        Err(descriptor) => request!(types::Fd(descriptor)),
    };
    entry.user_data(u64::from(slot))
}
