use narrows_messages::Language;
use narrows_record::experiment::{
    ExperimentDrive, ExperimentListEntry, ExperimentParameters, PairRatio,
};

use super::*;
use crate::Style;

fn style() -> Style {
    Style { colour: false, width: 100, unicode: true }
}

fn halved(name: &str, before: f64, effect: ChangeEffect) -> ExperimentFigure {
    let half = PairRatio {
        median: 0.5,
        low: Some(0.49),
        high: Some(0.52),
        confidence: Some(0.969),
        pairs: 6,
    };
    ExperimentFigure {
        target: "nvme0n1".to_owned(),
        workload: "seq-read-128k-q32".to_owned(),
        figure: name.into(),
        before,
        changed: before / 2.0,
        again: Some(before),
        ratio: half,
        drift: None,
        effect,
    }
}

fn done() -> ExperimentDocument {
    ExperimentDocument {
        id: "20261121T120000Z-1234".to_owned(),
        started: "2026-11-21T12:00:00Z".to_owned(),
        kind: ExperimentKind::LinkSpeed,
        state: ExperimentState::Done,
        subject: "0000:00:01.1".to_owned(),
        before: "16 GT/s".to_owned(),
        changed: Some("8 GT/s".to_owned()),
        figures: vec![
            halved("mb_s", 7000.0, ChangeEffect::Less),
            halved("p99_us", 80.0, ChangeEffect::Less),
        ],
        ..ExperimentDocument::default()
    }
}

#[test]
fn every_figure_stands_before_and_after_with_its_interval() {
    let page = experiment(&done(), &Localizer::new(Language::English))
        .text(&Localizer::new(Language::English), &style());
    let line = |start: &str| page.lines().find(|line| line.starts_with(start)).unwrap();
    assert!(line("Speed of the link").ends_with("0000:00:01.1"), "{page}");
    assert!(line("  16 GT/s → 8 GT/s").len() > 10, "{page}");
    let words: Vec<&str> = line("rate").split("  ").filter(|word| !word.is_empty()).collect();
    let words: Vec<&str> = words.iter().map(|word| word.trim()).collect();
    let expected = ["rate", "7.00 GB/s", "3.50 GB/s", "7.00 GB/s", "0.50 (0.49–0.52)", "less"];
    assert_eq!(words, expected, "{page}");
    assert!(line("latency, p99").contains("40.0 µs"), "{page}");
    assert!(page.contains("97 %"), "{page}");
}

#[test]
fn a_rehearsal_shows_every_write_and_what_is_put_back() {
    let setting = |file: &str, before: &str, wanted: Option<&str>| ExperimentSetting {
        path: format!("sys/block/sda/queue/{file}"),
        before: before.to_owned(),
        wanted: wanted.map(str::to_owned),
        drive: None,
    };
    let rehearsed = ExperimentDocument {
        kind: ExperimentKind::Scheduler,
        state: ExperimentState::Rehearsed,
        settings: vec![
            setting("scheduler", "none", Some("kyber")),
            setting("nr_requests", "64\u{1b}[2J", None),
        ],
        figures: Vec::new(),
        ..done()
    };
    let page = experiment(&rehearsed, &Localizer::new(Language::Japanese))
        .text(&Localizer::new(Language::Japanese), &style());
    let writes: Vec<&str> = page.lines().filter_map(|line| line.strip_prefix("  echo ")).collect();
    assert_eq!(
        writes[..2],
        ["kyber > /sys/block/sda/queue/scheduler", "none > /sys/block/sda/queue/scheduler"]
    );
    assert!(writes.len() == 3 && !page.contains('\u{1b}'), "{page}");
}

#[test]
fn a_waiting_move_says_what_to_do() {
    let drive = ExperimentDrive {
        id: "nvme1n1".to_owned(),
        model: Some("Model".to_owned()),
        serial: Some("S123".to_owned()),
        ..ExperimentDrive::default()
    };
    let waiting = ExperimentDocument {
        kind: ExperimentKind::Move,
        state: ExperimentState::Waiting,
        subject: "nvme1n1".to_owned(),
        changed: None,
        drives: vec![drive],
        asked: ExperimentParameters::default(),
        ..done()
    };
    let page = experiment(&waiting, &Localizer::new(Language::English))
        .text(&Localizer::new(Language::English), &style());
    assert!(page.contains("move Model S123 to another slot"), "{page}");
    assert!(page.contains("narrows experiment resume 20261121T120000Z-1234"), "{page}");
}

#[test]
fn the_list_says_what_and_how_far() {
    let list = ExperimentListDocument {
        experiments: vec![ExperimentListEntry::of(&done())],
        ..ExperimentListDocument::default()
    };
    let page = experiments(&list, &Localizer::new(Language::English))
        .text(&Localizer::new(Language::English), &style());
    assert!(page.contains("20261121T120000Z-1234") && page.contains("16 GT/s → 8 GT/s"), "{page}");
    let none = experiments(&ExperimentListDocument::default(), &Localizer::new(Language::English))
        .text(&Localizer::new(Language::English), &style());
    assert_eq!(none.trim(), "No experiments yet");
}
