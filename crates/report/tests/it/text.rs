//! Terminal pages as people see them.

use narrows_messages::{Language, Localizer};
use narrows_record::run::{RunDocument, TargetMeasurement};
use narrows_record::see::{AttachmentKind, SeeDocument, StorageRecord};
use narrows_report::{Style, page};
use unicode_width::UnicodeWidthStr;

use crate::samples::{self, english, text};

#[test]
fn a_machine_is_a_tree_with_links_and_what_they_carry() {
    insta::assert_snapshot!(text(&page::see(&samples::z170(), &english())));
}

/// Where there is no room for controllers without drives, drives and links keep their rows.
#[test]
fn on_a_full_screen_drives_and_rates_have_the_rows() {
    let with = |controllers: usize| {
        let mut see = samples::z170();
        see.storage.extend((0..controllers).map(|number| StorageRecord {
            id: format!("empty{number}"),
            attached_to: AttachmentKind::Chipset,
            ..StorageRecord::default()
        }));
        see
    };
    let brief = |see: &SeeDocument| {
        page::see(see, &english()).brief(&english(), &Style { width: 80, ..Style::default() })
    };
    let rates = |text: &str| text.matches("GB/s").count();
    let empty = |text: &str| text.matches("storage controller").count();
    let short = brief(&with(30));
    assert!(short.lines().count() <= 24 && empty(&short) == 0, "{short}");
    assert!(samples::z170().drives.iter().all(|drive| short.contains(&drive.id)), "{short}");
    assert_eq!(rates(&short), rates(&brief(&with(0))), "{short}");
    assert_eq!(empty(&text(&page::see(&with(30), &english()))), 30);
    // Where no drive is known, a controller may be what it is about.
    let without = SeeDocument { drives: Vec::new(), ..with(30) };
    assert!(empty(&brief(&without)) >= 30, "{}", brief(&without));
}

#[test]
fn a_run_begins_with_what_limits() {
    let page = text(&page::run(&samples::run(), &english()));
    let finding = page.find("share the chipset uplink").unwrap();
    assert!(finding < page.find("cpu0").unwrap(), "{page}");
    // 2312 + 2318 + 2240 + 1771 = 8641 and 1168 + 1181 + 1161 + 1770 = 5280 MB/s.
    insta::assert_snapshot!(page);
}

/// Notes on the figures: that they are medians, and what start times are relative to.
#[test]
fn repeats_and_starts_that_lie_apart_are_told() {
    let plain = text(&page::run(&samples::run(), &english()));
    assert!(plain.contains("of each other") && !plain.contains("repetitions"), "{plain}");
    let mut run = samples::run();
    let again = run.results.clone().into_iter().map(|row| TargetMeasurement { repeat: 2, ..row });
    run.results.extend(again);
    run.results
        .iter_mut()
        .filter(|row| row.set.as_str() == "all")
        .for_each(|row| row.asked.start_after_s = 0.5);
    let page = text(&page::run(&run, &english()));
    assert!(page.contains("Each result is the median of 2 repetitions."), "{page}");
    assert!(page.contains("of their scheduled times"), "{page}");
}

/// One empty line separates the page's subject from the machine, with and without findings.
#[test]
fn a_run_without_findings_has_no_gap() {
    let complete = samples::run();
    let silent = RunDocument { findings: Vec::new(), partial: false, ..samples::run() };
    for run in [complete, silent] {
        let page = text(&page::run(&run, &english()));
        assert!(!page.contains("\n\n\n"), "{page}");
    }
}

/// The parts below the figures: sets, courses, and anomalies of each result.
#[test]
fn a_run_shows_how_rates_went_and_what_happened() {
    let page = text(&page::run(&samples::course::run(), &english()));
    let figures = page.find("\nSEQ128K Q32T1 write").map(|at| &page[at + 1..]).unwrap();
    insta::assert_snapshot!(figures);
}

#[test]
fn a_prediction_names_limit_and_next_limit() {
    insta::assert_snapshot!(text(&page::predict(&samples::predict(), &english())));
}

