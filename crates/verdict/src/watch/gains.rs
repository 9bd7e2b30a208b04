//! A job's gain from a change: only the time spent waiting for the changed thing gets shorter, and
//! the amount is given as far as observations determine it.
//!
//! A drive of half the latency, or twice the rate limit, halves its part. For other changes
//! observations leave a range: how drives answer more requests at once is known if they had as many
//! in another second (`depths`); two threads run as fast as one only if there are processors for
//! all that the job then computes at once.

use narrows_record::watch::{
    ChangeGain, DriveSecond, GainUncertainty, LimitShare, SuggestedChange, WatchLimit as Limit,
    WatchSecond,
};

use super::depths::{DepthObservations, ValueRange};
use super::{divided, overlapping, parts, requests_at_once, runs_on};
use crate::thresholds::watch::{NEARLY_ALL, SCATTER, SURE};

/// Queue depth for which a deeper queue is rated: enough to be worth the work, and few enough that a
/// job can have them.
const QUEUE_DEPTH: f64 = 4.0;

/// A job that has processors to itself hardly waits for one.
const FREE: f64 = 20.0;

/// Every change with its factor, including those that bring nothing: that a RAID would not help is
/// worth knowing.
pub fn gains(seconds: &[WatchSecond]) -> Vec<ChangeGain> {
    let seen = ObservedSeconds { seconds, depths: DepthObservations::of(seconds) };
    // Of the whole machine it is not known which programs are the job.
    let is_job = !seconds.iter().all(WatchSecond::is_of_machine);
    let of_threads =
        if is_job { GainUncertainty::ProcessorsTaken } else { GainUncertainty::ThreadsUnknown };
    vec![
        seen.gain(SuggestedChange::FasterDrive, None),
        seen.gain(SuggestedChange::QueueDepth, Some(GainUncertainty::DepthUnseen)),
        seen.gain(SuggestedChange::MoreDrives, Some(GainUncertainty::DepthUnseen)),
        seen.gain(SuggestedChange::BetterSlot, Some(GainUncertainty::DriveHidden)),
        seen.gain(SuggestedChange::RateLimit, None),
        seen.gain(SuggestedChange::MoreThreads, Some(of_threads)),
        seen.gain(SuggestedChange::FreeCpus, Some(GainUncertainty::ThreadsUnknown)),
    ]
}

struct ObservedSeconds<'a> {
    seconds: &'a [WatchSecond],
    depths: DepthObservations,
}

