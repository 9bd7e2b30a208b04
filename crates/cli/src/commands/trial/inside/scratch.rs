//! Scratch files, written throughout, and the loop devices over them.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use narrows_engine::{Scratch, ScratchPlan};
use narrows_host::trial::loops::AttachedLoop;
use narrows_messages::Message;
use narrows_units::{Bytes, Nanos};

use crate::commands::trial::order::{BackingFile, TrialOrder};
use crate::failure::{CommandFailure, Result};
use crate::output::CliOutput;
use crate::progress::ProgressReporter;

/// A drive that writes slower than this is not fit for an array; a plan gives it four times its time.
const SLOWEST_MB_S: u64 = 20;

/// One device for each scratch file of the order, in its order. File systems are written side by
/// side, the files of one after another.
pub fn devices(
    order: &TrialOrder,
    cancel: &AtomicBool,
    output: &CliOutput,
) -> Result<Vec<AttachedLoop>> {
    let backings = order.backings();
    let mut groups: BTreeMap<u64, Vec<usize>> = BTreeMap::new();
    for (at, backing) in backings.iter().enumerate() {
        groups.entry(backing.number).or_default().push(at);
    }
    let progress = ProgressReporter::new(output);
    progress.say(output.localizer.text("cli-writing-scratch"));
    let shares = Mutex::new(vec![0.0; backings.len()]);
    let tell = |at: usize, share: f64| {
        if let Ok(mut shares) = shares.lock() {
            shares[at] = share;
            progress.at(shares.iter().sum::<f64>() / shares.len() as f64);
        }
    };
    let group = |of_it: &[usize]| -> Result<Vec<(usize, AttachedLoop)>> {
        let one = |at: &usize| {
            let progress = |share| tell(*at, share);
            Ok((*at, device(backings[*at], &order.label, cancel, &progress)?))
        };
        of_it.iter().map(one).collect()
    };
    let made = std::thread::scope(|scope| {
        // One thread a file system: files of one written at once would be interleaved on it.
        let threads: Vec<_> = groups.values().map(|of_it| scope.spawn(|| group(of_it))).collect();
        let ended = threads.into_iter().map(|thread| {
            let lost = || CommandFailure::new(Message::new("trial-lost").with("why", "a thread"));
            thread.join().map_err(|_| lost())?
        });
        ended.collect::<Result<Vec<_>, _>>()
    })?;
    let mut made: Vec<(usize, AttachedLoop)> = made.into_iter().flatten().collect();
    made.sort_by_key(|(at, _)| *at);
    Ok(made.into_iter().map(|(_, device)| device).collect())
}

fn device(
    backing: &BackingFile,
    label: &str,
    cancel: &AtomicBool,
    progress: &dyn Fn(f64),
) -> Result<AttachedLoop> {
    let plan = ScratchPlan {
        wanted: Bytes::new(backing.size),
        named: true,
        fill: true,
        time_max: Nanos::millis(1000 + backing.size / (SLOWEST_MB_S * 1000)),
    };
    let number = Some(backing.number);
    let scratch = Scratch::make(&backing.folder, number, plan, cancel, progress);
    let scratch = scratch.map_err(|error| {
        if cancel.load(Ordering::SeqCst) {
            super::interrupted()
        } else {
            CommandFailure::new(error.message())
        }
    })?;
    AttachedLoop::over(&scratch.file(), label, backing.block).map_err(|why| {
        let what = Message::new("trial-no-device").with("folder", backing.folder.display());
        CommandFailure::new(what.with("why", why))
    })
}
