//! A cause before it is weighed against the others.

use narrows_messages::Message;
use narrows_record::predict::LimitRecordKind;

use super::nature::CapacityKind;
use super::weight::Clue;

/// How common such causes are among machines, relative to each other: the expectation of an
/// experienced person before any figure. Judged by how often the first cause is right (`cargo xtask
/// causes`).
pub mod prior {
    /// Most common limits, present in every machine: a link on the path, the drive itself.
    pub const USUAL: f64 = 1.0;
    /// A link or switch that the topology should show and does not.
    pub const HIDDEN: f64 = 0.15;
    /// The same where a location with exactly these drives is described.
    pub const HIDDEN_BESIDE: f64 = 0.03;
    /// A drive that is attached elsewhere than described.
    pub const ELSEWHERE: f64 = 0.1;
    /// A storage controller that moves less than its link: most do, and few datasheets say so.
    pub const CONTROLLER_CEILING: f64 = 0.3;
    /// A chipset or switch that moves less than its links.
    pub const CEILING: f64 = 0.05;
    /// A processor that moves less between drives and memory than its lanes carry: many do, from some ten
    /// gigabytes a second.
    pub const PROCESSOR_CEILING: f64 = 0.2;
    /// A limit of requests on a shared path with blocks of 64 KiB and more: controllers reach that with small
    /// ones.
    pub const REQUESTS_LONG: f64 = 0.03;
    /// The same if the path goes through a storage controller, whose firmware handles every request.
    pub const REQUESTS_CONTROLLER: f64 = 0.15;
    /// The same with small blocks.
    pub const REQUESTS_SMALL: f64 = 0.5;
    /// All cores, or one thread: rare with long requests; processor time shows it.
    pub const PROCESSOR: f64 = 0.3;
    /// A slot that loses lanes beside its neighbour: most boards have some, few drives are in them.
    pub const SLOT: f64 = 0.3;
    /// Traffic of an existing network card, on a link that it shares.
    pub const TRAFFIC: f64 = 0.2;
    /// The same where no such card is known.
    pub const TRAFFIC_UNKNOWN: f64 = 0.02;
    /// Heat, a full cache, other users, a configured limit, a low queue depth: in some runs.
    pub const RARE: f64 = 0.1;
    /// A configured limit of a guest: most hypervisors set one.
    pub const GUEST: f64 = 0.5;
    /// Nothing of these.
    pub const UNKNOWN: f64 = 0.03;
}

/// The id of the explanation that others used the drives.
pub(super) const OTHERS: &str = "others";

/// The id of a link or controller that no topology shows.
pub(super) const UNSEEN: &str = "uplink:unseen";

#[derive(Clone, Debug, PartialEq)]
pub(super) struct CauseCandidate {
    pub kind: LimitRecordKind,
    /// Its id, unique among the causes of the same bottleneck.
    pub id: String,
    pub what: Message,
    pub prior: f64,
    pub nature: CapacityKind,
    pub clues: Vec<Clue>,
}

impl CauseCandidate {
    pub fn new(kind: LimitRecordKind, id: impl Into<String>, what: Message, prior: f64) -> Self {
        let (id, clues) = (id.into(), Vec::new());
        Self { kind, id, what, prior, nature: CapacityKind::Silent, clues }
    }

    #[must_use]
    pub fn of(mut self, nature: CapacityKind) -> Self {
        self.nature = nature;
        self
    }

    #[must_use]
    pub fn with(mut self, clues: impl IntoIterator<Item = Clue>) -> Self {
        self.clues.extend(clues);
        self
    }

    /// The prior times all evidence for and against.
    pub fn weight(&self) -> f64 {
        // Never 0: products of many small ratios must stay numbers that shares can be made of.
        self.clues.iter().fold(self.prior, |weight, clue| (weight * clue.ratio).max(1e-200))
    }
}
