//! Shared limits on the terminal page and in the report.

use narrows_record::explain::ExplainDocument;
use narrows_record::predict::{LimitRecord, LimitRecordKind};
use narrows_record::run::RunDocument;
use narrows_record::sharing::{
    CandidateLocation, CapacityAgreement, CapacityRange, CauseEvidence, CauseRemedy,
    DriveContradiction, ExperimentNeeds, ExperimentOutcome, ExperimentResult, PrivateLimit,
    SharedLimit, SharingCause, SharingExperiment, SharingRecord, UndecidedPoint,
};
use narrows_report::page;

use crate::samples::{self, english, html, text};

fn texts(names: &[&str]) -> Vec<String> {
    names.iter().map(|&name| name.to_owned()).collect()
}

fn around(value: f64) -> CapacityRange {
    CapacityRange { value, low: value * 0.98, high: value * 1.02 }
}

fn cause(
    kind: LimitRecordKind,
    id: &str,
    likelihood: f64,
    evidence: &[(&str, bool)],
) -> SharingCause {
    let evidence = evidence.iter().map(|(text, supports)| CauseEvidence {
        id: "clue".into(),
        text: (*text).into(),
        supports: *supports,
    });
    SharingCause {
        limit: Some(1),
        drive: None,
        kind,
        id: id.into(),
        also: Vec::new(),
        text: format!("It is {id}.").into(),
        likelihood,
        evidence: evidence.collect(),
        remedy: (kind == LimitRecordKind::Uplink).then(|| CauseRemedy {
            id: "remedy-plan".into(),
            text: "Move d.".into(),
            gain_mb_s: Some(2000.0),
        }),
    }
}

/// a and b inside a switch's uplink, with c and d under the chipset's.
fn limits() -> Vec<SharedLimit> {
    let inner = SharedLimit {
        drives: texts(&["a", "b"]),
        capacity_mb_s: around(1700.0),
        confidence: 0.93,
        cost_percent: 15.0,
        inside: Some(1),
        ..SharedLimit::default()
    };
    let uplink = samples::uplink_limit();
    let outer = SharedLimit {
        drives: texts(&["a", "b", "c", "d"]),
        capacity_mb_s: around(3500.0),
        confidence: 0.999,
        cost_percent: 45.0,
        inside: None,
        shares: vec![0.8, 0.8, 1.2, 1.2],
        place: Some(CandidateLocation {
            limit: uplink,
            agrees: CapacityAgreement::Agrees,
            others: texts(&["cpu0"]),
        }),
    };
    vec![inner, outer]
}

fn experiment() -> SharingExperiment {
    SharingExperiment {
        id: "held-pair".into(),
        text: "a beside b, held.".into(),
        limit: Some(1),
        drive: None,
        between: ["uplink".into(), "cpu".into()],
        cost_s: 3.0,
        predicted: vec![ExperimentOutcome {
            cause: "uplink".into(),
            mb_s: Some(2300.0),
            most_mb_s: None,
            text: "a: 2.30 GB/s if it is the uplink.".into(),
        }],
        command: Some("narrows measure a b --limit b=500MB/s".into()),
        needs: ExperimentNeeds::Nothing,
        ran: Some(ExperimentResult {
            mb_s: Some(2290.0),
            concluded: Some("uplink".into()),
            text: "It is the uplink.".into(),
        }),
    }
}

