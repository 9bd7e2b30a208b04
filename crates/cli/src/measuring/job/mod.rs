//! Somebody's job, looked at while it runs: a command, processes, or the whole machine.
//!
//! It is left as it is: it is looked at through /proc and /sys, and nothing is asked of it. A command that is
//! given is started with the rights of whoever called, and never ended by us.

mod account;
mod behind;
mod looking;
mod subject;
mod tracing;

use narrows_answer::source::Seen;
use narrows_host::Root;
use narrows_host::sample::Sampler;
use narrows_record::see::See;
use narrows_record::watch::{Second, Watch};
use narrows_topology::{Id, PciAddress};
use narrows_verdict::watch::{gains, judge, shares};

pub use self::account::document;
use self::looking::Looking;
pub use self::looking::Until;
pub use self::subject::{Job, Wanted};
use super::targets;
use super::watch::{Around, Watch as Surroundings};
use crate::output::Output;

/// Drives, and where their controllers hang.
type Drives = [(Id, Option<PciAddress>)];

/// All that looks, ready before a job begins, so that nothing of it is missed.
pub struct Watching {
    looking: Looking,
    surroundings: Surroundings,
    drives: Vec<(Id, Option<PciAddress>)>,
}

impl Watching {
    /// At a machine's drives. Requests are counted by process where that is wanted and possible.
    pub fn new(seen: &Seen, is_traced: bool, output: &Output) -> Self {
        let machine = See::of(&seen.machine.topology, &seen.name, &output.localizer);
        let drives = targets::with_addresses(&seen.machine.topology);
        let surroundings = Surroundings::new(&drives);
        let looking = Looking::new(Sampler::new(&Root::live()), &machine, is_traced);
        Self { looking, surroundings, drives }
    }

    /// Watches a job to its end, and concludes. `told` gets each second as it ends, judged, and how long it
    /// has been, seconds.
    pub fn watch(
        self,
        mut job: Job,
        until: &Until<'_>,
        told: &mut dyn FnMut(&Second, f64),
    ) -> Watch {
        let Self { looking, surroundings, drives } = self;
        let found = looking.watch(&mut job, until, &surroundings, &mut |second, so_far| {
            judge(second);
            told(second, so_far);
        });
        let mut seconds = found.seconds;
        throttled(&mut seconds, &drives, &surroundings.finish());
        seconds.iter_mut().for_each(judge);
        Watch {
            own_cpu: found.own_cpu,
            traced: found.traced,
            untraced: found.untraced,
            ..concluded(&job.described(), seconds)
        }
    }
}

/// What these seconds say of a job.
pub fn concluded(described: &Watch, seconds: Vec<Second>) -> Watch {
    let shares = shares(&seconds);
    Watch {
        gains: gains(&seconds),
        shares,
        watched_s: seconds.iter().map(|second| second.length_s).sum(),
        seconds,
        ..described.clone()
    }
}

/// Marks the seconds in which a drive or processor slowed itself down to cool.
fn throttled(seconds: &mut [Second], drives: &Drives, around: &[Around]) {
    for ((drive, _), around) in drives.iter().zip(around) {
        for throttle in &around.watched.throttles {
            let is_drive = throttle.what == drive.as_str();
            let what = if is_drive { drive.to_string() } else { "cpu".to_owned() };
            let within = |second: &&mut Second| {
                (second.at_s..second.at_s + second.length_s).contains(&throttle.at_s)
            };
            for second in seconds.iter_mut().filter(within) {
                if !second.throttled.contains(&what) {
                    second.throttled.push(what.clone());
                }
            }
        }
    }
}
