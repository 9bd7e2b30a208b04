//! An explanation before it is weighed against the others.

use narrows_messages::Message;
use narrows_record::predict::LimitKind;

use super::nature::Nature;
use super::weight::Clue;

/// In every machine: links, processors, controllers, the drive itself.
pub(super) const USUAL: f64 = 1.0;
/// Takes a circumstance that most runs do not have.
pub(super) const RARE: f64 = 0.5;

/// The id of the explanation that others used the drives.
pub(super) const OTHERS: &str = "others";

/// An explanation.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Candidate {
    pub kind: LimitKind,
    /// Tells it from the other explanations of the same limit.
    pub id: String,
    /// In words.
    pub what: Message,
    /// Its weight before anything was looked at.
    pub prior: f64,
    pub nature: Nature,
    pub clues: Vec<Clue>,
}

impl Candidate {
    pub fn new(kind: LimitKind, id: impl Into<String>, what: Message, prior: f64) -> Self {
        let (id, clues) = (id.into(), Vec::new());
        Self { kind, id, what, prior, nature: Nature::Silent, clues }
    }

    #[must_use]
    pub fn of(mut self, nature: Nature) -> Self {
        self.nature = nature;
        self
    }

    #[must_use]
    pub fn with(mut self, clues: impl IntoIterator<Item = Clue>) -> Self {
        self.clues.extend(clues);
        self
    }

    /// Prior and all that speaks for and against it, as if each were seen for itself.
    pub fn weight(&self) -> f64 {
        self.prior * self.clues.iter().map(Clue::ratio).product::<f64>()
    }

    /// A figure that it foresees is off by a factor.
    pub fn is_refuted(&self) -> bool {
        self.clues.iter().any(Clue::refutes)
    }
}
