//! The cost of single requests, for a simulation that serves them one after the other.
//!
//! For: giving a simulation the same arithmetic as the analytical model. A task's flow is an
//! average over its requests and members; here the same code prices one request of a program, and
//! one extent of it on one member. Averaged over a task's requests, these charges are its flow's
//! uses.
//!
//! Not here: in which order requests are served (`narrows-sim`), and which extent of a request lies
//! on which member.

use std::collections::BTreeSet;

use narrows_array::RequestCutting;
use narrows_topology::Id;
use narrows_topology::capacity::{self, LinkDirection};
use narrows_topology::graph::NodeLink;
use narrows_units::{Bytes, LinkWidth};
use narrows_workload::{Direction, Workload};

use super::flow::{FlowRequest, through_page_cache};
use super::spread::{self, MemberSpread};
use super::wait::waits;
use super::{FlowUses, LimitPart, Lowering, WorkloadTask, WriteCacheState};
use crate::limit::ResourceLimit;
use crate::machine::Machine;
use crate::solver::SolverFlow;

/// A machine with its concurrent tasks, for pricing single requests.
pub struct RequestPricing<'a> {
    lowering: Lowering<'a>,
    tasks: Vec<WorkloadTask<'a>>,
    flows: Vec<SolverFlow>,
    cards: Vec<SolverFlow>,
}

/// The load of a request on a limit, in the limit's unit times a second.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LimitCharge {
    pub limit: usize,
    pub amount: f64,
}

/// The cost of a request.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RequestPrice {
    /// The charges, one per limit.
    pub charges: Vec<LimitCharge>,
    /// Seconds of latency at any queue depth.
    pub wait: f64,
}

/// A part of a request on one member.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MemberExtent {
    pub direction: Direction,
    pub bytes: u64,
    pub requests: f64,
    /// Bytes of the program's request that it represents: the traffic above a RAID card.
    pub requested: f64,
    /// The state of the drive's write cache.
    pub caches: WriteCacheState,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LimitRole {
    Thread,
    /// The serial part of a RAID engine.
    Layer,
    /// The queue depth: a result of the analytical model, not a server.
    Depth,
    /// A drive's transfers; alternating reads and writes lose time.
    Bandwidth,
    Operations,
    /// Any other server.
    Place,
}

