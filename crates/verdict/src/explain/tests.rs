//! Situations and the sentence that each must get.

use narrows_record::predict::{LimitRecord, LimitRecordKind};
use narrows_record::see::{
    ArrayRecord, AttachmentKind, DriveRecord, EvidenceBasis, Hop, LinkRecord, NarrowestHop,
    SeeDocument, StorageRecord,
};
use narrows_record::{predict::Prediction, schema};

use super::*;

mod alike;
mod course;
mod found;
mod held;
mod surroundings;

const WORKLOAD: &str = "seq-read-128k-q32";

fn link(usable_mb_s: f64) -> LinkRecord {
    LinkRecord {
        usable_mb_s: Some(usable_mb_s),
        basis: EvidenceBasis::Observed,
        ..LinkRecord::default()
    }
}

/// A controller with the drive's own name, on its own link, behind the chipset's of 3,587 MB/s.
fn storage(id: &str, own_mb_s: f64) -> StorageRecord {
    let hop =
        |address: &str, mb_s| Hop { address: address.into(), link: link(mb_s), ..Hop::default() };
    StorageRecord {
        id: id.into(),
        address: id.into(),
        kind: "nvme".into(),
        attached_to: AttachmentKind::Chipset,
        attached_basis: EvidenceBasis::Observed,
        hops: vec![hop(id, own_mb_s), hop("chipset", 3587.0)],
        narrowest: Some(NarrowestHop { address: id.into(), usable_mb_s: own_mb_s.min(3587.0) }),
        ..StorageRecord::default()
    }
}

fn drive(id: &str) -> DriveRecord {
    DriveRecord { id: id.into(), controller: Some(id.into()), ..DriveRecord::default() }
}

fn measured(target: &str, set: &str, mb_s: f64) -> TargetMeasurement {
    TargetMeasurement {
        target: target.into(),
        workload: WORKLOAD.into(),
        set: set.into(),
        repeat: 1,
        direction: "read".into(),
        mb_s,
        cpu_us_per_io: Some(1.0),
        thread_cpu: 0.1,
        window_s: 1.0,
        ops: 1,
        other_io_bytes: Some(0),
        ..TargetMeasurement::default()
    }
}

fn predicted(target: &str, set: &str, mb_s: f64, kind: LimitRecordKind, limit: &str) -> Prediction {
    let capacity = if limit == "chipset" { 3587.0 } else { mb_s };
    let limit = LimitRecord {
        kind,
        id: limit.into(),
        name: limit.into(),
        load: capacity,
        capacity,
        unit: "MB/s".into(),
    };
    Prediction {
        workload: WORKLOAD.into(),
        set: set.into(),
        target: target.into(),
        direction: "read".into(),
        mb_s,
        low_mb_s: mb_s * 0.9,
        high_mb_s: mb_s * 1.1,
        limit,
        basis: EvidenceBasis::Documented,
        ..Prediction::default()
    }
}

fn run(
    drives: &[&str],
    results: Vec<TargetMeasurement>,
    predictions: Vec<Prediction>,
) -> RunDocument {
    let machine = SeeDocument {
        drives: drives.iter().map(|id| drive(id)).collect(),
        storage: drives.iter().map(|id| storage(id, 3587.0)).collect(),
        ..SeeDocument::default()
    };
    RunDocument {
        schema: schema::RUN.into(),
        machine,
        predictions,
        results,
        ..RunDocument::default()
    }
}

fn ids(run: &RunDocument) -> Vec<&'static str> {
    explain(run).iter().map(|conclusion| conclusion.what.id()).collect()
}

/// Three drives of 2,300 alone; together 3,510 of 3,587: the chipset's link is the limit.
#[test]
fn drives_that_fill_a_link_share_it() {
    let names = ["a", "b", "c"];
    let mut results: Vec<_> = names.iter().map(|id| measured(id, "alone", 2300.0)).collect();
    results.extend(names.iter().map(|id| measured(id, "all", 1170.0)));
    let mut predictions: Vec<_> =
        names.iter().map(|id| predicted(id, "alone", 2300.0, LimitRecordKind::Drive, id)).collect();
    predictions.extend(
        names.iter().map(|id| predicted(id, "all", 1196.0, LimitRecordKind::Uplink, "chipset")),
    );
    let run = run(&names, results, predictions);
    assert_eq!(ids(&run)[0], "finding-shared-limit");
    assert_eq!(ids(&run)[1..], ["finding-at-drive"; 3]);
}

/// Two fast drives and a slow one limited by its own speed: the slow one fills the link
/// too, 1,400 + 1,400 + 550 = 3,350 of 3,587, so nothing narrower need be blamed.
#[test]
fn a_slow_member_counts_towards_a_full_link() {
    let names = ["a", "b", "slow"];
    let alone = [("a", 2300.0), ("b", 2300.0), ("slow", 550.0)];
    let mut results: Vec<_> = alone.iter().map(|(id, rate)| measured(id, "alone", *rate)).collect();
    let all = [("a", 1400.0), ("b", 1400.0), ("slow", 550.0)];
    results.extend(all.iter().map(|(id, rate)| measured(id, "all", *rate)));
    let predictions = vec![
        predicted("a", "all", 1514.0, LimitRecordKind::Uplink, "chipset"),
        predicted("b", "all", 1514.0, LimitRecordKind::Uplink, "chipset"),
        predicted("slow", "all", 558.0, LimitRecordKind::Drive, "slow"),
    ];
    let run = run(&names, results, predictions);
    let first = &explain(&run)[0];
    assert_eq!(first.what.id(), "finding-shared-limit");
    assert_eq!(first.targets, names);
}

