//! Many trials on all processors.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// Results of `judge` for each number from 0 to `count`, in order.
pub fn each<T: Send>(count: usize, judge: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let (next, results) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let work = || {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= count {
                return;
            }
            let judged = judge(number);
            results.lock().unwrap_or_else(PoisonError::into_inner).push((number, judged));
        }
    };
    let threads = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| (0..threads).for_each(|_| drop(scope.spawn(work))));
    let mut results = results.into_inner().unwrap_or_else(PoisonError::into_inner);
    results.sort_by_key(|(number, _)| *number);
    results.into_iter().map(|(_, judged)| judged).collect()
}