impl ObservedSeconds<'_> {
    /// The whole time with each part that the change affects divided by how many times as fast that
    /// part gets. `unsure` is the reason if that is unknown.
    ///
    /// Time in which one thread computed while another waited is computing at least; if the job could not
    /// go on before what was waited for, it was waiting.
    fn gain(&self, change: SuggestedChange, unsure: Option<GainUncertainty>) -> ChangeGain {
        let (mut whole, mut acted_on, mut longest, mut shortest) = (0.0, 0.0, 0.0, 0.0);
        // What the overlapping time loses if it was waiting.
        let mut overlap = 0.0;
        for second in self.seconds {
            whole += second.length_s;
            let Some(parts) = parts(second) else { continue };
            for share in divided(second, parts) {
                let time = share.share * second.length_s;
                let Some(times) = self.times(&change, second, &share) else { continue };
                acted_on += time;
                longest += time / times.least;
                shortest += time / times.most;
            }
            let overlapping = overlapping(second, parts);
            if let Some(times) = self.times(&change, second, &overlapping) {
                overlap += overlapping.share * second.length_s * (1.0 - 1.0 / times.most);
            }
        }
        let rest = (whole - acted_on).max(0.0);
        let factor = |left: f64| if whole > 0.0 { whole / (rest + left) } else { 1.0 };
        let least = factor(longest);
        // Factors have a geometric middle. Observations, and so either end, have scatter of their
        // own.
        let is_close = |most: f64| most * SCATTER <= SURE * (least * most).sqrt();
        let unsure =
            if is_close(factor(shortest)) { Some(GainUncertainty::ThreadsOverlap) } else { unsure };
        let most = factor(shortest - overlap);
        let is_sure = is_close(most);
        ChangeGain {
            change,
            factor: if is_sure { (least * most).sqrt() } else { most },
            share: if whole > 0.0 { (acted_on / whole).clamp(0.0, 1.0) } else { 0.0 },
            at_most: !is_sure,
            least,
            most,
            unsure: unsure.filter(|_| !is_sure),
        }
    }

    /// How many times as fast this part of a second gets; `None` if the change does not affect it.
    fn times(
        &self,
        change: &SuggestedChange,
        second: &WatchSecond,
        share: &LimitShare,
    ) -> Option<ValueRange> {
        let drive = || second.drives.iter().find(|drive| Some(&drive.drive) == share.on.as_ref());
        let twice = ValueRange::exactly(2.0);
        match (change, &share.limit) {
            (SuggestedChange::FasterDrive, Limit::Depth | Limit::Drive) => Some(twice),
            // Throttling without a drive: a processor.
            (SuggestedChange::FasterDrive, Limit::Throttle) => share.on.as_ref().map(|_| twice),
            (SuggestedChange::RateLimit, Limit::RateLimit) => Some(twice),
            (SuggestedChange::QueueDepth, Limit::Depth) => {
                drive().map(|drive| self.deeper(drive, second))
            }
            // Each of two drives has half of the requests, and both do as much.
            (SuggestedChange::MoreDrives, Limit::Drive) => drive().map(|drive| {
                let half = self.depths.with(drive, 0.5);
                ValueRange { least: half.least * 2.0, most: half.most * 2.0 }
            }),
            // The full link hides the drive's own capability.
            (SuggestedChange::BetterSlot, Limit::Link | Limit::Uplink) => {
                Some(ValueRange { least: 1.0, most: 2.0 })
            }
            (SuggestedChange::MoreThreads, Limit::Thread) => Some(two_threads(second)),
            // Two runnable threads get more of the time left by others than one.
            (SuggestedChange::MoreThreads, Limit::CpuQueue) if runs_on(second) == Limit::Thread => {
                Some(two_threads(second))
            }
            (SuggestedChange::FreeCpus, Limit::CpuQueue) => {
                // Of several threads it may be one that is not waited for that had to wait.
                let is_alone = second.busiest >= NEARLY_ALL * second.cpu;
                let least = if is_alone { FREE } else { 1.0 };
                Some(ValueRange { least, most: FREE })
            }
            _ => None,
        }
    }

    /// The job has four times as many requests, others on the drive as many as before.
    fn deeper(&self, drive: &DriveSecond, second: &WatchSecond) -> ValueRange {
        let waiting = parts(second).map_or(0.0, |parts| parts.waiting);
        let at_once = drive.depth / drive.busy;
        let own = requests_at_once(drive, waiting).min(at_once);
        if !(at_once.is_finite() && own > 0.0) {
            return ValueRange { least: 1.0, most: QUEUE_DEPTH };
        }
        let times = 1.0 + (QUEUE_DEPTH - 1.0) * own / at_once;
        let all = self.depths.with(drive, times);
        // Of all that the drive does the job's part grows from own to four times own.
        let part = |all: f64| (all * QUEUE_DEPTH / times).clamp(1.0, QUEUE_DEPTH);
        ValueRange { least: part(all.least), most: part(all.most) }
    }
}

/// Twice as fast, the job computes twice as much at once, in the thread and in those beside it. It
/// has its own processors and the free ones for that; at most all of them, if it may push others
/// aside.
fn two_threads(second: &WatchSecond) -> ValueRange {
    let running = parts(second).map_or(0.0, |parts| parts.running);
    let own = second.cpu / running;
    if second.looks == 0 || !(own.is_finite() && own > 0.0) {
        return ValueRange { least: 1.0, most: 2.0 };
    }
    let all = f64::from(second.machine.cpus.max(1));
    let others = (second.machine.cpu - second.cpu).max(0.0);
    let times = |processors: f64| (processors / own).clamp(1.0, 2.0);
    ValueRange { least: times(all - others), most: times(all) }
}
