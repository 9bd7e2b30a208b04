//! From an answer about starting or RAID to the document.

use narrows_messages::{Localizer, Message};
use narrows_plan::feasibility::{self, Verdict};

use super::{Answer, Reason};
use crate::from_topology::basis;

impl Answer {
    /// The wire form, its sentences said by `localizer`.
    pub(crate) fn of(
        answer: &feasibility::Answer,
        question: String,
        localizer: &Localizer,
    ) -> Self {
        let say = |messages: &[Message]| messages.iter().map(|it| localizer.say(it)).collect();
        Self {
            question,
            verdict: answer.verdict.word().into(),
            as_set: answer.as_set.word().into(),
            reasons: told(answer).map(|it| Reason::of(it, localizer)).collect(),
            set: say(&answer.set),
            settle: say(&answer.settle),
        }
    }
}

/// The reasons that decide it. Settings that nobody named are to be set, and no reasons for a Yes.
fn told(answer: &feasibility::Answer) -> Box<dyn Iterator<Item = &feasibility::Reason> + '_> {
    match answer.verdict {
        Verdict::Yes => {
            Box::new(answer.reasons.iter().filter(|reason| reason.holds != Verdict::NotKnown))
        }
        _ => Box::new(answer.deciding()),
    }
}

impl Reason {
    fn of(reason: &feasibility::Reason, localizer: &Localizer) -> Self {
        let words = reason.rests_on.iter().map(|word| &word.evidence);
        let evidence = words.chain(&reason.rule_source);
        let mut sources: Vec<String> = Vec::new();
        for evidence in evidence.filter(|evidence| !evidence.source.is_empty()) {
            if !sources.contains(&evidence.source) {
                sources.push(evidence.source.clone());
            }
        }
        Self {
            rule: reason.rule.to_owned(),
            text: localizer.say(&reason.says),
            holds: reason.holds.word().into(),
            basis: basis(reason.basis()),
            confidence: reason.confidence().to_string(),
            sources,
        }
    }
}
