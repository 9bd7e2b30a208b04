//! The links above slots, and the greatest flow through them.

use std::collections::BTreeMap;

use narrows_model::{BandedFigure, WorkloadOnTarget, predict_workloads};
use narrows_topology::Id;
use narrows_topology::capacity::{self, LinkDirection};
use narrows_units::BytesPerSec;
use narrows_workload::Workload;

use crate::evaluate::PlacementJudge;
use crate::inventory::SlotInventory;
use crate::search::options::SlotOffering;

/// Links above slots.
pub struct LinkTree {
    /// Index of the parent link, and capacity of each in MB/s; parents come first.
    pub links: Vec<(Option<usize>, f64)>,
    /// The lowest above each slot, whatever it comes to hang on.
    pub of_slot: Vec<Option<usize>>,
    /// Throughput of drives that stay, and the link they are on.
    pub fixed: Vec<(Option<usize>, f64)>,
}

impl LinkTree {
    pub fn above(&self, slot: Option<usize>) -> Option<usize> {
        self.of_slot[slot?]
    }
}

/// Flow over each link, now and with more slots taken.
pub struct LinkFilling {
    flow: Vec<f64>,
    steps: Vec<Vec<f64>>,
    /// Flow that crosses no link.
    root: f64,
    root_steps: Vec<f64>,
}

impl LinkFilling {
    /// With the drives that stay.
    pub fn new(tree: &LinkTree) -> Self {
        let links = tree.links.len();
        let (flow, steps) = (vec![0.0; links], vec![Vec::new(); links]);
        let mut filling = Self { flow, steps, root: 0.0, root_steps: Vec::new() };
        for (above, rate) in &tree.fixed {
            filling.flows(*above, *rate);
        }
        filling
    }

    pub fn flows(&mut self, above: Option<usize>, rate: f64) {
        match above {
            Some(link) => self.flow[link] += rate,
            None => self.root += rate,
        }
    }

    /// So much may flow, with a slot taken.
    pub fn may_flow(&mut self, above: Option<usize>, rate: f64) {
        match above {
            Some(link) => self.steps[link].push(rate),
            None => self.root_steps.push(rate),
        }
    }

    /// Flow that reaches the root over links of these capacities, and the increments that more slots
    /// add to it, largest first.
    pub fn total(mut self, tree: &LinkTree, carry: &[f64]) -> (f64, Vec<f64>) {
        // Parents have lower numbers than their children: in reverse order, all that flows into a
        // link is known before the link itself is filled.
        for (link, (&(above, _), &most)) in tree.links.iter().zip(carry).enumerate().rev() {
            let flow = self.flow[link].min(most);
            self.flows(above, flow);
            let mut left = most - flow;
            let mut steps = std::mem::take(&mut self.steps[link]);
            steps.sort_by(|a, b| b.total_cmp(a));
            // Largest first: the first k steps then carry as much as any k, which keeps their sum
            // an upper bound.
            for step in steps {
                let step = step.min(left);
                left -= step;
                self.may_flow(above, step);
            }
        }
        self.root_steps.sort_by(|a, b| b.total_cmp(a));
        (self.root, self.root_steps)
    }
}

/// The links above the slots, with their capacity for the workload.
pub fn tree(
    judge: &PlacementJudge<'_>,
    workload: &Workload,
    offerings: &[SlotOffering],
) -> LinkTree {
    let mut by_node: BTreeMap<Id, usize> = BTreeMap::new();
    let mut links = Vec::new();
    let mut of_slot = Vec::new();
    for offering in offerings {
        let on = lowest(judge.inventory, offering);
        let link = |on: Id| link_of(judge.inventory, &on, workload, &mut by_node, &mut links);
        of_slot.push(on.and_then(link));
    }
    let fixed = fixed(judge.inventory, workload, &mut by_node, &mut links);
    LinkTree { links, of_slot, fixed }
}

/// The lowest node above all that a slot may hang on.
fn lowest(inventory: &SlotInventory, offering: &SlotOffering) -> Option<Id> {
    // A rule can hang the slot on another node: only links above all its nodes are crossed for
    // certain.
    let mut ons = offering.on.iter();
    let first = ons.next()?;
    let rest: Vec<&Id> = ons.collect();
    let above = |on: &Id, id: &Id| inventory.fixed.topology.path(on).any(|(at, _)| at == id);
    let mut path = inventory.fixed.topology.path(first);
    path.find(|(id, _)| rest.iter().all(|on| above(on, id))).map(|(id, _)| id.clone())
}

/// The number of the limit at a node, which is made with those above it.
fn link_of(
    inventory: &SlotInventory,
    id: &Id,
    workload: &Workload,
    by_node: &mut BTreeMap<Id, usize>,
    links: &mut Vec<(Option<usize>, f64)>,
) -> Option<usize> {
    if let Some(&known) = by_node.get(id) {
        return Some(known);
    }
    let node = inventory.fixed.topology.nodes.get(id)?;
    let parent = node.parent.as_ref();
    let above = parent.and_then(|parent| link_of(inventory, parent, workload, by_node, links));
    // The parent was pushed by the call above, so that parents keep lower numbers.
    links.push((above, carries(inventory, id, workload)));
    by_node.insert(id.clone(), links.len() - 1);
    Some(links.len() - 1)
}

/// The most of the workload that a node's link and ceilings carry, in MB/s.
fn carries(inventory: &SlotInventory, id: &Id, workload: &Workload) -> f64 {
    let read = workload.read_share();
    // Only this share of the workload goes this way: the whole may exceed the limit by that
    // factor.
    let part = |most: f64, share: f64| if share > 0.0 { most / share } else { f64::INFINITY };
    let node = inventory.fixed.topology.nodes.get(id);
    let link = node.and_then(|node| node.link.as_ref()).filter(|link| !link.internal);
    let way = |way, share| {
        let most = link.and_then(|link| capacity::of_link(link, way));
        most.map_or(f64::INFINITY, |most| part(most.as_mb_s(), share))
    };
    let ceilings = inventory.fixed.ceilings.get(id).into_iter().flatten().map(|ceiling| {
        let side = |figure: Option<BandedFigure<BytesPerSec>>, share| {
            figure.map_or(f64::INFINITY, |figure| part(figure.value.as_mb_s(), share))
        };
        let both = side(ceiling.both, 1.0);
        side(ceiling.read, read).min(side(ceiling.write, 1.0 - read)).min(both)
    });
    // Data that is read moves up to the processor, data that is written moves down.
    let link = way(LinkDirection::Up, read).min(way(LinkDirection::Down, 1.0 - read));
    ceilings.fold(link, f64::min)
}

/// Drives that stay, each with its throughput alone.
fn fixed(
    inventory: &SlotInventory,
    workload: &Workload,
    by_node: &mut BTreeMap<Id, usize>,
    links: &mut Vec<(Option<usize>, f64)>,
) -> Vec<(Option<usize>, f64)> {
    let mut machine = inventory.fixed.clone();
    // Without the traffic of cards: other devices may slow it down and leave a drive more than it
    // would get here.
    machine.demands.clear();
    let mut fixed = Vec::new();
    for (id, drive) in &inventory.fixed.topology.drives {
        let outcomes = predict_workloads(&machine, &[WorkloadOnTarget::new(id, workload)]);
        let rate = outcomes.first().map_or(0.0, |outcome| outcome.rate.as_mb_s());
        let controller = drive.controller.as_ref();
        let above = controller.and_then(|on| link_of(inventory, on, workload, by_node, links));
        fixed.push((above, rate));
    }
    fixed
}
