//! A device on an I/O completion port: overlapped, unbuffered requests.
//!
//! For: keeping a queue depth with one thread. The thread has its own port, and opens each file
//! anew for it, because an open file belongs to one port for good (Microsoft,
//! `CreateIoCompletionPort`). A request is one call, and one more waits for as many completions as
//! there are.
//!
//! A wait is given in milliseconds, and the timer that ends it may tick every 15.6 ms only; if the
//! issuer wants to be woken sooner, completions are polled for.
//!
//! Source: Microsoft, "I/O completion ports", "File buffering" (sizes, offsets and buffers by the
//! drive's sector), `GetQueuedCompletionStatusEx`, `ReOpenFile`; the status of a request is in
//! `OVERLAPPED`, `Internal`.

use std::cell::UnsafeCell;
use std::fs::File;
use std::mem::ManuallyDrop;
use std::os::windows::io::{AsRawHandle, FromRawHandle, OwnedHandle};
use std::ptr::null_mut;

use narrows_units::{Bytes, Nanos};
use narrows_workload::{Direction, Workload};
use windows_sys::Win32::Foundation::{
    ERROR_IO_PENDING, GENERIC_READ, GENERIC_WRITE, GetLastError, INVALID_HANDLE_VALUE,
    RtlNtStatusToDosError, WAIT_TIMEOUT,
};
use windows_sys::Win32::Storage::FileSystem::{
    FILE_FLAG_NO_BUFFERING, FILE_FLAG_OVERLAPPED, FILE_FLAG_WRITE_THROUGH, FILE_STORAGE_INFO,
    FileStorageInfo, GetFileInformationByHandleEx, ReOpenFile, ReadFile, WriteFile,
};
use windows_sys::Win32::System::IO::{
    CreateIoCompletionPort, GetQueuedCompletionStatusEx, OVERLAPPED, OVERLAPPED_ENTRY,
    PostQueuedCompletionStatus,
};

use super::files::last;
use super::scratch::SHARED;
use crate::arena::{Arena, BufferMemory};
use crate::fan_out::FanOut;
use crate::kind::TargetKind;
use crate::{Completion, Errno, IoDevice, IoSubmission, IoTarget, RunError};

/// Shorter waits than a tick of the system's usual timer are not left to it.
const TICK: Nanos = Nanos::millis(16);

/// A completion port for one file or an array's files, used by one thread.
pub(crate) struct CompletionPort {
    port: OwnedHandle,
    /// Each file, opened for this port; empty for requests that do nothing.
    files: Vec<File>,
    arena: ManuallyDrop<Arena>,
    /// Each slot's request, which Windows writes to while it is in flight.
    requests: ManuallyDrop<Box<[UnsafeCell<OverlappedRequest>]>>,
    entries: Vec<OVERLAPPED_ENTRY>,
    /// Requests that failed at once, of which the port never hears.
    refused: Vec<Completion>,
    flying: Vec<bool>,
    in_flight: usize,
    each: u32,
    /// Bytes per slot's buffer.
    block: usize,
}

/// A request; Windows returns the address of its first field, which is also its own.
#[repr(C)]
struct OverlappedRequest {
    overlapped: OVERLAPPED,
    slot: u32,
}

impl CompletionPort {
    /// A port with buffers for `workload` on the files of `fan_out`.
    pub(crate) fn new(
        target: &IoTarget,
        fan_out: &FanOut,
        workload: &Workload,
        memory: BufferMemory,
    ) -> Result<Self, RunError> {
        let (slots, block) = (fan_out.places(workload.depth), workload.block.get() as usize);
        let port = make(INVALID_HANDLE_VALUE, null_mut()).map_err(RunError::Resources)?;
        // SAFETY: the handle is new and not shared.
        let port = unsafe { OwnedHandle::from_raw_handle(port) };
        let files = match target.kind {
            TargetKind::Nop => Vec::new(),
            _ => opened(&port, target, fan_out, workload)?,
        };
        let arena = Arena::new(workload.depth, block, memory).map_err(RunError::Resources)?;
        let request =
            |slot| UnsafeCell::new(OverlappedRequest { overlapped: OVERLAPPED::default(), slot });
        Ok(Self {
            port,
            files,
            arena: ManuallyDrop::new(arena),
            requests: ManuallyDrop::new((0..slots).map(request).collect()),
            entries: vec![OVERLAPPED_ENTRY::default(); slots as usize],
            refused: Vec::with_capacity(slots as usize),
            flying: vec![false; slots as usize],
            in_flight: 0,
            each: fan_out.each,
            block,
        })
    }