/// A drive known for 3,200 that reads 3,200 is its own limit, although its link carries only a
/// tenth more.
#[test]
fn a_drive_at_its_own_figure_is_not_at_its_link() {
    let results = vec![measured("a", "alone", 3200.0)];
    let known = predicted("a", "alone", 3200.0, LimitRecordKind::Drive, "a");
    assert_eq!(ids(&run(&["a"], results.clone(), vec![known])), ["finding-at-drive"]);
    // Of an unknown drive only a bound is known, which promises nothing.
    let link = predicted("a", "alone", 3587.0, LimitRecordKind::Link, "a");
    let unknown = Prediction { basis: EvidenceBasis::Assumed, ..link.clone() };
    let far_below = vec![measured("a", "alone", 2000.0)];
    assert_eq!(ids(&run(&["a"], far_below.clone(), vec![unknown])), ["finding-below-link"]);
    assert_eq!(ids(&run(&["a"], far_below, vec![link])), ["finding-slower-alone"]);
}

/// A SATA drive behind the chipset is at its SATA link, not far below the chipset's.
#[test]
fn the_link_below_the_controller_counts() {
    let mut run = run(&["sda"], vec![measured("sda", "alone", 545.0)], Vec::new());
    run.machine.drives[0].transport = Some("SATA 6 Gbit/s".into());
    run.machine.drives[0].usable_mb_s = Some(558.0);
    assert_eq!(ids(&run), ["finding-at-link"]);
}

/// An emulated stick that "USB 5 Gbit/s" (433 MB/s) cannot hold back, and two drives that together are
/// faster than the link that they share could be: whatever limits them, it is not that link.
#[test]
fn what_is_faster_than_a_link_is_not_limited_by_it() {
    let one = |rate| {
        let mut run = run(&["sdb"], vec![measured("sdb", "alone", rate)], Vec::new());
        run.machine.drives[0].transport = Some("USB 5 Gbit/s".into());
        run.machine.drives[0].usable_mb_s = Some(433.0);
        ids(&run)
    };
    assert_eq!(one(1029.0), ["finding-above-link"]);
    assert_eq!((one(440.0), one(380.0)), (vec!["finding-at-link"], vec!["finding-below-link"]));

    let rates = [("a", "alone"), ("b", "alone"), ("a", "all"), ("b", "all")];
    let both = |alone, all| {
        let of = |set: &str| if set == "alone" { alone } else { all };
        let results = rates.iter().map(|(id, set)| measured(id, set, of(set))).collect();
        let link = |id| predicted(id, "all", 1793.0, LimitRecordKind::Uplink, "chipset");
        let found = explain(&run(&["a", "b"], results, vec![link("a"), link("b")]));
        (found[0].what.id().to_owned(), found[0].limit.is_some())
    };
    // Of 3,587: 6,000, whether they slow each other down or not, and 3,500.
    let beyond = ("finding-above-shared-limit".to_owned(), false);
    assert_eq!((both(4000.0, 3000.0), both(3000.0, 3000.0)), (beyond.clone(), beyond));
    assert_eq!(both(3000.0, 1750.0), ("finding-shared-limit".to_owned(), true));
}

#[test]
fn small_requests_say_nothing_on_links() {
    let mut result = measured("a", "alone", 30.0);
    let others = ["seq-read-4k-q1", "rand-read-4k-q32", "seq-read-128k-q1", "seq-write-1m-q8"];
    for workload in others.into_iter().chain(["seq-rw50-1m-q8"]) {
        result.workload = workload.into();
        assert_eq!(ids(&run(&["a"], vec![result.clone()], Vec::new())), Vec::<&str>::new());
    }
}

#[test]
fn a_busy_thread_comes_before_drive_and_link() {
    let result = TargetMeasurement { thread_cpu: 0.97, ..measured("a", "alone", 1000.0) };
    assert_eq!(ids(&run(&["a"], vec![result], Vec::new())), ["finding-at-thread"]);
}

/// Repeats of 1,000, 3,500 and 3,450: the middle one is judged, which is at the link.
#[test]
fn the_median_of_repeats_is_judged() {
    let results = [1000.0, 3500.0, 3450.0].map(|rate| measured("a", "alone", rate)).to_vec();
    assert_eq!(ids(&run(&["a"], results, Vec::new())), ["finding-at-link"]);
}

