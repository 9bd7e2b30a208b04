//! Observations around several drives that represent one array.

use narrows_record::run::{DriveMonitoring, ThrottleEvent};

use super::{ThrottleTimes, WatchedSurroundings};

impl WatchedSurroundings {
    /// All of these at once: any slowdown, the hottest temperatures, a link if all have the same.
    pub fn of_all(mut drives: Vec<Self>) -> Self {
        if drives.len() == 1 {
            return drives.pop().unwrap_or_default();
        }
        let watched = |one: &Self| one.watched.clone();
        let hottest = drives.iter().max_by_key(|one| one.temperature_c);
        let heat = hottest.map(watched).unwrap_or_default();
        let link = drives.first().and_then(|one| one.link);
        let mut all: Vec<u32> = Vec::new();
        for cpu in drives.iter().flat_map(|one| &one.watched.interrupted_cpus) {
            if !all.contains(cpu) {
                all.push(*cpu);
            }
        }
        Self {
            link: link.filter(|_| drives.iter().all(|one| one.link == link)),
            temperature_c: hottest.and_then(|one| one.temperature_c),
            slowed: slowed(&drives),
            watched: DriveMonitoring {
                // Several links have no course of their own.
                links: Vec::new(),
                temperatures: heat.temperatures,
                temperature_limit_c: heat.temperature_limit_c,
                throttles: throttles(&drives),
                interrupts: sum(drives.iter().map(|one| one.watched.interrupts)),
                interrupted_cpus: all,
            },
        }
    }
}

/// `None` if one of them is unknown.
fn sum(mut values: impl Iterator<Item = Option<u64>>) -> Option<u64> {
    values.try_fold(0_u64, |sum, value| Some(sum.saturating_add(value?)))
}

/// Every drive reports the processors.
fn throttles(drives: &[WatchedSurroundings]) -> Vec<ThrottleEvent> {
    let mut all: Vec<ThrottleEvent> = Vec::new();
    for throttle in drives.iter().flat_map(|one| &one.watched.throttles) {
        if !all.contains(throttle) {
            all.push(throttle.clone());
        }
    }
    all
}

fn slowed(drives: &[WatchedSurroundings]) -> ThrottleTimes {
    ThrottleTimes {
        drive: drives.iter().flat_map(|one| one.slowed.drive.iter().copied()).collect(),
        processors: drives.first().map(|one| one.slowed.processors.clone()).unwrap_or_default(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn around(celsius: i32, interrupts: Option<u64>, throttled: &[&str]) -> WatchedSurroundings {
        let throttle = |what: &&str| ThrottleEvent {
            at_s: 0.5,
            what: (*what).to_owned(),
            count: 1,
            counter: "warning".to_owned(),
        };
        let throttles = throttled.iter().map(throttle).collect();
        let watched = DriveMonitoring {
            throttles,
            interrupts,
            interrupted_cpus: vec![3],
            ..DriveMonitoring::default()
        };
        WatchedSurroundings {
            watched,
            temperature_c: Some(celsius),
            ..WatchedSurroundings::default()
        }
    }

    #[test]
    fn an_array_is_as_hot_as_its_hottest_drive() {
        let drives = vec![around(40, Some(5), &["cpu1"]), around(71, Some(7), &["cpu1", "b"])];
        let all = WatchedSurroundings::of_all(drives);
        assert_eq!((all.temperature_c, all.watched.interrupts), (Some(71), Some(12)));
        let texts: Vec<&str> = all.watched.throttles.iter().map(|one| one.what.as_str()).collect();
        assert_eq!(texts, ["cpu1", "b"]);
        assert_eq!(all.watched.interrupted_cpus, [3]);
    }

    #[test]
    fn what_is_not_known_of_one_is_not_known_of_all() {
        let all =
            WatchedSurroundings::of_all(vec![around(40, Some(5), &[]), around(41, None, &[])]);
        assert_eq!(all.watched.interrupts, None);
        let alone = WatchedSurroundings::of_all(vec![around(40, Some(5), &["b"])]);
        assert_eq!((alone.watched.interrupts, alone.watched.throttles.len()), (Some(5), 1));
    }
}
