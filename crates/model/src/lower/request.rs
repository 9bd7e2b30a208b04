//! What single requests cost, for who serves them one after the other in simulated time.
//!
//! For: giving a simulation the very arithmetic of the closed form. A task's flow is an average
//! over its requests and members; here the same code prices one request of a program, and one
//! piece of it on one member. Averaged over a task's requests, these charges are its flow's uses.
//!
//! Not here: in which order requests are served (`narrows-sim`), and which piece of a request lies
//! on which member.

use std::collections::BTreeSet;

use narrows_array::Cutting;
use narrows_topology::Id;
use narrows_topology::capacity::{self, Way};
use narrows_topology::graph::Link;
use narrows_units::{Bytes, LinkWidth};
use narrows_workload::{Direction, Workload};

use super::flow::{self, Asked};
use super::spread::{self, Spread};
use super::{Caches, Lowering, Part, Task, Uses};
use crate::limit::Limit;
use crate::machine::Machine;
use crate::solver::Flow;

/// A machine with the tasks that run on it at once, asked request by request.
pub struct Requests<'a> {
    lowering: Lowering<'a>,
    tasks: Vec<Task<'a>>,
    flows: Vec<Flow>,
    cards: Vec<Flow>,
}

/// What a request takes of a limit, in the limit's unit times a second.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Charge {
    /// The number of the limit.
    pub limit: usize,
    /// How much.
    pub amount: f64,
}

/// What a request takes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Price {
    /// Of limits, each once.
    pub charges: Vec<Charge>,
    /// Seconds that it waits, whatever else is in flight.
    pub wait: f64,
}

/// A part of a request on one member.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Piece {
    /// Which way.
    pub direction: Direction,
    /// How much.
    pub bytes: u64,
    /// Requests that it stands for.
    pub requests: f64,
    /// Bytes of the program's request that it stands for: what passes above a RAID card.
    pub asked: f64,
    /// Whether the drive's write cache is full.
    pub caches: Caches,
}

/// What a limit is to requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// The threads of one task.
    Thread,
    /// The serial part of a RAID layer.
    Layer,
    /// What too little in flight costs: an answer of the closed form, nothing that serves.
    Depth,
    /// A drive's transfers; reads and writes lose time between them.
    Bandwidth,
    /// A drive's operations.
    Operations,
    /// Anything else that serves.
    Place,
}

