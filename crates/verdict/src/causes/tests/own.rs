//! Limits of one drive by itself.

use narrows_record::predict::Prediction;

use super::shared::fall;
use super::*;

const WRITE: &str = "seq-write-128k-q32";

fn predicted(kind: LimitRecordKind, mb_s: f64) -> Prediction {
    let limit = LimitRecord {
        kind,
        id: "a".into(),
        name: "a".into(),
        load: mb_s,
        capacity: mb_s,
        unit: "MB/s".into(),
    };
    Prediction {
        workload: LONG.into(),
        set: "alone".into(),
        target: "a".into(),
        together: Vec::new(),
        direction: "read".into(),
        mb_s,
        iops: 0.0,
        low_mb_s: mb_s * 0.9,
        high_mb_s: mb_s * 1.1,
        limit,
        next_limit: None,
        basis: EvidenceBasis::Documented,
        job: None,
        seconds: None,
        equal: None,
    }
}

fn own(run: &RunDocument, workload: &str) -> (String, SharingRecord) {
    let mb_s = run.results[0].mb_s;
    let private = vec![PrivateLimit { drive: "a".into(), capacity_mb_s: range(mb_s), limit: None }];
    let sharing = SharingRecord { workload: workload.into(), private, ..SharingRecord::default() };
    let found = ranked(run, sharing);
    (found.causes[0].id.clone(), found)
}

fn first(row: TargetMeasurement, predictions: Vec<Prediction>) -> String {
    let workload = row.workload.clone();
    let run = RunDocument { predictions, ..run(&["a"], vec![row]) };
    own(&run, &workload).0
}

/// 3,480 MB/s over a link of 3,587.
#[test]
fn a_drive_at_its_link() {
    assert_eq!(first(row("a", LONG, "alone", 3480.0), Vec::new()), "link:a");
}

/// 2,300 MB/s as predicted for the drive, the link having room for more.
#[test]
fn a_drive_at_its_own_figure() {
    let known = predicted(LimitRecordKind::Drive, 2250.0);
    assert_eq!(first(row("a", LONG, "alone", 2300.0), vec![known]), "drive:a");
}

/// One thread that computes all the time; a drive known for three times as much.
#[test]
fn one_busy_thread() {
    let mut busy = row("a", LONG, "alone", 1100.0);
    busy.threads = vec![IssuingThread { cpu: None, user: 0.3, system: 0.69 }];
    let known = predicted(LimitRecordKind::Drive, 3300.0);
    assert_eq!(first(busy, vec![known]), "cpu:thread");
}

/// A fall to half beside 83 of 80 degrees, with the drive's own counter or without.
#[test]
fn a_hot_drive() {
    let mut hot = row("a", LONG, "alone", 1500.0);
    hot.changes = vec![fall(2300.0, 1150.0)];
    hot.watched.temperatures.push(TemperatureReading { at_s: 0.5, celsius: 83 });
    let known = || vec![predicted(LimitRecordKind::Drive, 2300.0)];
    assert_eq!(first(hot.clone(), known()), "heat");
    hot.watched.throttles = vec![ThrottleEvent {
        at_s: 0.5,
        what: "a".into(),
        count: 2,
        counter: "thermal_mgmt_temp1_trans_count".into(),
    }];
    assert_eq!(first(hot, known()), "heat");
}

/// A write that falls to a quarter after 2 GB, cool all the while. The same fall of a read is no
/// write cache.
#[test]
fn a_full_write_cache() {
    let mut full = row("a", WRITE, "alone", 700.0);
    full.changes = vec![fall(1500.0, 375.0)];
    assert_eq!(first(full, Vec::new()), "cache");
    let mut reads = row("a", LONG, "alone", 700.0);
    reads.changes = vec![fall(1500.0, 375.0)];
    let run = run(&["a"], vec![reads]);
    assert!(own(&run, LONG).1.causes.iter().all(|cause| cause.kind != LimitRecordKind::Cache));
}

/// As many requests of 128 KiB as of 1 MiB: only their number matters.
#[test]
fn a_limit_of_requests() {
    let rows = vec![
        row("a", LONG, "alone", 262.144),
        row("a", LARGER, "alone", 8.0 * 262.144),
        row("a", SMALL, "alone", 262.144 / 32.0),
    ];
    let run = run(&["a"], rows);
    let (first, found) = own(&run, LONG);
    assert_eq!(first, "drive_iops:a", "{:?}", found.causes);
}

