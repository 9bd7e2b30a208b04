//! From the command line and the drives to a plan: arrangements, jobs, objective.

use narrows_messages::Message;
use narrows_model::Engine;
use narrows_record::stripe::{Objective, Stripe as Found};
use narrows_record::word::Set;
use narrows_topology::Id;
use narrows_verdict::stripe::caches::{self, Mode, REPEATS};
use narrows_verdict::stripe::{Ask, Plan, next, objective};
use narrows_workload::Workload;

use super::jobs::{self, NoWrites};
use super::layer::Layer;
use super::shapes::{self, MOST_CANDIDATES, Shapes};
use super::sweep;
use crate::args::stripe::{ObjectiveName, Stripe};
use crate::failure::Failure;
use crate::measuring::rounds::Round;

/// Drives whose arrays are looked at; more take hours.
const MOST_DRIVES: usize = 64;

/// What is wanted of which drives.
#[derive(Debug)]
pub struct Wanted {
    pub plan: Plan,
    pub shapes: Shapes,
    pub objective: Objective,
    /// Cache modes to compare on the array that is recommended.
    pub modes: Vec<Mode>,
    pub remarks: Vec<Message>,
}

impl Wanted {
    /// Of these drives, in the order in which they take turns.
    ///
    /// # Errors
    ///
    /// Words that mean nothing, or nothing that could be done with such drives.
    pub fn of(
        args: &Stripe,
        layer: &Layer,
        drives: Vec<Id>,
        no_writes: Option<NoWrites>,
    ) -> Result<Self, Failure> {
        let shapes = shapes::of(args, layer.engine, drives.len())?;
        let no_writes = no_writes.or_else(|| NoWrites::at(&shapes.levels));
        let workloads = jobs::of(args, no_writes.as_ref())?;
        let objective = objective_of(args, &workloads)?;
        let modes = modes(args, layer.engine)?;
        let mut remarks = remarks(args, &shapes, no_writes.as_ref(), &workloads);
        remarks.extend(layer.remarks.iter().cloned());
        let Shapes { levels, chunks } = shapes.clone();
        let (subsets, round) = (args.subsets, args.time);
        let plan = Plan { drives, levels, chunks, subsets, workloads, round };
        Ok(Self { plan: not_too_many(plan)?, shapes, objective, modes, remarks })
    }

    /// The passes of short rounds: all that is certain.
    pub fn first(&self) -> Vec<Ask> {
        next(&self.plan, &mut Found::default())
    }

    /// About as much as is measured where little can be dropped: every array twice in short and
    /// twice at full length, drives by themselves once and twice, and the passes of each cache mode.
    pub fn most_rounds(&self) -> Vec<Round> {
        let first: Vec<Round> = self.first().iter().map(sweep::round).collect();
        let at_full = |round: &Round| Round { time: self.plan.round, ..round.clone() };
        let full: Vec<Round> = first.iter().map(at_full).collect();
        let singles = full.iter().filter(|round| round.set != Set::Array).cloned();
        let of_array = full.iter().filter(|round| round.set == Set::Array);
        let each_job: Vec<Round> = of_array.take(self.plan.workloads.len()).cloned().collect();
        let passes = self.modes.len() * REPEATS.count();
        let of_modes = std::iter::repeat_n(&each_job, passes).flatten().cloned();
        first.iter().chain(&full).cloned().chain(singles).chain(of_modes).collect()
    }
}

fn objective_of(args: &Stripe, workloads: &[Workload]) -> Result<Objective, Failure> {
    let usual = match args.weights {
        Some(_) => ObjectiveName::Custom,
        None => ObjectiveName::Balanced,
    };
    let name = args.objective.unwrap_or(usual).as_str();
    objective(name, args.weights.as_deref(), workloads).map_err(Failure::usage)
}

/// Drivers of chipsets have caches of their own; Linux's layers have none.
fn modes(args: &Stripe, layer: Engine) -> Result<Vec<Mode>, Failure> {
    let modes = caches::modes(&args.cache, args.on.is_given()).map_err(Failure::usage)?;
    let has_caches = matches!(layer, Engine::IntelRst | Engine::Vroc | Engine::AmdRaidxpert);
    match modes.iter().find(|mode| mode.is_of_driver() && !has_caches) {
        Some(mode) => {
            let what = Message::new("stripe-verb-cache-layer").with("mode", mode);
            Err(Failure::usage(what.with("layer", layer.as_str())))
        }
        None => Ok(modes),
    }
}

/// The usual writes are missed; the writes of some levels are not measured.
fn remarks(
    args: &Stripe,
    shapes: &Shapes,
    no_writes: Option<&NoWrites>,
    workloads: &[Workload],
) -> Vec<Message> {
    let is_read_wanted = args.jobs.read || !args.jobs.workload.is_empty();
    let missed = no_writes.filter(|_| !is_read_wanted).map(NoWrites::remark);
    let is_written = workloads.iter().any(crate::measuring::writes::writes);
    let parity = shapes.levels.iter().find(|level| jobs::has_parity(**level) && is_written);
    let some =
        parity.map(|level| Message::new("stripe-verb-parity-some").with("level", level.as_str()));
    missed.into_iter().chain(some).collect()
}

fn not_too_many(plan: Plan) -> Result<Plan, Failure> {
    let (drives, candidates) = (plan.drives.len(), plan.candidates().len());
    if drives <= MOST_DRIVES && candidates <= MOST_CANDIDATES {
        return Ok(plan);
    }
    let what = Message::new("stripe-verb-too-many").with("drives", drives);
    let what = what.with("candidates", candidates).with("most", MOST_CANDIDATES);
    Err(Failure::usage(what.with("most_drives", MOST_DRIVES)))
}
