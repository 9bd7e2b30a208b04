//! Events around a run that do not show in a rate.

use narrows_record::run::{
    ChecksumResult, IssuingThread, LinkReading, ThrottleEvent, WriteContext,
};
use narrows_record::see::LinkState;

use super::*;

const SMALL: &str = "rand-read-4k-q32";

fn small() -> TargetMeasurement {
    TargetMeasurement { workload: SMALL.into(), ..measured("a", "alone", 500.0) }
}

fn ids_of(row: TargetMeasurement) -> Vec<&'static str> {
    let mut run = run(&["a"], vec![row], Vec::new());
    let current = Some(LinkState { gts: 8.0, lanes: 4 });
    run.machine.storage[0].link = Some(LinkRecord { current, ..link(3587.0) });
    ids(&run)
}

fn look(at_s: f64, gts: f64, lanes: u8) -> LinkReading {
    LinkReading { at_s, link: Some(LinkState { gts, lanes }) }
}

#[test]
fn a_link_that_gives_way_is_said_and_one_that_wakes_up_is_not() {
    let with = |links: Vec<LinkReading>| {
        let mut row = small();
        row.watched.links = links;
        ids_of(row)
    };
    assert_eq!(with(vec![look(0.0, 2.5, 4), look(0.3, 8.0, 4)]), [""; 0]);
    assert_eq!(with(vec![look(0.0, 8.0, 4), look(1.0, 5.0, 4)]), ["finding-link-fell"]);
    assert_eq!(with(vec![look(0.0, 8.0, 2)]), ["finding-link-narrower"]);
    // One that could not be read any more did not fall.
    assert_eq!(with(vec![look(0.0, 8.0, 4), LinkReading { at_s: 1.0, link: None }]), [""; 0]);
}

#[test]
fn what_throttled_is_said_once_for_all_that_ran() {
    let throttle = |count| ThrottleEvent {
        at_s: 1.0,
        what: "package0".into(),
        count,
        counter: "package_throttle_count".into(),
    };
    let mut rows = vec![small(), small()];
    rows[0].watched.throttles = vec![throttle(3)];
    rows[1].watched.throttles = vec![throttle(8)];
    let found = explain(&run(&["a"], rows, Vec::new()));
    assert_eq!(found.iter().map(|it| it.what.id()).collect::<Vec<_>>(), ["finding-throttled"]);
    assert!(format!("{:?}", found[0].what).contains("\"8\""), "{found:?}");
}

/// 500 MB/s for a second: others' 1 % are 5 MB.
#[test]
fn others_are_said_from_one_percent() {
    let with = |bytes| ids_of(TargetMeasurement { other_io_bytes: Some(bytes), ..small() });
    assert_eq!(with(5_000_001), ["finding-other-io"]);
    assert_eq!(with(4_999_999), [""; 0]);
}

/// Of writes into blocks that are only reserved the file system's journal moves 1 % by itself: it
/// takes 5 %, 25 MB, to be others'.
#[test]
fn the_file_systems_own_books_are_not_others() {
    let with = |bytes, filled, copy_on_write| {
        let mut row = TargetMeasurement { other_io_bytes: Some(bytes), ..small() };
        row.written = Some(WriteContext { filled, ..WriteContext::default() });
        row.place.copy_on_write = copy_on_write;
        ids_of(row)
    };
    assert_eq!(with(5_000_001, true, false), ["finding-other-io"]);
    assert_eq!(with(24_999_999, false, false), [""; 0]);
    assert_eq!(with(24_999_999, true, true), [""; 0]);
    assert_eq!(with(25_000_001, false, false), ["finding-other-io"]);
}

/// 60 % in user mode and 35 % in the kernel are a whole core, although the busiest thread by the
/// older figure was another's; a target without a drive is meant to show just that.
#[test]
fn a_thread_at_its_limit_is_said_of_drives() {
    let thread = IssuingThread { cpu: Some(1), user: 0.6, system: 0.35 };
    let mut row = TargetMeasurement { threads: vec![IssuingThread::default(), thread], ..small() };
    assert_eq!(ids_of(row.clone()), ["finding-thread-busy"]);
    row.place.kind = "character".into();
    assert_eq!(ids_of(row), [""; 0]);
}

/// Two and three wrong blocks of a hundred each, before everything else.
#[test]
fn wrong_blocks_come_first() {
    let verified = |wrong| Some(ChecksumResult { blocks: 100, wrong, ..ChecksumResult::default() });
    let rows = [2, 0, 3].map(|wrong| TargetMeasurement {
        verified: verified(wrong),
        ..measured("a", "alone", 500.0)
    });
    let found = explain(&run(&["a"], rows.to_vec(), Vec::new())).swap_remove(0);
    assert_eq!(found.what.id(), "finding-wrong-blocks");
    let values = format!("{:?}", found.what);
    assert!(values.contains("\"5\"") && values.contains("\"300\""), "{values}");
}