/// 550 MB/s through a thread at 95 %, from a drive known for 550: both are likely, the thread more,
/// and two threads decide: 550 again, or 1,100.
#[test]
fn is_it_the_drive_or_the_thread() {
    let mut busy = row("a", LONG, "alone", 550.0);
    busy.threads = vec![IssuingThread { cpu: None, user: 0.25, system: 0.7 }];
    let run = RunDocument {
        predictions: vec![predicted(LimitRecordKind::Drive, 550.0)],
        ..run(&["a"], vec![busy])
    };
    let (first, found) = own(&run, LONG);
    assert_eq!(first, "cpu:thread");
    let experiment = &found.experiments[0];
    assert_eq!((experiment.id.as_str(), experiment.needs), ("jobs", ExperimentNeeds::Nothing));
    let foreseen: Vec<Option<f64>> = experiment.predicted.iter().map(|it| it.mb_s).collect();
    assert_eq!(foreseen, [Some(1100.0), Some(550.0)]);
    let command = experiment.command.as_deref().unwrap();
    assert_eq!(command, "narrows measure a --set all --workload seq-read-128k-q32-j2 --time 2s");
}

/// Two lanes of four carry half of 3,587, 1,793.5 MB/s, and the drive, known for 2,300, does 1,780;
/// the tree was looked at before, at four lanes. At 900 MB/s two lanes are no reason.
#[test]
fn a_link_that_trained_down_under_load() {
    let at = |mb_s| {
        let mut row = row("a", LONG, "alone", mb_s);
        row.watched.links.push(LinkReading { at_s: 0.1, link: Some(HALF) });
        let known = predicted(LimitRecordKind::Drive, 2300.0);
        let run = RunDocument { predictions: vec![known], ..run(&["a"], vec![row]) };
        own(&run, LONG).1.causes
    };
    let causes = at(1780.0);
    assert_eq!((causes[0].id.as_str(), causes[0].kind), ("link:a", LimitRecordKind::Link));
    assert!(causes[0].likelihood > 0.9, "{causes:?}");
    assert!(
        causes[0].text.in_english().contains("PCIe 3.0 x2 instead of PCIe 3.0 x4"),
        "{:?}",
        causes[0].text
    );
    assert!(causes[0].evidence.iter().any(|it| it.id == "clue-link-trained"));
    assert_ne!(at(900.0)[0].id, "link:a");
}

/// The same if only the whole round's state is known, and if the narrowest link on the path is
/// another one.
#[test]
fn a_link_that_trained_down_is_named_beside_the_narrowest() {
    let mut row = row("a", LONG, "alone", 1780.0);
    row.watched.links.clear();
    row.link_during = Some(HALF);
    let mut run = run(&["a"], vec![row]);
    run.machine.storage[0].narrowest =
        Some(NarrowestHop { address: "chipset".into(), usable_mb_s: 3000.0 });
    let found = own(&run, LONG).1;
    let of = |id: &str| found.causes.iter().find(|it| it.id == id).unwrap().likelihood;
    assert_eq!(found.causes[0].id, "link:a");
    assert!(of("link:chipset") < 0.01);
}

/// A deep fall of a write rate, with the link falling at the same time: no cache need be full.
#[test]
fn a_fall_with_the_link_is_no_cache() {
    let mut fell = row("a", WRITE, "alone", 1000.0);
    fell.changes = vec![fall(3000.0, 1500.0)];
    fell.watched.links.push(LinkReading { at_s: 0.5, link: Some(HALF) });
    let run = run(&["a"], vec![fell]);
    let found = own(&run, WRITE).1;
    let cache = found.causes.iter().find(|it| it.id == "cache").unwrap();
    assert!(cache.evidence.iter().all(|it| it.id != "clue-cache-fell"), "{cache:?}");
}

/// The drive or too little in flight: more threads tell because more is in flight then.
#[test]
fn more_threads_are_worded_for_what_they_tell() {
    let row = row("a", LONG, "alone", 1000.0);
    let known = predicted(LimitRecordKind::Depth, 1000.0);
    let run = RunDocument { predictions: vec![known], ..run(&["a"], vec![row]) };
    let found = own(&run, LONG).1;
    let jobs = found.experiments.iter().find(|it| it.id == "jobs").unwrap();
    assert!(jobs.between.iter().any(|id| id == "depth"), "{jobs:?}");
    assert!(jobs.text.in_english().contains("queue depth"), "{:?}", jobs.text);
}