impl<'a> Requests<'a> {
    /// Of `tasks` running at once, write caches not full.
    pub fn new(machine: &'a Machine, tasks: &[Task<'a>]) -> Self {
        let mut lowering = Lowering::new(machine, Caches::Fresh);
        let tasks = tasks.to_vec();
        let (mut flows, _) = lowering.flows(&tasks);
        let cards = flows.split_off(tasks.len());
        let mut requests = Self { lowering, tasks, flows, cards };
        for task in 0..requests.tasks.len() {
            // A target of which nothing is known still has a program that asks.
            requests.program(task, Direction::Read);
            requests.program(task, Direction::Write);
        }
        requests
    }

    /// The limits; asking for prices may add some.
    pub fn limits(&self) -> &[Limit] {
        &self.lowering.limits
    }

    /// What the limits are, in their order.
    pub fn roles(&self) -> Vec<Role> {
        let mut roles = vec![Role::Place; self.lowering.limits.len()];
        for ((_, part), &at) in &self.lowering.seen {
            roles[at] = match part {
                Part::Thread(_) => Role::Thread,
                Part::Layer => Role::Layer,
                Part::Depth(_) => Role::Depth,
                Part::Bandwidth => Role::Bandwidth,
                Part::Operations => Role::Operations,
                _ => Role::Place,
            };
        }
        roles
    }

    /// What a task uses for each byte, its directions averaged, and its weight at shared places.
    pub fn flow(&self, task: usize) -> &Flow {
        &self.flows[task]
    }

    /// What cards use for each byte that they move all the time.
    pub fn cards(&self) -> &[Flow] {
        &self.cards
    }

    /// Bytes per second that the cards ask for, in the same order.
    pub fn card_rates(&self) -> impl Iterator<Item = f64> {
        let demand = |(_, part): &(Id, Part)| matches!(part, Part::Demand(_));
        let of_cards = self.lowering.seen.iter().filter(move |(key, _)| demand(key));
        let of_cards: BTreeSet<usize> = of_cards.map(|(_, at)| *at).collect();
        self.cards.iter().map(move |flow| {
            let own = flow.uses.iter().find(|used| of_cards.contains(&used.resource));
            own.map_or(0.0, |used| self.lowering.limits[used.resource].capacity)
        })
    }

    /// How many requests the array's memory hands on at a time; none where writes are not
    /// acknowledged from memory.
    pub fn held(&self, task: usize) -> Option<u32> {
        self.with(task, |asked| asked.held())
    }

    /// How the task's array cuts requests; none for a drive.
    pub fn cutting(&self, task: usize) -> Option<Cutting> {
        self.with(task, |asked| Some(spread::cutting(asked.array?, asked.workload())))
    }

    /// What each request of a task takes of what its members share; its wait is what is not the
    /// members' own.
    pub fn program(&mut self, task: usize, direction: Direction) -> Price {
        let mut uses = Uses::default();
        let through = self.only(task, direction);
        let one = Task { workload: &through, ..self.tasks[task] };
        let asked = self.lowering.asked(task, &one, self.tasks[task].workload.block);
        self.lowering.use_program(&asked, &mut uses);
        let wait = self.lowering.wait_above(&asked).value;
        priced(uses, asked.block, wait)
    }

    /// What a piece of one of a task's requests takes of `drive` and its way.
    pub fn member(&mut self, task: usize, drive: &Id, piece: Piece) -> Price {
        let through = self.only(task, piece.direction);
        let one = Task { workload: &through, ..self.tasks[task] };
        self.lowering.caches = piece.caches;
        let asked = self.lowering.asked(task, &one, self.tasks[task].workload.block);
        let is_read = piece.direction == Direction::Read;
        let single = Spread::single(Bytes::new(piece.bytes), is_read);
        let (reads, writes) = (single.reads * piece.requests, single.writes * piece.requests);
        let spread = Spread { reads, writes, ..single };
        let above = piece.asked / asked.block;
        let above = if is_read { (above, 0.0) } else { (0.0, above) };
        let member = self.lowering.member(&asked, drive, spread, above);
        let mut uses = Uses::default();
        self.lowering.use_member(&member, &mut uses);
        let reads = if is_read { 1.0 } else { 0.0 };
        let wait = member.speeds.wait(&spread, reads, member.commands_add).value;
        let price = priced(uses, asked.block, wait);
        self.lowering.caches = Caches::Fresh;
        price
    }

    /// The link above `node` at another width: the width, and what its limits then carry. None
    /// where the node has no link whose width is known, or no link can be so wide or fast.
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
        let narrow = Link { current: Some(width), ..link.clone() };
        let (narrow, _) = self.lowering.with_payload(node, &narrow);
        let wire = link.port.as_ref().unwrap_or(node);
        let carries = [Way::Up, Way::Down].into_iter().filter_map(|way| {
            let at = self.lowering.seen.get(&(wire.clone(), Part::Link(way)))?;
            Some((*at, capacity::of_link(&narrow, way)?.get()))
        });
        Some((width, carries.collect()))
    }

    /// The task as if it went one way only.
    fn only(&self, task: usize, direction: Direction) -> Workload {
        let through = flow::through_page_cache(self.tasks[task].workload).into_owned();
        let read_percent = if direction == Direction::Read { 100 } else { 0 };
        Workload { read_percent, ..through }
    }

    fn with<T>(&self, task: usize, then: impl FnOnce(&Asked<'_>) -> Option<T>) -> Option<T> {
        let through = flow::through_page_cache(self.tasks[task].workload);
        let one = Task { workload: &through, ..self.tasks[task] };
        then(&self.lowering.asked(task, &one, self.tasks[task].workload.block))
    }
}

/// A workload as it reaches the layers below the page cache, with what each of its threads has in
/// flight.
pub fn below_program(workload: &Workload) -> Workload {
    let through = flow::through_page_cache(workload).into_owned();
    let depth = if flow::waits(workload) { 1 } else { through.depth };
    Workload { depth, ..through }
}

fn priced(uses: Uses, block: f64, wait: f64) -> Price {
    let charge = |(limit, each): (usize, f64)| Charge { limit, amount: each * block };
    Price { charges: uses.0.into_iter().map(charge).collect(), wait }
}
