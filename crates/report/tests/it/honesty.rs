//! Claims, explanations and gaps of pages.

use crate::drawings::without_document;
use crate::samples::{self, english, html, text};
use narrows_record::run::RunDocument;
use narrows_record::see::{LinkState, SeeDocument};
use narrows_report::picture::{self, PictureLayout};
use narrows_report::{Style, page, svg};

fn run_text(run: &RunDocument) -> String {
    page::run(run, &english()).text(&english(), &Style { width: 120, ..Style::default() })
}

fn see_text(see: &SeeDocument) -> String {
    text(&page::see(see, &english()))
}

/// If any step were quadratic in the drives, this would take minutes. The processor and 199 drives
/// are drawn, 29,801 are not; of a table 200 rows are shown and 29,800 are not.
#[test]
fn of_30_000_drives_the_first_are_shown_and_the_rest_is_counted() {
    let see = samples::crowd(30_000);
    let predict = samples::crowd_predicted(30_000);
    let page = see_text(&see);
    assert_eq!(page.matches("\u{251c}─ ").count() + page.matches("└─ ").count(), 199);
    assert!(page.contains("29801 more"), "{page}");
    let html = html(&page::see(&see, &english()), &see);
    // Alike drives of one place are one row of the picture, of which none is left out.
    assert!(without_document(&html).contains("30000 × X"));
    assert!(without_document(&html).contains("29801 more"));
    let page = text(&page::predict(&predict, &english()));
    assert!(page.contains("29801 more") && page.contains("29800 more"), "{page}");
    assert!(page.lines().count() < 600);
}

#[test]
fn a_run_of_very_many_drives_is_cut_in_text_and_html() {
    let mut run = samples::bounded_run(1000.0);
    let row = run.results[0].clone();
    run.results = (0..20_000).map(|n| samples::renamed(&row, &format!("nvme{n}n1"))).collect();
    assert!(run_text(&run).contains("19800 more"));
    assert!(
        without_document(&html(&page::report(&run, &[], &english()), &run)).contains("19800 more")
    );
}

#[test]
fn a_drive_of_which_only_the_link_is_known_is_predicted_at_most() {
    let below = run_text(&samples::bounded_run(800.0));
    assert!(below.contains("≤ 3588") && below.contains("≤ at most"), "{below}");
    // Neither the mark nor its legend, and no difference from a non-forecast.
    assert!(!below.contains('⚠') && !below.contains('('), "{below}");
    let page = html(
        &page::report(&samples::bounded_run(800.0), &[], &english()),
        &samples::bounded_run(800.0),
    );
    let page = without_document(&page);
    assert!(page.contains("≤ 3588") && !page.contains('⚠') && !page.contains("80 %"), "{page}");
    // 3800 / 3588 = 1.059.
    let above = run_text(&samples::bounded_run(3800.0));
    assert!(above.contains("(⚠ +5.9 %)"), "{above}");
    let predict = samples::crowd_predicted(2);
    let page = text(&page::predict(&predict, &english()));
    assert!(page.contains("at most 3.59 GB/s") && page.contains("≤ 3.59 GB/s"), "{page}");
    assert!(!page.contains("1435"), "{page}");
    // Two drives of 3588 MB/s: 7176.
    let drawn = svg::scene(&picture::predict(&predict, None, PictureLayout::Wide, &english()));
    assert!(drawn.contains("≤ 7.18 GB/s"), "{drawn}");
}

#[test]
fn legends_explain_only_what_is_there() {
    let mut run = samples::bounded_run(800.0);
    run.predictions.clear();
    let page = run_text(&run);
    for absent in ["together", "util:", "◀", "In brackets", "80 %", "predicted", "Latency and CPU"]
    {
        assert!(!page.contains(absent), "{absent}: {page}");
    }
    let page = html(&page::report(&run, &[], &english()), &run);
    for absent in ["with all drives running", "80 % band", "together</th>", "Percentages"] {
        assert!(!without_document(&page).contains(absent), "{absent}");
    }
    let all = run_text(&samples::run());
    for there in ["together:", "util:", "◀ bottleneck", "In brackets", "⚠ outside"] {
        assert!(all.contains(there), "{there}: {all}");
    }
}

