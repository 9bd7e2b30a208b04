//! The report of a run: the answer before everything else, parts that scripts find by name, and the
//! parts shown on demand.

use narrows_messages::{Language, Localizer};
use narrows_record::run::{Latency, RunDocument, Samples, TargetMeasurement, WorkloadParameters};
use narrows_record::word::{AccessPattern, TargetSet};
use narrows_report::{Style, page};

use crate::drawings::{assert_well_formed, without_document};
use crate::samples;

fn report(run: &RunDocument, samples: &[Samples]) -> String {
    let localizer = Localizer::new(Language::English);
    page::report(run, samples, &localizer).html(run, &localizer)
}

/// A drive that reads small blocks one after another, and the samples of that.
fn small(target: &str, p50: f64) -> (TargetMeasurement, Samples) {
    let parameters = WorkloadParameters {
        pattern: AccessPattern::Random,
        read_percent: 100,
        block_bytes: 4096,
        depth: 1,
        jobs: 1,
        ..WorkloadParameters::default()
    };
    let latency_us = Latency { p50: Some(p50), ..Latency::default() };
    let row = TargetMeasurement {
        target: target.into(),
        workload: "rand-read-4k-q1".into(),
        set: TargetSet::Alone,
        repeat: 1,
        asked: parameters,
        iops: 1e6 / p50,
        ops: 1000,
        latency_us,
        ..TargetMeasurement::default()
    };
    let samples = Samples {
        target: target.into(),
        workload: row.workload.clone(),
        set: TargetSet::Alone,
        repeat: 1,
        started_us: 0.0,
        ended_us: 1e6,
        slot_us: 1000.0,
        slot_bytes: Vec::new(),
        latency_ns: vec![(60_000, 900), (600_000, 100)],
    };
    (row, samples)
}

#[test]
fn the_answer_stands_first_and_every_part_has_its_name() {
    let page = report(&samples::run(), &[]);
    let places = ["verdict", "picture", "together", "over-time"].map(|name| {
        let part = format!("<section data-part=\"{name}\"");
        page.find(&part).unwrap_or_else(|| panic!("{name}"))
    });
    assert!(places.is_sorted(), "{places:?}");
    for name in ["figures", "surroundings", "method"] {
        assert!(page.contains(&format!("<details data-part=\"{name}\"")), "{name}");
    }
    assert_well_formed(without_document(page.split_once("<body>").unwrap().1));
}

/// Three drives get 1168 + 1181 + 1161 = 3510 MB/s of their individual sum.
#[test]
fn what_is_lost_is_said_and_drawn_without_relying_on_backgrounds() {
    let page = report(&samples::run(), &[]);
    let page = without_document(&page);
    assert!(page.contains("What it costs") && page.contains("In everyday work"), "{page}");
    assert!(page.contains("3 drives together: 3.51 GB/s of"), "{page}");
    assert!(page.contains("<line class=\"missed\"") && page.contains("<rect class=\"got\""));
    assert!(page.contains("−4"), "the percentage beside a bar");
}

/// 1,000 files at 84 µs each take 0.084 s, at 200 µs 0.2 s.
#[test]
fn small_files_are_told_by_the_slowest_drive() {
    let run = |p50| RunDocument {
        results: vec![small("a", 61.0).0, small("b", p50).0],
        ..samples::run()
    };
    assert!(report(&run(84.0), &[]).contains("0.084 s, instant"));
    assert!(report(&run(200.0), &[]).contains("0.200 s, a moment"));
}

#[test]
fn histograms_are_drawn_where_there_are_samples() {
    let (row, samples) = small("a", 61.0);
    let run = RunDocument { results: vec![row], ..samples::run() };
    let page = report(&run, &[samples]);
    assert!(page.contains("class=\"spread\"") && page.contains("60.0 µs – 600.0 µs"), "{page}");
    assert!(!report(&run, &[]).contains("class=\"spread\""));
}

/// Lines with nothing to see are counted, and those with a change are drawn.
#[test]
fn flat_lines_are_counted_and_others_drawn() {
    let run = samples::course::run();
    let eventful = report(&run, &[]);
    assert!(without_document(&eventful).contains("class=\"spark\""));
    let mut quiet = run;
    quiet.results.truncate(1);
    let row = &mut quiet.results[0];
    *row = TargetMeasurement {
        timeline_mb_s: vec![1000.0; 20],
        ops: 9,
        mb_s: 1000.0,
        window_s: 2.0,
        ..small("a", 61.0).0
    };
    let page = report(&quiet, &[]);
    let page = without_document(&page);
    assert!(
        page.contains("One time chart not shown") && !page.contains("class=\"spark\""),
        "{page}"
    );
}

/// A name of a drive begins no option and ends no section.
#[test]
fn the_job_for_fio_asks_the_same_and_writes_nothing() {
    let mut run = RunDocument { results: vec![small("a]\nrw=write", 61.0).0], ..samples::run() };
    let page = report(&run, &[]);
    let job = page.split_once("<summary>job.fio</summary><pre>").expect("a job").1;
    let (job, _) = job.split_once("</pre>").unwrap();
    assert!(
        job.contains(
            "[rand-read-4k-q1-a__rw_write]\nfilename=/dev/a__rw_write\nrw=randread\nbs=4096\n"
        ),
        "{job}"
    );
    assert!(job.contains("iodepth=1\nnumjobs=1"), "{job}");
    run.results[0].target = "/tmp/a:b".to_owned();
    assert!(report(&run, &[]).contains("\nfilename=/tmp/a\\:b\n"));
    run.results[0].asked.read_percent = 70;
    assert!(!report(&run, &[]).contains("job.fio</summary>"));
}

/// The report has everything the terminal's page has, if in other places.
#[test]
fn the_report_says_what_the_page_says() {
    for language in Language::ALL {
        let localizer = Localizer::new(language);
        let style = Style { colour: false, width: 5000, unicode: true };
        for run in [samples::run(), samples::course::run()] {
            let text = page::run(&run, &localizer).text(&localizer, &style);
            let html = page::report(&run, &[], &localizer).html(&(), &localizer);
            let html = crate::painters::text_of_html(&html);
            let legend = localizer.text("report-legend-change");
            for word in text.replace(&legend, "").split_whitespace() {
                assert!(
                    crate::painters::is_drawn(word) || html.contains(word),
                    "{word} is not in\n{html}"
                );
            }
        }
    }
}
