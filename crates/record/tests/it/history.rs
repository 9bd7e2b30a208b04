//! Series of a drive over its runs.

use std::collections::BTreeMap;

use narrows_record::history::*;
use narrows_record::identity::IdentityRecord;
use narrows_record::run::{RunDocument, TargetMeasurement, WorkloadParameters};

fn run(id: &str, target: &str, serial: &str, mb_s: f64, partial: bool) -> PastRun {
    let drive = IdentityRecord { serial: Some(serial.to_owned()), ..IdentityRecord::default() };
    let figure = PastFigure {
        target: target.to_owned(),
        drive,
        mb_s: Some(mb_s),
        partial,
        ..PastFigure::default()
    };
    PastRun { id: id.to_owned(), figures: vec![figure], ..PastRun::default() }
}

#[test]
fn a_drive_keeps_its_series_under_another_name_and_changes_count_from_the_first_whole_figure() {
    // Newest first. The oldest was cut short, so that 1,000 of the second is the first.
    let runs = [
        run("d", "sdb", "S1", 900.0, false),
        run("c", "sda", "S2", 500.0, false),
        run("b", "sda", "S1", 1000.0, false),
        run("a", "sda", "S1", 10.0, true),
    ];
    let all = series(&runs);
    let ids = |series: &HistorySeries| -> String {
        series.points.iter().map(|p| p.id.as_str()).collect()
    };
    assert_eq!(all.iter().map(ids).collect::<Vec<_>>(), ["abd", "c"]);
    let changes: Vec<_> = all[0].points.iter().map(|point| point.change).collect();
    assert_eq!(changes[..2], [None, None]);
    assert!((changes[2].unwrap() + 0.1).abs() < 1e-12);
    assert_eq!(all[0].target, "sdb");
}

/// 1,000 MB/s, then held to 50 of them, then 990: a change of a hundredth, and not of 95.
#[test]
fn what_was_held_to_a_rate_is_a_series_of_its_own() {
    let mut runs = [
        run("c", "sda", "S1", 990.0, false),
        run("b", "sda", "S1", 50.0, false),
        run("a", "sda", "S1", 1000.0, false),
    ];
    runs[1].figures[0].held.insert("sda".to_owned(), 50.0);
    let all = series(&runs);
    let points: Vec<usize> = all.iter().map(|series| series.points.len()).collect();
    assert_eq!(points, [2, 1]);
    assert!((all[0].points[1].change.unwrap() + 0.01).abs() < 1e-12);
    assert_eq!(all[1].held, BTreeMap::from([("sda".to_owned(), 50.0)]));
}

/// A drive beside a throttled one can reach a rate that it could not reach otherwise.
#[test]
fn who_was_held_is_told_of_the_whole_set() {
    let row = |target: &str, set: &str, together: &[&str], limit_mb_s| TargetMeasurement {
        target: target.to_owned(),
        set: set.into(),
        together: together.iter().map(|drive| (*drive).to_owned()).collect(),
        asked: WorkloadParameters { limit_mb_s, ..WorkloadParameters::default() },
        ops: 1,
        ..TargetMeasurement::default()
    };
    let run = RunDocument {
        results: vec![
            row("a", "alone", &["a"], None),
            row("b", "alone", &["b"], Some(500.0)),
            row("a", "all", &["a", "b"], None),
            row("b", "all", &["a", "b"], Some(500.0)),
        ],
        ..RunDocument::default()
    };
    let held = figures(&run).into_iter().map(|figure| figure.held.len());
    assert_eq!(held.collect::<Vec<_>>(), [0, 1, 1, 1]);
}