#[test]
fn a_result_cut_short_is_marked_and_one_without_operations_is_no_zero() {
    let mut run = samples::bounded_run(800.0);
    run.results[0].partial = true;
    let page = run_text(&run);
    assert!(page.contains("800*") && page.contains("* interrupted"), "{page}");
    assert!(without_document(&html(&page::report(&run, &[], &english()), &run)).contains("800*"));
    run.results[0] = narrows_record::run::TargetMeasurement {
        ops: 0,
        mb_s: 0.0,
        iops: 0.0,
        partial: false,
        ..run.results[0].clone()
    };
    let page = run_text(&run);
    assert!(page.contains("–") && page.contains("– no requests completed"), "{page}");
    assert!(!page.contains("0.00") && !page.contains("0 B/s"), "{page}");
}

#[test]
fn only_this_machine_is_called_so() {
    let mut see = samples::virtual_machine();
    see.host.cpu = None;
    see.host.hypervisor = Some("unknown".into());
    let page = see_text(&see);
    assert!(page.starts_with("This machine\nvirtual machine · "), "{page}");
    see.source = "/tmp/theirs/lspci.txt".into();
    see.ports.clear();
    let page = see_text(&see);
    assert!(page.starts_with("lspci.txt\n") && !page.contains("This machine"), "{page}");
    assert!(
        html(&page::see(&see, &english()), &see).contains("<title>lspci.txt – Narrows</title>")
    );
}

#[test]
fn a_chipset_bears_its_own_name_and_unknown_models_their_ids() {
    let mut see = samples::z170();
    see.host.chipset = Some("AMD 600/800 series chipset".into());
    see.storage[0].model = Some("Advanced Micro Devices, Inc. [AMD] Device".into());
    see.storage[0].pci_id = Some("1022:43f6".into());
    let page =
        page::see(&see, &english()).text(&english(), &Style { width: 132, ..Style::default() });
    assert!(page.contains("chipset  AMD 600/800 series  "), "{page}");
    assert!(page.contains("SATA controller  AMD 1022:43f6"), "{page}");
}

#[test]
fn what_sata_carries_stands_beside_it() {
    let page = see_text(&samples::z170());
    let line = page.lines().find(|line| line.contains("sda")).unwrap();
    assert!(line.contains("550 MB/s"), "{line}");
}

#[test]
fn ranges_and_bounds_have_ascii_stand_ins() {
    let mut casebook = samples::casebook();
    (casebook.rows[1].published_low, casebook.rows[1].published_high) = (Some(1600.0), None);
    (casebook.rows[2].published_low, casebook.rows[2].published_high) = (None, Some(36.0));
    let style = Style { unicode: false, ..Style::default() };
    let page = page::casebook(&casebook, &english()).text(&english(), &style);
    assert!(page.is_ascii(), "{page}");
    for there in [" >=1600 ", " <=36 ", " 1100-1500 "] {
        assert!(page.contains(there), "{there}: {page}");
    }
}

/// A name of 40 columns, and details that would fill a line by themselves.
#[test]
fn names_keep_their_room() {
    let mut see = samples::z170();
    for drive in &mut see.drives {
        drive.model = Some("QEMU NVMe Ctrl with a long name of its own".into());
    }
    let page = see_text(&see);
    assert!(page.contains("nvme0n1  QEMU NVMe"), "{page}");
    assert!(page.lines().all(|line| line.chars().count() <= 100), "{page}");
}

/// The uplink's whole label is in the drawing, however long its name.
#[test]
fn the_most_important_link_is_not_cut() {
    let mut see = samples::z170();
    see.host.chipset = None;
    for link in see.ports.iter_mut().filter_map(|port| port.link.as_mut()) {
        link.current = link.current.map(|state| LinkState { gts: 16.0, lanes: state.lanes * 4 });
        link.possible = link.current;
    }
    let drawn = svg::scene(&picture::see(&see, PictureLayout::Wide, &english()));
    assert!(drawn.contains(">DMI 3.0, PCIe 4.0 x16</text>"), "{drawn}");
    assert!(drawn.contains("4 drives share it: it carries 3.59 GB/s; what is below"), "{drawn}");
    assert!(!drawn.contains('…'), "{drawn}");
}

