//! Flushes written data and measures the time.
//!
//! For: the part of writing that the rate does not show. Data that a drive acknowledged may still
//! be in its cache; a flush (fdatasync(2), which sends the drive's own flush command) ends only
//! when it is durable. All targets flush at once, as they wrote, and so do the drives of an array.
//! A drive that does not answer is abandoned with its thread.

use std::fs::File;
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};
use std::thread;
use std::time::Duration;

use narrows_units::Nanos;

use crate::{Errno, IoTarget, clock};

/// The time that each target took to flush, or the error; `None` if it took longer than `patience`.
/// Targets that are only read have nothing to flush and take no time.
pub fn flush(targets: &[IoTarget], patience: Nanos) -> Vec<Option<Result<Nanos, Errno>>> {
    let (sender, receiver) = channel();
    for (index, target) in targets.iter().enumerate() {
        if target.is_writable() {
            target.files().into_iter().for_each(|file| start(index, file, sender.clone()));
        }
    }
    // With this one left, a thread that died unreported would be waited for to the end.
    drop(sender);
    let mut out: Vec<usize> = targets
        .iter()
        .map(|target| if target.is_writable() { target.files().len() } else { 0 })
        .collect();
    let mut flushed = vec![Ok(Nanos::ZERO); targets.len()];
    let give_up = clock::now() + patience;
    while out.iter().any(|left| *left > 0) {
        // The difference saturates at 0, and a wait of 0 takes reports that have arrived.
        let left = Duration::from_nanos((give_up - clock::now()).get());
        let Ok((index, took)) = receiver.recv_timeout(left) else { break };
        flushed[index] = flushed[index].and_then(|longest| Ok(longest.max(took?)));
        out[index] -= 1;
    }
    let over = |(flushed, left)| (left == 0).then_some(flushed);
    flushed.into_iter().zip(out).map(over).collect()
}

type Took = (usize, Result<Nanos, Errno>);

fn start(index: usize, file: Arc<File>, sender: Sender<Took>) {
    // The closure owns the other sender and is dropped with it if the thread cannot be started.
    let backup = sender.clone();
    let spawned = thread::Builder::new().name("narrows-flush".to_owned()).spawn(move || {
        let begun = clock::now();
        let done = file.sync_data().map_err(|error| Errno::of(&error));
        let _ = sender.send((index, done.map(|()| clock::now() - begun)));
    });
    if let Err(error) = spawned {
        let _ = backup.send((index, Err(Errno::of(&error))));
    }
}
