//! Whether a rate was steady, and where it changed.

use std::ops::Range;

use narrows_units::Nanos;
use narrows_units::stats::{ChangePoint, Stretch, Timeline, change_points, steady};
use serde::{Deserialize, Serialize};

/// When a rate became steady, by the rule that docs/METHODOLOGY.md states.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Steady {
    /// Seconds from the start of the common window to the start of the steady part.
    pub from_s: f64,
    /// Its length, seconds; it reaches to the end of the window.
    pub length_s: f64,
    /// 10^6 bytes per second in it.
    pub mb_s: f64,
    /// The greatest round in it less the least one, as a part of the mean.
    pub range: f64,
    /// What the fitted line rises over it, negative where it falls, as a part of the mean.
    pub slope: f64,
}

/// A lasting change of the rate.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Change {
    /// Seconds from the start of the common window.
    pub at_s: f64,
    /// Bytes moved until then, ramp included.
    pub after_bytes: u64,
    /// 10^6 bytes per second before, since the change before.
    pub from_mb_s: f64,
    /// 10^6 bytes per second afterwards, until the next change.
    pub to_mb_s: f64,
}

/// How a rate went, in the common window.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Course {
    /// 10^6 bytes per second in each 100 ms.
    pub timeline_mb_s: Vec<f64>,
    /// The steady part; none where the rate did not become steady or the window is too short.
    pub steady: Option<Steady>,
    /// Lasting changes, in order.
    pub changes: Vec<Change>,
}

/// The steps in which courses are told.
const STEP: Nanos = Nanos::millis(100);
/// Requests in a step, on average, below which its rate says more about where the step's end fell
/// than about the drive: one more or less of twenty is 5 %.
const REQUESTS_MIN: u64 = 20;
/// What lasts for less is no level of its own: drives pause for some hundred milliseconds to put
/// their house in order and go on as before.
const LEVEL_MIN: Nanos = Nanos::millis(1000);
/// A change is lasting when the rate stayed for so long before and after it: shared virtual disks
/// change by a fifth for a second or so many times an hour.
const CHANGE_MIN: Nanos = Nanos::millis(2000);

impl Course {
    /// The course of what `timeline` counted between `from` and `to`.
    pub fn of(timeline: &Timeline, from: Nanos, to: Nanos) -> Self {
        let window = timeline.whole_slots(from, to);
        let step = step(timeline, &window);
        let rates = rates(timeline, &window, step);
        let steps = |length: Nanos| {
            usize::try_from(length.get().div_ceil(step.get())).unwrap_or(usize::MAX)
        };
        let found = change_points(&rates, steps(CHANGE_MIN));
        let last = found.last().map_or(0, |change| change.at);
        let stretch = steady(&rates, steps(LEVEL_MIN), last);
        let until = |at: Nanos| timeline.sum(Nanos::ZERO, window.start + at).0.get();
        Self {
            timeline_mb_s: self::rates(timeline, &window, whole(timeline, STEP)),
            steady: stretch.map(|stretch| Steady::of(stretch, step)),
            changes: found.into_iter().map(|change| Change::of(change, step, until)).collect(),
        }
    }
}

impl Steady {
    fn of(stretch: Stretch, step: Nanos) -> Self {
        Self {
            from_s: time(step, stretch.from).as_secs(),
            length_s: time(step, stretch.len).as_secs(),
            mb_s: stretch.mean,
            range: stretch.range,
            slope: stretch.slope,
        }
    }
}

impl Change {
    /// `until` says how much was moved until a time in the window.
    fn of(change: ChangePoint, step: Nanos, until: impl Fn(Nanos) -> u64) -> Self {
        let at = time(step, change.at);
        Self {
            at_s: at.as_secs(),
            after_bytes: until(at),
            from_mb_s: change.from,
            to_mb_s: change.to,
        }
    }
}

fn time(step: Nanos, steps: usize) -> Nanos {
    Nanos::new(step.get() * steps as u64)
}

/// A step long enough for [`REQUESTS_MIN`] on average.
fn step(timeline: &Timeline, window: &Range<Nanos>) -> Nanos {
    let (_, requests) = timeline.sum(window.start, window.end);
    let length = (window.end - window.start).get();
    let each = length.saturating_mul(REQUESTS_MIN) / requests.max(1);
    whole(timeline, Nanos::new(each.div_ceil(STEP.get()).max(1) * STEP.get()))
}