/// The page of a run lists the anomalies of each result, also in HTML, and marks changes and the
/// steady part on its line.
#[test]
fn what_is_unusual_stands_beside_its_line() {
    let page =
        html(&page::report(&samples::course::run(), &[], &english()), &samples::course::run());
    let page = without_document(&page);
    for there in [
        "1.50 GB/s → 300 MB/s after 13.0 GB",
        "⚠ measurement thread at 96 % of a core",
        "rate limit 500 MB/s",
        "43 → 84 °C",
        "<th>slot or uplink</th>",
        "key change",
    ] {
        assert!(page.contains(there), "{there}: {page}");
    }
    // Two writes with a change each, and both became steady.
    assert_eq!(page.matches("class=\"change\"").count(), 2);
    assert_eq!(page.matches("class=\"steady\"").count(), 2);
    let quiet = html(&page::report(&samples::run(), &[], &english()), &samples::run());
    let quiet = without_document(&quiet);
    for absent in ["class=\"told\"", "key change", "key steady", "table class=\"sets\""] {
        assert!(!quiet.contains(absent), "{absent}");
    }
}

fn drawn(run: &RunDocument) -> String {
    svg::scene(&picture::run(run, PictureLayout::Wide, &english()))
}

/// The chipset's link carries 3.59 GB/s and would be 191 % busy, were rates of drives that ran one after
/// another added up.
#[test]
fn drives_that_ran_one_after_another_are_not_drawn_as_if_together() {
    let mut run = samples::run();
    run.results.retain(|row| row.set.as_str() == "alone");
    run.predictions.retain(|row| row.set.as_str() == "alone");
    run.findings.clear();
    let picture = drawn(&run);
    for wrong in ["No contention", "Every drive reaches", "drives together", " % of 3.59"] {
        assert!(!picture.contains(wrong), "{wrong}: {picture}");
    }
    assert!(picture.contains("link throughput"), "{picture}");
}

#[test]
fn one_drive_that_ran_alone_says_nothing_of_others() {
    let mut run = samples::run();
    run.results.retain(|row| row.set.as_str() == "alone" && row.target == "nvme0n1");
    run.predictions.retain(|row| row.set.as_str() == "alone" && row.target == "nvme0n1");
    run.findings.clear();
    let picture = drawn(&run);
    for wrong in ["contention", "Every drive reaches", "4 drives"] {
        assert!(!picture.contains(wrong), "{wrong}: {picture}");
    }
    assert!(picture.contains("nvme0n1 alone: 2.31 GB/s"), "{picture}");
}

#[test]
fn a_drive_that_was_missing_when_all_ran_is_not_in_their_sum() {
    let mut run = samples::run();
    run.results.retain(|row| row.target != "nvme3n1" || row.set.as_str() == "alone");
    let picture = drawn(&run);
    // 1168 + 1181 + 1161.
    assert!(picture.contains("all 3 drives together"), "{picture}");
    assert!(picture.contains("3.51 GB/s") && !picture.contains("5.28 GB/s"), "{picture}");
}

#[test]
fn figures_of_an_unknown_machine_have_no_picture_that_claims_anything() {
    let machine = SeeDocument { host: samples::z170().host, ..SeeDocument::default() };
    let run =
        RunDocument { machine, predictions: Vec::new(), findings: Vec::new(), ..samples::run() };
    let picture = drawn(&run);
    assert!(picture.contains("Attachment of these drives unknown"), "{picture}");
    let html = html(&page::report(&run, &[], &english()), &run);
    for wrong in ["contention between", "Every drive reaches its own speed"] {
        assert!(!picture.contains(wrong), "{wrong}: {picture}");
        assert!(!without_document(&html).contains(wrong), "{wrong}");
    }
    assert!(!without_document(&html).contains("class=\"flows"), "nothing to draw");
}
