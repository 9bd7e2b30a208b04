//! What a change would bring to a job, from the parts of the time that it spent waiting.

use narrows_record::watch::{Change, Gain, Share, WatchLimit as Limit};

/// How many requests at once a deeper queue is told for: enough that most drives still answer each
/// as fast.
const QUEUE_DEPTH: f64 = 4.0;

/// A job that has processors to itself hardly waits for one.
const FREE: f64 = 20.0;

/// Every change with its factor, also those that bring nothing: that a RAID would not help is worth
/// knowing.
pub fn gains(shares: &[Share]) -> Vec<Gain> {
    let part = |limits: &[Limit]| -> f64 {
        // What throttles on no drive is a processor.
        let is_drive = |share: &Share| share.limit != Limit::Throttle || share.on.is_some();
        let of_it = shares.iter().filter(|share| limits.contains(&share.limit) && is_drive(share));
        of_it.map(|share| share.share).sum()
    };
    let gain = |change, limits: &[Limit], times: f64, at_most| {
        let share = part(limits).clamp(0.0, 1.0);
        let factor = 1.0 / (1.0 - share + share / times);
        Gain { change, factor, share, at_most }
    };
    vec![
        gain(Change::FasterDrive, &[Limit::Depth, Limit::Drive, Limit::Throttle], 2.0, false),
        gain(Change::QueueDepth, &[Limit::Depth], QUEUE_DEPTH, true),
        gain(Change::MoreDrives, &[Limit::Drive], 2.0, true),
        gain(Change::BetterSlot, &[Limit::Link, Limit::Uplink], 2.0, true),
        gain(Change::RateLimit, &[Limit::RateLimit], 2.0, false),
        gain(Change::MoreThreads, &[Limit::Thread], 2.0, true),
        gain(Change::FreeCpus, &[Limit::CpuQueue], FREE, true),
    ]
}
