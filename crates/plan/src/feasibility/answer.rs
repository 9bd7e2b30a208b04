//! Answers: a verdict with its reasons, made of smaller ones.
//!
//! Every answer is two verdicts: one for the machine as it is set now, and one for the machine set
//! as the answer says. Partial answers are joined as in Kleene's logic with a fourth value for
//! contradictions, so that knowing more never turns a firm Yes into a No.

use narrows_catalog::{Confidence, raid};
use narrows_messages::Message;
use narrows_topology::FactBasis;

use super::fact::{FactAnswer, FactEvidence, SourceVerdict, SourcedFact};
use super::rules::FeasibilityRule;

/// Whether something is so.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum FeasibilityVerdict {
    /// It is not, whatever is not known yet.
    No,
    /// The known facts do not decide it.
    NotKnown,
    /// Sources of the same weight say both.
    Contradicted,
    /// It is, whatever is not known yet.
    Yes,
}

impl From<bool> for FeasibilityVerdict {
    fn from(holds: bool) -> Self {
        if holds { Self::Yes } else { Self::No }
    }
}

impl FeasibilityVerdict {
    /// As documents and messages spell it.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Yes => "yes",
            Self::No => "no",
            Self::NotKnown => "not-known",
            Self::Contradicted => "contradicted",
        }
    }

    fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::No, _) | (_, Self::No) => Self::No,
            (Self::Contradicted, _) | (_, Self::Contradicted) => Self::Contradicted,
            (Self::NotKnown, _) | (_, Self::NotKnown) => Self::NotKnown,
            (Self::Yes, Self::Yes) => Self::Yes,
        }
    }

    fn or(self, other: Self) -> Self {
        // The variants stand in this order: No loses to all, Yes wins.
        self.max(other)
    }
}

/// Why.
#[derive(Clone, Debug, PartialEq)]
pub struct FeasibilityReason {
    pub rule: &'static str,
    pub says: Message,
    /// Whether its condition is met as things are set now.
    pub holds: FeasibilityVerdict,
    /// The facts that it rests on, each with its verdict; both sides of a contradiction.
    pub rests_on: Vec<SourceVerdict>,
    /// Weaker readings of the facts that say otherwise.
    pub overruled: Vec<SourceVerdict>,
    pub rule_source: Option<FactEvidence>,
}

impl FeasibilityReason {
    /// The weakest basis of its facts.
    pub fn basis(&self) -> FactBasis {
        self.evidence().map(|evidence| evidence.basis).min().unwrap_or_default()
    }

    /// The lowest confidence of its facts.
    pub fn confidence(&self) -> Confidence {
        self.evidence().map(|evidence| evidence.confidence).min().unwrap_or(Confidence::Low)
    }