    fn submit(&mut self, submission: &IoSubmission) -> Result<(), Errno> {
        let slot = submission.slot as usize;
        let (Some(flying), Some(request)) = (self.flying.get_mut(slot), self.requests.get(slot))
        else {
            return Err(Errno::EINVAL);
        };
        if std::mem::replace(flying, true) {
            return Err(Errno::EINVAL);
        }
        let overlapped = request.get().cast::<OVERLAPPED>();
        // SAFETY: nothing is in flight in the slot, so that the structure is ours until it is
        // submitted.
        unsafe {
            // Windows left the status of the slot's last request in it.
            *overlapped = OVERLAPPED::default();
            (*overlapped).Anonymous.Anonymous.Offset = submission.offset as u32;
            (*overlapped).Anonymous.Anonymous.OffsetHigh = (submission.offset >> 32) as u32;
        }
        match self.begin(submission, overlapped) {
            Ok(()) => self.in_flight += 1,
            Err(errno) => {
                self.flying[slot] = false;
                self.refused.push(Completion { slot: submission.slot, result: Err(errno) });
            }
        }
        Ok(())
    }

    /// Hands a request over; the port hears of it, now or later, unless it is refused.
    fn begin(&self, submission: &IoSubmission, overlapped: *mut OVERLAPPED) -> Result<(), Errno> {
        let IoSubmission { slot, direction, len, file, within, .. } = *submission;
        let port = self.port.as_raw_handle();
        if self.files.is_empty() {
            // SAFETY: the port is open; posted values come back unchanged.
            let posted = unsafe { PostQueuedCompletionStatus(port, len, 0, overlapped) };
            return if posted == 0 { Err(last()) } else { Ok(()) };
        }
        let buffer = self.arena.slot(slot / self.each);
        let fits = len as usize + within as usize <= self.block;
        let (Some(file), true) = (self.files.get(usize::from(file)), fits && !buffer.is_null())
        else {
            return Err(Errno::EINVAL);
        };
        let file = file.as_raw_handle();
        // SAFETY: the stretch lies within the slot's buffer, which is not used elsewhere until the
        // request is done; it and the structure live until then, since both are kept by `self`,
        // which leaks them if it must.
        let done = unsafe {
            let start = buffer.add(within as usize);
            match direction {
                Direction::Read => ReadFile(file, start, len, null_mut(), overlapped),
                Direction::Write => WriteFile(file, start, len, null_mut(), overlapped),
            }
        };
        // SAFETY: it only reads a number of the thread's.
        match done {
            0 if unsafe { GetLastError() } != ERROR_IO_PENDING => Err(last()),
            _ => Ok(()),
        }
    }
}

impl IoDevice for CompletionPort {
    fn exchange(
        &mut self,
        submissions: &mut Vec<IoSubmission>,
        completions: &mut Vec<Completion>,
        timeout: Nanos,
    ) -> Result<(), Errno> {
        for submission in submissions.drain(..) {
            self.submit(&submission)?;
        }
        // With a refusal to report, it only collects what is there already.
        let timeout = if self.refused.is_empty() { timeout } else { Nanos::ZERO };
        completions.append(&mut self.refused);
        // Waits for a completion, and takes all there are.
        let millis = if timeout < TICK { 0 } else { timeout.get() / 1_000_000 };
        let (mut taken, most) = (0, self.entries.len() as u32);
        let port = self.port.as_raw_handle();
        let entries = self.entries.as_mut_ptr();
        // SAFETY: the port is open, and there is room for the given number of entries.
        let come = unsafe {
            GetQueuedCompletionStatusEx(port, entries, most, &mut taken, millis as u32, 0)
        };
        if come == 0 {
            let errno = last();
            return if errno == Errno::windows(WAIT_TIMEOUT) { Ok(()) } else { Err(errno) };
        }
        for entry in self.entries.iter().take(taken as usize) {
            // SAFETY: it is the address of one of our requests, which is no longer in flight.
            let request = unsafe { &*entry.lpOverlapped.cast::<OverlappedRequest>() };
            let status = request.overlapped.Internal as i32;
            let result = match status {
                // SAFETY: it only looks a number up.
                failed if failed < 0 => {
                    Err(Errno::windows(unsafe { RtlNtStatusToDosError(failed) }))
                }
                _ => Ok(entry.dwNumberOfBytesTransferred),
            };
            self.flying[request.slot as usize] = false;
            completions.push(Completion { slot: request.slot, result });
        }
        self.in_flight = self.in_flight.saturating_sub(taken as usize);
        Ok(())
    }

