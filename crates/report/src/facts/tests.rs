//! Remarks on a result, and those left out.

use narrows_messages::Language;
use narrows_record::run::{
    ChecksumResult, DriveMonitoring, IssuingThread, LinkReading, SteadyState, TemperatureReading,
    WorkloadParameters, WriteContext,
};

use super::*;

fn remarks(row: &TargetMeasurement) -> String {
    line(&facts(row, &Localizer::new(Language::English)))
}

fn steady(from_s: f64) -> Option<SteadyState> {
    Some(SteadyState { from_s, length_s: 10.0, mb_s: 300.0, range: 0.0, slope: 0.0 })
}

#[test]
fn of_what_is_usual_nothing_is_said() {
    let place = TargetStack {
        scheduler: Some("mq-deadline".into()),
        fill_percent: Some(95.0),
        write_cache: Some(true),
        copy_on_write: true,
        ..TargetStack::default()
    };
    let temperatures = [40, 44].map(|celsius| TemperatureReading { at_s: 0.0, celsius }).to_vec();
    let watched = DriveMonitoring { temperatures, ..DriveMonitoring::default() };
    // A full file system and copies on write do not matter to reads.
    let row = TargetMeasurement {
        place,
        watched,
        window_s: 10.0,
        steady: steady(0.0),
        ..TargetMeasurement::default()
    };
    assert_eq!(remarks(&row), "");
    assert_eq!(
        remarks(&TargetMeasurement { direction: "write".into(), ..row }),
        "copy-on-write · file system 95 % full"
    );
}

#[test]
fn doubts_come_first_and_bear_a_sign() {
    let row = TargetMeasurement {
        threads: vec![IssuingThread { cpu: None, user: 0.5, system: 0.45 }],
        errors: 2,
        verified: Some(ChecksumResult { blocks: 9, wrong: 1, first_wrong: Some(4096), why: None }),
        asked: WorkloadParameters {
            limit_mb_s: Some(500.0),
            start_after_s: 0.5,
            ..WorkloadParameters::default()
        },
        read_mb_s: 350.0,
        write_mb_s: 150.0,
        ..TargetMeasurement::default()
    };
    assert_eq!(
        remarks(&row),
        "⚠ 1 of 9 blocks mismatched, the first at byte 4096 · ⚠ 2 requests failed · \
         ⚠ measurement thread at 95 % of a core · read 350 MB/s, written 150 MB/s · \
         rate limit 500 MB/s · started 0.500 s later"
    );
}

#[test]
fn a_course_is_said_in_a_line() {
    let change =
        RateChange { at_s: 8.5, after_bytes: 13_000_000_000, from_mb_s: 1500.0, to_mb_s: 300.0 };
    let row = TargetMeasurement {
        window_s: 20.0,
        changes: vec![change],
        steady: steady(9.5),
        ..TargetMeasurement::default()
    };
    assert_eq!(remarks(&row), "1.50 GB/s → 300 MB/s after 13.0 GB");
    let settled = TargetMeasurement { changes: Vec::new(), ..row.clone() };
    assert_eq!(remarks(&settled), "steady at 300 MB/s after 9.5 s");
    assert_eq!(remarks(&TargetMeasurement { steady: steady(1.9), ..settled }), "", "throughout");
    let unsteady = TargetMeasurement { steady: None, changes: Vec::new(), ..row };
    assert_eq!(remarks(&unsteady), "not steady");
    assert_eq!(remarks(&TargetMeasurement { window_s: 4.0, ..unsteady }), "", "too short to tell");
}

/// Of a window of 20 s a flush of 2 s is just not worth a word.
#[test]
fn a_long_flush_is_said_and_what_it_wrote_into() {
    let with = |flush_s, filled| {
        let written = WriteContext { flush_s: Some(flush_s), filled, preconditioned: false };
        let row = TargetMeasurement {
            window_s: 20.0,
            steady: steady(0.0),
            ..TargetMeasurement::default()
        };
        remarks(&TargetMeasurement { written: Some(written), ..row })
    };
    assert_eq!(with(2.0, true), "");
    assert_eq!(with(6.5, false), "flush took 6.5 s more · into blocks never written before");
}

#[test]
fn heat_links_and_layers_are_said_where_they_changed_something() {
    let look = |lanes| LinkReading { at_s: 0.0, link: Some(LinkState { gts: 8.0, lanes }) };
    let mut row = TargetMeasurement::default();
    row.watched.links = vec![look(4), look(2)];
    row.watched.temperatures =
        [41, 78, 74].map(|celsius| TemperatureReading { at_s: 0.0, celsius }).to_vec();
    row.place.layers = vec!["crypt".into(), "lvm".into()];
    row.place.scheduler = Some("bfq".into());
    assert_eq!(
        remarks(&row),
        "41 → 78 °C · link PCIe 3.0 x4 → PCIe 3.0 x2 · through crypt + lvm · scheduler bfq"
    );
}
