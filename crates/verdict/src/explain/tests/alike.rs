//! Drives of one model beside each other.

use narrows_record::run::{LinkReading, TemperatureReading};
use narrows_record::see::LinkState;

use super::*;

/// Drives of one model under small requests, of which nothing else is concluded.
fn siblings(rates: &[f64]) -> RunDocument {
    let ids = ["a", "b", "c", "d", "e"];
    let row = |(id, mb_s): (&&str, &f64)| TargetMeasurement {
        workload: "rand-read-4k-q32".into(),
        ..measured(id, "alone", *mb_s)
    };
    let mut run = run(&ids[..rates.len()], ids.iter().zip(rates).map(row).collect(), Vec::new());
    for drive in &mut run.machine.drives {
        drive.model = Some("X 1TB".into());
    }
    run
}

/// Median 100, deviations 0, 1, 1, 2, 30: their median 1, so 3.5 * 1.48 = 5.2 is allowed, and
/// not less than 5.
#[test]
fn an_outlier_is_named_and_scatter_is_not() {
    let found = explain(&siblings(&[100.0, 101.0, 99.0, 98.0, 70.0]));
    assert_eq!(found.len(), 1);
    assert_eq!((found[0].what.id(), &found[0].targets[..]), ("finding-slower", &["e".into()][..]));
    assert_eq!(ids(&siblings(&[100.0, 101.0, 99.0, 98.0, 95.5])), [""; 0]);
    assert_eq!(ids(&siblings(&[100.0, 100.0, 130.0])), ["finding-faster"]);
    // Spread all over, none is the odd one: median 100, deviations 0, 20, 25.
    assert_eq!(ids(&siblings(&[100.0, 80.0, 125.0])), [""; 0]);
}

#[test]
fn of_two_the_slower_is_named_from_a_tenth() {
    assert_eq!(ids(&siblings(&[100.0, 91.0])), [""; 0]);
    assert_eq!(explain(&siblings(&[100.0, 89.0]))[0].targets, ["b"]);
    let mut other = siblings(&[100.0, 50.0]);
    other.machine.drives[1].model = Some("Y".into());
    assert_eq!(ids(&other), [""; 0]);
    let mut held = siblings(&[100.0, 50.0]);
    held.results[1].asked.limit_mb_s = Some(50.0);
    assert_eq!(ids(&held), [""; 0]);
}

#[test]
fn the_reason_is_what_differs_from_all_others() {
    let with = |edit: fn(&mut TargetMeasurement, bool)| {
        let mut run = siblings(&[100.0, 100.0, 60.0]);
        for row in &mut run.results {
            let is_odd = row.target == "c";
            edit(row, is_odd);
        }
        ids(&run)[0]
    };
    let link = |row: &mut TargetMeasurement, is_odd: bool| {
        let link = Some(LinkState { gts: 16.0, lanes: if is_odd { 2 } else { 4 } });
        row.watched.links = vec![LinkReading { at_s: 0.0, link }];
    };
    assert_eq!(with(link), "finding-slower-link");
    let heat = |row: &mut TargetMeasurement, is_odd: bool| {
        let celsius = if is_odd { 81 } else { 62 };
        row.watched.temperatures = vec![TemperatureReading { at_s: 0.0, celsius }];
    };
    assert_eq!(with(heat), "finding-slower-hot");
    assert_eq!(
        with(|row, is_odd| row.place.numa_node = Some(is_odd.into())),
        "finding-slower-node"
    );
    let fill = |row: &mut TargetMeasurement, is_odd: bool| {
        row.place.fill_percent = Some(if is_odd { 93.0 } else { 40.0 });
    };
    assert_eq!(with(fill), "finding-slower-full");
    // 60 MB in a second: others' 2 MB are more than a fiftieth. They are reported alone, too.
    let others = |row: &mut TargetMeasurement, is_odd: bool| {
        row.other_io_bytes = Some(u64::from(is_odd) * 2_000_000)
    };
    assert_eq!(with(others), "finding-other-io");
    // A difference from only some is no reason.
    let half = |row: &mut TargetMeasurement, _: bool| {
        row.place.numa_node = Some(u32::from(row.target != "a"));
    };
    assert_eq!(with(half), "finding-slower");
    let mut firmware = siblings(&[100.0, 100.0, 60.0]);
    for (drive, version) in firmware.machine.drives.iter_mut().zip(["2", "2", "1"]) {
        drive.firmware = Some(version.into());
    }
    assert_eq!(ids(&firmware), ["finding-slower-firmware"]);
}
