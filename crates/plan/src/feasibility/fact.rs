//! A fact about one thing: every reading of it with its source.
//!
//! The running machine's reading overrides the catalogue's, the catalogue's a conclusion; among
//! equals the more trusted one. Readings of the same rank that differ are kept as a contradiction.

use narrows_catalog::Confidence;
use narrows_topology::FactBasis;

use super::answer::FeasibilityVerdict;

/// Where a reading comes from and how far it is to be trusted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FactEvidence {
    pub basis: FactBasis,
    pub confidence: Confidence,
    /// Its origin, for people.
    pub source: String,
}

impl FactEvidence {
    /// Seen on the machine that the question is about.
    pub fn observed(source: impl Into<String>) -> Self {
        Self { basis: FactBasis::Observed, confidence: Confidence::High, source: source.into() }
    }

    /// A page, manual or report says so.
    pub fn documented(source: impl Into<String>, confidence: Confidence) -> Self {
        Self { basis: FactBasis::Documented, confidence, source: source.into() }
    }

    /// Concluded from other facts.
    pub fn inferred(source: impl Into<String>, confidence: Confidence) -> Self {
        Self { basis: FactBasis::Inferred, confidence, source: source.into() }
    }

    /// Whether no more questions are needed: observed, or documented by sources that agree.
    pub fn is_firm(&self) -> bool {
        self.basis >= FactBasis::Documented && self.confidence == Confidence::High
    }

    /// The verdict that this evidence supports: a Yes needs a source, and memory alone is none.
    fn bears(&self, says: FeasibilityVerdict) -> FeasibilityVerdict {
        // So the catalogue marks facts that were written without a source at hand.
        let is_memory =
            |part: &str| part.starts_with("general knowledge") || part.contains("from memory");
        let is_weak = self.confidence == Confidence::Low && self.basis < FactBasis::Observed;
        let is_remembered = is_weak && self.source.split("; ").all(is_memory);
        if says == FeasibilityVerdict::Yes && is_remembered {
            FeasibilityVerdict::NotKnown
        } else {
            says
        }
    }

    fn standing(&self) -> (FactBasis, Confidence) {
        (self.basis, self.confidence)
    }
}

/// A fact about one thing; unknown, if it has no reading.
#[derive(Clone, Debug, PartialEq)]
pub struct SourcedFact<T> {
    readings: Vec<(T, FactEvidence)>,
}

impl<T> Default for SourcedFact<T> {
    fn default() -> Self {
        Self::UNKNOWN
    }
}

impl<T> SourcedFact<T> {
    pub const UNKNOWN: Self = Self { readings: Vec::new() };

    pub fn new(value: T, evidence: FactEvidence) -> Self {
        Self { readings: vec![(value, evidence)] }
    }

    /// Seen on the machine that the question is about.
    pub fn observed(value: T) -> Self {
        Self::new(value, FactEvidence::observed("this machine"))
    }

    /// Another reading of the same thing.
    pub fn add(&mut self, value: T, evidence: FactEvidence) {
        self.readings.push((value, evidence));
    }

    /// All readings of another fact about the same thing, too; each once.
    pub fn and(mut self, other: Self) -> Self
    where
        T: PartialEq,
    {
        for reading in other.readings {
            if !self.readings.contains(&reading) {
                self.readings.push(reading);
            }
        }
        self
    }

    /// Whether there is no reading.
    pub fn is_unknown(&self) -> bool {
        self.readings.is_empty()
    }

    /// The value, if the readings that count agree on it.
    pub fn value(&self) -> Option<&T>
    where
        T: PartialEq,
    {
        let best = self.readings.iter().map(|(_, evidence)| evidence.standing()).max()?;
        let mut top = self.readings.iter().filter(|(_, evidence)| evidence.standing() == best);
        let (first, _) = top.next()?;
        top.all(|(value, _)| value == first).then_some(first)
    }

    /// The meaning of the readings for another thing by definition, as firm as they are themselves.
    pub(crate) fn implies<U>(&self, means: impl Fn(&T) -> U) -> SourcedFact<U> {
        let reading = |(value, evidence): &(T, FactEvidence)| (means(value), evidence.clone());
        SourcedFact { readings: self.readings.iter().map(reading).collect() }
    }