/// A benchmark reads in several ways: 3,500 and 1,000 do not make 2,250. A drive rated for the first
/// reaches it, and both figures are given for the same way of reading.
#[test]
fn one_way_of_reading_is_judged_and_not_several_at_once() {
    let slow =
        |row: TargetMeasurement| TargetMeasurement { workload: "seq-read-1m-q2".into(), ..row };
    let alone = measured("a", "alone", 3500.0);
    let results =
        vec![slow(measured("a", "alone", 1000.0)), alone, slow(measured("a", "alone", 900.0))];
    let known = predicted("a", "alone", 3500.0, LimitRecordKind::Drive, "a");
    let other = Prediction {
        workload: "seq-read-1m-q2".into(),
        ..predicted("a", "alone", 1000.0, LimitRecordKind::Drive, "a")
    };
    let found = explain(&run(&["a"], results, vec![known, other]));
    assert_eq!(found[0].what.id(), "finding-at-drive");
    let text =
        narrows_messages::Localizer::new(narrows_messages::Language::English).say(&found[0].what);
    assert!(text.contains("3.50 GB/s"), "{text}");
}

/// b and c are loop devices over files on a, which reads 350 by itself.
fn stacked(results: Vec<TargetMeasurement>) -> RunDocument {
    let mut run = run(&["a"], results, Vec::new());
    let array = |id: &str, member: &str| ArrayRecord {
        id: id.into(),
        kind: "loop".into(),
        chunk: None,
        members: vec![member.into()],
        drives: vec!["a".into()],
        size: None,
        mounts: Vec::new(),
    };
    run.machine.arrays = vec![array("b", "a"), array("c", "a"), array("d", "b"), array("e", "e")];
    run
}

#[test]
fn the_device_below_is_the_limit_where_it_was_measured() {
    let mut results = vec![measured("b", "alone", 235.0), measured("c", "alone", 235.0)];
    results.extend(["b", "c"].map(|id| measured(id, "all", 174.0)));
    // 348 of 470.
    assert_eq!(ids(&stacked(results.clone()))[0], "finding-shared-device-unmeasured");
    results.push(measured("a", "alone", 350.0));
    let run = stacked(results.clone());
    assert_eq!(ids(&run)[0], "finding-shared-device");
    let conclusion = &explain(&run)[0];
    assert_eq!(conclusion.targets, ["b", "c"]);
    assert_eq!(conclusion.limit.as_ref().map(|limit| limit.id.as_str()), Some("a"));
    results.last_mut().unwrap().mb_s = 900.0;
    assert_eq!(ids(&stacked(results))[0], "finding-below-shared-device");
}

#[test]
fn a_device_below_that_is_not_filled_is_no_limit() {
    let mut results = vec![measured("b", "alone", 100.0), measured("c", "alone", 100.0)];
    results.extend(["b", "c"].map(|id| measured(id, "all", 99.0)));
    assert_eq!(ids(&stacked(results))[0], "finding-shared-device-not-reached");
}

/// d is on b and with it on a; e claims to be on itself.
#[test]
fn what_all_share_is_found_through_stacks() {
    let names = ["c", "d", "e"];
    let mut results: Vec<_> = names.iter().map(|id| measured(id, "alone", 235.0)).collect();
    results.extend(names.iter().map(|id| measured(id, "all", 117.0)));
    let conclusion = &explain(&stacked(results))[0];
    assert_eq!(conclusion.what.id(), "finding-shared-device-unmeasured");
    assert_eq!(conclusion.targets, ["c", "d"]);
}

/// Two files do 400 of 700 together: they may lie on one drive, and no link is missed.
#[test]
fn files_that_hold_each_other_back_may_share_a_drive() {
    let mut results = vec![measured("x", "alone", 350.0), measured("y", "alone", 350.0)];
    results.extend(["x", "y"].map(|id| measured(id, "all", 200.0)));
    assert_eq!(ids(&run(&["a"], results.clone(), Vec::new()))[0], "finding-files-sharing");
    assert_eq!(ids(&run(&["x"], results, Vec::new()))[0], "finding-unknown-sharing");
}

/// `nop` and `/dev/zero` show a thread's limits; no drive is judged by them.
#[test]
fn nothing_is_concluded_of_what_has_no_drive() {
    let mut results = Vec::new();
    for (target, kind) in [("nop", "nop"), ("/dev/zero", "character")] {
        for (set, mb_s) in [("alone", 18_000.0), ("all", 9_000.0)] {
            let mut row = TargetMeasurement { thread_cpu: 1.0, ..measured(target, set, mb_s) };
            row.place.kind = kind.into();
            results.push(row);
        }
    }
    assert_eq!(ids(&run(&["a"], results, Vec::new())), Vec::<&str>::new());
}

/// Drives that are gone come first; both kinds stay in the order of their names.
#[test]
fn failing_drives_are_in_order() {
    let failed =
        |target: &str, ops| TargetMeasurement { errors: 3, ops, ..measured(target, "alone", 1.0) };
    let results = vec![failed("a", 5), failed("b", 0), failed("c", 5), failed("d", 0)];
    let found = failing(&run(&["a", "b", "c", "d"], results, Vec::new()));
    let order: Vec<&str> = found.iter().flat_map(|it| &it.targets).map(String::as_str).collect();
    assert_eq!(order, ["b", "d", "a", "c"]);
}
