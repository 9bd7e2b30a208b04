//! From a machine, a set of targets and a workload to flows over resources.
//!
//! Each target is one flow. It uses every link between its drive and the processor in the way its
//! data goes, the drive itself, and its own depth. Links inside silicon, and links of which nothing
//! is known, limit nothing.

mod limits;

use std::collections::BTreeMap;

use narrows_topology::Id;
use narrows_topology::capacity::{self, REFERENCE_BLOCK, Way};
use narrows_topology::graph::{Drive, Link};
use narrows_units::{Bytes, BytesPerSec, Iops, Nanos};
use narrows_workload::{Direction, Pattern, Workload};

use crate::figures::{DriveFigures, Figure};
use crate::limit::Limit;
use crate::machine::Machine;
use crate::solver::{Flow, Use};

/// Equations: limits, and one flow a target in the order of the targets.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Equations {
    /// The resources.
    pub limits: Vec<Limit>,
    /// The flows; rates are bytes per second.
    pub flows: Vec<Flow>,
}

/// Lowers `targets` (drives or stripes) running `workload` at once.
pub fn lower(machine: &Machine, targets: &[Id], workload: &Workload) -> Equations {
    let mut lowering = Lowering { machine, workload, limits: Vec::new(), seen: BTreeMap::new() };
    let targets = targets.iter().enumerate();
    let flows = targets.map(|(flow, target)| lowering.flow(flow, target)).collect();
    Equations { limits: lowering.limits, flows }
}

/// What of a node or drive a limit is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Part {
    Link,
    Transport,
    Bandwidth,
    Operations,
    /// Of the flow with this number: depth is each flow's own.
    Depth(usize),
}

/// A drive's part in a flow.
#[derive(Clone, Copy)]
struct Member<'a> {
    drive: &'a Id,
    flow: usize,
    /// The part of the flow's data that it moves.
    share: f64,
}

struct Lowering<'a> {
    machine: &'a Machine,
    workload: &'a Workload,
    limits: Vec<Limit>,
    seen: BTreeMap<(Id, Part), usize>,
}

impl Lowering<'_> {
    fn flow(&mut self, flow: usize, target: &Id) -> Flow {
        let single = std::slice::from_ref(target);
        let members = self.machine.stripes.get(target).map_or(single, |stripe| &stripe.members);
        let share = 1.0 / members.len().max(1) as f64;
        // Uses of one resource by several members of a stripe are one use.
        let mut uses: BTreeMap<usize, f64> = BTreeMap::new();
        for drive in members {
            for used in self.uses(Member { drive, flow, share }) {
                *uses.entry(used.resource).or_default() += used.coefficient;
            }
        }
        let merged = uses.into_iter().map(|(resource, coefficient)| Use { resource, coefficient });
        Flow { weight: 1.0, uses: merged.collect() }
    }

    fn uses(&mut self, member: Member<'_>) -> Vec<Use> {
        let machine = self.machine;
        let mut uses = Vec::new();
        let speeds = self.speeds(member.drive);
        self.use_drive(member, &speeds, &mut uses);
        if let Some(drive) = machine.topology.drives.get(member.drive) {
            let is_unknown = speeds.bandwidth.is_none();
            self.use_transport(member, drive, is_unknown, &mut uses);
            self.use_links(member, drive, is_unknown, &mut uses);
        }
        uses
    }

    fn speeds(&self, drive: &Id) -> Speeds {
        let figures = self.machine.figures.get(drive);
        figures.map(|known| Speeds::of(known, self.workload.direction())).unwrap_or_default()
    }

    fn use_drive(&mut self, member: Member<'_>, speeds: &Speeds, uses: &mut Vec<Use>) {
        let Member { drive, flow, share } = member;
        if let Some(bandwidth) = speeds.bandwidth {
            let limit = || limits::drive(drive, bandwidth);
            uses.push(self.take(drive, Part::Bandwidth, share, limit));
        }
        if self.workload.pattern != Pattern::Random {
            return;
        }
        let workload = self.workload;
        let each = share / workload.block.as_f64().max(1.0);
        if let Some(operations) = speeds.operations {
            let limit = || limits::operations(drive, operations);
            uses.push(self.take(drive, Part::Operations, each, limit));
        }
        if let Some(latency) = speeds.latency {
            let limit = || limits::depth(drive, latency, workload.depth, share);
            uses.push(self.take(drive, Part::Depth(flow), each, limit));
        }
    }

    fn use_transport(
        &mut self,
        member: Member<'_>,
        drive: &Drive,
        is_unknown: bool,
        uses: &mut Vec<Use>,
    ) {
        let Some(rate) = drive.transport.as_ref().and_then(capacity::transport) else { return };
        let limit = || limits::transport(member.drive, rate, is_unknown);
        uses.push(self.take(member.drive, Part::Transport, member.share, limit));
    }

    fn use_links(
        &mut self,
        member: Member<'_>,
        drive: &Drive,
        is_unknown: bool,
        uses: &mut Vec<Use>,
    ) {
        let Some(controller) = &drive.controller else { return };
        let (way, block) = (self.way(), self.workload.block);
        for (id, node) in self.machine.topology.path(controller) {
            let Some(link) = node.link.as_ref().filter(|link| !link.internal) else { continue };
            let Some(carries) = capacity::of_link(link, way) else { continue };
            let cost = member.share * small_block_cost(link, block, way);
            // Where the transport stands for an unknown drive, the controller's link need not.
            let only_drive = id == controller && is_unknown && drive.transport.is_none();
            // Functions of one device share its link, which the port above stands for.
            let wire = link.port.as_ref().unwrap_or(id);
            let limit = || limits::link(id, node, link, carries, only_drive);
            uses.push(self.take(wire, Part::Link, cost, limit));
        }
    }

    /// The way that the data goes.
    fn way(&self) -> Way {
        match self.workload.direction() {
            Direction::Read => Way::Up,
            Direction::Write => Way::Down,
        }
    }

    /// The use of a limit, which is made when it is used first.
    fn take(
        &mut self,
        id: &Id,
        part: Part,
        coefficient: f64,
        limit: impl FnOnce() -> Limit,
    ) -> Use {
        let limits = &mut self.limits;
        let resource = *self.seen.entry((id.clone(), part)).or_insert_with(|| {
            limits.push(limit());
            limits.len() - 1
        });
        Use { resource, coefficient }
    }
}

/// A drive's figures in one direction.
#[derive(Clone, Copy, Default)]
struct Speeds {
    bandwidth: Option<Figure<BytesPerSec>>,
    operations: Option<Figure<Iops>>,
    latency: Option<Figure<Nanos>>,
}

impl Speeds {
    fn of(figures: &DriveFigures, direction: Direction) -> Self {
        match direction {
            Direction::Read => Self {
                bandwidth: figures.read,
                operations: figures.random_read,
                latency: figures.read_latency,
            },
            Direction::Write => Self {
                bandwidth: figures.write,
                operations: figures.random_write,
                latency: figures.write_latency,
            },
        }
    }
}

fn small_block_cost(link: &Link, block: Bytes, way: Way) -> f64 {
    let Some(width) = link.current else { return 1.0 };
    if block >= REFERENCE_BLOCK {
        return 1.0;
    }
    let payload = link.max_payload.unwrap_or(capacity::assumed_max_payload(width.rate));
    capacity::small_block_cost(width.rate, payload, block, way)
}

#[cfg(test)]
mod tests;
