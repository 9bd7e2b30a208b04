//! The bottleneck of a job, second by second and in sum, and gains from changes.
//!
//! A job is at each moment in one of three states: one of its threads runs; none runs and one waits
//! for a drive; or it waits for something else. For running threads, the scheduler reports the part
//! that only waited for a processor. Samples of its threads count these; drives report their requests
//! in that time, and links how full they were. A faster component shortens only the part of the time
//! in which the job waited for it (G. Amdahl, "Validity of the Single Processor Approach", AFIPS
//! 1967): halving something that takes the part `s` makes the job 1 / (1 - s / 2) times as fast. If a
//! change halves something only as far as a drive or the processors keep up, observations of them
//! bound it.
//!
//! Gaps are no evidence: a second with too few samples is `unknown`, and so is waiting during which
//! no drive moved anything.
//!
//! Not here: looking (the cli), reading /proc and /sys (`narrows-host`), words for people
//! (`narrows-report`).

mod depths;
mod fallen;
mod gains;
mod holders;
#[cfg(test)]
mod simulated;
mod stack;
#[cfg(test)]
mod tests;

use narrows_record::watch::{DriveSecond, LimitShare, WatchLimit, WatchSecond};

pub use self::fallen::fallen;
pub use self::gains::gains;
pub use self::holders::held_by;
use crate::thresholds::explain::BEYOND_LIMIT;
use crate::thresholds::watch::{
    BUSY_PROCESSORS, BUSY_THREAD, FULL_LINK, LEAST_LOOKS, LEAST_PART, MEMORY_SHORT, NEARLY_ALL,
    ONE_AT_A_TIME,
};

/// The state of a job at one look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JobActivity {
    /// A thread runs, or is ready to.
    Running,
    /// None runs, and one is blocked in the kernel.
    Blocked,
    /// None runs or is blocked, and drives have requests in flight.
    InFlight,
    /// None of these.
    Idle,
}

/// A look: the states of the job's threads as proc(5) spells them, and the requests that all drives
/// have in flight.
pub fn look(threads: impl IntoIterator<Item = char>, in_flight: u64) -> JobActivity {
    let mut found = if in_flight > 0 { JobActivity::InFlight } else { JobActivity::Idle };
    for state in threads {
        match state {
            'R' => return JobActivity::Running,
            'D' => found = JobActivity::Blocked,
            // A thread further on may still run.
            _ => {}
        }
    }
    found
}

/// How a second divides: parts of 1 that together make at most 1.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct TimeShares {
    pub(crate) running: f64,
    pub(crate) waiting: f64,
    pub(crate) idle: f64,
}

/// `None` if too little was observed.
fn parts(second: &WatchSecond) -> Option<TimeShares> {
    if second.is_of_machine() {
        // The whole machine has no threads of its own: only its tasks' waiting, and the load of its
        // busiest processor. Both happen at the same time, so they are cut to 1.
        let waiting = second.machine.io_some?.clamp(0.0, 1.0);
        let running = second.machine.busiest_cpu.clamp(0.0, 1.0);
        let over = (running + waiting).max(1.0);
        let (running, waiting) = (running / over, waiting / over);
        return Some(TimeShares { running, waiting, idle: 1.0 - running - waiting });
    }
    if second.looks < LEAST_LOOKS {
        return None;
    }
    let part = |count: u32| f64::from(count) / f64::from(second.looks);
    // Requests in flight are the job's only if it moved something itself.
    let own_bytes = [second.read_bytes, second.written_bytes];
    let moved = own_bytes.into_iter().flatten().any(|bytes| bytes > 0);
    let waiting = second.blocked + if moved { second.in_flight } else { 0 };
    let (running, waiting) = (part(second.running), part(waiting));
    Some(TimeShares { running, waiting, idle: (1.0 - running - waiting).max(0.0) })
}

/// Sets a second's main bottleneck of the job.
pub fn judge(second: &mut WatchSecond) {
    let Some(parts) = parts(second) else {
        (second.limit, second.on) = (WatchLimit::Unknown, None);
        (second.confidence, second.waiting) = (0.0, 0.0);
        return;
    };
    let all = divided(second, parts);
    let most = all.iter().max_by(|a, b| a.share.total_cmp(&b.share));
    let (limit, on, share) = match most {
        Some(most) if most.share >= LEAST_PART => (most.limit.clone(), most.on.clone(), most.share),
        _ => (WatchLimit::Unknown, None, 0.0),
    };
    (second.limit, second.on) = (limit, on);
    let more = holders::used_up(second, parts).map_or(0.0, |it| it.more);
    (second.confidence, second.waiting) = (share, parts.waiting + more);
}

/// The whole time by bottleneck; the greatest first. Each second is divided, so that one that is
/// half calculating and half waiting counts for both.
pub fn shares(seconds: &[WatchSecond]) -> Vec<LimitShare> {
    let mut found: Vec<LimitShare> = Vec::new();
    let whole: f64 = seconds.iter().map(|second| second.length_s).sum();
    for second in seconds {
        let part = if whole > 0.0 { second.length_s / whole } else { 0.0 };
        let unseen =
            || vec![LimitShare { share: 1.0, limit: WatchLimit::Unknown, ..LimitShare::default() }];
        let divided = parts(second).map_or_else(unseen, |parts| divided(second, parts));
        for share in divided {
            let is_it = (&share.limit, &share.on) == (&second.limit, &second.on);
            let place = place(&mut found, share.limit, share.on);
            place.share += share.share * part;
            place.seconds += u32::from(is_it);
        }
    }
    found.retain(|share| share.share > 0.0);
    found.sort_by(|a, b| b.share.total_cmp(&a.share));
    found
}

