//! The process that owns a trial: process 1 of its own namespaces, with which all of it ends.
//!
//! It reads its order from standard input and takes its end as the end of its parent. The outcome
//! goes to standard output as one line.

mod scratch;
mod volume;
mod work;

use std::io::{self, BufRead, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use narrows_host::trial::{apart, mounts};
use narrows_messages::Message;
use narrows_record::trial::TrialTarget;

use self::volume::TrialVolume;
use super::order::{TrialFailure, TrialOrder, TrialOutcome};
use crate::failure::{CommandFailure, ProgramExit, Result};
use crate::output::CliOutput;

/// Carries out the order. Any error is in the outcome.
pub fn run(output: &CliOutput) -> Result<ProgramExit> {
    let stdin = io::stdin();
    let mut line = String::new();
    stdin.lock().take(16 << 20).read_line(&mut line).map_err(|why| lost(&why))?;
    let order: TrialOrder = serde_json::from_str(&line).map_err(|why| lost(&why))?;
    apart::begin(&stdin, order.namespace).map_err(|why| lost(&why))?;
    let cancel = Arc::new(AtomicBool::new(false));
    // When the parent closes the pipe, everything inside is ended, so that nothing is waited for
    // and everything is taken down in order. Processes started just then are covered: the flag is
    // set first, then all are ended, and code that starts a command checks it afterwards (`work`).
    let is_cancelled = Arc::clone(&cancel);
    std::thread::spawn(move || {
        let mut rest = Vec::new();
        let _ = io::stdin().read_to_end(&mut rest);
        is_cancelled.store(true, Ordering::SeqCst);
        apart::end_all_others();
    });
    let mut outcome = TrialOutcome::default();
    if let Err(failure) = attempt(&order, &cancel, &mut outcome, output) {
        let text = output.localizer.say(&failure.what);
        outcome.failed = Some(TrialFailure { is_interrupt: cancel.load(Ordering::Relaxed), text });
    }
    let json = serde_json::to_string(&outcome).map_err(|why| lost(&why))?;
    output.print(&json)?;
    Ok(ProgramExit::Ok)
}

/// The parent has let go.
fn interrupted() -> CommandFailure {
    CommandFailure::new(Message::new("trial-interrupted"))
}

fn lost(why: &dyn std::fmt::Display) -> CommandFailure {
    CommandFailure::new(Message::new("trial-lost").with("why", why))
}

fn attempt(
    order: &TrialOrder,
    cancel: &AtomicBool,
    outcome: &mut TrialOutcome,
    output: &CliOutput,
) -> Result<()> {
    mounts::in_memory(&order.folder).map_err(|why| {
        let what = Message::new("trial-no-mount").with("path", order.folder.display());
        CommandFailure::new(what.with("why", why))
    })?;
    let mut devices = scratch::devices(order, cancel, output)?.into_iter();
    let indirect = devices.as_slice().iter().filter(|device| !device.is_direct());
    outcome.indirect = indirect.map(|device| device.name().to_owned()).collect();
    let members = devices.by_ref().take(order.members.len()).collect();
    let array = TrialVolume::array(order, members)?;
    let alone = TrialVolume::alone(order, "alone", devices.by_ref().take(1).collect())?;
    let other = match &order.other {
        Some(_) => Some(TrialVolume::alone(order, "other", devices.collect())?),
        None => None,
    };
    let volumes = work::TrialVolumes { array, alone, other };
    // The first rounds warm up: they fill a controller's caches and the kernel's structures.
    for turn in 0..order.warm_up + order.repeat {
        // Every work once on either volume. Who comes first takes turns: a drive may be slower
        // after it was written to for a while.
        let mut places = [TrialTarget::Array, TrialTarget::Alone];
        if turn % 2 == 1 {
            places.reverse();
        }
        for done in &order.works {
            for place in places {
                if cancel.load(Ordering::SeqCst) {
                    return Err(interrupted());
                }
                let repeat = (turn + 1).saturating_sub(order.warm_up);
                say(order, done.name(), place, repeat, output);
                let ran = work::once(order, done, place, repeat, &volumes, cancel)?;
                let is_well = ran.exit == Some(0);
                if repeat > 0 || !is_well {
                    outcome.rounds.push(ran);
                }
                if !is_well && !cancel.load(Ordering::SeqCst) {
                    let what = Message::new("trial-command-failed").with("work", done.name());
                    let exit = outcome.rounds.last().and_then(|ran| ran.exit);
                    let exit = exit.map_or_else(|| "-".to_owned(), |code| code.to_string());
                    return Err(CommandFailure::new(what.with("exit", exit)));
                }
            }
        }
    }
    volumes.array.stop()
}

fn say(order: &TrialOrder, work: String, place: TrialTarget, repeat: u32, output: &CliOutput) {
    let what = match place {
        TrialTarget::Array => Message::new("trial-running-array"),
        TrialTarget::Alone => Message::new("trial-running-alone").with("drive", &order.alone.name),
    };
    output.remark(&what.with("work", work).with("repeat", repeat).with("of", order.repeat));
}
