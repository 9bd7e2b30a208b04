//! From an answer about starting or RAID to the document.

use narrows_catalog::board;
use narrows_messages::{DocumentText, Message, MessageValue, each_once};
use narrows_plan::feasibility::{self, FeasibilityVerdict};
use narrows_record::basis;
use narrows_record::plan::{AnswerReason, FirmwareAnswer};

/// The wire form.
pub(super) fn answer(
    answer: &feasibility::FeasibilityAnswer,
    question: DocumentText,
) -> FirmwareAnswer {
    if let Some(reason) = unknown_firmware(answer) {
        return of_unknown_firmware(answer, question, reason);
    }
    let texts = |messages: &[Message]| messages.iter().map(DocumentText::from).collect();
    // Of a board that is not known, one reason stands for all.
    let mut reasons: Vec<AnswerReason> = Vec::new();
    for row in told(answer).map(reason) {
        if reasons.iter().all(|other| other.text != row.text) {
            reasons.push(row);
        }
    }
    let mut settle: Vec<DocumentText> = texts(&answer.settle);
    settle.extend(lacks_driver(answer).then(|| Message::new("feasible-settle-loader").into()));
    FirmwareAnswer {
        question,
        verdict: answer.verdict.word().into(),
        as_set: answer.as_set.word().into(),
        reasons,
        set: texts(&answer.set),
        settle,
    }
}

/// The reason that is open because nothing at all is known of the firmware: neither a driver of its own nor which
/// option ROMs it runs.
fn unknown_firmware(
    answer: &feasibility::FeasibilityAnswer,
) -> Option<&feasibility::FeasibilityReason> {
    let is_open = |rule: &&str| {
        let mut rows = answer.deciding().filter(|reason| *reason.rule == **rule);
        rows.next().is_some_and(|reason| reason.rests_on.is_empty())
    };
    let is_unknown = answer.verdict == FeasibilityVerdict::NotKnown
        && ["own-driver", "runs-uefi-rom", "runs-legacy-rom"].iter().all(is_open);
    answer.deciding().find(|reason| is_unknown && reason.rule == "own-driver")
}

/// One reason in place of each fact that is open, and no settings that may not exist.
fn of_unknown_firmware(
    answer: &feasibility::FeasibilityAnswer,
    question: DocumentText,
    open: &feasibility::FeasibilityReason,
) -> FirmwareAnswer {
    let what = open.says.values().get("what").and_then(|what| match what {
        MessageValue::Text(what) => Some(what.as_str()),
        _ => None,
    });
    let is_board = |what: &&str| board::all().iter().any(|board| board.name == **what);
    let text = match what.filter(is_board) {
        Some(board) => Message::new("feasible-firmware-unknown").with("board", board),
        None => Message::new("feasible-no-board"),
    };
    let settle = ["feasible-settle-any-start", "feasible-settle-loader"];
    FirmwareAnswer {
        question,
        verdict: answer.verdict.word().into(),
        as_set: answer.as_set.word().into(),
        reasons: vec![AnswerReason { text: text.into(), ..reason(open) }],
        set: Vec::new(),
        settle: settle.map(|id| Message::new(id).into()).to_vec(),
    }
}

/// Whether the drive does not start, or may not, because the firmware may have no NVMe driver: then a boot loader
/// that has one helps.
fn lacks_driver(answer: &feasibility::FeasibilityAnswer) -> bool {
    answer.verdict != FeasibilityVerdict::Yes
        && answer
            .deciding()
            .any(|reason| reason.rule == "own-driver" && reason.holds != FeasibilityVerdict::Yes)
}

/// The reasons that decide it. Settings without a name are to be set, and no reasons for a Yes.
fn told(
    answer: &feasibility::FeasibilityAnswer,
) -> Box<dyn Iterator<Item = &feasibility::FeasibilityReason> + '_> {
    match answer.verdict {
        FeasibilityVerdict::Yes => Box::new(
            answer.reasons.iter().filter(|reason| reason.holds != FeasibilityVerdict::NotKnown),
        ),
        _ => Box::new(answer.deciding()),
    }
}

fn reason(reason: &feasibility::FeasibilityReason) -> AnswerReason {
    let words = reason.rests_on.iter().map(|word| &word.evidence);
    let evidence = words.chain(&reason.rule_source);
    let sources = evidence.map(|evidence| evidence.source.clone()).filter(|it| !it.is_empty());
    AnswerReason {
        rule: reason.rule.to_owned(),
        text: (&reason.says).into(),
        holds: reason.holds.word().into(),
        basis: basis(reason.basis()),
        confidence: reason.confidence().to_string(),
        sources: each_once(sources),
    }
}
