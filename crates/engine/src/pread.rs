//! A device on a pool of threads, where rings are missing or forbidden.
//!
//! For: containers and kernels that refuse io_uring. `depth` threads each run one request with
//! pread(2) or pwrite(2), so the drive sees the same queue depth; the processor has more work,
//! which the result shows. If the caching flushes, there is a thread for each flush as well.
//!
//! Threads are not joined at the end: one that hangs in a dead drive would never finish. Each keeps
//! the file and the buffers alive for as long as it needs them.

use std::collections::VecDeque;
use std::fs::File;
use std::io::IoSlice;
use std::slice;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use narrows_units::Nanos;
use narrows_workload::{Direction, Workload};
use rustix::io::{ReadWriteFlags, pread, pwrite, pwritev2};

use crate::arena::{Arena, BufferMemory};
use crate::fan_out::FanOut;
use crate::{Completion, Errno, IoDevice, IoSubmission, clock};

/// Enough for one system call.
const STACK: usize = 128 << 10;
/// Maximum number of threads for the extents of an array's requests: with more, the processor would
/// be measured. For one file, the queue depth may be as high as requested.
const THREADS_MOST: usize = 512;

/// A pool of one thread per request in flight.
pub struct Pool {
    shared: Arc<PoolState>,
    flying: Vec<bool>,
}

struct PoolState {
    fan_out: FanOut,
    /// The number of places for requests; those of flushes follow.
    requests: u32,
    flags: ReadWriteFlags,
    arena: Arena,
    /// Bytes per slot's buffer.
    block: usize,
    submissions: Mutex<SubmissionQueue>,
    work: Condvar,
    answered: Mutex<Vec<Completion>>,
    news: Condvar,
    cpu: Vec<AtomicU64>,
}

struct SubmissionQueue {
    queue: VecDeque<IoSubmission>,
    closed: bool,
}

impl Pool {
    /// A pool with buffers for `workload` on the files of `fan_out`.
    ///
    /// # Errors
    ///
    /// No memory, or too many threads: more than 512 for the extents of an array's requests, or more
    /// than the system has.
    pub fn new(fan_out: &FanOut, workload: &Workload, memory: BufferMemory) -> Result<Self, Errno> {
        let depth = fan_out.places(workload.depth) as usize;
        if fan_out.files.len() > 1 && depth > THREADS_MOST {
            return Err(Errno(libc::EAGAIN));
        }
        let shared = Arc::new(PoolState {
            fan_out: fan_out.clone(),
            requests: fan_out.requests(workload.depth),
            flags: if fan_out.caching.is_through() {
                ReadWriteFlags::DSYNC
            } else {
                ReadWriteFlags::empty()
            },
            arena: Arena::new(workload.depth, workload.block.get() as usize, memory)?,
            block: workload.block.get() as usize,
            submissions: Mutex::new(SubmissionQueue {
                queue: VecDeque::with_capacity(depth),
                closed: false,
            }),
            work: Condvar::new(),
            answered: Mutex::new(Vec::with_capacity(depth)),
            news: Condvar::new(),
            cpu: (0..depth).map(|_| AtomicU64::new(0)).collect(),
        });
        // Exists before its threads: if one cannot be spawned, dropping the pool ends the others.
        let pool = Self { shared, flying: vec![false; depth] };
        for index in 0..depth {
            let shared = Arc::clone(&pool.shared);
            let thread = thread::Builder::new().name("narrows-pread".to_owned()).stack_size(STACK);
            thread.spawn(move || shared.serve(index)).map_err(|error| Errno::of(&error))?;
        }
        Ok(pool)
    }
}

impl IoDevice for Pool {
    fn exchange(
        &mut self,
        submissions: &mut Vec<IoSubmission>,
        completions: &mut Vec<Completion>,
        timeout: Nanos,
    ) -> Result<(), Errno> {
        // All slots are checked first, so that a refused batch starts no request.
        for submission in submissions.iter() {
            match self.flying.get_mut(submission.slot as usize) {
                Some(flying) if !*flying => *flying = true,
                _ => return Err(Errno::EINVAL),
            }
        }
        let count = submissions.len();
        lock(&self.shared.submissions).queue.extend(submissions.drain(..));
        (0..count).for_each(|_| self.shared.work.notify_one());
        let before = completions.len();
        let timeout = Duration::from_nanos(timeout.get());
        let answered = lock(&self.shared.answered);
        let waited =
            self.shared.news.wait_timeout_while(answered, timeout, |answers| answers.is_empty());
        let (mut answered, _) = waited.unwrap_or_else(PoisonError::into_inner);
        completions.append(&mut answered);
        drop(answered);
        for completion in completions.iter().skip(before) {
            if let Some(flying) = self.flying.get_mut(completion.slot as usize) {
                *flying = false;
            }
        }
        Ok(())
    }

