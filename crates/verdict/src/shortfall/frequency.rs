//! How common each cause is among complaints.
//!
//! For: the prior of a cause. A hypothesis names one of four steps, by what it finds in the machine
//! and the workload; a step's rate is counted: the part of the resolved complaints in which a cause
//! of this step was possible that had it. A cause that is found more or less often than its steps
//! say is corrected by as much as its own complaints show: found and expected numbers, each with
//! [`POOLED`] more.
//!
//! The complaints are the threads in this module's tests, which count them again.

use std::collections::BTreeMap;

/// The four steps, and causes that are not listed.
pub(super) mod prior {
    /// Mostly the cause where it is possible.
    pub const USUAL: f64 = 0.34;
    pub const FREQUENT: f64 = 0.21;
    pub const OCCASIONAL: f64 = 0.065;
    pub const RARE: f64 = 0.0243;
    /// 18 of 184 complaints had a cause that is not listed; with this, about as many are expected.
    pub const UNLISTED: f64 = 0.03;
}

/// Most likely first.
pub(super) const STEPS: [f64; 4] = [prior::USUAL, prior::FREQUENT, prior::OCCASIONAL, prior::RARE];

/// So many complaints weigh as much as the rate of its steps for each cause.
const POOLED: f64 = 2.0;

/// A cause, in how many complaints it was found, and in how many it was possible, by step. A complaint with
/// several causes counts for each by parts.
pub(super) type FoundCause = (&'static str, f64, [u32; 4]);

pub(super) const FOUND: &[FoundCause] = &[
    ("ahead", 13.5, [22, 0, 55, 0]),
    ("asleep", 0.0, [0, 0, 35, 4]),
    ("better", 0.0, [0, 8, 0, 0]),
    ("bridge", 0.8, [14, 0, 8, 0]),
    ("cache-full", 12.0, [22, 5, 0, 19]),
    ("cache-off", 2.0, [0, 2, 0, 0]),
    ("cached", 7.0, [9, 0, 0, 0]),
    ("ceiling", 0.0, [0, 0, 1, 0]),
    ("chip", 2.0, [0, 3, 0, 19]),
    ("clock", 1.8, [0, 0, 43, 0]),
    ("complex", 0.0, [0, 0, 3, 0]),
    ("compressed", 1.0, [0, 2, 0, 0]),
    ("copy", 1.0, [0, 31, 0, 0]),
    ("crypt", 11.0, [9, 0, 26, 115]),
    ("errors", 1.3, [0, 0, 86, 79]),
    ("expected", 2.0, [0, 0, 5, 0]),
    ("filter", 14.5, [0, 0, 61, 66]),
    ("flush", 20.0, [0, 24, 67, 0]),
    ("hot", 3.0, [0, 9, 0, 55]),
    ("inner", 0.0, [0, 10, 41, 0]),
    ("iommu", 1.0, [0, 0, 6, 0]),
    ("layer", 4.0, [0, 17, 0, 0]),
    ("link", 11.5, [0, 61, 1, 4]),
    ("lock", 1.0, [1, 0, 0, 0]),
    ("losses", 3.0, [0, 0, 35, 0]),
    ("member", 1.0, [0, 0, 18, 0]),
    ("memory", 0.0, [0, 0, 5, 0]),
    ("misaligned", 2.0, [0, 0, 4, 13]),
    ("network", 7.5, [4, 38, 4, 0]),
    ("others", 0.0, [0, 0, 0, 167]),
    ("pages", 0.0, [0, 0, 1, 0]),
    ("parity", 2.0, [4, 0, 0, 1]),
    ("payload", 0.0, [0, 14, 0, 0]),
    ("port", 2.5, [0, 9, 0, 31]),
    ("queue", 2.0, [0, 0, 13, 22]),
    ("quota", 1.0, [0, 0, 0, 9]),
    ("rebuild", 0.5, [0, 0, 15, 0]),
    ("record", 2.0, [0, 2, 0, 0]),
    ("scattered", 1.0, [0, 0, 14, 0]),
    ("server", 5.0, [0, 13, 31, 0]),
    ("sheet", 0.0, [0, 0, 88, 0]),
    ("shingled", 5.0, [0, 6, 17, 13]),
    ("stale", 2.0, [0, 0, 0, 58]),
    ("thread", 0.3, [0, 11, 0, 0]),
    ("transport", 12.3, [20, 26, 1, 35]),
    ("virtual", 5.0, [9, 0, 8, 0]),
    ("waits", 2.3, [41, 0, 0, 0]),
];

/// How often causes were found, beside how often their steps say.
pub(super) struct CauseFrequencies(BTreeMap<String, (f64, f64)>);

impl CauseFrequencies {
    pub fn known() -> Self {
        Self::of(FOUND.iter().map(|(id, found, possible)| ((*id).to_owned(), *found, *possible)))
    }

    pub fn of(counts: impl IntoIterator<Item = (String, f64, [u32; 4])>) -> Self {
        let expected = |possible: [u32; 4]| {
            possible.iter().zip(STEPS).map(|(count, rate)| f64::from(*count) * rate).sum()
        };
        let counted = |(id, found, possible)| (id, (found, expected(possible)));
        Self(counts.into_iter().map(counted).collect())
    }

    /// How many times as often as its steps say.
    pub fn times(&self, id: &str) -> f64 {
        let (found, expected) = self.0.get(id).copied().unwrap_or_default();
        (found + POOLED) / (expected + POOLED)
    }
}
