//! A cause before it is weighed against the others.

use narrows_messages::Message;
use narrows_record::predict::LimitKind;

use super::nature::Nature;
use super::weight::Clue;

/// Prior of what is in every machine: links, processors, controllers, the drive itself.
pub(super) const USUAL: f64 = 1.0;
/// Prior of what needs circumstances that most runs do not have.
pub(super) const RARE: f64 = 0.5;

/// The id of the explanation that others used the drives.
pub(super) const OTHERS: &str = "others";

/// The id of a link or controller that no topology shows.
pub(super) const UNSEEN: &str = "uplink:unseen";

/// An explanation.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Candidate {
    pub kind: LimitKind,
    /// Its id, unique among the causes of the same bottleneck.
    pub id: String,
    /// Its message.
    pub what: Message,
    /// Its prior weight.
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

    /// The prior times all evidence for and against, as if independent.
    pub fn weight(&self) -> f64 {
        self.prior * self.clues.iter().map(Clue::ratio).product::<f64>()
    }

    /// Whether a figure that it predicts is off by a factor.
    pub fn is_refuted(&self) -> bool {
        self.clues.iter().any(Clue::refutes)
    }
}
