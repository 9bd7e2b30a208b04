//! A device on an io_uring.
//!
//! For: submitting requests and waiting for the next completion, the last of them and the wait in
//! one system call. Files and buffers are registered, the ring belongs to one thread and
//! completions are processed when that thread asks (SINGLE_ISSUER, DEFER_TASKRUN), each if the
//! kernel supports and allows it; a refused feature is recorded as a fallback.
//!
//! The number of requests that one call submits depends on the target ([`BatchLimit`]): the block
//! layer merges neighbours of one batch, and the drive would then see fewer and longer requests
//! than the workload specifies (128 KiB at depth 32 became 1.3 to 2 MiB at depth 2 to 3). The
//! kernel starts to collect requests ("plugs") from three in a batch on (io_uring/io_uring.c,
//! IO_PLUG_THRESHOLD), so that pairs halve the number of calls without being merged.
//!
//! Source: io_uring_setup(2), io_uring_register(2), io_uring_enter(2) of liburing 2.9. Kernels:
//! EXT_ARG (waiting with a time limit) 5.11, COOP_TASKRUN 5.19, SINGLE_ISSUER 6.0, DEFER_TASKRUN
//! 6.1.

mod batch;
mod build;
mod entry;
mod flushing;
mod protocol;
mod template;

use std::fs::File;
use std::io;
use std::mem::ManuallyDrop;
use std::os::fd::AsRawFd;
use std::sync::Arc;

use io_uring::cqueue::EntryMarker as _;
use io_uring::{IoUring, cqueue, squeue, types};
use narrows_units::Nanos;
use narrows_workload::Workload;

pub use self::batch::BatchLimit;
use self::batch::whole_requests;
use self::build::BuiltRing;
use self::entry::EntryMaker;
use self::flushing::FlushingTemplates;
pub(crate) use self::protocol::{RegisteredFile, RingProtocol};
use self::template::Templates;
use crate::arena::{Arena, BufferMemory};
use crate::fan_out::FanOut;
use crate::method::EngineFallback;
use crate::{Completion, Errno, IoDevice, IoSubmission};

/// Most entries of a queue (io_uring/io_uring.h, IORING_MAX_ENTRIES). More may be in flight:
/// completions that do not fit wait in the kernel (io_uring_setup(2), NODROP).
const ENTRIES_MOST: u32 = 32_768;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RingSetup {
    /// Poll for completions instead of interrupts (IORING_SETUP_IOPOLL): for queues that were
    /// configured for it, and with direct I/O only.
    pub poll: bool,
    /// Let a kernel thread fetch the requests (IORING_SETUP_SQPOLL), which takes its own core.
    pub kernel_thread: bool,
    /// The number of requests that one call submits.
    pub batch: BatchLimit,
}

/// A ring for one file or those of an array, created and used by one thread. It takes the kernel's
/// own reads and writes, or the requests of another protocol.
pub struct Ring<P: RingProtocol = Templates> {
    ring: IoUring<P::Request, P::Answer>,
    arena: ManuallyDrop<Arena>,
    protocol: P,
    /// Kept open for as long as requests may be in flight; empty for requests that do nothing.
    _files: Vec<Arc<File>>,
    places: Vec<RingPlace>,
    in_flight: usize,
    /// Whether all requests so far were answered while they were handed over.
    answers_at_once: bool,
    batch: usize,
    /// Places of one request, where a batch must not mix extents of several.
    extents: Option<u32>,
    traits: RingFeatures,
    fallbacks: Vec<EngineFallback>,
}

/// A completion of no request, which is ignored.
const NOBODYS: Completion = Completion { slot: u32::MAX, result: Err(Errno::ENODATA) };

#[derive(Clone, Copy, Debug)]
struct RingPlace {
    /// The address of its slot's buffer; 0 for a flush.
    buffer: u64,
    is_flying: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RingFeatures {
    pub registered_buffers: bool,
    pub registered_files: bool,
    /// Whether the issuing thread processes completions when it asks.
    pub deferred: bool,
    pub polled: bool,
    /// Whether a kernel thread fetches requests.
    pub kernel_thread: bool,
}

impl Ring {
    /// A ring with buffers for `workload` on the files of `fan_out`. Must be called by the thread
    /// that will use it.
    ///
    /// # Errors
    ///
    /// The kernel is too old, or refuses rings or memory; a [`crate::Pool`] does not need them.
    pub fn new(
        fan_out: &FanOut,
        workload: &Workload,
        memory: BufferMemory,
        setup: RingSetup,
    ) -> Result<Self, EngineFallback> {
        Self::build(fan_out, workload, memory, setup, |registered| {
            let maker = registered.map_or(EntryMaker::Nop, EntryMaker::Known);
            Templates::new(maker, workload, fan_out)
        })
    }

