//! Kernel mechanisms that held a job back: limits of control groups that were reached, and causes of sleep.
//!
//! A limit may be set and never matter: it counts only for the time in which its group reached it and the job waited.
//! If several processes are in the group, the limit throttles all of them together.

use narrows_record::watch::{KernelThrottling, WatchSecond};

use crate::thresholds::watch::AT_ITS_LIMIT;

/// Each with the part of the whole time for which it held the job back, the longest first.
pub fn held_by(seconds: &[WatchSecond]) -> Vec<KernelThrottling> {
    let whole: f64 = seconds.iter().map(|second| second.length_s).sum();
    let mut found: Vec<KernelThrottling> = Vec::new();
    for second in seconds {
        let is_held = |one: &&KernelThrottling| one.reached.is_none_or(|part| part >= AT_ITS_LIMIT);
        for one in second.held.iter().filter(is_held) {
            // `reached` belongs to single seconds.
            let same = KernelThrottling { reached: None, share: 0.0, ..one.clone() };
            let at = found
                .iter()
                .position(|other| KernelThrottling { share: 0.0, ..other.clone() } == same);
            let at = at.unwrap_or_else(|| {
                found.push(same);
                found.len() - 1
            });
            found[at].share += one.share * second.length_s / whole.max(f64::MIN_POSITIVE);
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