    fn evidence(&self) -> impl Iterator<Item = &FactEvidence> {
        self.rests_on.iter().map(|word| &word.evidence).chain(&self.rule_source)
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct FeasibilityAnswer {
    /// Whether it can be so, once everything in `set` is set.
    pub verdict: FeasibilityVerdict,
    /// Whether it is so under the settings known now.
    pub as_set: FeasibilityVerdict,
    /// The reasons that decide it.
    pub reasons: Vec<FeasibilityReason>,
    /// Settings or steps that make it so; empty if none are needed, or none would help.
    pub set: Vec<Message>,
    /// Steps to settle facts that are unknown, contradicted or weakly founded.
    pub settle: Vec<Message>,
}

impl FeasibilityAnswer {
    /// The reasons for the verdict as it is now: those against it, else the open ones, else all.
    pub fn deciding(&self) -> impl Iterator<Item = &FeasibilityReason> {
        let decides = |reason: &&FeasibilityReason| match self.as_set {
            FeasibilityVerdict::Yes => true,
            FeasibilityVerdict::No => reason.holds == FeasibilityVerdict::No,
            open => reason.holds == open,
        };
        self.reasons.iter().filter(decides)
    }

    /// The weakest basis of its reasons; assumed if there are none.
    pub fn basis(&self) -> FactBasis {
        self.reasons.iter().map(FeasibilityReason::basis).min().unwrap_or_default()
    }

    /// The lowest confidence of its reasons.
    pub fn confidence(&self) -> Confidence {
        self.reasons.iter().map(FeasibilityReason::confidence).min().unwrap_or(Confidence::Low)
    }

    /// A rule about a fact that no setting changes.
    pub(crate) fn fact<T, V: Into<FeasibilityVerdict>>(
        rule: &FeasibilityRule,
        what: &str,
        fact: &SourcedFact<T>,
        test: impl Fn(&T) -> V,
    ) -> Self {
        Self::by_rule(rule, what, fact.query(|value| test(value).into()))
    }

    /// The answer of a fact under a rule.
    pub(crate) fn by_rule(rule: &FeasibilityRule, what: &str, answer: FactAnswer) -> Self {
        let weak = !answer.rests_on.iter().all(|word| word.evidence.is_firm());
        let is_open =
            weak || !matches!(answer.says, FeasibilityVerdict::Yes | FeasibilityVerdict::No);
        let settle = rule.settle.filter(|_| is_open).map(|id| about(id, what));
        Self {
            verdict: answer.says,
            as_set: answer.says,
            reasons: vec![reason(rule, what, answer)],
            set: Vec::new(),
            settle: settle.into_iter().collect(),
        }
    }

    /// A rule about something that can be set or supplied.
    pub(crate) fn setting<T, V: Into<FeasibilityVerdict>>(
        rule: &FeasibilityRule,
        what: &str,
        fact: &SourcedFact<T>,
        test: impl Fn(&T) -> V,
    ) -> Self {
        let mut answer = Self::fact(rule, what, fact, test);
        // It can be set, whatever it is now, and then leaves no question open.
        answer.verdict = FeasibilityVerdict::Yes;
        answer.settle.clear();
        if answer.as_set != FeasibilityVerdict::Yes {
            answer.set.extend(rule.set.map(|id| about(id, what)));
        }
        answer
    }

    /// A rule that follows from the question itself.
    pub(crate) fn given(rule: &FeasibilityRule, what: &str, holds: FeasibilityVerdict) -> Self {
        Self::by_rule(rule, what, FactAnswer::concluded(holds))
    }

    /// All of these must hold.
    pub(crate) fn all(parts: Vec<Self>) -> Self {
        let fold = |of: fn(&Self) -> FeasibilityVerdict| {
            parts.iter().map(of).fold(FeasibilityVerdict::Yes, FeasibilityVerdict::and)
        };
        let (verdict, as_set) = (fold(|it| it.verdict), fold(|it| it.as_set));
        let decides = |part: &Self| {
            verdict != FeasibilityVerdict::No || part.verdict == FeasibilityVerdict::No
        };
        // A part that is a No has nothing to set, and only those are left of a No.
        Self::of(verdict, as_set, parts.into_iter().filter(decides))
    }

    /// One of these is enough: the best way if one is possible, all of them if none is.
    pub(crate) fn any(parts: Vec<Self>) -> Self {
        let fold = |of: fn(&Self) -> FeasibilityVerdict| {
            parts.iter().map(of).fold(FeasibilityVerdict::No, FeasibilityVerdict::or)
        };
        let (verdict, as_set) = (fold(|it| it.verdict), fold(|it| it.as_set));
        let ease = |way: &Self| (way.verdict, way.as_set, std::cmp::Reverse(way.set.len()));
        if verdict == FeasibilityVerdict::Yes {
            // The first of equals: ways are in the order in which people would try them.
            let best = parts.into_iter().rev().max_by_key(ease);
            return Self::of(verdict, as_set, best.into_iter());
        }
        let is_open =
            |way: &Self| verdict == FeasibilityVerdict::No || way.verdict != FeasibilityVerdict::No;
        Self::of(verdict, as_set, parts.into_iter().filter(is_open))
    }

    fn of(
        verdict: FeasibilityVerdict,
        as_set: FeasibilityVerdict,
        parts: impl Iterator<Item = Self>,
    ) -> Self {
        let (mut reasons, mut set, mut settle) = (Vec::new(), Vec::new(), Vec::new());
        for part in parts {
            append_new(&mut reasons, part.reasons);
            append_new(&mut set, part.set);
            append_new(&mut settle, part.settle);
        }
        Self { verdict, as_set, reasons, set, settle }
    }
}

fn append_new<T: PartialEq>(to: &mut Vec<T>, from: Vec<T>) {
    for item in from {
        if !to.contains(&item) {
            to.push(item);
        }
    }
}

/// The subject of a rule whose sentences name none.
pub(super) const NOTHING: &str = "-";

/// A message about a board, slot or drive; a machine whose board is not known has no name.
fn about(id: &'static str, what: &str) -> Message {
    match what {
        "" => Message::new(id).text("what", Message::new("feasible-this-machine")),
        named => Message::new(id).with("what", named),
    }
}

fn reason(rule: &FeasibilityRule, what: &str, answer: FactAnswer) -> FeasibilityReason {
    let says = match (what, answer.says) {
        ("", FeasibilityVerdict::NotKnown) => Message::new("feasible-board-unknown"),
        _ => about(rule.says, what).with("holds", answer.says.word()),
    };
    let evidence =
        |row: &raid::RuleSource| FactEvidence::documented(row.source.join("; "), row.confidence);
    FeasibilityReason {
        rule: rule.id,
        says,
        holds: answer.says,
        rests_on: answer.rests_on,
        overruled: answer.overruled,
        rule_source: raid::rule(rule.id).map(evidence),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [FeasibilityVerdict; 4] = [
        FeasibilityVerdict::No,
        FeasibilityVerdict::NotKnown,
        FeasibilityVerdict::Contradicted,
        FeasibilityVerdict::Yes,
    ];

    #[test]
    fn one_no_decides_all_and_one_yes_decides_any() {
        for other in ALL {
            assert_eq!(FeasibilityVerdict::No.and(other), FeasibilityVerdict::No);
            assert_eq!(FeasibilityVerdict::Yes.and(other), other);
            assert_eq!(FeasibilityVerdict::Yes.or(other), FeasibilityVerdict::Yes);
            assert_eq!(FeasibilityVerdict::No.or(other), other);
        }
        assert_eq!(
            FeasibilityVerdict::NotKnown.and(FeasibilityVerdict::Contradicted),
            FeasibilityVerdict::Contradicted
        );
    }

    /// De Morgan: "not all" is "any not".
    #[test]
    fn and_and_or_are_each_others_mirror() {
        let not = |it| match it {
            FeasibilityVerdict::No => FeasibilityVerdict::Yes,
            FeasibilityVerdict::Yes => FeasibilityVerdict::No,
            open => open,
        };
        for a in ALL {
            for b in ALL {
                assert_eq!(not(a.and(b)), not(a).or(not(b)));
            }
        }
    }
}