    fn content(&self, slot: u32) -> &[u8] {
        match self.flying.get(slot as usize) {
            // SAFETY: nothing is in flight in the slot, and nothing can be while `self` is
            // borrowed, since submitting takes it mutably.
            Some(false) => unsafe { self.shared.arena.content(slot) },
            _ => &[],
        }
    }

    fn content_mut(&mut self, slot: u32) -> &mut [u8] {
        match self.flying.get(slot as usize) {
            // SAFETY: nothing is in flight in the slot, so no thread of the pool uses its buffer,
            // and nothing else can access it while `self` is borrowed mutably.
            Some(false) => unsafe { self.shared.arena.content_mut(slot) },
            _ => &mut [],
        }
    }

    fn helpers_cpu(&self) -> Nanos {
        let threads = self.shared.cpu.iter();
        Nanos::new(threads.map(|cpu| cpu.load(Ordering::Relaxed)).sum())
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        let mut submissions = lock(&self.shared.submissions);
        submissions.closed = true;
        // Otherwise the threads would carry the rest out: `take` looks at the queue first.
        submissions.queue.clear();
        self.shared.work.notify_all();
    }
}

impl PoolState {
    /// A thread's loop: takes a request, runs it, reports it, until the pool is closed.
    fn serve(&self, index: usize) {
        while let Some(submission) = self.take() {
            let result = self.carry_out(&submission);
            // Before the completion is reported: its time is in the issuer's next reading.
            if let Some(cpu) = self.cpu.get(index) {
                cpu.store(clock::thread_cpu().get(), Ordering::Relaxed);
            }
            lock(&self.answered).push(Completion { slot: submission.slot, result });
            self.news.notify_one();
        }
    }

    fn take(&self) -> Option<IoSubmission> {
        let idle =
            |submissions: &mut SubmissionQueue| submissions.queue.is_empty() && !submissions.closed;
        let submissions = self.work.wait_while(lock(&self.submissions), idle);
        submissions.unwrap_or_else(PoisonError::into_inner).queue.pop_front()
    }

    fn carry_out(&self, submission: &IoSubmission) -> Result<u32, Errno> {
        if submission.slot >= self.requests {
            let file = self.fan_out.files.get(usize::from(submission.file)).ok_or(Errno::EINVAL)?;
            return file.sync_data().map(|()| 0).map_err(|error| Errno::of(&error));
        }
        let buffer = self.arena.slot(submission.slot / self.fan_out.each);
        let file = self.fan_out.files.get(usize::from(submission.file));
        let (len, within) = (submission.len as usize, submission.within as usize);
        let (Some(file), true) = (file, !buffer.is_null() && len + within <= self.block) else {
            return Err(Errno::EINVAL);
        };
        // SAFETY: the stretch lies within the buffer's `block` bytes.
        let start = unsafe { buffer.add(within) };
        loop {
            let moved = match submission.direction {
                Direction::Read => {
                    // SAFETY: the stretch is this thread's alone until the completion is pushed: a
                    // slot is never submitted twice at a time, and the extents that an array reads
                    // for a request lie side by side.
                    pread(file, unsafe { slice::from_raw_parts_mut(start, len) }, submission.offset)
                }
                Direction::Write => {
                    // SAFETY: the stretch is not changed until the completion is pushed: a slot's
                    // requests all go the same way, and those that send the same copies only read.
                    let content = unsafe { slice::from_raw_parts(start.cast_const(), len) };
                    self.write(file, content, submission.offset)
                }
            };
            // An interrupted call has moved nothing (pread(2), EINTR).
            if moved != Err(rustix::io::Errno::INTR) {
                return moved.map(|bytes| bytes as u32).map_err(Errno::from);
            }
        }
    }

    fn write(&self, file: &File, content: &[u8], offset: u64) -> rustix::io::Result<usize> {
        if self.flags.is_empty() {
            return pwrite(file, content, offset);
        }
        pwritev2(file, &[IoSlice::new(content)], offset, self.flags)
    }
}

/// A thread that panicked holding the lock left no half-done state behind: each critical section
/// is one push, pop or append.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
