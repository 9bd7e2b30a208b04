//! From the command line and the drives to a plan: arrangements, jobs, objective.

use narrows_messages::Message;
use narrows_model::RaidEngine;
use narrows_record::stripe::{StripeObjective, StripeRecord as Found};
use narrows_record::word::TargetSet;
use narrows_topology::Id;
use narrows_verdict::stripe::caches::{self, REPEATS, WriteCacheMode};
use narrows_verdict::stripe::{StripeSweepPlan, SweepRound, next, objective};
use narrows_workload::Workload;

use super::jobs::{self, SweepWriteRefusal};
use super::layer::SweepEngine;
use super::shapes::{self, ArrayShapes, MOST_CANDIDATES};
use super::sweep;
use crate::args::stripe::{StripeArgs, StripeObjectiveName};
use crate::failure::{CommandFailure, Result};
use crate::measuring::rounds::RoundPlan;

/// Drives whose arrays are looked at; more take hours.
const MOST_DRIVES: usize = 64;

#[derive(Debug)]
pub struct StripeSweepRequest {
    pub plan: StripeSweepPlan,
    pub shapes: ArrayShapes,
    pub objective: StripeObjective,
    /// Cache modes to compare on the array that is recommended.
    pub modes: Vec<WriteCacheMode>,
    pub remarks: Vec<Message>,
}

impl StripeSweepRequest {
    /// Of these drives, in the order in which they take turns.
    pub fn of(
        args: &StripeArgs,
        layer: &SweepEngine,
        drives: Vec<Id>,
        no_writes: Option<SweepWriteRefusal>,
    ) -> Result<Self> {
        let shapes = shapes::of(args, layer.engine, drives.len())?;
        let no_writes = no_writes.or_else(|| SweepWriteRefusal::at(&shapes.levels));
        let workloads = jobs::of(args, no_writes.as_ref())?;
        let usual = match args.weights {
            Some(_) => StripeObjectiveName::Custom,
            None => StripeObjectiveName::Balanced,
        };
        let name = args.objective.unwrap_or(usual).as_str();
        let objective =
            objective(name, args.weights.as_deref(), &workloads).map_err(CommandFailure::usage)?;
        let modes = modes(args, layer.engine)?;
        let mut remarks = remarks(args, &shapes, no_writes.as_ref(), &workloads);
        remarks.extend(layer.remarks.iter().cloned());
        let ArrayShapes { levels, chunks } = shapes.clone();
        let (subsets, round) = (args.subsets, args.time);
        let plan = StripeSweepPlan { drives, levels, chunks, subsets, workloads, round };
        let (drives, candidates) = (plan.drives.len(), plan.candidates().len());
        if drives > MOST_DRIVES || candidates > MOST_CANDIDATES {
            let what = Message::new("stripe-verb-too-many").with("drives", drives);
            let what = what.with("candidates", candidates).with("most", MOST_CANDIDATES);
            return Err(CommandFailure::usage(what.with("most_drives", MOST_DRIVES)));
        }
        Ok(Self { plan, shapes, objective, modes, remarks })
    }

    /// The passes of short rounds: all that is certain.
    pub fn first(&self) -> Vec<SweepRound> {
        next(&self.plan, &mut Found::default())
    }

    /// About as much as is measured where little can be dropped: every array twice in short and
    /// twice at full length, drives by themselves once and twice, and the passes of each cache mode.
    pub fn most_rounds(&self) -> Vec<RoundPlan> {
        let first: Vec<RoundPlan> = self.first().iter().map(sweep::round).collect();
        let at_full = |round: &RoundPlan| RoundPlan { time: self.plan.round, ..round.clone() };
        let full: Vec<RoundPlan> = first.iter().map(at_full).collect();
        let singles = full.iter().filter(|round| round.set != TargetSet::Array).cloned();
        let of_array = full.iter().filter(|round| round.set == TargetSet::Array);
        let each_job: Vec<RoundPlan> = of_array.take(self.plan.workloads.len()).cloned().collect();
        let passes = self.modes.len() * REPEATS.count();
        let of_modes = std::iter::repeat_n(&each_job, passes).flatten().cloned();
        first.iter().chain(&full).cloned().chain(singles).chain(of_modes).collect()
    }
}

/// Drivers of chipsets have caches of their own; Linux's layers have none.
fn modes(args: &StripeArgs, layer: RaidEngine) -> Result<Vec<WriteCacheMode>> {
    let modes = caches::modes(&args.cache, args.on.is_given()).map_err(CommandFailure::usage)?;
    let has_caches =
        matches!(layer, RaidEngine::IntelRst | RaidEngine::Vroc | RaidEngine::AmdRaidxpert);
    match modes.iter().find(|mode| mode.is_of_driver() && !has_caches) {
        Some(mode) => {
            let what = Message::new("stripe-verb-cache-layer").with("mode", mode);
            Err(CommandFailure::usage(what.with("layer", layer.as_str())))
        }
        None => Ok(modes),
    }
}

/// The usual writes are missed; the writes of some levels are not measured.
fn remarks(
    args: &StripeArgs,
    shapes: &ArrayShapes,
    no_writes: Option<&SweepWriteRefusal>,
    workloads: &[Workload],
) -> Vec<Message> {
    let is_read_wanted = args.jobs.read || !args.jobs.workload.is_empty();
    let missed = no_writes.filter(|_| !is_read_wanted).map(SweepWriteRefusal::remark);
    let is_written = workloads.iter().any(crate::measuring::writes::writes);
    let parity = shapes.levels.iter().find(|level| jobs::has_parity(**level) && is_written);
    let some =
        parity.map(|level| Message::new("stripe-verb-parity-some").with("level", level.as_str()));
    missed.into_iter().chain(some).collect()
}
