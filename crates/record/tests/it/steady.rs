//! The course of a round: levels, changes, steady windows.

use narrows_record::run::steady::*;
use narrows_units::stats::Timeline;
use narrows_units::{Bytes, Nanos};

/// Slots of 1 ms, in each of which the given MB/s (thousands of bytes a slot) were moved in
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
    let course = RateCourse::of(&timeline, Nanos::micros(199_500), Nanos::secs(60.0));
    assert_eq!(course.timeline_mb_s.len(), 185);
    let change = course.changes[0];
    assert_eq!((course.changes.len(), change.at_s, change.after_bytes), (1, 8.5, 13_050_000_000));
    assert!((change.from_mb_s - 1500.0).abs() < 1.0 && (change.to_mb_s - 300.0).abs() < 1.0);
    let steady = course.steady.unwrap();
    assert_eq!((steady.from_s, steady.length_s), (8.5, 10.0));
    assert!((steady.mb_s - 300.0).abs() < 1.0 && steady.range < 0.01);
}

/// 5 MB/s in requests of 100 kB are five in 100 ms: in steps of 400 ms, a shortest level is five of
/// them. Halved after 20 s: a step of 800 ms on average.
#[test]
fn few_requests_are_told_in_longer_steps() {
    let slow = timeline(&[(5, 20_000)]);
    assert_eq!(step(&slow, &(Nanos::ZERO..Nanos::secs(20.0))), Nanos::millis(400));
    let course = RateCourse::of(&slow, Nanos::ZERO, Nanos::secs(20.0));
    assert_eq!((course.timeline_mb_s.len(), course.changes.len()), (200, 0));
    assert!(course.steady.is_some());
    let halved = timeline(&[(4, 20_000), (2, 40_000)]);
    let changes = RateCourse::of(&halved, Nanos::ZERO, Nanos::secs(60.0)).changes;
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
    let changes = RateCourse::of(&timeline, Nanos::ZERO, Nanos::secs(21.0)).changes;
    assert_eq!(changes.iter().map(|change| change.at_s).collect::<Vec<_>>(), [9.8]);
}

#[test]
fn nothing_has_no_course() {
    let empty = Timeline::new(Nanos::millis(1), Nanos::ZERO);
    assert_eq!(RateCourse::of(&empty, Nanos::ZERO, Nanos::secs(1.0)), RateCourse::default());
}
