//! Findings from a rate's course, and why it fell.

use narrows_messages::{Language, Localizer};
use narrows_record::run::{
    DriveMonitoring, LinkReading, RateChange, SteadyState, TemperatureReading, ThrottleEvent,
    WorkloadParameters,
};
use narrows_record::see::LinkState;

use super::*;

fn change(from_mb_s: f64, to_mb_s: f64) -> RateChange {
    RateChange { at_s: 8.5, after_bytes: 13_000_000_000, from_mb_s, to_mb_s }
}

fn steady() -> Option<SteadyState> {
    Some(SteadyState { from_s: 8.5, length_s: 10.0, mb_s: 300.0, range: 0.02, slope: 0.01 })
}

/// A minute of writing that fell from 1,500 to 300 MB/s.
fn written() -> TargetMeasurement {
    TargetMeasurement {
        workload: "seq-write-1m-q8".into(),
        direction: "write".into(),
        asked: WorkloadParameters { pattern: "sequential".into(), ..WorkloadParameters::default() },
        window_s: 60.0,
        changes: vec![change(1500.0, 300.0)],
        steady: steady(),
        ..measured("a", "alone", 480.0)
    }
}

fn reading() -> TargetMeasurement {
    TargetMeasurement {
        direction: "read".into(),
        asked: WorkloadParameters {
            read_percent: 100,
            pattern: "sequential".into(),
            ..WorkloadParameters::default()
        },
        ..written()
    }
}

fn first(row: TargetMeasurement) -> Conclusion {
    explain(&run(&["a"], vec![row], Vec::new())).swap_remove(0)
}

fn look(at_s: f64, lanes: u8) -> LinkReading {
    LinkReading { at_s, link: Some(LinkState { gts: 8.0, lanes }) }
}

#[test]
fn a_full_cache_is_said_with_how_much_it_took() {
    let found = first(written());
    let limit = found.limit.as_ref().unwrap();
    assert_eq!((limit.kind, limit.capacity), (LimitRecordKind::Cache, 300.0));
    let text = Localizer::new(Language::English).say(&found.what);
    assert!(text.contains("cache exhausted after 13.0 GB: 1.50 GB/s → 300 MB/s"), "{text}");
}

/// A cause seen at the moment precedes one that merely fits.
#[test]
fn a_fall_has_the_reason_that_was_seen() {
    let with = |watched: DriveMonitoring| {
        let found = first(TargetMeasurement { watched, ..written() });
        (found.what.id(), found.limit.map(|limit| limit.kind))
    };
    let links = vec![look(0.0, 4), look(8.75, 2)];
    let fell = Some(LimitRecordKind::Link);
    assert_eq!(
        with(DriveMonitoring { links, ..DriveMonitoring::default() }),
        ("finding-fell-link", fell)
    );
    let hot = |limit, celsius| DriveMonitoring {
        temperatures: vec![
            TemperatureReading { at_s: 0.0, celsius: 45 },
            TemperatureReading { at_s: 7.0, celsius },
        ],
        temperature_limit_c: limit,
        ..DriveMonitoring::default()
    };
    let heat = Some(LimitRecordKind::Heat);
    assert_eq!(with(hot(None, 70)), ("finding-fell-hot", heat));
    assert_eq!(with(hot(Some(84), 80)).0, "finding-cache-exhausted", "not hot by its own limit");
    let throttles = vec![ThrottleEvent {
        at_s: 40.0,
        what: "a".into(),
        count: 1,
        counter: "thermal management".into(),
    }];
    let throttled = DriveMonitoring { throttles, ..hot(None, 75) };
    assert_eq!(with(throttled.clone()), ("finding-fell-throttle", heat));
    // A processor that throttled half a minute later has nothing to do with it.
    let mut later = throttled;
    later.throttles[0].what = "cpu3".into();
    assert_eq!(with(later).0, "finding-fell-hot");
}

/// 480 MB/s for 60 s are 28.8 GB, of which 5 % are 1.44 GB.
#[test]
fn others_may_have_made_it_fall() {
    let with =
        |bytes| first(TargetMeasurement { other_io_bytes: Some(bytes), ..written() }).what.id();
    assert_eq!(with(1_450_000_000), "finding-fell-others");
    assert_eq!(with(1_430_000_000), "finding-cache-exhausted");
}

