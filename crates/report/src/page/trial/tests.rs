use narrows_messages::Language;
use narrows_record::trial::TrialArray;

use super::*;
use crate::Style;

fn ran(place: TrialTarget, wall_s: f64) -> TrialRound {
    TrialRound {
        work: "copy\u{1b}[31m".to_owned(),
        place,
        repeat: 1,
        wall_s,
        user_s: 0.1,
        system_s: 0.2,
        read: 4 << 20,
        written: 1 << 30,
        mb_s: 700.0,
        exit: Some(0),
        steps: Vec::new(),
    }
}

fn sample() -> TrialDocument {
    let compared = TrialComparison {
        work: "copy".to_owned(),
        step: None,
        array_s: 1.0,
        alone_s: 1.9,
        times: 1.9,
        low: Some(1.8),
        high: Some(2.0),
        cores: Some(0.3),
    };
    TrialDocument {
        array: TrialArray {
            engine: "md".to_owned(),
            level: "raid0".to_owned(),
            chunk: Some(128 << 10),
            fs: "xfs".to_owned(),
            size: 2 << 30,
            alone: "sda".to_owned(),
            ..TrialArray::default()
        },
        rounds: vec![ran(TrialTarget::Array, 1.0), ran(TrialTarget::Alone, 1.9)],
        comparisons: vec![compared],
        ..TrialDocument::default()
    }
}

#[test]
fn both_places_and_the_ratio_are_shown_in_each_language() {
    for language in Language::ALL {
        let page = trial(&sample(), &Localizer::new(language))
            .text(&Localizer::new(language), &Style::default());
        for part in ["raid0", "128 KiB", "xfs", "1.90 (1.80–2.00)", "0.30", "sda"] {
            assert!(page.contains(part), "{part} is missing:\n{page}");
        }
        assert!(!page.contains('\u{1b}'), "control characters are harmless");
    }
}

#[test]
fn a_plan_can_be_pasted_into_a_shell() {
    let command = ["sh", "-c", "echo it's $HOME"].map(str::to_owned).to_vec();
    let plan = vec![TrialPlanStep { what: "something".into(), command }];
    let planned = TrialDocument { plan, ..TrialDocument::default() };
    let page = trial(&planned, &Localizer::new(Language::English))
        .text(&Localizer::new(Language::English), &Style::default());
    assert!(page.contains(r"sh -c 'echo it'\''s $HOME'"), "{page}");
}
