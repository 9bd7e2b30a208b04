//! Throughput from a machine's drives to a network: up from the drives into memory, and down from
//! there to the card, both at once.
//!
//! Not here: data that goes straight from drives to a card ([`crate::request::PlanObjective::ToCard`]).

use narrows_model::lower::{WorkloadTask, WriteCacheState, lower};
use narrows_model::{Demand, Machine, ResourceLimit};
use narrows_topology::Id;
use narrows_units::BytesPerSec;
use narrows_workload::Workload;

use crate::evaluate::targets;

#[derive(Clone, Debug, PartialEq)]
pub struct ServingRate {
    pub rate: BytesPerSec,
    /// Throughput of all drives while nothing is sent.
    pub drives: BytesPerSec,
    /// Throughput of the card while no drive works, at most that of its ports.
    pub card: BytesPerSec,
    /// Bottleneck of the outgoing flow; `None` if it is the card's own ports, or nothing is known.
    pub limit: Option<ResourceLimit>,
}

/// Halvings of the range in which the answer lies: to a millionth of it and beyond.
const STEPS: usize = 30;
/// Values that differ by less than this fraction are the same.
const ROUNDING: f64 = 1e-4;

/// Returns what this card serves while all drives run the workload; `ports` is the limit of its
/// ports. `None` if nothing is known of any drives, or there is no such card.
///
/// Everything sent comes from the drives. The more is sent, the less they may get if both
/// directions share something: the rate is where the two meet.
pub fn serving(
    machine: &Machine,
    card: &Id,
    ports: BytesPerSec,
    workload: &Workload,
) -> Option<ServingRate> {
    machine.topology.nodes.get(card)?;
    let served = |out: f64, with_drives: bool| {
        ServingFlows::of(machine, card, BytesPerSec::new(out), workload, with_drives)
    };
    // What drives and card would do without each other.
    let (idle, alone) = (served(0.0, true), served(ports.get(), false));
    let (drives, card) = (idle.drives, alone.card);
    if drives <= 0.0 || !drives.is_finite() {
        return None;
    }
    let both = |out: &f64| {
        let flows = served(*out, true);
        flows.drives >= *out * (1.0 - ROUNDING) && flows.card >= *out * (1.0 - ROUNDING)
    };
    let least = drives.min(card);
    let rate = if both(&least) {
        least
    } else {
        // The highest rate below `most` that passes, if all below it do.
        let (mut low, mut high) = (0.0, least);
        for _ in 0..STEPS {
            let middle = f64::midpoint(low, high);
            let end = if both(&middle) { &mut low } else { &mut high };
            *end = middle;
        }
        low
    };
    // The first that the rate reaches: the ports, the drives, the card; else what holds both back.
    let limit = match rate {
        rate if rate >= ports.get() * (1.0 - ROUNDING) => None,
        rate if rate >= drives * (1.0 - ROUNDING) => idle.drives_held,
        rate if rate >= card * (1.0 - ROUNDING) => alone.card_held,
        rate => served(rate, true).drives_held,
    };
    let [rate, drives, card] = [rate, drives, card].map(BytesPerSec::new);
    Some(ServingRate { rate, drives, card, limit })
}

/// Returns the rate at which a card sends while no drive works, at most that of its ports.
pub fn alone(machine: &Machine, card: &Id, ports: BytesPerSec, workload: &Workload) -> BytesPerSec {
    BytesPerSec::new(ServingFlows::of(machine, card, ports, workload, false).card)
}

/// Flows while the card is to send at a given rate.
struct ServingFlows {
    drives: f64,
    card: f64,
    /// Bottleneck of the fastest drive or array.
    drives_held: Option<ResourceLimit>,
    card_held: Option<ResourceLimit>,
}

impl ServingFlows {
    fn of(
        machine: &Machine,
        card: &Id,
        out: BytesPerSec,
        workload: &Workload,
        with_drives: bool,
    ) -> Self {
        let mut machine = machine.clone();
        // What the card is to serve replaces the traffic that it is known for.
        machine.demands.retain(|demand| demand.node != *card);
        // A card is one flow for each way that it moves anything.
        let ways = machine.demands.iter().flat_map(|demand| [demand.sends, demand.receives]);
        let demands_before = ways.filter(|rate| rate.get() > 0.0).count();
        let sends = BytesPerSec::new(0.0);
        // What leaves by the network comes to the card from memory: it receives this over its
        // link.
        machine.demands.push(Demand { node: card.clone(), sends, receives: out });
        let targets = if with_drives { targets(&machine) } else { Vec::new() };
        let tasks: Vec<WorkloadTask<'_>> =
            targets.iter().map(|id| WorkloadTask::new(id, workload)).collect();
        let equations = lower(&machine, &tasks, WriteCacheState::Fresh);
        let shares = equations.shares();
        let limit = |flow: usize| {
            let at = shares.stopped_by.get(flow).copied().flatten()?;
            equations.limits.get(at).cloned()
        };
        let largest = (0..tasks.len()).max_by(|&a, &b| shares.rates[a].total_cmp(&shares.rates[b]));
        // Flows of tasks come first, then those of cards, this one's last.
        let own = tasks.len() + demands_before;
        Self {
            drives: shares.rates.iter().take(tasks.len()).sum(),
            card: shares.rates.get(own).copied().unwrap_or(0.0),
            drives_held: largest.and_then(limit),
            card_held: limit(own),
        }
    }
}
