//! Predictions for a placement: a rate for each objective that is one, and the line rates.

use std::collections::BTreeMap;

use narrows_model::lower::{WriteCacheState, lower};
use narrows_model::solver::share;
use narrows_model::{Demand, Machine, WorkloadTask};
use narrows_topology::Id;
use narrows_topology::capacity::{self, LinkDirection};
use narrows_units::BytesPerSec;
use narrows_workload::Workload;

use super::objectives;
use super::view::{Key, PlacementView};
use crate::ask::Constraint;
use crate::feasibility::RaidEngineKind;

/// Predictions for machines of one shape.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ModelledRates {
    /// For each objective its rate in MB/s; 0 for one that is no rate.
    pub rates: Vec<f64>,
    /// The constraints for line rate that do not come true, by index.
    pub broken: Vec<usize>,
}

/// Predictions for machines of each shape, so that none is computed twice.
pub type Memo = BTreeMap<Key, ModelledRates>;

/// A card that has this much less than it asks for still counts as having it: arithmetic ends in
/// rounding.
const ROUNDING: f64 = 1e-6;

/// The predictions, once for each shape of machine.
pub fn of(view: &PlacementView<'_>, means: &[RaidEngineKind], memo: &mut Memo) -> ModelledRates {
    let key = view.key(means);
    if let Some(known) = memo.get(&key) {
        return known.clone();
    }
    let machine = view.machine(means);
    let broken = slowed(view, &machine);
    let rates = match broken.is_empty() {
        true => view
            .judge
            .ask
            .objectives
            .iter()
            .map(|objective| objectives::rate(view, &machine, objective))
            .collect(),
        false => Vec::new(),
    };
    let modelled = ModelledRates { rates, broken };
    memo.insert(key, modelled.clone());
    modelled
}

/// The constraints for line rate that do not come true.
fn slowed(view: &PlacementView<'_>, machine: &Machine) -> Vec<usize> {
    let constraints = view.judge.ask.constraints.iter().enumerate();
    let wished = constraints.filter_map(|(index, constraint)| {
        let Constraint::LineRate(device, rate) = constraint else { return None };
        let (node, _) = view.judge.devices.get(*device)?.body.nodes.first()?;
        Some((index, node.clone(), *rate))
    });
    let wished: Vec<(usize, Id, BytesPerSec)> = wished.collect();
    if wished.is_empty() {
        return Vec::new();
    }
    let mut busy = machine.clone();
    for (_, node, rate) in &wished {
        // The requested rate replaces the one that the card's ports are known to move.
        busy.demands.retain(|demand| demand.node != *node);
        busy.demands.push(Demand { node: node.clone(), sends: *rate, receives: *rate });
    }
    let got = carried(&busy, &objectives::workload(view.judge.ask));
    let is_slowed = |(_, node, rate): &&(usize, Id, BytesPerSec)| {
        let enough = |got: f64| got >= rate.get() * (1.0 - ROUNDING);
        let mut ways = got.iter().filter(|(of, _)| of == node);
        !link_carries(machine, node, *rate) || !ways.all(|(_, got)| enough(*got))
    };
    wished.iter().filter(is_slowed).map(|(index, ..)| *index).collect()
}

fn link_carries(machine: &Machine, node: &Id, rate: BytesPerSec) -> bool {
    let link = machine.topology.nodes.get(node).and_then(|node| node.link.as_ref());
    let carries = |way| link.and_then(|link| capacity::of_link(link, way));
    [LinkDirection::Up, LinkDirection::Down]
        .into_iter()
        .all(|way| carries(way).is_none_or(|most| most >= rate))
}

/// The rate of each card each way while every drive runs the workload.
fn carried(machine: &Machine, workload: &Workload) -> Vec<(Id, f64)> {
    let targets = objectives::targets(machine);
    let tasks: Vec<WorkloadTask<'_>> =
        targets.iter().map(|id| WorkloadTask::new(id, workload)).collect();
    let equations = lower(machine, &tasks, WriteCacheState::Fresh);
    let capacities: Vec<f64> = equations.limits.iter().map(|limit| limit.capacity).collect();
    let rates = share(&capacities, &equations.flows).rates;
    let ways = machine.demands.iter().flat_map(|demand| {
        let ways = [demand.sends, demand.receives].into_iter().filter(|rate| rate.get() > 0.0);
        ways.map(|_| demand.node.clone())
    });
    // The flows of tasks come first, then those of cards.
    ways.zip(rates.into_iter().skip(tasks.len())).collect()
}
