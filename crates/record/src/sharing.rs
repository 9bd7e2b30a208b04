//! Which drives share a limit, as a run's figures show it: in `narrows.run/1` and
//! `narrows.explain/1`.

mod causes;
mod open;

use serde::{Deserialize, Serialize};

pub use self::causes::{
    CauseEvidence, CauseRemedy, ExperimentNeeds, ExperimentOutcome, ExperimentResult, SharingCause,
    SharingExperiment,
};
pub use self::open::{DriveContradiction, UndecidedPoint, UnmetPrediction};
use crate::predict::LimitRecord;
use crate::sentence;
use crate::word::TargetSet;

/// Limits that drives share, inferred from the combined rates of chosen sets, without any topology;
/// then matched to the places that the topology knows.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SharingRecord {
    /// The workload whose figures were taken.
    pub workload: String,
    /// Sets whose figures could be used, repeats counted.
    pub runs: u32,
    /// The most that a full inference takes for as many drives: 3n + 8.
    pub runs_most: u32,
    /// Sets that were measured for nothing but this, by name: pages do not list their figures.
    pub chosen: Vec<TargetSet>,
    /// Nothing is open and every limit that costs a tenth or more is at least 90 % sure, or all runs of a
    /// full inference were made.
    pub complete: bool,
    /// The standard deviation of a rate from run to run, percent, as repeats or the fit show it; 0
    /// if they do not.
    pub noise_percent: f64,
    /// The limits found, smallest first; any two lie one inside the other or share no drive.
    pub limits: Vec<SharedLimit>,
    /// Limit of each drive by itself.
    pub private: Vec<PrivateLimit>,
    /// Open questions, and the run that would decide each.
    pub undecided: Vec<UndecidedPoint>,
    /// Figures that cannot be, cannot be together, or were left out.
    pub contradictions: Vec<DriveContradiction>,
    /// Shared places that were predicted to bind and were not seen to.
    pub unmet: Vec<UnmetPrediction>,
    /// Possible causes of each limit: by limit, then the likeliest first.
    pub causes: Vec<SharingCause>,
    /// Experiments that would tell explanations apart, cheapest first.
    pub experiments: Vec<SharingExperiment>,
}

/// A figure and how well it is known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CapacityRange {
    /// The likeliest value.
    pub value: f64,
    /// Lower end of the 95 % interval.
    pub low: f64,
    /// Upper end of the 95 % interval.
    pub high: f64,
}

/// The least likelihood of a cause that comes first in the answer.
const TOLD_FIRST: f64 = 0.7;

impl SharingRecord {
    /// Drives whose own link is at fault, by the cause that is likeliest for each.
    pub fn link_faults(&self) -> impl Iterator<Item = &SharingCause> {
        let mut known: Option<&str> = None;
        self.causes.iter().filter(move |cause| {
            let drive = cause.drive.as_deref();
            let is_first = drive.is_some() && drive != known;
            known = drive.or(known);
            let is_fault = cause.text.id().is_some_and(|id| sentence::LINK_FAULTS.contains(&id));
            is_first && is_fault && cause.likelihood >= TOLD_FIRST
        })
    }
}

/// A limit that several drives share.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SharedLimit {
    /// Every drive under it, by id, two or more.
    pub drives: Vec<String>,
    /// Capacity for all of them together, 10^6 bytes per second.
    pub capacity_mb_s: CapacityRange,
    /// How sure it is that just these drives share a limit, 0 to 1.
    pub confidence: f64,
    /// The largest part of its rate that a drive loses because of it when all run together, percent.
    pub cost_percent: f64,
    /// The smallest limit found around this one: its place in `limits`.
    pub inside: Option<usize>,
    /// Share of each drive relative to the others while the limit binds them, 1 on average; empty
    /// if they are indistinguishable from equal.
    pub shares: Vec<f64>,
    /// Its place in the topology; null if no place has just these drives below it.
    pub place: Option<CandidateLocation>,
}

/// A place of the topology that has just a limit's drives below it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CandidateLocation {
    /// The limit: capacity as documented or calculated, 0 if unknown; the load is the drives'
    /// traffic.
    pub limit: LimitRecord,
    /// How its capacity compares with the one found.
    pub agrees: CapacityAgreement,
    /// Other places with just these drives below them, by id, nearest to the drives first; beside one that
    /// agrees, without those whose documented capacity does not.
    pub others: Vec<String>,
}

/// How a found capacity compares with the documented capacity of the place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum CapacityAgreement {
    /// As documented or calculated, within the error of figures and link arithmetic.
    Agrees,
    /// Clearly less than that.
    LowerThanDocumented,
    /// More than that, which cannot be: the documentation, or the topology, is wrong.
    HigherThanDocumented,
    /// The capacity of the place is undocumented.
    NotDocumented,
}

/// Limit of a drive by itself.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PrivateLimit {
    /// The drive's id.
    pub drive: String,
    /// 10^6 bytes per second.
    pub capacity_mb_s: CapacityRange,
    /// Its bottleneck, if a figure of the prediction fits: its own link, the drive, ...
    pub limit: Option<LimitRecord>,
}
