//! Flushes what was written, and says how long that took.
//!
//! For: the part of writing that the rate does not show. What a drive acknowledged may still stand
//! in its cache; a flush (fdatasync(2), which sends the drive's own flush command) ends only when it
//! lasts. All targets flush at once, as they wrote. A drive that does not come back is left behind
//! with its thread.

use std::fs::File;
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};
use std::thread;
use std::time::Duration;

use narrows_units::Nanos;

use crate::{Errno, Target, clock};

/// How long each target took to flush, or why it could not; none where it did not within
/// `patience`. Targets that are only read have nothing to flush and take no time.
pub fn flush(targets: &[Target], patience: Nanos) -> Vec<Option<Result<Nanos, Errno>>> {
    let (sender, receiver) = channel();
    for (index, target) in targets.iter().enumerate() {
        if target.is_writable() {
            start(index, target.file(), sender.clone());
        } else {
            let _ = sender.send((index, Ok(Nanos::ZERO)));
        }
    }
    drop(sender);
    let give_up = clock::now() + patience;
    let mut flushed = vec![None; targets.len()];
    while flushed.iter().any(Option::is_none) {
        let left = Duration::from_nanos((give_up - clock::now()).get());
        match receiver.recv_timeout(left) {
            Ok((index, took)) => flushed[index] = Some(took),
            Err(_) => break,
        }
    }
    flushed
}

type Took = (usize, Result<Nanos, Errno>);

fn start(index: usize, file: Arc<File>, sender: Sender<Took>) {
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
