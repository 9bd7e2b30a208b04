//! What a step changes: rates before and after, alone and together with all others.

use std::collections::{BTreeMap, BTreeSet};

use narrows_model::{Machine, Outcome, Parts, WorkloadOnTarget, predict_asked};
use narrows_topology::Id;
use narrows_units::Bytes;
use narrows_workload::{Direction, Pattern, Workload};

use super::state::State;
use crate::ask::{Objective, Request};
use crate::device::Device;
use crate::evaluate::rated;
use crate::found::Candidate;
use crate::inventory::Inventory;

/// Rates nearer to each other than this part are the same.
const SAME: f64 = 0.001;

/// What a step does to a drive or array.
#[derive(Clone, Debug, PartialEq)]
pub struct Effect {
    pub target: Id,
    pub alone: Turn,
    /// Running while all others run.
    pub together: Turn,
}

/// Before and after; none where it is not in the machine or nothing is known of it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Turn {
    /// Before the step.
    pub before: Option<Outcome>,
    /// After it.
    pub after: Option<Outcome>,
}

impl Turn {
    /// By how much it changes, in MB/s; what appears or goes does with all of its rate.
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

fn mb_s(outcome: &Option<Outcome>) -> f64 {
    outcome.as_ref().map_or(0.0, |outcome| outcome.rate.as_mb_s())
}

/// What all effects bring: together first, which is what the machine is for; alone beside it.
pub(super) fn gain(effects: &[Effect]) -> f64 {
    let sum = |turn: fn(&Effect) -> &Turn| -> f64 {
        effects.iter().map(|effect| turn(effect).change()).sum()
    };
    // Two gains that differ by what runs alone only still have an order.
    sum(|effect| &effect.together) + sum(|effect| &effect.alone) * SAME
}

/// What everything in a machine runs at.
#[derive(Clone, Debug, Default)]
pub(super) struct Rates {
    alone: BTreeMap<Id, Outcome>,
    together: BTreeMap<Id, Outcome>,
}

impl Rates {
    /// In this state of the machine; nothing, where it does not work.
    pub fn of(
        state: &State,
        inventory: &Inventory,
        devices: &[Device],
        ask: &Request,
        by: &Candidate,
    ) -> Self {
        let Some(machine) = state.machine(inventory, devices, ask, by) else {
            return Self::default();
        };
        let to = card(devices, ask).filter(|card| machine.topology.nodes.contains_key(card));
        let workload = workload(ask);
        let asked: Vec<WorkloadOnTarget> = targets(&machine)
            .iter()
            .map(|target| WorkloadOnTarget {
                to: to.clone(),
                ..WorkloadOnTarget::new(target, &workload)
            })
            .collect();
        let by_target = |outcomes: Vec<Outcome>| {
            outcomes.into_iter().map(|outcome| (outcome.target.clone(), outcome))
        };
        let parts = Parts::of(&machine);
        let one = |asked: &WorkloadOnTarget| {
            let asked = std::slice::from_ref(asked);
            by_target(predict_asked(&parts.deciding(asked), asked))
        };
        Self {
            alone: asked.iter().flat_map(one).collect(),
            together: by_target(predict_asked(&machine, &asked)).collect(),
        }
    }

    /// What everything runs at together.
    pub fn together(&self) -> Vec<Outcome> {
        self.together.values().cloned().collect()
    }

    fn targets(&self) -> BTreeSet<&Id> {
        self.alone.keys().chain(self.together.keys()).collect()
    }
}

/// What changes from one state to the next; what is carried is named even where nothing changes.
pub(super) fn between(before: &Rates, after: &Rates, carried: &[&Device]) -> Vec<Effect> {
    let targets: BTreeSet<&Id> = before.targets().union(&after.targets()).copied().collect();
    let is_carried = |id: &Id| carried.iter().any(|device| device.body.drives.contains_key(id));
    let turn = |of: fn(&Rates) -> &BTreeMap<Id, Outcome>, id: &Id| Turn {
        before: of(before).get(id).cloned(),
        after: of(after).get(id).cloned(),
    };
    let effect = |id: &Id| Effect {
        target: id.clone(),
        alone: turn(|rates| &rates.alone, id),
        together: turn(|rates| &rates.together, id),
    };
    let effects = targets.into_iter().map(effect);
    let counts = |effect: &Effect| {
        effect.alone.is_change() || effect.together.is_change() || is_carried(&effect.target)
    };
    effects.filter(counts).collect()
}

/// That of the first objective that has one, else reading in sequence.
pub(super) fn workload(ask: &Request) -> Workload {
    let usual = || Workload::new(Pattern::Sequential, Direction::Read, Bytes::kib(128), 32);
    let found = ask.objectives.iter().find_map(rated).cloned().unwrap_or_else(usual);
    found.named_after_itself()
}

/// The card that data goes to, where the first objective with a workload names one.
fn card(devices: &[Device], ask: &Request) -> Option<Id> {
    match ask.objectives.iter().find(|objective| rated(objective).is_some())? {
        Objective::ToCard(card, _) => Some(devices.get(*card)?.body.nodes.first()?.0.clone()),
        _ => None,
    }
}

/// Arrays, and drives that are in none.
fn targets(machine: &Machine) -> Vec<Id> {
    let members: BTreeSet<&Id> = machine.arrays.values().flat_map(|array| &array.members).collect();
    let drives = machine.topology.drives.keys().filter(|drive| !members.contains(drive));
    drives.chain(machine.arrays.keys()).cloned().collect()
}
