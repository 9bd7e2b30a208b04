//! A job, watched while it runs: a command, processes, or the whole machine.
//!
//! It is left alone: it is observed through /proc and /sys, and not queried. A given command is started with
//! the caller's rights, and never ended by us.

mod account;
mod behind;
mod looking;
mod subject;
mod tracing;

use narrows_host::Root;
use narrows_host::sample::Sampler;
use narrows_record::see::SeeDocument;
use narrows_record::watch::{WatchRecord, WatchSecond};
use narrows_topology::{Id, PciAddress};
use narrows_verdict::answer::source::SourceMachine;
use narrows_verdict::watch::{fallen, gains, held_by, judge, shares};

pub use self::account::document;
use self::looking::JobSampler;
pub use self::looking::StopCondition;
pub use self::subject::{WatchRequest, WatchedJob};
use super::targets;
use super::watch::{DriveWatch as Surroundings, WatchedSurroundings};

/// Drives, and where their controllers hang.
type Drives = [(Id, Option<PciAddress>)];

/// Name of processors in documents among throttled devices.
const PROCESSORS: &str = "cpu";

/// All that looks, ready before a job begins, so that nothing of it is missed.
pub struct JobWatcher {
    looking: JobSampler,
    surroundings: Surroundings,
    drives: Vec<(Id, Option<PciAddress>)>,
}

impl JobWatcher {
    /// For a machine's drives. Requests are counted per process if requested and possible.
    pub fn new(source: &SourceMachine, is_traced: bool) -> Self {
        let machine = SeeDocument::of(&source.machine.topology, &source.name);
        let drives = targets::with_addresses(&source.machine.topology);
        let surroundings = Surroundings::new(&drives);
        let looking = JobSampler::new(Sampler::new(&Root::live()), &machine, &drives, is_traced);
        Self { looking, surroundings, drives }
    }

    /// Watches a job to its end, and concludes. `report` gets each second as it ends, judged, and the time
    /// elapsed in seconds.
    pub fn watch(
        self,
        mut job: WatchedJob,
        until: &StopCondition<'_>,
        report: &mut dyn FnMut(&WatchSecond, f64),
    ) -> WatchRecord {
        let Self { looking, surroundings, drives } = self;
        let record = looking.watch(&mut job, until, &surroundings, &mut |second, so_far| {
            judge(second);
            report(second, so_far);
        });
        let mut seconds = record.seconds;
        throttled(&mut seconds, &drives, &surroundings.finish());
        // Judged again: throttling reported only at the end may have slowed a second down.
        seconds.iter_mut().for_each(judge);
        WatchRecord {
            own_cpu: record.own_cpu,
            traced: record.traced,
            untraced: record.untraced,
            ..concluded(&job.described(), seconds)
        }
    }
}

pub fn concluded(described: &WatchRecord, seconds: Vec<WatchSecond>) -> WatchRecord {
    let shares = shares(&seconds);
    WatchRecord {
        gains: gains(&seconds),
        held: held_by(&seconds),
        fallen: fallen(&seconds),
        shares,
        watched_s: seconds.iter().map(|second| second.length_s).sum(),
        seconds,
        ..described.clone()
    }
}

/// Marks the seconds in which a drive or processor slowed itself down to cool: some are reported only at
/// the end, as by drives that are seldom polled.
fn throttled(seconds: &mut [WatchSecond], drives: &Drives, around: &[WatchedSurroundings]) {
    for ((drive, _), around) in drives.iter().zip(around) {
        mark(seconds, drive.as_str(), &around.slowed.drive);
        mark(seconds, PROCESSORS, &around.slowed.processors);
    }
}

fn mark(seconds: &mut [WatchSecond], what: &str, times: &[(f64, f64)]) {
    for second in seconds {
        let ends = second.at_s + second.length_s;
        let is_slowed = times.iter().any(|&(from, until)| from < ends && until > second.at_s);
        if is_slowed && !second.throttled.iter().any(|one| one == what) {
            second.throttled.push(what.to_owned());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measuring::watch::ThrottleTimes;

    /// A drive that slowed itself down from 1.5 to 3 s: three seconds of five have to do with it.
    #[test]
    fn every_second_that_throttles_is_marked() {
        let at = |at| WatchSecond { at_s: f64::from(at), length_s: 1.0, ..WatchSecond::default() };
        let mut seconds: Vec<WatchSecond> = (0..5).map(at).collect();
        seconds[2].throttled = vec!["sda".to_owned()];
        let slowed = ThrottleTimes { drive: vec![(1.5, 3.0)], processors: vec![(4.0, 4.5)] };
        let around = [WatchedSurroundings { slowed, ..WatchedSurroundings::default() }];
        throttled(&mut seconds, &[(Id::new("sda"), None)], &around);
        let texts: Vec<String> = seconds.iter().map(|second| second.throttled.join(" ")).collect();
        assert_eq!(texts, ["", "sda", "sda", "", "cpu"]);
    }
}
