//! The clocks: the performance counter, and processor time of a thread and of the process.
//!
//! Source: Microsoft, "Acquiring high-resolution time stamps": the counter is the same for all threads and does not
//! jump when the time of day is set.

use std::sync::OnceLock;
use std::thread;
use std::time::Duration;

use narrows_units::Nanos;
use windows_sys::Win32::Foundation::{FILETIME, HANDLE};
use windows_sys::Win32::System::Performance::{QueryPerformanceCounter, QueryPerformanceFrequency};
use windows_sys::Win32::System::Threading::{
    GetCurrentProcess, GetCurrentThread, GetProcessTimes, GetThreadTimes,
};
use windows_sys::core::BOOL;

/// The last stretch before a common start in which a thread busy-waits: longer than the usual
/// lateness of a high-resolution timer (half a millisecond).
const AWAKE: Nanos = Nanos::micros(2000);

/// Time since some fixed point in the past.
#[inline]
pub(crate) fn now() -> Nanos {
    let mut count = 0;
    // SAFETY: the pointer is to a number that lives through the call, which never fails.
    unsafe { QueryPerformanceCounter(&mut count) };
    let (count, each_second) = (count as u64, frequency());
    // In two parts: at the usual 10 MHz, the count times 10^9 overflows after half an hour.
    let rest = count % each_second;
    Nanos::new(count / each_second * 1_000_000_000 + rest * 1_000_000_000 / each_second)
}

/// It does not change while the system runs.
#[inline]
fn frequency() -> u64 {
    static FREQUENCY: OnceLock<u64> = OnceLock::new();
    *FREQUENCY.get_or_init(|| {
        let mut frequency = 0;
        // SAFETY: as above.
        unsafe { QueryPerformanceFrequency(&mut frequency) };
        u64::try_from(frequency).unwrap_or(1).max(1)
    })
}

/// Processor time that the calling thread has used.
pub(crate) fn thread_cpu() -> Nanos {
    let [user, kernel] = thread_use();
    user + kernel
}

/// Processor time that the calling thread has used, in user mode and in the kernel: counted by the ticks of the
/// system's timer, 15.6 ms at most.
pub(crate) fn thread_use() -> [Nanos; 2] {
    // SAFETY: this handle is always that of the calling thread.
    times(|of, [a, b, c, d]| unsafe { GetThreadTimes(of, a, b, c, d) }, unsafe {
        GetCurrentThread()
    })
}

/// Processor time that all threads of the process have used.
pub(crate) fn process_cpu() -> Nanos {
    // SAFETY: this handle is always that of the process.
    let [user, kernel] =
        times(|of, [a, b, c, d]| unsafe { GetProcessTimes(of, a, b, c, d) }, unsafe {
            GetCurrentProcess()
        });
    user + kernel
}

/// When it began and ended, its time in the kernel and in user mode; the last two, the other way round.
fn times(ask: impl Fn(HANDLE, [*mut FILETIME; 4]) -> BOOL, of: HANDLE) -> [Nanos; 2] {
    let mut times = [FILETIME::default(); 4];
    let known = ask(of, times.each_mut().map(std::ptr::from_mut));
    let time = |time: FILETIME| {
        let ticks = u64::from(time.dwHighDateTime) << 32 | u64::from(time.dwLowDateTime);
        Nanos::new(ticks * 100)
    };
    if known == 0 { [Nanos::ZERO; 2] } else { [times[3], times[2]].map(time) }
}

/// Returns at `at`; with `awake` to the microsecond, else when the scheduler wakes the thread.
pub(crate) fn wait_until(at: Nanos, awake: bool) {
    let asleep = if awake { at - AWAKE } else { at };
    thread::sleep(Duration::from_nanos((asleep - now()).get()));
    while now() < at {
        std::hint::spin_loop();
    }
}