/// A sentence that excludes a reason needs a look at it: links, heat and others' I/O each.
#[test]
fn what_was_not_looked_at_is_not_excluded() {
    let say = |row: TargetMeasurement| {
        let found = first(row);
        (found.what.id(), Localizer::new(Language::English).say(&found.what))
    };
    let links = vec![look(0.0, 4)];
    let temperatures = vec![TemperatureReading { at_s: 0.0, celsius: 40 }];
    let watched = DriveMonitoring { links, temperatures, ..DriveMonitoring::default() };
    let whole = TargetMeasurement { watched, ..reading() };
    assert_eq!(say(whole.clone()).0, "finding-fell");
    let unseen = [
        TargetMeasurement { other_io_bytes: None, ..whole.clone() },
        TargetMeasurement { other_io_untold_on: vec!["sda".into()], ..whole.clone() },
    ];
    for row in unseen {
        let (id, said) = say(row);
        assert_eq!(id, "finding-fell-partly-seen");
        assert!(said.contains("Other I/O down to the drives was not observed"), "{said}");
    }
    let said = say(TargetMeasurement { watched: DriveMonitoring::default(), ..whole }).1;
    assert!(said.contains("link") && said.contains("temperature"), "{said}");
    assert!(!said.contains("Other I/O down to the drives was not"), "{said}");
}

#[test]
fn reads_have_no_write_cache() {
    let ids = |row: TargetMeasurement| ids(&run(&["a"], vec![row], Vec::new()));
    assert_eq!(ids(reading()), ["finding-fell-partly-seen"]);
    let mut rose = TargetMeasurement { changes: vec![change(300.0, 1500.0)], ..reading() };
    assert_eq!(ids(rose.clone()), ["finding-rose"]);
    rose.method.region = 13_500_000_000;
    assert_eq!(ids(rose.clone()), ["finding-rose-again"], "13.0 of 13.5 GB had been read");
    rose.method.region = 1_350_000_000;
    assert_eq!(ids(rose.clone()), ["finding-rose"], "ten times through");
    rose.method.region = 13_500_000_000;
    rose.asked.pattern = "random".into();
    assert_eq!(ids(rose), ["finding-rose"]);
}

/// A second fall of writes is no longer the cache; a fourth change makes it restless.
#[test]
fn the_first_fall_empties_the_cache_and_many_are_restless() {
    let mut row = written();
    row.changes.push(change(300.0, 100.0));
    assert_eq!(
        ids(&run(&["a"], vec![row.clone()], Vec::new())),
        ["finding-cache-exhausted", "finding-fell-partly-seen"]
    );
    row.changes.extend([change(100.0, 300.0), change(300.0, 100.0)]);
    let found = first(row);
    assert_eq!(found.what.id(), "finding-restless");
    let text = Localizer::new(Language::English).say(&found.what);
    assert!(text.contains("4 times, between 100 MB/s and 1.50 GB/s"), "{text}");
}

/// By seconds 400 and 600; five seconds are the shortest window in which the rule can hold.
#[test]
fn what_did_not_settle_is_said_where_it_could_have() {
    let mut row = TargetMeasurement { changes: Vec::new(), steady: None, mb_s: 500.0, ..written() };
    row.timeline_mb_s = [[400.0; 10], [600.0; 10]].concat();
    let found = first(row.clone());
    assert_eq!(found.what.id(), "finding-not-steady");
    let text = Localizer::new(Language::English).say(&found.what);
    assert!(text.contains("between 400 MB/s and 600 MB/s"), "{text}");
    let blind = TargetMeasurement { timeline_mb_s: Vec::new(), ..row.clone() };
    assert_eq!(ids(&run(&["a"], vec![blind], Vec::new())), [""; 0]);
    row.window_s = 4.9;
    assert_eq!(ids(&run(&["a"], vec![row], Vec::new())), [""; 0]);
}

/// A rate that recovers is no full cache, but a cause seen is still reported; a fall of a fifth is
/// no full cache either.
#[test]
fn what_comes_back_was_not_for_good() {
    let mut row = written();
    row.changes.push(change(300.0, 1400.0));
    let ids = |row: &TargetMeasurement| ids(&run(&["a"], vec![row.clone()], Vec::new()));
    assert_eq!(ids(&row), ["finding-restless"]);
    row.watched.links = vec![look(0.0, 4), look(8.75, 2), look(9.0, 4)];
    assert_eq!(ids(&row), ["finding-fell-link"]);
    let shallow = TargetMeasurement { changes: vec![change(1500.0, 1200.0)], ..written() };
    assert_eq!(ids(&shallow), ["finding-fell-partly-seen"]);
}

/// Once for a drive and a workload, and nothing from a run that was cut short.
#[test]
fn repeats_and_sets_are_told_once() {
    let rows =
        ["alone", "alone", "all"].map(|set| TargetMeasurement { set: set.into(), ..written() });
    assert_eq!(ids(&run(&["a"], rows.to_vec(), Vec::new())), ["finding-cache-exhausted"]);
    let cut = TargetMeasurement { partial: true, ..written() };
    assert_eq!(ids(&run(&["a"], vec![cut], Vec::new())), [""; 0]);
}