#[test]
fn the_casebook_sets_published_beside_predicted() {
    let page = text(&page::casebook(&samples::casebook(), &english()));
    let table = page.find("Checked").map(|at| &page[at..]).unwrap();
    insta::assert_snapshot!(table);
}

#[test]
fn findings_come_gravest_first_with_advice() {
    let page = text(&page::check(&samples::check(), &english()));
    let at = |words: &str| page.find(words).unwrap();
    assert!(at("Wear") < at("x2 of x4") && at("x2 of x4") < at("bfq"), "{page}");
    assert!(page.contains("→ Replace the drive."), "{page}");
    let nothing = narrows_record::check::CheckDocument { findings: Vec::new(), ..samples::check() };
    assert!(text(&page::check(&nothing, &english())).contains("No problems found."));
}

#[test]
fn no_line_is_wider_than_the_page_in_either_language() {
    for language in Language::ALL {
        let localizer = Localizer::new(language);
        for width in [80, 100, 132] {
            let style = Style { width, ..Style::default() };
            let pages = [
                page::see(&samples::z170(), &localizer).text(&localizer, &style),
                page::see(&samples::server(4), &localizer).text(&localizer, &style),
                page::run(&samples::run(), &localizer).text(&localizer, &style),
                page::run(&samples::course::run(), &localizer).text(&localizer, &style),
                page::predict(&samples::predict(), &localizer).text(&localizer, &style),
                page::casebook(&samples::casebook(), &localizer).text(&localizer, &style),
                page::check(&samples::check(), &localizer).text(&localizer, &style),
            ];
            for line in pages.iter().flat_map(|page| page.lines()) {
                assert!(line.width() <= width, "{} > {width}: {line}", line.width());
            }
        }
    }
}

#[test]
fn without_unicode_an_english_page_is_ascii_and_as_wide() {
    for run in [samples::run(), samples::course::run()] {
        let drawn = text(&page::run(&run, &english()));
        let style = Style { unicode: false, ..Style::default() };
        let plain = page::run(&run, &english()).text(&english(), &style);
        assert!(plain.is_ascii(), "{plain}");
        for (drawn, plain) in drawn.lines().zip(plain.lines()) {
            assert_eq!(drawn.width(), plain.width(), "{plain}");
        }
    }
}

#[test]
fn colour_only_adds_to_what_the_page_says() {
    let style = Style { colour: true, ..Style::default() };
    let mut coloured = page::run(&samples::course::run(), &english()).text(&english(), &style);
    for code in ["\x1b[0m", "\x1b[1m", "\x1b[2m", "\x1b[1;33m", "\x1b[32m"] {
        coloured = coloured.replace(code, "");
    }
    assert_eq!(coloured, text(&page::run(&samples::course::run(), &english())));
}

#[test]
fn escape_sequences_in_names_reach_no_terminal() {
    let mut see = samples::z170();
    for text in [&mut see.source, &mut see.drives[2].id] {
        text.push_str("\x1b]0;owned\x07");
    }
    see.ports[1].kind = format!("{}\x1b]0;owned\x07", see.ports[1].kind).into();
    see.drives[3].model = Some("a\x1b[2Jb\nc".into());
    see.host.board = Some("x\x1b[31m".into());
    see.notes[0].text = "\x1b[31mred".into();
    let page = text(&page::see(&see, &english()));
    assert!(!page.contains('\x1b') && page.contains("a?[2Jb?c"), "{page}");
}

/// Cyclic parents and a chain deeper than any bus can be must neither hang nor overflow.
#[test]
fn damaged_documents_are_drawn_as_far_as_they_go() {
    let mut see = samples::virtual_machine();
    see.ports.push(samples::port("a", "switch", Some("b")));
    see.ports.push(samples::port("b", "switch", Some("a")));
    for n in 0..10_000 {
        let parent = if n == 0 { "cpu0".to_owned() } else { format!("p{}", n - 1) };
        see.ports.push(samples::port(&format!("p{n}"), "bridge", Some(&parent)));
    }
    assert!(text(&page::see(&see, &english())).contains("vda"));
    see.ports.clear();
    assert!(text(&page::see(&see, &english())).contains("vda"));
}
