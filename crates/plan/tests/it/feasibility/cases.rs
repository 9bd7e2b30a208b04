//! Every case: the observations, and the answers of the rules.

use std::collections::BTreeSet;

use narrows_messages::Language;
use narrows_messages::Localizer;
use narrows_plan::feasibility::{FeasibilityAnswer, FeasibilityVerdict};

use super::case::{self, Case, Request};

#[test]
fn every_case_is_answered_as_written() {
    let mut wrong = Vec::new();
    for case in case::all() {
        let situation = case.situation();
        for request in &case.asks {
            for answer in request.answers(&situation) {
                wrong.extend(compare(&case, request, &answer));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn compare(case: &Case, request: &Request, answer: &FeasibilityAnswer) -> Option<String> {
    let got = (answer.verdict.word(), answer.as_set.word());
    let as_written = got == (request.verdict.as_str(), request.as_set.as_str());
    (!as_written).then(|| {
        let localizer = Localizer::new(Language::English);
        let why: Vec<String> = answer.reasons.iter().map(|it| localizer.say(&it.says)).collect();
        format!(
            "{} {}: {got:?}, saw \"{}\"; {}",
            case.id,
            request.question,
            case.saw,
            why.join(" ")
        )
    })
}

/// The expected answers themselves contradict no observation: a setup that worked can work and is
/// not denied as it was set, one that did not work is not promised as it was set.
#[test]
fn no_answer_denies_what_somebody_saw() {
    for case in case::all() {
        for request in &case.asks {
            match request.observed {
                Some(true) if request.question != "installer-takes" => {
                    assert_eq!(request.verdict, "yes", "{} {}", case.id, request.question);
                    assert_ne!(request.as_set, "no", "{} {}", case.id, request.question);
                }
                Some(false) => {
                    assert_ne!(request.as_set, "yes", "{} {}", case.id, request.question)
                }
                _ => {}
            }
        }
    }
}

#[test]
fn there_are_32_cases_each_with_a_source_and_how_it_knows() {
    let cases = case::all();
    let ids: BTreeSet<&str> = cases.iter().map(|case| case.id.as_str()).collect();
    assert_eq!(ids.len(), 32);
    for case in &cases {
        assert!(!case.source.is_empty() && !case.status.is_empty() && !case.asks.is_empty());
    }
}

/// A yes always has a reason, a yes that needs a setting names it, an open answer names what would
/// settle it.
#[test]
fn every_answer_says_why_what_to_set_and_what_would_settle_it() {
    for case in case::all() {
        let situation = case.situation();
        for request in &case.asks {
            for answer in request.answers(&situation) {
                let place = format!("{} {}", case.id, request.question);
                assert!(!answer.reasons.is_empty(), "{place}");
                if answer.verdict == FeasibilityVerdict::Yes
                    && answer.as_set != FeasibilityVerdict::Yes
                {
                    assert!(!answer.set.is_empty(), "{place}");
                }
                if matches!(
                    answer.verdict,
                    FeasibilityVerdict::NotKnown | FeasibilityVerdict::Contradicted
                ) {
                    let by_trying = request.question == "installer-takes";
                    assert!(by_trying || !answer.settle.is_empty(), "{place}");
                }
                assert!(!request.unsettled || !answer.settle.is_empty(), "{place}");
            }
        }
    }
}

#[test]
fn remapping_takes_the_ports_that_somebody_saw_go() {
    for case in case::all() {
        if let Some(kept) = &case.ports_kept {
            assert_eq!(&case.situation().ports_left().unwrap().kept, kept, "{}", case.id);
        }
    }
}

/// The machine's own evidence takes precedence over documentation of such boards, and the
/// difference stays visible.
#[test]
fn a_driver_added_to_the_firmware_is_seen_before_the_boards_class() {
    let case = case::all().into_iter().find(|case| case.id == "T01").unwrap();
    let mut situation = case.situation();
    assert_eq!(situation.starts(&situation.drives[0]).verdict, FeasibilityVerdict::No);
    let evidence = narrows_plan::feasibility::FactEvidence::observed("a module in the firmware");
    situation.board.own_driver.add(true, evidence);
    let answer = situation.starts(&situation.drives[0]);
    assert_eq!(answer.verdict, FeasibilityVerdict::Yes);
    let reason = answer.reasons.iter().find(|reason| reason.rule == "own-driver").unwrap();
    assert!(reason.overruled.iter().any(|word| word.evidence.source.contains("write-up 003")));
}

/// Answers that require a look at the machine: whether a compatibility module stays off depends on
/// the graphics card, and the catalogue has no word for a board that switches its own on again.
const SEEN_ONLY: [(&str, &str); 2] = [("T04", "csm-off"), ("T18", "csm-off")];

/// The catalogue alone gives the same verdict as an observation on one of its boards: for a user
/// who has not built the machine yet, and who names no system, if any will do.
#[test]
fn the_catalogue_alone_answers_what_was_seen_on_its_boards() {
    let mut other = Vec::new();
    for case in case::all().iter().filter(|case| case.is_of_a_board()) {
        for situation in [case.as_catalogued(true), case.as_catalogued(false)] {
            for request in case.asks.iter().filter(|request| request.observed.is_some()) {
                let answers = request.answers(&situation);
                let differs = answers.iter().any(|it| it.verdict.word() != request.verdict);
                if differs && !SEEN_ONLY.contains(&(&case.id, &request.question)) {
                    other.push(format!("{} {}: {answers:?}", case.id, request.question));
                }
            }
        }
    }
    assert!(other.is_empty(), "{}", other.join("\n"));
}
