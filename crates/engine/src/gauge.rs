//! Running counts of a target's threads, for observers.
//!
//! A thread publishes the counts it keeps anyway, a few times a second, into its own memory; it never
//! waits for a reader. A reader retries if a thread was just writing.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering, fence};

use narrows_units::{Bytes, Nanos};

use crate::IssuerCounts;

/// The numbers that make up [`IssuerCounts`].
const NUMBERS: usize = 6;
/// How often a reader tries; a thread writes for nanoseconds, five times a second.
const TRIES: usize = 64;

/// Counts of each thread of a target so far. Clones share the same threads.
#[derive(Clone, Debug, Default)]
pub struct Gauge {
    threads: Arc<[ThreadNumbers]>,
}

/// One thread's numbers, on cache lines that no other thread writes.
#[derive(Debug, Default)]
#[repr(align(128))]
struct ThreadNumbers {
    /// Odd while the thread writes; 0 before it has written.
    version: AtomicU64,
    numbers: [AtomicU64; NUMBERS],
}

impl Gauge {
    pub fn of(threads: u32) -> Self {
        Self { threads: (0..threads).map(|_| ThreadNumbers::default()).collect() }
    }

    /// Publishes the counts of a thread, threads numbered from 0; only that thread may call it. A
    /// thread that the gauge does not have is ignored.
    pub fn put(&self, thread: u32, counts: IssuerCounts) {
        let Some(place) = self.threads.get(thread as usize) else { return };
        // Only this thread writes here, so no atomic exchange is needed.
        let version = place.version.load(Ordering::Relaxed);
        place.version.store(version + 1, Ordering::Relaxed);
        // The odd version must be visible before any of the numbers; a release store orders only
        // what comes before it.
        fence(Ordering::Release);
        for (number, value) in place.numbers.iter().zip(numbers(counts)) {
            number.store(value, Ordering::Relaxed);
        }
        place.version.store(version + 2, Ordering::Release);
    }

    /// Returns the counts of each thread that has published any.
    pub fn read(&self) -> Vec<IssuerCounts> {
        self.threads.iter().filter_map(ThreadNumbers::read).collect()
    }
}

impl ThreadNumbers {
    /// `None` before the thread has written, or if it never stops writing.
    fn read(&self) -> Option<IssuerCounts> {
        (0..TRIES).find_map(|_| {
            let before = self.version.load(Ordering::Acquire);
            let values = self.numbers.each_ref().map(|number| number.load(Ordering::Relaxed));
            // Keeps the second look at the version from moving ahead of the loads of the numbers.
            fence(Ordering::Acquire);
            let is_whole = before > 0 && before.is_multiple_of(2);
            let is_same = self.version.load(Ordering::Relaxed) == before;
            (is_whole && is_same).then(|| counts(values))
        })
    }
}

fn numbers(counts: IssuerCounts) -> [u64; NUMBERS] {
    let IssuerCounts { at, bytes, ops, errors, in_flight, busy } = counts;
    [at.get(), bytes.get(), ops, errors, u64::from(in_flight), busy.get()]
}

fn counts([at, bytes, ops, errors, in_flight, busy]: [u64; NUMBERS]) -> IssuerCounts {
    IssuerCounts {
        at: Nanos::new(at),
        bytes: Bytes::new(bytes),
        ops,
        errors,
        in_flight: in_flight as u32,
        busy: Nanos::new(busy),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;

    fn all(value: u64) -> IssuerCounts {
        counts([value; NUMBERS])
    }

    #[test]
    fn threads_that_have_not_begun_tell_nothing() {
        let gauge = Gauge::of(3);
        assert!(gauge.read().is_empty());
        gauge.put(1, all(5));
        gauge.put(3, all(6));
        assert_eq!(gauge.clone().read(), [all(5)]);
    }

    /// A reading never mixes two writes, however fast the thread writes.
    #[test]
    fn numbers_of_two_moments_are_never_mixed() {
        let (gauge, ends) = (Gauge::of(1), AtomicBool::new(false));
        std::thread::scope(|scope| {
            scope.spawn(|| {
                for value in 0.. {
                    gauge.put(0, all(value % 1000));
                    if ends.load(Ordering::Relaxed) {
                        break;
                    }
                }
            });
            for _ in 0..20_000 {
                let mixed = gauge.read().into_iter().find(|read| *read != all(read.ops));
                assert_eq!(mixed, None);
            }
            ends.store(true, Ordering::Relaxed);
        });
    }
}
