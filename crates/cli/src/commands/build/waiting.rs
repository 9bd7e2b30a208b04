//! How far md has come with making the members of a new array agree, and waiting for its end.

use std::sync::atomic::Ordering;
use std::thread::sleep;
use std::time::Duration;

use narrows_array::build::{Container, Sync};
use narrows_host::build::{arrays, is_read_only, synchronized, volume};
use narrows_messages::Message;
use narrows_record::build::SyncProgress;
use narrows_units::Nanos;

use super::request::BuildRequest;
use crate::measuring::minutes;
use crate::output::CliOutput;
use crate::platform::interrupt;
use crate::progress::ProgressReporter;

/// How often it is looked at. md counts in steps of some MiB.
const PACE: Duration = Duration::from_millis(500);
/// How many lines of progress there are where no bar is watched.
const TOLD: f64 = 10.0;

/// The kernel's name of the new array and its progress; `None` if it has nothing to synchronise.
pub fn state(request: &BuildRequest) -> Option<(String, Sync)> {
    let wanted = &request.wanted;
    let devices = || -> Vec<String> {
        wanted.members.iter().map(|member| member.device(wanted.span)).collect()
    };
    let array = match wanted.container {
        Some(Container::Imsm) => volume(&devices())?,
        None => arrays().into_iter().find(|it| it.identifier == Some(request.ids.array))?,
    };
    synchronized(&array.device).map(|sync| (array.device, sync))
}

/// Waits until nothing is in progress any more; returns whether that was interrupted. Work in the kernel goes
/// on then.
pub fn until_done(device: &str, output: &CliOutput) -> bool {
    let cancel = interrupt::flag();
    let progress = ProgressReporter::new(output);
    let mut reported = -1.0;
    while let Some(sync @ (Sync::Running { .. } | Sync::Waiting)) = synchronized(device) {
        if cancel.load(Ordering::Relaxed) {
            return true;
        }
        // md synchronises nothing while an array is read-only, so that this wait would not end.
        if sync == Sync::Waiting && is_read_only(device) {
            return false;
        }
        let message = message(device, sync);
        progress.say(output.localizer.say(&message));
        progress.at(sync.share());
        if !progress.is_seen() && (sync.share() * TOLD).floor() > reported {
            reported = (sync.share() * TOLD).floor();
            output.remark(&message);
        }
        if !cancel.load(Ordering::Relaxed) {
            sleep(PACE);
        }
    }
    false
}

pub fn message(device: &str, sync: Sync) -> Message {
    let about = |id| Message::new(id).with("device", device);
    match sync {
        Sync::Done => about("build-sync-done"),
        Sync::Waiting => about("build-sync-waiting"),
        Sync::Degraded => about("build-sync-degraded"),
        Sync::Running { speed, .. } => {
            let percent = (sync.share() * 100.0).floor() as u64;
            let mb_s = |speed| (speed as f64 / 1e6).round() as u64;
            match (speed, sync.left()) {
                (Some(speed), Some(left)) => about("build-sync-running")
                    .with("percent", percent)
                    .with("rate", mb_s(speed))
                    .with("left", minutes(Nanos::secs(left.as_secs_f64()))),
                _ => about("build-sync-begins").with("percent", percent),
            }
        }
    }
}

pub fn document(sync: Sync) -> SyncProgress {
    let state = match sync {
        Sync::Done => "done",
        Sync::Waiting => "waiting",
        Sync::Running { .. } => "running",
        Sync::Degraded => "degraded",
    };
    let (done, all, speed) = match sync {
        Sync::Running { done, all, speed } => (Some(done), Some(all), speed),
        _ => (None, None, None),
    };
    SyncProgress {
        state: state.to_owned(),
        done,
        all,
        mb_s: speed.map(|speed| (speed as f64 / 1e5).round() / 10.0),
        left_s: sync.left().map(|left| left.as_secs_f64()),
    }
}
