//! The clocks: monotonic time, and processor time of a thread and of the process.
//!
//! Source: clock_gettime(2). CLOCK_MONOTONIC is the same for all threads, so they can have a common
//! start time in it; it does not jump when the time of day is set.

use narrows_units::Nanos;
use rustix::fs::Timespec;
use rustix::thread::clock_nanosleep_absolute;
use rustix::time::{ClockId, clock_gettime};

/// The last stretch before a common start in which a thread busy-waits: longer than the usual
/// lateness of a timer (50 µs of slack, prctl(2) PR_SET_TIMERSLACK, and the wake-up itself).
const AWAKE: Nanos = Nanos::micros(200);

/// Time since some fixed point in the past.
#[inline]
pub(crate) fn now() -> Nanos {
    read(ClockId::Monotonic)
}

/// Processor time that the calling thread has used.
pub(crate) fn thread_cpu() -> Nanos {
    read(ClockId::ThreadCPUTime)
}

/// Processor time that the calling thread has used, in user mode and in the kernel. The kernel
/// measures the sum and divides it by samples (of 1 to 4 ms), unless it accounts exactly.
///
/// Source: getrusage(2), RUSAGE_THREAD.
pub(crate) fn thread_use() -> [Nanos; 2] {
    // SAFETY: all-zero is a value of this structure of integers.
    let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
    // SAFETY: the pointer is to a structure of the right type that lives through the call.
    let done = unsafe { libc::getrusage(libc::RUSAGE_THREAD, &raw mut usage) };
    let time = |value: libc::timeval| {
        Nanos::new(value.tv_sec as u64 * 1_000_000_000 + value.tv_usec as u64 * 1000)
    };
    if done == 0 { [usage.ru_utime, usage.ru_stime].map(time) } else { [Nanos::ZERO; 2] }
}

/// Processor time that all threads of the process have used.
pub(crate) fn process_cpu() -> Nanos {
    read(ClockId::ProcessCPUTime)
}

/// Returns at `at`; with `awake` to the microsecond, else when the scheduler wakes the thread.
pub(crate) fn wait_until(at: Nanos, awake: bool) {
    let asleep = if awake { at - AWAKE } else { at };
    let until = Timespec {
        tv_sec: (asleep.get() / 1_000_000_000) as i64,
        tv_nsec: (asleep.get() % 1_000_000_000) as i64,
    };
    // A signal ends the sleep early; the loop below then waits for the rest.
    let _ = clock_nanosleep_absolute(ClockId::Monotonic, &until);
    while now() < at {
        std::hint::spin_loop();
    }
}

#[inline]
fn read(clock: ClockId) -> Nanos {
    let time = clock_gettime(clock);
    Nanos::new(time.tv_sec as u64 * 1_000_000_000 + time.tv_nsec as u64)
}
