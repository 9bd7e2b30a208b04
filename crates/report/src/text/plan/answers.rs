//! Arrays, and whether the machine starts: yes, no, not known or contradicted, and why.

use narrows_messages::{Message, Speaker};
use narrows_record::plan::{Answer, Placed, Reason};

use crate::clean::clean;
use crate::layout::{Ink, Page};

/// Reasons of one answer that are shown; the document has them all.
const MOST_REASONS: usize = 4;

pub(super) fn arrays(page: &mut Page, best: &Placed, speaker: &Speaker) {
    if best.arrays.is_empty() {
        return;
    }
    page.heading(&speaker.text("plan-heading-arrays"));
    for array in &best.arrays {
        let members: Vec<String> = array.members.iter().map(|id| clean(id)).collect();
        let message = match &array.means {
            Some(means) => Message::new("plan-array-by").with("means", clean(means)),
            None => Message::new("plan-array-by-none"),
        };
        let message = message.with("array", clean(&array.id)).with("members", members.join(" + "));
        page.paragraph("• ", &speaker.say(&message), Ink::Plain);
    }
}

pub(super) fn answers(page: &mut Page, answers: &[Answer], speaker: &Speaker) {
    if answers.is_empty() {
        return;
    }
    page.heading(&speaker.text("plan-heading-answers"));
    for answer in answers {
        self::answer(page, answer, speaker);
    }
}

fn answer(page: &mut Page, answer: &Answer, speaker: &Speaker) {
    let ink = match answer.verdict.as_str() {
        "yes" => Ink::Good,
        _ => Ink::Alarm,
    };
    let verdict = verdict(&answer.verdict, speaker);
    let said = Message::new("plan-question").with("question", clean(&answer.question));
    page.paragraph("• ", &speaker.say(&said.with("verdict", verdict)), ink);
    if answer.as_set != answer.verdict {
        let as_set = self::verdict(&answer.as_set, speaker);
        let said = Message::new("plan-as-set").with("verdict", as_set);
        page.paragraph("  ", &speaker.say(&said), Ink::Plain);
    }
    for what in &answer.set {
        let said = Message::new("plan-to-set").with("what", clean(what));
        page.paragraph("  → ", &speaker.say(&said), Ink::Strong);
    }
    for reason in answer.reasons.iter().take(MOST_REASONS) {
        self::reason(page, reason, speaker);
    }
    super::super::more(page, answer.reasons.len().saturating_sub(MOST_REASONS), speaker);
    for what in &answer.settle {
        let said = Message::new("plan-settle").with("what", clean(what));
        page.paragraph("  ", &speaker.say(&said), Ink::Plain);
    }
}

fn reason(page: &mut Page, reason: &Reason, speaker: &Speaker) {
    page.paragraph("  – ", &clean(&reason.text), Ink::Plain);
    if reason.sources.is_empty() {
        return;
    }
    let sources: Vec<String> = reason.sources.iter().map(|source| clean(source)).collect();
    let said = Message::new("plan-rests-on").with("sources", sources.join("; "));
    let said = said.with("confidence", clean(&reason.confidence));
    page.paragraph("    ", &speaker.say(&said), Ink::Faint);
}

fn verdict(word: &str, speaker: &Speaker) -> String {
    speaker.text(match word {
        "yes" => "plan-answer-yes",
        "no" => "plan-answer-no",
        "contradicted" => "plan-answer-contradicted",
        _ => "plan-answer-not-known",
    })
}
