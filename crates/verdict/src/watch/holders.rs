//! Kernel mechanisms that held a job back: limits of control groups that were reached, and causes of sleep.
//!
//! A limit may be set and never matter: it counts only for the time in which its group reached it and the job waited.
//! If several processes are in the group, the limit throttles all of them together.

use narrows_record::watch::{KernelThrottling, WatchSecond};
use narrows_record::word::TransferDirection;

use super::{TimeShares, parts};
use crate::thresholds::watch::{AT_ITS_LIMIT, NEARLY_ALL};

/// A limit that the job uses up, and the time in which it does so unseen.
pub(super) struct UsedUpLimit<'a> {
    pub(super) drive: &'a str,
    /// Part of the second besides that in which the job was seen waiting.
    pub(super) more: f64,
}

/// A limit that the job alone used up. Its requests are then held back all the time, whether its threads meanwhile
/// sleep in a way that does not show it (libaio behind epoll, a pool's futex), compute, or want a processor: the kernel
/// grants the rate by the time, not by the waiting. But a second does not get shorter than the job ran in it.
pub(super) fn used_up(second: &WatchSecond, parts: TimeShares) -> Option<UsedUpLimit<'_>> {
    let limits = second.held.iter().filter_map(|limit| {
        let reached = limit.reached.filter(|part| *part >= AT_ITS_LIMIT)?;
        let name = limit.drive.as_deref()?;
        let drive = second.drives.iter().find(|drive| drive.drive == name)?;
        let (job, all) = match limit.direction.as_ref()? {
            TransferDirection::Read => (second.read_bytes?, drive.read_bytes),
            _ => (second.written_bytes?, drive.written_bytes),
        };
        (job > 0 && job as f64 >= NEARLY_ALL * all as f64).then_some((reached.min(1.0), name))
    });
    let (reached, drive) = limits.max_by(|a, b| a.0.total_cmp(&b.0))?;
    let most = 2.0 * (1.0 - parts.running);
    Some(UsedUpLimit { drive, more: (reached.min(most) - parts.waiting).max(0.0) })
}

/// Each with the part of the whole time for which it held the job back, the longest first.
pub fn held_by(seconds: &[WatchSecond]) -> Vec<KernelThrottling> {
    let whole: f64 = seconds.iter().map(|second| second.length_s).sum();
    let mut found: Vec<KernelThrottling> = Vec::new();
    for second in seconds {
        let is_held = |one: &&KernelThrottling| one.reached.is_none_or(|part| part >= AT_ITS_LIMIT);
        let used_up = parts(second).and_then(|parts| used_up(second, parts));
        for one in second.held.iter().filter(is_held) {
            let is_it = |it: &UsedUpLimit<'_>| {
                one.reached.is_some() && one.drive.as_deref() == Some(it.drive)
            };
            let more = used_up.as_ref().filter(|it| is_it(it)).map_or(0.0, |it| it.more);
            // `reached` belongs to single seconds.
            let same = KernelThrottling { reached: None, share: 0.0, ..one.clone() };
            let at = found
                .iter()
                .position(|other| KernelThrottling { share: 0.0, ..other.clone() } == same);
            let at = at.unwrap_or_else(|| {
                found.push(same);
                found.len() - 1
            });
            found[at].share += (one.share + more) * second.length_s / whole.max(f64::MIN_POSITIVE);
        }
    }
    found.retain(|one| one.share > 0.0);
    found.sort_by(|a, b| b.share.total_cmp(&a.share));
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use narrows_record::watch::ThrottleMechanism;

    /// Two seconds of a job that waits nine tenths of them: in the first its group does 19.8 of 20 MB/s, in the second
    /// 10. Another limit is never reached; half of the second it sleeps because of what was written.
    #[test]
    fn only_what_was_reached_holds_back() {
        let limit = |allows, reached| KernelThrottling {
            by: ThrottleMechanism::IoMax,
            allows_bytes: Some(allows),
            reached: Some(reached),
            share: 0.9,
            ..KernelThrottling::default()
        };
        let dirty = KernelThrottling {
            by: ThrottleMechanism::DirtyThrottling,
            share: 0.5,
            ..KernelThrottling::default()
        };
        let second = |held: &[KernelThrottling]| WatchSecond {
            length_s: 1.0,
            held: held.to_vec(),
            ..WatchSecond::default()
        };
        let seconds = [
            second(&[limit(20_000_000, 0.99), limit(90_000_000, 0.22)]),
            second(&[limit(20_000_000, 0.5), dirty]),
        ];
        let found = held_by(&seconds);
        let told: Vec<_> = found.iter().map(|one| (&one.by, one.share)).collect();
        assert_eq!(
            told,
            [(&ThrottleMechanism::IoMax, 0.45), (&ThrottleMechanism::DirtyThrottling, 0.25)]
        );
        assert_eq!(found[0].allows_bytes, Some(20_000_000));
        assert_eq!(held_by(&[]), []);
    }
}