    /// A ring whose requests do nothing (IORING_OP_NOP): the speed of issuing itself.
    pub fn nop(
        fan_out: &FanOut,
        workload: &Workload,
        memory: BufferMemory,
        setup: RingSetup,
    ) -> Result<Self, EngineFallback> {
        // No drive is there to be polled, and kernels up to 5.19 refuse a no-op on a polled ring
        // (`io_nop`: EINVAL).
        let setup = RingSetup { poll: false, ..setup };
        // Without files neither files nor buffers are registered, and the protocol makes no-ops.
        let fan_out = FanOut { files: Vec::new(), ..fan_out.clone() };
        Self::build(&fan_out, workload, memory, setup, |_| {
            Templates::new(EntryMaker::Nop, workload, &fan_out)
        })
    }
}

impl Ring<FlushingTemplates> {
    /// A ring that can also flush: in the places that `fan_out` has for it.
    pub(crate) fn flushing(
        fan_out: &FanOut,
        workload: &Workload,
        memory: BufferMemory,
        setup: RingSetup,
    ) -> Result<Self, EngineFallback> {
        Self::build(fan_out, workload, memory, setup, |registered| {
            let maker = registered.map_or(EntryMaker::Nop, EntryMaker::Known);
            FlushingTemplates::new(maker, workload, fan_out)
        })
    }
}

impl RingPlace {
    fn of(buffer: *mut u8) -> Self {
        Self { buffer: buffer.addr() as u64, is_flying: false }
    }
}

impl<P: RingProtocol> Ring<P> {
    /// A ring on the files of `fan_out`; `speaking` makes its protocol.
    pub(crate) fn build(
        fan_out: &FanOut,
        workload: &Workload,
        memory: BufferMemory,
        setup: RingSetup,
        speaking: impl FnOnce(Option<RegisteredFile>) -> P,
    ) -> Result<Self, EngineFallback> {
        let refused = EngineFallback::RingRefused;
        let slots = fan_out.places(workload.depth);
        let entries = slots.min(ENTRIES_MOST);
        let mut built = build::build(entries, setup).map_err(|e| refused(Errno::of(&e)))?;
        if !built.ring.params().is_feature_ext_arg() {
            return Err(EngineFallback::RingTooOld);
        }
        let block = workload.block.get() as usize;
        let arena = Arena::new(workload.depth, block, memory).map_err(refused)?;
        let buffers = if P::BUFFER_EACH { arena.iovecs() } else { vec![arena.iovec()] };
        // SAFETY: the arena is mapped and outlives the ring: it is dropped after the ring, and
        // leaked if requests are still in flight then.
        let registered = unsafe { register(&mut built, &fan_out.files, &buffers) };
        Ok(Self {
            ring: built.ring,
            protocol: speaking(registered),
            places: (0..slots).map(|slot| RingPlace::of(arena.slot(slot / fan_out.each))).collect(),
            arena: ManuallyDrop::new(arena),
            _files: fan_out.files.clone(),
            in_flight: 0,
            answers_at_once: true,
            batch: setup.batch.of(entries).min(entries) as usize,
            extents: matches!(setup.batch, BatchLimit::Extents(_)).then_some(fan_out.each),
            traits: built.traits,
            fallbacks: built.fallbacks,
        })
    }

    pub fn traits(&self) -> RingFeatures {
        self.traits
    }

    pub fn fallbacks(&self) -> &[EngineFallback] {
        &self.fallbacks
    }

    /// The first batch and the rest; `None` for the last batch, which is submitted with the wait.
    fn split<'a>(
        &self,
        submissions: &'a [IoSubmission],
    ) -> Option<(&'a [IoSubmission], &'a [IoSubmission])> {
        let extents = self.extents.map(|each| whole_requests(each, submissions));
        let end = extents.map_or(self.batch, |extents| extents.min(self.batch));
        (end < submissions.len()).then(|| submissions.split_at(end))
    }

    /// Puts requests into the ring's queue, which holds a batch.
    #[inline]
    fn push(&mut self, submissions: &[IoSubmission]) -> Result<(), Errno> {
        let Self { protocol, places, .. } = self;
        let (mut queue, mut pushed) = (self.ring.submission(), 0);
        let all = submissions.iter().try_for_each(|submission| {
            let place = places.get_mut(submission.slot as usize);
            let place = place.filter(|place| !place.is_flying).ok_or(Errno::EINVAL)?;
            let entry = protocol.entry(submission, place.buffer)?;
            // SAFETY: the slot was free, so its buffer is not in use; buffer and file live until
            // the request completes, since both are kept by `self`, which leaks them if it must.
            unsafe { queue.push(&entry) }.map_err(|_| Errno(libc::ENOBUFS))?;
            place.is_flying = true;
            pushed += 1;
            Ok(())
        });
        // After an error as well: entries pushed before it are in the queue and will be submitted.
        self.in_flight += pushed;
        all
    }

