//! Predictions for a placement: a rate for each objective that is one, and the line rates.

use std::collections::BTreeMap;

use narrows_model::lower::{WriteCacheState, lower};
use narrows_model::{Demand, Machine, WorkloadTask};
use narrows_topology::Id;
use narrows_topology::capacity::{self, LinkDirection};
use narrows_units::BytesPerSec;
use narrows_workload::Workload;

use super::objectives;
use super::view::{PlacementKey, PlacementView};
use crate::feasibility::RaidEngineKind;
use crate::request::Constraint;

/// Predictions for machines of one shape.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ModelledRates {
    /// For each objective its rate in MB/s; 0 for one that is no rate.
    pub rates: Vec<f64>,
    /// The constraints for line rate that do not come true, by index.
    pub broken: Vec<usize>,
}

/// Predictions for machines of each shape, so that none is computed twice.
pub type RatesMemo = BTreeMap<PlacementKey, ModelledRates>;

/// A card that has this much less than it asks for still counts as having it: arithmetic ends in
/// rounding.
const ROUNDING: f64 = 1e-6;

/// The predictions, once for each shape of machine.
pub fn of(
    view: &PlacementView<'_>,
    means: &[RaidEngineKind],
    memo: &mut RatesMemo,
) -> ModelledRates {
    let key = view.key(means);
    if let Some(known) = memo.get(&key) {
        return known.clone();
    }
    let machine = view.machine(means);
    let broken = slowed(view, &machine);
    let mut rates = Vec::new();
    if broken.is_empty() {
        for objective in &view.judge.request.objectives {
            rates.push(objectives::rate(view, &machine, objective));
        }
    }
    let modelled = ModelledRates { rates, broken };
    memo.insert(key, modelled.clone());
    modelled
}

/// The constraints for line rate that do not come true.
fn slowed(view: &PlacementView<'_>, machine: &Machine) -> Vec<usize> {
    let constraints = view.judge.request.constraints.iter().enumerate();
    let line_rates = constraints.filter_map(|(index, constraint)| {
        let Constraint::LineRate(device, rate) = constraint else { return None };
        let (node, _) = view.judge.devices.get(*device)?.body.nodes.first()?;
        Some((index, node.clone(), *rate))
    });
    let line_rates: Vec<(usize, Id, BytesPerSec)> = line_rates.collect();
    if line_rates.is_empty() {
        return Vec::new();
    }
    let mut busy = machine.clone();
    for (_, node, rate) in &line_rates {
        // The requested rate replaces the one that the card's ports are known to move.
        busy.demands.retain(|demand| demand.node != *node);
        busy.demands.push(Demand { node: node.clone(), sends: *rate, receives: *rate });
    }
    let carried = carried(&busy, &objectives::workload(view.judge.request));
    let is_slowed = |(_, node, rate): &&(usize, Id, BytesPerSec)| {
        let mut ways = carried.iter().filter(|(of, _)| of == node);
        let is_enough = |carried: f64| carried >= rate.get() * (1.0 - ROUNDING);
        !link_carries(machine, node, *rate) || !ways.all(|(_, carried)| is_enough(*carried))
    };
    line_rates.iter().filter(is_slowed).map(|(index, ..)| *index).collect()
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
    let rates = lower(machine, &tasks, WriteCacheState::Fresh).shares().rates;
    let ways = machine.demands.iter().flat_map(|demand| {
        let ways = [demand.sends, demand.receives].into_iter().filter(|rate| rate.get() > 0.0);
        ways.map(|_| demand.node.clone())
    });
    // The flows of tasks come first, then those of cards.
    ways.zip(rates.into_iter().skip(tasks.len())).collect()
}