impl<'a> RequestPricing<'a> {
    /// For concurrent `tasks`, with write caches not full.
    pub fn new(machine: &'a Machine, tasks: &[WorkloadTask<'a>]) -> Self {
        let mut lowering = Lowering::new(machine, WriteCacheState::Fresh);
        let tasks = tasks.to_vec();
        let (mut flows, _) = lowering.flows(&tasks);
        let cards = flows.split_off(tasks.len());
        let mut requests = Self { lowering, tasks, flows, cards };
        for task in 0..requests.tasks.len() {
            // A target of which nothing is known still has a program that makes requests.
            requests.program(task, Direction::Read);
            requests.program(task, Direction::Write);
        }
        requests
    }

    /// The limits; calculating prices may add some.
    pub fn limits(&self) -> &[ResourceLimit] {
        &self.lowering.limits
    }

    /// The roles of the limits, in their order.
    pub fn roles(&self) -> Vec<LimitRole> {
        let mut roles = vec![LimitRole::Place; self.lowering.limits.len()];
        for ((_, part), &at) in &self.lowering.numbers {
            roles[at] = match part {
                LimitPart::Thread(_) => LimitRole::Thread,
                LimitPart::Layer => LimitRole::Layer,
                LimitPart::Depth(_) => LimitRole::Depth,
                LimitPart::Bandwidth => LimitRole::Bandwidth,
                LimitPart::Operations => LimitRole::Operations,
                _ => LimitRole::Place,
            };
        }
        roles
    }

    /// The uses of a task per byte, averaged over its directions, and its weight at shared
    /// locations.
    pub fn flow(&self, task: usize) -> &SolverFlow {
        &self.flows[task]
    }

    /// The uses of cards per byte of their constant traffic.
    pub fn cards(&self) -> &[SolverFlow] {
        &self.cards
    }

    /// The rates of the cards' traffic in bytes per second, in the same order.
    pub fn card_rates(&self) -> impl Iterator<Item = f64> {
        let demand = |(_, part): &(Id, LimitPart)| matches!(part, LimitPart::Demand(_));
        let of_cards = self.lowering.numbers.iter().filter(move |(key, _)| demand(key));
        let of_cards: BTreeSet<usize> = of_cards.map(|(_, at)| *at).collect();
        self.cards.iter().map(move |flow| {
            let own = flow.uses.iter().find(|used| of_cards.contains(&used.resource));
            own.map_or(0.0, |used| self.lowering.limits[used.resource].capacity)
        })
    }

    /// The number of requests that the array's memory passes on at a time; `None` if writes are not
    /// acknowledged from memory.
    pub fn held(&self, task: usize) -> Option<u32> {
        self.with(task, |request| request.held())
    }

    /// How the task's array cuts requests; `None` for a drive.
    pub fn cutting(&self, task: usize) -> Option<RequestCutting> {
        self.with(task, |request| Some(spread::cutting(request.array?, request.workload())))
    }

    /// The cost of a task's request on resources shared by its members; its wait is the part
    /// outside the members.
    pub fn program(&mut self, task: usize, direction: Direction) -> RequestPrice {
        let mut uses = FlowUses::default();
        let through = self.only(task, direction);
        let one = WorkloadTask { workload: &through, ..self.tasks[task] };
        let request = self.lowering.request(task, &one, self.tasks[task].workload.block);
        self.lowering.use_program(&request, &mut uses);
        let wait = self.lowering.wait_above(&request).value;
        priced(uses, request.block, wait)
    }

    /// The cost of an extent of a task's request at `drive` and on its path.
    pub fn member(&mut self, task: usize, drive: &Id, extent: MemberExtent) -> RequestPrice {
        let through = self.only(task, extent.direction);
        let one = WorkloadTask { workload: &through, ..self.tasks[task] };
        self.lowering.caches = extent.caches;
        let request = self.lowering.request(task, &one, self.tasks[task].workload.block);
        let is_read = extent.direction == Direction::Read;
        let single = MemberSpread::single(Bytes::new(extent.bytes), is_read);
        let (reads, writes) = (single.reads * extent.requests, single.writes * extent.requests);
        let spread = MemberSpread { reads, writes, ..single };
        let above = extent.requested / request.block;
        let above = if is_read { (above, 0.0) } else { (0.0, above) };
        let member = self.lowering.member(&request, drive, spread, above);
        let mut uses = FlowUses::default();
        self.lowering.use_member(&member, &mut uses);
        let reads = if is_read { 1.0 } else { 0.0 };
        let wait = member.speeds.wait(&spread, reads, member.commands_add).value;
        let price = priced(uses, request.block, wait);
        // All other prices are those of caches that are not full.
        self.lowering.caches = WriteCacheState::Fresh;
        price
    }

    /// The link above `node` at another width: the width, and the capacities of its limits then.
    /// `None` if the node has no link of known width, or no link can be so wide or fast.
    pub fn at_width(
        &self,
        node: &Id,
        lanes: Option<u8>,
        gt_s: Option<f64>,
    ) -> Option<(LinkWidth, Vec<(usize, f64)>)> {
        let link = self.lowering.machine.topology.nodes.get(node)?.link.as_ref()?;
        let current = link.current?;
        let width = LinkWidth {
            rate: gt_s.map_or(Some(current.rate), narrows_units::TransferRate::from_gt_s)?,
            lanes: lanes.map_or(Some(current.lanes), narrows_units::Lanes::new)?,
        };
        let narrow = NodeLink { current: Some(width), ..link.clone() };
        let (narrow, _) = self.lowering.with_payload(node, &narrow);
        let wire = link.port.as_ref().unwrap_or(node);
        let carries = [LinkDirection::Up, LinkDirection::Down].into_iter().filter_map(|way| {
            let at = self.lowering.numbers.get(&(wire.clone(), LimitPart::Link(way)))?;
            Some((*at, capacity::of_link(&narrow, way)?.get()))
        });
        Some((width, carries.collect()))
    }

    /// The task's workload in one direction only.
    fn only(&self, task: usize, direction: Direction) -> Workload {
        let through = through_page_cache(self.lowering.machine, &self.tasks[task]);
        let read_percent = if direction == Direction::Read { 100 } else { 0 };
        Workload { read_percent, ..through.into_owned() }
    }

    fn with<T>(&self, task: usize, then: impl FnOnce(&FlowRequest<'_>) -> Option<T>) -> Option<T> {
        let through = through_page_cache(self.lowering.machine, &self.tasks[task]);
        let one = WorkloadTask { workload: &through, ..self.tasks[task] };
        then(&self.lowering.request(task, &one, self.tasks[task].workload.block))
    }
}

/// A workload as it reaches the layers below the page cache of `target`, with the queue depth of each of its
/// threads.
pub fn below_program(machine: &Machine, target: &Id, workload: &Workload) -> Workload {
    let task = WorkloadTask::new(target, workload);
    let through = through_page_cache(machine, &task).into_owned();
    let depth = if waits(workload) { 1 } else { through.depth };
    Workload { depth, ..through }
}

fn priced(uses: FlowUses, block: f64, wait: f64) -> RequestPrice {
    let charge = |(limit, each): (usize, f64)| LimitCharge { limit, amount: each * block };
    RequestPrice { charges: uses.0.into_iter().map(charge).collect(), wait }
}
