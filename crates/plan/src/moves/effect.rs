//! Effect of a step: rates before and after, alone and together with all others.

use std::collections::{BTreeMap, BTreeSet};

use narrows_model::{MachineParts, TargetPrediction, WorkloadOnTarget, predict_workloads};
use narrows_topology::Id;
use narrows_workload::Workload;

use super::state::MoveState;
use crate::device::MovableDevice;
use crate::evaluate::{self, rated, targets};
use crate::inventory::SlotInventory;
use crate::request::{PlacementRequest, PlanObjective};
use crate::result::PlanCandidate;

/// Rates nearer to each other than this part are the same.
const SAME: f64 = 0.001;

/// Effect of a step on a drive or array.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveEffect {
    pub target: Id,
    pub alone: OutcomeChange,
    /// Running while all others run.
    pub together: OutcomeChange,
}

/// Before and after; `None` if it is not in the machine or nothing is known of it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OutcomeChange {
    /// Before the step.
    pub before: Option<TargetPrediction>,
    pub after: Option<TargetPrediction>,
}

impl OutcomeChange {
    /// The change in MB/s; a target that appears or goes away counts with all of its rate.
    pub fn change(&self) -> f64 {
        mb_s(&self.after) - mb_s(&self.before)
    }

    /// Whether it is a change that anybody would see.
    pub fn is_change(&self) -> bool {
        self.part() > SAME
    }

    /// The change as a part of the higher rate, 0 to 1.
    pub(super) fn part(&self) -> f64 {
        let most = mb_s(&self.before).max(mb_s(&self.after));
        if most > 0.0 { self.change().abs() / most } else { 0.0 }
    }
}

fn mb_s(outcome: &Option<TargetPrediction>) -> f64 {
    outcome.as_ref().map_or(0.0, |outcome| outcome.rate.as_mb_s())
}

/// Sums all effects: together first, because that is how the machine is used; alone second.
pub(super) fn gain(effects: &[MoveEffect]) -> f64 {
    let sum = |turn: fn(&MoveEffect) -> &OutcomeChange| -> f64 {
        effects.iter().map(|effect| turn(effect).change()).sum()
    };
    // Gains that differ only in the rates alone still have an order.
    sum(|effect| &effect.together) + sum(|effect| &effect.alone) * SAME
}

/// Rates of everything in a machine.
#[derive(Clone, Debug, Default)]
pub(super) struct MoveRates {
    alone: BTreeMap<Id, TargetPrediction>,
    together: BTreeMap<Id, TargetPrediction>,
}

impl MoveRates {
    /// Rates in this state of the machine; empty if it does not work.
    pub fn of(
        state: &MoveState,
        inventory: &SlotInventory,
        devices: &[MovableDevice],
        request: &PlacementRequest,
        by: &PlanCandidate,
    ) -> Self {
        let Some(machine) = state.machine(inventory, devices, request, by) else {
            return Self::default();
        };
        // The card itself may come in a later step.
        let to = card(devices, request).filter(|card| machine.topology.nodes.contains_key(card));
        let workload = workload(request);
        let on = |target| WorkloadOnTarget {
            to: to.clone(),
            ..WorkloadOnTarget::new(target, &workload)
        };
        let workloads: Vec<WorkloadOnTarget> = targets(&machine).iter().map(on).collect();
        let by_target = |outcomes: Vec<TargetPrediction>| {
            outcomes.into_iter().map(|outcome| (outcome.target.clone(), outcome))
        };
        let parts = MachineParts::of(&machine);
        let one = |workload: &WorkloadOnTarget| {
            let alone = std::slice::from_ref(workload);
            // The part that decides gives the same prediction in less time.
            by_target(predict_workloads(&parts.deciding(alone), alone))
        };
        Self {
            alone: workloads.iter().flat_map(one).collect(),
            together: by_target(predict_workloads(&machine, &workloads)).collect(),
        }
    }

    /// Rates with everything running together.
    pub fn together(&self) -> Vec<TargetPrediction> {
        self.together.values().cloned().collect()
    }

    fn targets(&self) -> BTreeSet<&Id> {
        self.alone.keys().chain(self.together.keys()).collect()
    }
}

/// Changes from one state to the next; carried devices are listed even if nothing changes.
pub(super) fn between(
    before: &MoveRates,
    after: &MoveRates,
    carried: &[&MovableDevice],
) -> Vec<MoveEffect> {
    let targets: BTreeSet<&Id> = before.targets().union(&after.targets()).copied().collect();
    let is_carried = |id: &Id| carried.iter().any(|device| device.body.drives.contains_key(id));
    let turn = |of: fn(&MoveRates) -> &BTreeMap<Id, TargetPrediction>, id: &Id| OutcomeChange {
        before: of(before).get(id).cloned(),
        after: of(after).get(id).cloned(),
    };
    let effect = |id: &Id| MoveEffect {
        target: id.clone(),
        alone: turn(|rates| &rates.alone, id),
        together: turn(|rates| &rates.together, id),
    };
    let effects = targets.into_iter().map(effect);
    let counts = |effect: &MoveEffect| {
        effect.alone.is_change() || effect.together.is_change() || is_carried(&effect.target)
    };
    effects.filter(counts).collect()
}

/// The workload that placements are judged by.
pub(super) fn workload(request: &PlacementRequest) -> Workload {
    evaluate::workload(request).named_after_itself()
}

/// The card that data goes to, if the first objective with a workload names one.
fn card(devices: &[MovableDevice], request: &PlacementRequest) -> Option<Id> {
    match request.objectives.iter().find(|objective| rated(objective).is_some())? {
        PlanObjective::ToCard(card, _) => Some(devices.get(*card)?.body.nodes.first()?.0.clone()),
        _ => None,
    }
}