pub fn sharing() -> SharingRecord {
    SharingRecord {
        workload: "seq-read-128k-q32".into(),
        runs: 12,
        runs_most: 20,
        chosen: vec!["a+b-held".into()],
        noise_percent: 2.4,
        limits: limits(),
        private: vec![PrivateLimit {
            drive: "a".into(),
            capacity_mb_s: around(2300.0),
            limit: Some(LimitRecord {
                name: "the drive a itself".into(),
                ..samples::uplink_limit()
            }),
        }],
        undecided: vec![UndecidedPoint {
            id: "sharing-open-member".into(),
            drives: texts(&["c"]),
            run: texts(&["a", "c"]),
            text: "Whether c belongs to it is open.".into(),
        }],
        contradictions: ["a+b-held", "other"]
            .map(|set| DriveContradiction {
                id: "sharing-left-held".into(),
                drives: texts(&["a", "b"]),
                set: set.into(),
                text: format!("The figures of {set} were left out.").into(),
            })
            .to_vec(),
        causes: vec![
            cause(
                LimitRecordKind::Cpu,
                "cpu",
                0.12,
                &[("They share it.", true), ("Cores idle.", false)],
            ),
            cause(LimitRecordKind::Uplink, "uplink", 0.87, &[("They share it.", true)]),
            cause(LimitRecordKind::Unknown, "unknown", 0.01, &[]),
        ],
        experiments: vec![experiment()],
        ..SharingRecord::default()
    }
}

pub fn explain(sharing: SharingRecord) -> ExplainDocument {
    ExplainDocument {
        schema: "narrows.explain/1".into(),
        narrows: "0.1.0".into(),
        runs: vec!["20260301T101500Z-1f3a".into()],
        source: "this machine".into(),
        sharing: Some(sharing),
        ..ExplainDocument::default()
    }
}

fn page(sharing: SharingRecord) -> String {
    text(&page::explain(&explain(sharing), &english()))
}

#[test]
fn the_page_draws_limits_with_place_causes_and_what_is_open() {
    insta::assert_snapshot!(page(sharing()));
}

/// A foreign document may nest two limits inside each other, or in one that does not exist; each is
/// still reported once.
#[test]
fn limits_that_lie_in_each_other_are_told_once() {
    for inside in [[Some(1), Some(0)], [Some(0), Some(1)], [Some(7), None]] {
        let mut odd = sharing();
        odd.limits.iter_mut().zip(inside).for_each(|(limit, inside)| limit.inside = inside);
        let page = page(odd);
        assert_eq!(page.matches("a, b: 1.70 GB/s").count(), 1, "{inside:?}\n{page}");
        assert_eq!(page.matches("a, b, c, d: 3.50 GB/s").count(), 1, "{inside:?}\n{page}");
    }
}

#[test]
fn nothing_shared_is_said_and_what_is_not_known_yet_is_not_denied() {
    let none = SharingRecord { limits: Vec::new(), undecided: Vec::new(), ..sharing() };
    assert!(page(none).contains("a: no contention of 10 % or more."));
    let open = SharingRecord { limits: Vec::new(), ..sharing() };
    assert!(page(open).contains("no shared bottleneck found so far"));
}

#[test]
fn a_run_shows_the_same_in_its_report_and_on_its_page() {
    let run = RunDocument { sharing: Some(sharing()), ..samples::run() };
    let report = html(&page::report(&run, &[], &english()), &run);
    for words in
        ["Shared bottlenecks", "a, b, c, d", "It is uplink.", "Move d.", "It is the uplink."]
    {
        assert!(report.contains(words), "{words}");
    }
    let page = text(&page::run(&run, &english()));
    assert!(page.contains("● a, b, c, d: 3.50 GB/s"), "{page}");
    let plain = html(&page::report(&samples::run(), &[], &english()), &samples::run());
    assert!(!plain.contains("Shared bottlenecks"));
}

/// Names and sentences come from documents that strangers send.
#[test]
fn what_a_document_says_cannot_reach_terminal_or_page() {
    let mut odd = sharing();
    odd.limits[1].drives[0] = "\u{1b}[2J<script>".into();
    odd.causes[1].text = "<b>\u{202e}".into();
    let page = page(odd.clone());
    assert!(!page.contains('\u{1b}') && !page.contains('\u{202e}'));
    let run = RunDocument { sharing: Some(odd), ..samples::run() };
    assert!(!html(&page::report(&run, &[], &english()), &run).contains("<script>"));
}