    /// Submits queued requests and waits for a completion. Polled queues are not waited for in the kernel,
    /// because it would not return from a drive that hangs. If the kernel completes requests at once, as it
    /// does without a drive, there is nothing to wait for, and a wait's time limit alone would take 50 ns.
    fn wait(&mut self, timeout: Nanos) -> io::Result<usize> {
        if self.traits.polled && self.in_flight > 0 {
            return self.ring.submit_and_wait(0);
        }
        if self.answers_at_once && self.in_flight > 0 {
            let submitted = self.ring.submit()?;
            self.answers_at_once = !self.ring.completion().is_empty();
            if self.answers_at_once {
                return Ok(submitted);
            }
        }
        let timeout = types::Timespec::new()
            .sec(timeout.get() / 1_000_000_000)
            .nsec((timeout.get() % 1_000_000_000) as u32);
        let args = types::SubmitArgs::new().timespec(&timeout);
        self.ring.submitter().submit_with_args(1, &args)
    }
}

impl<P: RingProtocol> IoDevice for Ring<P> {
    fn exchange(
        &mut self,
        submissions: &mut Vec<IoSubmission>,
        completions: &mut Vec<Completion>,
        timeout: Nanos,
    ) -> Result<(), Errno> {
        let mut rest = submissions.as_slice();
        while let Some((batch, after)) = self.split(rest) {
            self.push(batch)?;
            self.ring.submit().map_or_else(passing, |_| Ok(()))?;
            rest = after;
        }
        self.push(rest)?;
        submissions.clear();
        // Its error is looked at last: completions may be there although the wait was cut short.
        let entered = self.wait(timeout);
        let Self { protocol, places, .. } = self;
        let mut queue = self.ring.completion();
        self.in_flight = self.in_flight.saturating_sub(queue.len());
        // Of a length known beforehand: the list need not ask for room with each.
        completions.extend((0..queue.len()).map(|_| {
            let Some(entry) = queue.next() else { return NOBODYS };
            let slot = entry.user_data() as u32;
            if let Some(place) = places.get_mut(slot as usize) {
                place.is_flying = false;
            }
            Completion { slot, result: protocol.moved(&entry) }
        }));
        entered.map_or_else(passing, |_| Ok(()))
    }

    fn content(&self, slot: u32) -> &[u8] {
        match self.places.get(slot as usize) {
            // SAFETY: nothing is in flight in the slot, and nothing can be while `self` is
            // borrowed, since submitting takes it mutably.
            Some(RingPlace { is_flying: false, .. }) => unsafe { self.arena.content(slot) },
            _ => &[],
        }
    }

    fn content_mut(&mut self, slot: u32) -> &mut [u8] {
        match self.places.get(slot as usize) {
            // SAFETY: nothing is in flight in the slot, and nothing else can access the buffer
            // while `self` is borrowed mutably.
            Some(RingPlace { is_flying: false, .. }) => unsafe { self.arena.content_mut(slot) },
            _ => &mut [],
        }
    }
}

impl<P: RingProtocol> Drop for Ring<P> {
    fn drop(&mut self) {
        // A device that hangs may still write into its buffers later: then they, and their
        // addresses, must never be reused.
        if self.in_flight == 0 {
            // SAFETY: dropped once, here, and not used afterwards; the kernel holds its own pins
            // on registered pages until the ring itself, dropped next, is gone.
            unsafe { ManuallyDrop::drop(&mut self.arena) };
        }
    }
}

/// Registers files and buffers with the ring, as far as the kernel allows; `None` without a file.
///
/// # Safety
///
/// The buffers must be mapped for as long as the ring lives.
unsafe fn register<S, C>(
    built: &mut BuiltRing<S, C>,
    files: &[Arc<File>],
    buffers: &[libc::iovec],
) -> Option<RegisteredFile>
where
    S: squeue::EntryMarker,
    C: cqueue::EntryMarker,
{
    let first = files.first()?.as_raw_fd();
    let submitter = built.ring.submitter();
    let descriptors: Vec<_> = files.iter().map(|file| file.as_raw_fd()).collect();
    let files = submitter.register_files(&descriptors);
    // SAFETY: by this function's contract.
    let buffers = unsafe { submitter.register_buffers(buffers) };
    built.traits.registered_files = files.is_ok();
    built.traits.registered_buffers = buffers.is_ok();
    let known = RegisteredFile {
        file: files.as_ref().map_or(Err(first), |()| Ok(0)),
        buffers: buffers.is_ok(),
    };
    let files = files.err().map(|error| EngineFallback::FileNotRegistered(Errno::of(&error)));
    let buffers =
        buffers.err().map(|error| EngineFallback::BuffersNotRegistered(Errno::of(&error)));
    built.fallbacks.extend(files.into_iter().chain(buffers));
    Some(known)
}

/// Errors that end a wait although nothing is wrong: the time limit, a signal, and a kernel that is
/// out of requests or waits for completions to be processed, which the next round does.
fn passing(error: io::Error) -> Result<(), Errno> {
    match error.raw_os_error() {
        Some(libc::ETIME | libc::EINTR | libc::EAGAIN | libc::EBUSY) => Ok(()),
        _ => Err(Errno::of(&error)),
    }
}

#[cfg(test)]
mod tests;