/// The step that `Timeline::rates` makes of a wanted one: so many whole slots.
fn whole(timeline: &Timeline, step: Nanos) -> Nanos {
    let slot = timeline.slot().get();
    Nanos::new((step.get() / slot).max(1) * slot)
}

fn rates(timeline: &Timeline, window: &Range<Nanos>, step: Nanos) -> Vec<f64> {
    let rates = timeline.rates(window.start, window.end, step);
    rates.into_iter().map(|rate| rate.as_mb_s()).collect()
}

#[cfg(test)]
mod tests {
    use narrows_units::Bytes;

    use super::*;

    /// Slots of 1 ms, in each of which so many MB/s (thousands of bytes a slot) were moved in
    /// requests of 100 kB.
    fn timeline(levels: &[(u64, u64)]) -> Timeline {
        let length = levels.iter().map(|(_, ms)| ms).sum();
        let mut timeline = Timeline::new(Nanos::millis(1), Nanos::millis(length));
        let each = levels.iter().flat_map(|&(mb_s, ms)| (0..ms).map(move |_| mb_s));
        let mut left = 0;
        for (ms, mb_s) in each.enumerate() {
            left += mb_s;
            let requests = left / 100;
            left %= 100;
            let bytes = Bytes::new(requests * 100_000);
            timeline.record(Nanos::millis(ms as u64), bytes, requests);
        }
        timeline
    }

    /// 0.2 s of ramp and 8.5 s at 1,500 MB/s are 8.7 s * 1,500 MB/s = 13.05 GB; then 300 MB/s for
    /// ten seconds. 18.5 s are rounds of a second, of which ten lie after the cliff.
    #[test]
    fn a_cliff_says_when_after_how_much_and_what_came_of_it() {
        let timeline = timeline(&[(1500, 8_700), (300, 10_000)]);
        let course = Course::of(&timeline, Nanos::micros(199_500), Nanos::secs(60.0));
        assert_eq!(course.timeline_mb_s.len(), 185);
        let change = course.changes[0];
        assert_eq!(
            (course.changes.len(), change.at_s, change.after_bytes),
            (1, 8.5, 13_050_000_000)
        );
        assert!((change.from_mb_s - 1500.0).abs() < 1.0 && (change.to_mb_s - 300.0).abs() < 1.0);
        let steady = course.steady.unwrap();
        assert_eq!((steady.from_s, steady.length_s), (8.5, 10.0));
        assert!((steady.mb_s - 300.0).abs() < 1.0 && steady.range < 0.01);
    }

    /// 5 MB/s in requests of 100 kB are five in 100 ms: told in steps of 400 ms, a shortest level
    /// is five of them. Halved after 20 s: a step of 800 ms on average.
    #[test]
    fn few_requests_are_told_in_longer_steps() {
        let slow = timeline(&[(5, 20_000)]);
        assert_eq!(step(&slow, &(Nanos::ZERO..Nanos::secs(20.0))), Nanos::millis(400));
        let course = Course::of(&slow, Nanos::ZERO, Nanos::secs(20.0));
        assert_eq!((course.timeline_mb_s.len(), course.changes.len()), (200, 0));
        assert!(course.steady.is_some());
        let halved = timeline(&[(4, 20_000), (2, 40_000)]);
        let changes = Course::of(&halved, Nanos::ZERO, Nanos::secs(60.0)).changes;
        assert_eq!(changes.len(), 1);
        assert!((changes[0].at_s - 20.0).abs() <= 0.8, "{changes:?}");
    }

    /// Slots of 7 ms make steps of 98 ms, and times count in those.
    #[test]
    fn odd_slots_do_not_shift_times() {
        let mut timeline = Timeline::new(Nanos::millis(7), Nanos::secs(21.0));
        for slot in 0..3000 {
            let ops = if slot < 1400 { 40 } else { 10 };
            timeline.record(Nanos::millis(7 * slot), Bytes::new(ops << 17), ops);
        }
        // The change is at 1400 * 7 ms = 9.8 s, which is the hundredth step's end.
        let changes = Course::of(&timeline, Nanos::ZERO, Nanos::secs(21.0)).changes;
        assert_eq!(changes.iter().map(|change| change.at_s).collect::<Vec<_>>(), [9.8]);
    }

    #[test]
    fn nothing_has_no_course() {
        let empty = Timeline::new(Nanos::millis(1), Nanos::ZERO);
        assert_eq!(Course::of(&empty, Nanos::ZERO, Nanos::secs(1.0)), Course::default());
    }
}
