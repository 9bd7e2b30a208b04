//! Targets that run together, and the means: rounds as values.

use std::collections::BTreeSet;

use narrows_engine::{Caching, EngineChoice, RequestShape, RunSettings, TargetRegion};
use narrows_record::word::TargetSet;
use narrows_topology::Id;
use narrows_units::{Bytes, BytesPerSec, Nanos};
use narrows_workload::Workload;

use super::pinning::ThreadPinning;
pub use narrows_verdict::answer::asks::ALONE;

/// Name of the set of all targets.
pub const ALL: &str = "all";

/// One of a number of equal parts of a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Zone {
    /// Counted from 0.
    pub at: u32,
    pub of: u32,
}

impl Zone {
    pub fn within(self, region: TargetRegion) -> TargetRegion {
        // Up to `of` - 1 bytes at the end belong to no zone.
        let len = region.len / u64::from(self.of.max(1));
        TargetRegion { offset: region.offset + len * u64::from(self.at), len }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct RoundPart {
    pub drive: Id,
    pub workload: Workload,
    pub limit: Option<BytesPerSec>,
    /// How long after the common start it begins.
    pub start_after: Nanos,
    /// Caching between it and the drive; not used for virtual drives.
    pub caching: Caching,
    /// The requested part of the target; `None` for all of it.
    pub zone: Option<Zone>,
    /// The requested stretch of the target, from its beginning on; `None` for all of it.
    pub stretch: Option<TargetRegion>,
    /// Properties of its requests besides the workload; virtual drives have none.
    pub shape: RequestShape,
    /// Processors to which its threads are pinned, in turn; empty to follow the settings.
    pub cpus: Vec<u32>,
}

impl RoundPart {
    /// As fast as it goes, from the common start.
    pub fn new(drive: Id, workload: Workload) -> Self {
        Self {
            drive,
            workload,
            limit: None,
            start_after: Nanos::ZERO,
            caching: Caching::Direct,
            zone: None,
            stretch: None,
            shape: RequestShape::default(),
            cpus: Vec::new(),
        }
    }
}

/// A set of targets, and for how long.
#[derive(Clone, Debug, PartialEq)]
pub struct RoundPlan {
    /// `alone`, `all`, or the set's name.
    pub set: TargetSet,
    pub parts: Vec<RoundPart>,
    /// How long it counts, from the last start on.
    pub time: Nanos,
    /// Counted from 1.
    pub repeat: u32,
    /// Each target stops after this amount; `None` if all stop after the time.
    pub amount: Option<Bytes>,
}

impl RoundPlan {
    /// These under one workload, as fast as they go, from the common start.
    pub fn of(set: impl Into<TargetSet>, drives: &[Id], workload: &Workload, time: Nanos) -> Self {
        let part = |drive: &Id| RoundPart::new(drive.clone(), workload.clone());
        let parts = drives.iter().map(part).collect();
        Self { set: set.into(), parts, time, repeat: 1, amount: None }
    }

    /// How long after the common start the last of its parts begins.
    pub fn last_start(&self) -> Nanos {
        self.parts.iter().map(|part| part.start_after).max().unwrap_or_default()
    }

    /// Names of its workloads, each once.
    pub fn workloads(&self) -> Vec<&str> {
        let mut names: Vec<&str> = Vec::new();
        for part in &self.parts {
            if !names.contains(&part.workload.name.as_str()) {
                names.push(&part.workload.name);
            }
        }
        names
    }
}

/// By which means rounds run.
#[derive(Clone, Debug)]
pub struct RoundSettings {
    pub engine: EngineChoice,
    pub poll: bool,
    /// A thread of the kernel fetches requests.
    pub kernel_thread: bool,
    pub huge_pages: bool,
    /// How long to run before counting.
    pub ramp: Nanos,
    /// Blocks are checked as they are read.
    pub verify: bool,
    pub preconditioned: bool,
    pub pinning: ThreadPinning,
    /// The length of the slots that samples keep.
    pub slot: Nanos,
}

impl Default for RoundSettings {
    fn default() -> Self {
        Self::pinned(ThreadPinning::default())
    }
}

impl RoundSettings {
    pub fn pinned(pinning: ThreadPinning) -> Self {
        let RunSettings { engine, poll, kernel_thread, huge_pages, ramp, verify, .. } =
            RunSettings::default();
        Self {
            engine,
            poll,
            kernel_thread,
            huge_pages,
            ramp,
            verify,
            preconditioned: false,
            pinning,
            slot: Nanos::millis(1),
        }
    }

    /// Duration of a round, including ramp and staggered starts.
    pub fn duration(&self, round: &RoundPlan) -> Nanos {
        self.count_from(round) + round.time
    }

    /// When counting begins: who starts last has its ramp too before anything counts.
    pub(super) fn count_from(&self, round: &RoundPlan) -> Nanos {
        round.last_start() + self.ramp
    }
}

/// The targets that the rounds need, each once, in the order of `all`.
pub fn needed(rounds: &[RoundPlan], all: &[Id]) -> Vec<Id> {
    let named: BTreeSet<&Id> =
        rounds.iter().flat_map(|round| &round.parts).map(|part| &part.drive).collect();
    all.iter().filter(|id| named.contains(id)).cloned().collect()
}