    /// Conclusions from the readings about another thing; they are weaker than readings.
    pub(crate) fn infer<U>(&self, follows: impl Fn(&T) -> Option<U>) -> SourcedFact<U> {
        let conclude = |(value, evidence): &(T, FactEvidence)| {
            let basis = evidence.basis.min(FactBasis::Inferred);
            Some((follows(value)?, FactEvidence { basis, ..evidence.clone() }))
        };
        SourcedFact { readings: self.readings.iter().filter_map(conclude).collect() }
    }

    /// The answer of the readings to a question about the value.
    pub(crate) fn query(&self, test: impl Fn(&T) -> FeasibilityVerdict) -> FactAnswer {
        let Some(best) = self.readings.iter().map(|(_, evidence)| evidence.standing()).max() else {
            return FactAnswer::concluded(FeasibilityVerdict::NotKnown);
        };
        let (top, rest): (Vec<_>, Vec<_>) =
            self.readings.iter().partition(|(_, evidence)| evidence.standing() == best);
        let word = |(value, evidence): &(T, FactEvidence)| SourceVerdict {
            says: evidence.bears(test(value)),
            evidence: evidence.clone(),
        };
        let rests_on: Vec<SourceVerdict> = top.into_iter().map(word).collect();
        // The joint verdict of readings of one standing.
        let mut says = rests_on.iter().map(|word| word.says);
        let first = says.next().unwrap_or(FeasibilityVerdict::NotKnown);
        let says =
            says.fold(
                first,
                |so_far, next| if so_far == next { next } else { FeasibilityVerdict::Contradicted },
            );
        let overruled = rest.into_iter().map(word).filter(|word| word.says != says).collect();
        FactAnswer { says, rests_on, overruled }
    }
}

/// One source's answer to a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceVerdict {
    pub says: FeasibilityVerdict,
    pub evidence: FactEvidence,
}

/// A fact's answer to a question.
pub(crate) struct FactAnswer {
    pub says: FeasibilityVerdict,
    pub rests_on: Vec<SourceVerdict>,
    /// Weaker readings that say otherwise.
    pub overruled: Vec<SourceVerdict>,
}

impl FactAnswer {
    /// An answer from the question itself.
    pub fn concluded(says: FeasibilityVerdict) -> Self {
        Self { says, rests_on: Vec::new(), overruled: Vec::new() }
    }

    /// An answer from one source.
    pub fn by(evidence: FactEvidence, says: FeasibilityVerdict) -> Self {
        Self { says, rests_on: vec![SourceVerdict { says, evidence }], overruled: Vec::new() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn yes(value: &bool) -> FeasibilityVerdict {
        FeasibilityVerdict::from(*value)
    }

    #[test]
    fn what_is_seen_beats_what_is_written_and_the_difference_stays() {
        let mut fact =
            SourcedFact::new(true, FactEvidence::documented("a manual", Confidence::High));
        fact.add(false, FactEvidence::observed("here"));
        let answer = fact.query(yes);
        assert_eq!(answer.says, FeasibilityVerdict::No);
        assert_eq!(answer.overruled[0].evidence.source, "a manual");
    }

    #[test]
    fn equals_that_differ_contradict_each_other_until_something_stronger_decides() {
        let medium = |source| FactEvidence::documented(source, Confidence::Medium);
        let mut fact = SourcedFact::new(true, medium("a menu"));
        fact.add(false, medium("the maker"));
        assert_eq!(fact.query(yes).says, FeasibilityVerdict::Contradicted);
        fact.add(true, FactEvidence::documented("a user who tried", Confidence::High));
        assert_eq!(fact.query(yes).says, FeasibilityVerdict::Yes);
    }

    #[test]
    fn what_is_only_remembered_is_no_yes() {
        let low = |value| {
            SourcedFact::new(value, FactEvidence::documented("general knowledge", Confidence::Low))
        };
        assert_eq!(low(true).query(yes).says, FeasibilityVerdict::NotKnown);
        assert_eq!(low(false).query(yes).says, FeasibilityVerdict::No);
        let weak = FactEvidence::documented("general knowledge; a report", Confidence::Low);
        assert_eq!(SourcedFact::new(true, weak).query(yes).says, FeasibilityVerdict::Yes);
        let mut fact = low(true);
        fact.add(true, FactEvidence::documented("a manual", Confidence::Medium));
        assert_eq!(fact.query(yes).says, FeasibilityVerdict::Yes);
    }

    #[test]
    fn without_a_reading_nothing_is_known() {
        assert_eq!(SourcedFact::<bool>::UNKNOWN.query(yes).says, FeasibilityVerdict::NotKnown);
    }
}
