//! Arrays, and whether the machine starts: yes, no, not known or contradicted, and why.

use std::collections::BTreeSet;

use narrows_messages::{DocumentText, Localizer, Message, drive_names};
use narrows_record::plan::{AnswerReason, AnswerVerdict, FirmwareAnswer, PlanArrangement};
use narrows_record::see::EvidenceBasis;

use crate::block::{CellInk, Page};
use crate::clean::clean;
use crate::words;

/// Reasons of one answer that are shown; the document has them all.
const MOST_REASONS: usize = 4;

const MOST_MEMBERS: usize = 4;

pub(super) fn arrays(page: &mut Page, best: &PlanArrangement, localizer: &Localizer) {
    if best.arrays.is_empty() {
        return;
    }
    page.heading(&localizer.text("plan-heading-arrays"));
    for array in &best.arrays {
        let members: Vec<String> = array.members.iter().map(|id| clean(id)).collect();
        let members = match members.len() {
            0..=MOST_MEMBERS => members.join(" + "),
            _ => drive_names(&members),
        };
        let message = match &array.engine {
            Some(means) => Message::new("plan-array-by").with("means", clean(means)),
            None => Message::new("plan-array-by-none"),
        };
        let message = message.with("array", clean(&array.id)).with("members", members);
        let mut text = localizer.say(&message);
        if let Some(usable) = array.usable_tb {
            let lost = usize::try_from(array.may_fail).unwrap_or(usize::MAX);
            let size = Message::new("plan-array-size").with("usable", format!("{usable:.1}"));
            text.push_str(&localizer.say(&size.count("lost", lost)));
        }
        page.paragraph("• ", &text, CellInk::Plain);
    }
}

pub(super) fn answers(page: &mut Page, answers: &[FirmwareAnswer], localizer: &Localizer) {
    if answers.is_empty() {
        return;
    }
    page.heading(&localizer.text("plan-heading-answers"));
    let mut shown = BTreeSet::new();
    for answer in answers {
        self::answer(page, answer, &mut shown, localizer);
    }
}

/// Texts that an earlier answer has `shown` are not repeated.
fn answer<'a>(
    page: &mut Page,
    answer: &'a FirmwareAnswer,
    shown: &mut BTreeSet<&'a DocumentText>,
    localizer: &Localizer,
) {
    heading(page, answer, localizer);
    let set: Vec<&DocumentText> = answer.set.iter().filter(|what| shown.insert(what)).collect();
    let reasons: Vec<&AnswerReason> =
        answer.reasons.iter().filter(|reason| !shown.contains(&reason.text)).collect();
    let to_set = |page: &mut Page| {
        for what in &set {
            let what = words::sentence(what, localizer);
            let message = Message::new("plan-to-set").with("what", what);
            page.paragraph("  → ", &localizer.say(&message), CellInk::Strong);
        }
    };
    // What is to be set matters first where that is all; else what stands against it.
    let is_settled = answer.verdict == AnswerVerdict::Yes;
    if is_settled {
        to_set(page);
    }
    for reason in reasons.iter().take(MOST_REASONS) {
        self::reason(page, reason, localizer);
        shown.insert(&reason.text);
    }
    super::super::more(page, reasons.len().saturating_sub(MOST_REASONS), localizer);
    if set.len() + reasons.len() < answer.set.len() + answer.reasons.len() {
        page.paragraph("  ", &localizer.text("plan-as-above"), CellInk::Faint);
    }
    let settle = |page: &mut Page| {
        for what in &answer.settle {
            let what = words::sentence(what, localizer);
            let message = Message::new("plan-settle").with("what", what);
            page.paragraph("  ", &localizer.say(&message), CellInk::Plain);
        }
    };
    // What is known to work need not be tried first.
    if is_settled {
        page.detail(settle);
    } else {
        settle(page);
        to_set(page);
    }
}

fn heading(page: &mut Page, answer: &FirmwareAnswer, localizer: &Localizer) {
    let ink = match answer.verdict {
        AnswerVerdict::Yes => CellInk::Good,
        _ => CellInk::Alarm,
    };
    let id = if answer.as_set == answer.verdict { "plan-question" } else { "plan-question-set" };
    let message = Message::new(id)
        .with("question", words::sentence(&answer.question, localizer))
        .with("verdict", verdict(&answer.verdict, localizer))
        .with("now", verdict(&answer.as_set, localizer));
    page.paragraph("• ", &localizer.say(&message), ink);
}

fn reason(page: &mut Page, reason: &AnswerReason, localizer: &Localizer) {
    let text = words::sentence(&reason.text, localizer);
    let is_assumed = reason.holds == AnswerVerdict::Yes
        && reason.basis == EvidenceBasis::Assumed
        && !reason.sources.is_empty();
    let text = match is_assumed {
        true => localizer.say(&Message::new("plan-reason-assumed").with("reason", text)),
        false => text,
    };
    page.paragraph("  – ", &text, CellInk::Plain);
    if reason.sources.is_empty() {
        return;
    }
    let sources: Vec<String> = reason.sources.iter().map(|source| clean(source)).collect();
    let message = Message::new("plan-rests-on").with("sources", sources.join("; "));
    let message = message.with("confidence", words::confidence(&reason.confidence, localizer));
    page.detail(|page| {
        page.paragraph("    ", &localizer.say(&message), CellInk::Faint);
    });
}

fn verdict(word: &AnswerVerdict, localizer: &Localizer) -> String {
    localizer.text(match word {
        AnswerVerdict::Yes => "plan-answer-yes",
        AnswerVerdict::No => "plan-answer-no",
        AnswerVerdict::Contradicted => "plan-answer-contradicted",
        _ => "plan-answer-not-known",
    })
}