fn place(found: &mut Vec<LimitShare>, limit: WatchLimit, on: Option<String>) -> &mut LimitShare {
    let at = found.iter().position(|share| share.limit == limit && share.on == on);
    let at = at.unwrap_or_else(|| {
        found.push(LimitShare { limit, on, ..LimitShare::default() });
        found.len() - 1
    });
    &mut found[at]
}

/// The parts of a second, each with the limit that it is due to.
fn divided(second: &WatchSecond, parts: TimeShares) -> Vec<LimitShare> {
    let used_up = holders::used_up(second, parts);
    let more = used_up.as_ref().map_or(0.0, |it| it.more);
    let idle = (parts.idle - more).max(0.0);
    let running = (1.0 - parts.waiting - more - idle).max(0.0);
    let (on, waits_for) = waits_for(second, parts);
    let queued = queued(second);
    let mut found = Vec::new();
    place(&mut found, waits_for, on).share += parts.waiting;
    if let Some(limit) = used_up {
        place(&mut found, WatchLimit::RateLimit, Some(limit.drive.to_owned())).share += more;
    }
    place(&mut found, runs_on(second), None).share += running * (1.0 - queued);
    place(&mut found, WatchLimit::CpuQueue, None).share += running * queued;
    place(&mut found, WatchLimit::Application, None).share += idle;
    found
}

/// The part of the time in which one thread ran while another waited, with what the other waited for: among the
/// running time of `divided`, so without what counts there for a limit that was used up.
fn overlapping(second: &WatchSecond, parts: TimeShares) -> LimitShare {
    let more = holders::used_up(second, parts).map_or(0.0, |it| it.more);
    let share = f64::from(second.overlapped) / f64::from(second.looks.max(1));
    let (on, limit) = waits_for(second, parts);
    LimitShare { limit, on, share: (share - more).max(0.0), seconds: 0 }
}

/// Of the time that threads ran or were ready, the part that they only were ready.
fn queued(second: &WatchSecond) -> f64 {
    let all = second.cpu + second.queued;
    if all > 0.0 { second.queued / all } else { 0.0 }
}

fn runs_on(second: &WatchSecond) -> WatchLimit {
    // Of the whole machine no threads are known.
    let is_alone = second.looks > 0 && second.busiest >= BUSY_THREAD * second.cpu;
    let cpus = f64::from(second.machine.cpus.max(1));
    if second.throttled.iter().any(|what| what == "cpu") {
        WatchLimit::Throttle
    } else if second.machine.cpu >= BUSY_PROCESSORS * cpus && (cpus > 1.0 && !is_alone) {
        WatchLimit::Cpu
    } else if is_alone || second.looks == 0 {
        WatchLimit::Thread
    } else {
        WatchLimit::Cpu
    }
}

/// The drive that the job waits for, and its bottleneck.
fn waits_for(second: &WatchSecond, parts: TimeShares) -> (Option<String>, WatchLimit) {
    let short = second.machine.memory_some.unwrap_or(0.0);
    if short >= MEMORY_SHORT && short >= parts.waiting / 2.0 {
        return (None, WatchLimit::Memory);
    }
    match stack::waited_for(second) {
        None => (None, WatchLimit::Unknown),
        Some(stack::WaitLocation::At(drive)) => {
            (Some(drive.drive.clone()), of_drive(drive, second, parts.waiting))
        }
        Some(stack::WaitLocation::Before(drive)) => {
            (Some(drive.drive.clone()), held(drive, second))
        }
    }
}

/// Limit on requests held back before a drive: heat slows the drive, not layers above.
fn held(drive: &DriveSecond, second: &WatchSecond) -> WatchLimit {
    if second.throttled.contains(&drive.drive) {
        WatchLimit::Throttle
    } else {
        WatchLimit::RateLimit
    }
}

fn of_drive(drive: &DriveSecond, second: &WatchSecond, waiting: f64) -> WatchLimit {
    let while_busy = requests_at_once(drive, waiting);
    if second.throttled.contains(&drive.drive) {
        WatchLimit::Throttle
    } else if drive.link_share.is_some_and(|share| (FULL_LINK..=BEYOND_LIMIT).contains(&share)) {
        if drive.link_is_shared { WatchLimit::Uplink } else { WatchLimit::Link }
    } else if while_busy <= ONE_AT_A_TIME {
        WatchLimit::Depth
    } else {
        WatchLimit::Drive
    }
}

/// How many requests the drive has while it has any: the job's own, where these were traced and others
/// have a part in the drive's.
fn requests_at_once(drive: &DriveSecond, waiting: f64) -> f64 {
    let own = drive.own.filter(|own| own.depth > 0.0);
    // Layers above have the kernel issue these.
    let own = own.or_else(|| stack::perhaps_own(drive, 0)).filter(|own| own.depth > 0.0);
    let (depth, time) = match own {
        Some(own) if own.depth < NEARLY_ALL * drive.depth => (own.depth, drive.busy.min(waiting)),
        _ => (drive.depth, drive.busy),
    };
    if time > 0.0 { depth / time } else { 0.0 }
}