    fn content(&self, slot: u32) -> &[u8] {
        match self.flying.get(slot as usize) {
            // SAFETY: nothing is in flight in the slot, and nothing can be while `self` is
            // borrowed, since submitting takes it mutably.
            Some(false) => unsafe { self.arena.content(slot) },
            _ => &[],
        }
    }

    fn content_mut(&mut self, slot: u32) -> &mut [u8] {
        match self.flying.get(slot as usize) {
            // SAFETY: nothing is in flight in the slot, and nothing else can access the buffer
            // while `self` is borrowed mutably.
            Some(false) => unsafe { self.arena.content_mut(slot) },
            _ => &mut [],
        }
    }
}

impl Drop for CompletionPort {
    fn drop(&mut self) {
        // A device that hangs may still write into buffers and requests later: then they, and their
        // addresses, must never be reused.
        if self.in_flight == 0 {
            // SAFETY: dropped once, here, and not used afterwards.
            unsafe {
                ManuallyDrop::drop(&mut self.arena);
                ManuallyDrop::drop(&mut self.requests);
            }
        }
    }
}

type Handle = std::os::windows::io::RawHandle;

/// Creates a port, or adds a file to one. One thread at a time takes completions.
fn make(file: Handle, port: Handle) -> Result<Handle, Errno> {
    // SAFETY: both handles are open, or the values that mean none.
    let port = unsafe { CreateIoCompletionPort(file, port, 0, 1) };
    if port.is_null() { Err(last()) } else { Ok(port) }
}

fn opened(
    port: &OwnedHandle,
    target: &IoTarget,
    fan_out: &FanOut,
    workload: &Workload,
) -> Result<Vec<File>, RunError> {
    let write = if target.is_writable() { GENERIC_WRITE } else { 0 };
    let through = if fan_out.caching.is_through() { FILE_FLAG_WRITE_THROUGH } else { 0 };
    let flags = FILE_FLAG_NO_BUFFERING | FILE_FLAG_OVERLAPPED | through;
    let open = |file: &std::sync::Arc<File>| {
        // SAFETY: the handle is open as long as `file` lives.
        let handle =
            unsafe { ReOpenFile(file.as_raw_handle(), GENERIC_READ | write, SHARED, flags) };
        if handle == INVALID_HANDLE_VALUE {
            return Err(RunError::Resources(last()));
        }
        // SAFETY: the handle is new and not shared.
        let file = unsafe { File::from_raw_handle(handle) };
        fits(&file, workload)?;
        make(file.as_raw_handle(), port.as_raw_handle()).map_err(RunError::Resources)?;
        Ok(file)
    };
    fan_out.files.iter().map(open).collect()
}

/// Refuses blocks that are not whole sectors; an unknown size shows at the first request.
fn fits(file: &File, workload: &Workload) -> Result<(), RunError> {
    let mut information = FILE_STORAGE_INFO::default();
    // SAFETY: the handle is open; the structure is that of its class, of the given size.
    let known = unsafe {
        GetFileInformationByHandleEx(
            file.as_raw_handle(),
            FileStorageInfo,
            (&raw mut information).cast(),
            size_of_val(&information) as u32,
        )
    };
    let sector = if known == 0 { 0 } else { u64::from(information.LogicalBytesPerSector) };
    if sector == 0 || workload.block.get().is_multiple_of(sector) {
        Ok(())
    } else {
        Err(RunError::Sectors { block: workload.block, sector: Bytes::new(sector) })
    }
}
