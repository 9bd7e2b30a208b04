use narrows_messages::{Language, Localizer};
use narrows_record::plan_beyond::{
    EngineOption, EngineStatement, PurchaseAdvice, PurchaseOfferRecord, RankedBoard, SlotFilling,
    SlotPlacement,
};

use crate::Style;
use crate::block::Page;
use crate::layout::width;

const WIDTHS: [usize; 3] = [50, 80, 120];

fn shown(columns: usize, language: Language, write: impl Fn(&mut Page, &Localizer)) -> String {
    let style = Style { width: columns, ..Style::default() };
    let (mut page, localizer) = (Page::default(), Localizer::new(language));
    write(&mut page, &localizer);
    page.text(&localizer, &style)
}

/// Everything fits, whatever the width and language.
fn fits(write: impl Fn(&mut Page, &Localizer) + Copy) {
    for language in Language::ALL {
        for columns in WIDTHS {
            let text = shown(columns, language, write);
            let widest = text.lines().map(width).max().unwrap_or(0);
            assert!(widest <= columns, "{widest} of {columns}:\n{text}");
        }
    }
}

fn board(name: &str) -> RankedBoard {
    RankedBoard {
        board: Some(name.to_lowercase()),
        name: name.to_owned(),
        possible: true,
        scores: vec![4400.0, 1364.0],
        part_of_best: Some(1.0),
        price: Some(150.0),
        exact: Some(true),
        places: vec![SlotPlacement { device: "a".into(), slot: "PCIEX16".into() }],
        ..RankedBoard::default()
    }
}

fn boards() -> Vec<RankedBoard> {
    let near = RankedBoard { part_of_best: Some(0.97), cheapest_near_best: true, ..board("Near") };
    let not = RankedBoard {
        possible: false,
        scores: Vec::new(),
        part_of_best: None,
        why: vec!["gpu is to have eight lanes at least".into()],
        without: vec![5000.0],
        ..board("Not")
    };
    let open = RankedBoard {
        possible: false,
        open: true,
        narrow: vec!["gpu (x8 of x16)".into()],
        why: vec!["Look into the menu.".into()],
        ..board("Open")
    };
    let neither = RankedBoard { name: "Neither".into(), ..not.clone() };
    vec![board("Best"), near, open, not, neither]
}

#[test]
fn the_best_the_cheapest_and_why_not_are_said() {
    let write = |page: &mut Page, localizer: &Localizer| {
        super::boards(page, &boards(), &["sequential".into(), "random".into()], localizer);
    };
    let text = shown(120, Language::English, write);
    assert!(text.contains("Best board: Best (a → PCIEX16)."), "{text}");
    assert!(text.contains("Cheapest within 5 % of the best: Near, at 150."), "{text}");
    assert!(text.contains("eight lanes at least"), "{text}");
    assert!(text.contains("5000"), "{text}");
    assert!(text.contains("Open: unknown whether it meets all requirements."), "{text}");
    assert!(text.contains("gpu (x8 of x16)"), "{text}");
    // An objection to several boards is stated once.
    assert!(text.contains("Not, Neither: cannot meet all requirements"), "{text}");
    assert!(!text.contains("Best board: Not"), "{text}");
    fits(write);
}

#[test]
fn nothing_asked_shows_nothing() {
    let write = |page: &mut Page, localizer: &Localizer| {
        super::boards(page, &[], &[], localizer);
        super::means(page, &[], localizer);
    };
    assert_eq!(shown(80, Language::English, write).trim(), "");
}

/// A board that no board can be and no constraint is blamed for still gets its line.
#[test]
fn a_lone_board_without_reasons_is_said_plainly() {
    let not = RankedBoard { possible: false, scores: Vec::new(), ..board("Not") };
    let write = |page: &mut Page, localizer: &Localizer| {
        super::boards(page, std::slice::from_ref(&not), &["sequential".into()], localizer);
    };
    let text = shown(80, Language::English, write);
    assert!(text.contains("Not: cannot meet all requirements."), "{text}");
    assert!(!text.contains("Best board"), "{text}");
}

fn row(means: &str, made: Option<&str>) -> EngineOption {
    let statement = |text: &str| EngineStatement {
        is: vec![text.to_owned()],
        text: text.into(),
        note: None,
        source: vec!["a forum".into()],
        confidence: "high".into(),
    };
    EngineOption {
        engine: means.to_owned(),
        name: means.into(),
        levels: vec![0, 1],
        made: made.map(Into::into),
        starts: made.map(Into::into),
        why: vec!["The slot does not hang on the chipset.".into()],
        set: vec!["Set SATA to RAID.".into()],
        settle: vec!["Looking into the menu.".into()],
        at_most_mb_s: made.is_none().then_some(7175.0),
        tools: Some(statement("mdadm")),
        elsewhere: Some(statement("any Linux")),
        mixing: Some(statement("any slots")),
        extra: Some(statement("nothing")),
        ..EngineOption::default()
    }
}

#[test]
fn each_verdict_brings_the_sentence_that_helps() {
    let rows = [
        row("one", Some("yes")),
        row("two", Some("no")),
        row("three", Some("contradicted")),
        row("card", None),
    ];
    let write = |page: &mut Page, localizer: &Localizer| super::means(page, &rows, localizer);
    let text = shown(120, Language::English, write);
    assert!(text.contains("one requires settings: Set SATA to RAID."), "{text}");
    assert!(text.contains("two cannot build it: The slot"), "{text}");
    assert!(text.contains("three can build it. To check: Looking"), "{text}");
    assert!(text.contains("≤ 7175"), "{text}");
    let has_unknown = |line: &str| line.starts_with("one ") && line.contains(" unknown ");
    assert!(text.lines().any(has_unknown), "TRIM that is not mentioned: {text}");
    fits(write);
}

#[test]
fn what_adds_most_for_its_price_is_named() {
    let offer = |what: &str, possible, most| PurchaseOfferRecord {
        kind: "another".into(),
        what: what.into(),
        possible,
        scores: if possible { vec![6600.0] } else { Vec::new() },
        gain: possible.then_some(0.5),
        price: Some(149.5),
        per_price: possible.then_some(14.67),
        most_for_price: most,
        ..PurchaseOfferRecord::default()
    };
    let filling = SlotFilling {
        drives: vec!["a".into()],
        now_mb_s: 2000.0,
        place_mb_s: 3554.0,
        text: "The place gives more.".into(),
        ..SlotFilling::default()
    };
    let buying = PurchaseAdvice {
        unit: "MB/s".into(),
        now: 4400.0,
        offers: vec![offer("one more", true, true), offer("elsewhere", false, false)],
        fillings: vec![filling],
    };
    let write = |page: &mut Page, localizer: &Localizer| super::buying(page, &buying, localizer);
    let text = shown(120, Language::English, write);
    assert!(text.contains("Best value: one more."), "{text}");
    assert!(text.contains("+50.0 %") && text.contains("149.50"), "{text}");
    assert!(text.contains("not possible") && text.contains("The place gives more."), "{text}");
    fits(write);
}
