//! Builds a round from a machine and parts: threads, drives, servers.

use std::collections::{BTreeMap, BinaryHeap, VecDeque};
use std::num::NonZeroUsize;

use narrows_array::ArrayLayout;
use narrows_model::Machine;
use narrows_model::lower::{RequestPricing, WorkloadTask};
use narrows_topology::Id;
use narrows_units::{BytesPerSec, LinkWidth, Nanos};
use narrows_workload::issuer::{Issuer, WorkloadMisfit};
use narrows_workload::{Direction, Pattern, Workload};

use super::serve::way;
use super::steady::{SteadySearch, enough};
use super::{ArrayMemory, RareEvent, SimRound, SimTarget, TrafficCard, Training};
use crate::chance::NoiseSource;
use crate::cost_table::{CostTable, MemberRequestKind, RequestBill};
use crate::event_queue::EventQueue;
use crate::fault_state::{FaultState, spell_of};
use crate::flight::{CompletionOwner, Flight, Flights};
use crate::heat::DriveTemperature;
use crate::picos::Picos;
use crate::runner::{ThreadCost, ThreadRunner};
use crate::server::{OwnServer, SharedServer};
use crate::simulator::CarriedDriveState;
use crate::unit::DriveUnit;
use crate::{LinkObservation, PartMonitoring, RoundTiming, SimFault, SimFaultKind, SimPart};

/// User-mode time of the engine's own code for a request, as part of the request's cost to a
/// thread.
const ENGINE_OWN: Nanos = Nanos::new(80);
/// A card moves its data in steps of this time, in seconds, but at least [`TURN`] bytes.
const CARD_STEP: f64 = 10e-6;
/// Links serve flows in turns of this many bytes.
const TURN: f64 = 4096.0;

pub(crate) struct RoundStart<'a, 'p> {
    pub machine: &'a Machine,
    pub faults: &'p [SimFault],
    pub remembered: &'p BTreeMap<Id, CarriedDriveState>,
    /// The simulator's time.
    pub now: Nanos,
    pub seed: u64,
}

/// A part that can run: its issuers with their streams.
pub(crate) struct ReadyPart<'p> {
    pub part: &'p SimPart,
    pub workload: Workload,
    pub issuers: Vec<Issuer>,
}

/// The issuers of a part; `seed` is that of the first.
pub(crate) fn ready<'p>(
    machine: &Machine,
    part: &'p SimPart,
    timing: &RoundTiming,
    seed: u64,
) -> Result<ReadyPart<'p>, WorkloadMisfit> {
    // Simulated are the requests below the page cache: windows of read-ahead, not the program's
    // calls.
    let workload = narrows_model::lower::below_program(machine, &part.target, &part.workload);
    let threads = workload.jobs.max(1);
    let issuers = (0..threads).map(|number| {
        let schedule = timing.schedule_of(part, workload.block);
        let seed = seed.wrapping_add(u64::from(number));
        let issuer = Issuer::new(&workload, part.region, schedule, seed)?;
        let issuer = issuer.begun_at(f64::from(number) / f64::from(threads));
        Ok(match part.limit {
            Some(limit) => issuer.held_to(BytesPerSec::new(limit.get() / f64::from(threads))),
            None => issuer,
        })
    });
    let issuers = issuers.collect::<Result<Vec<Issuer>, WorkloadMisfit>>()?;
    Ok(ReadyPart { part, workload, issuers })
}

impl<'a> SimRound<'a> {
    pub fn new(start: &RoundStart<'a, '_>, parts: Vec<ReadyPart<'a>>, patience: Nanos) -> Self {
        let members: Vec<Vec<Id>> =
            parts.iter().map(|ready| members(start.machine, &ready.part.target)).collect();
        let tasks: Vec<_> = parts
            .iter()
            .zip(&members)
            .map(|(ready, members)| {
                // With the program's own workload, which the model passes through the page cache
                // itself.
                let task = WorkloadTask::new(&ready.part.target, &ready.part.workload);
                (task, members.len(), ready.part.limit.map(BytesPerSec::get))
            })
            .collect();
        let links = |requests: &RequestPricing<'a>| {
            let links = start.faults.iter().filter_map(|fault| link_of(start, requests, fault));
            links.flat_map(|(_, limits)| limits).collect()
        };
        let cost_table = CostTable::new(start.machine, &tasks, links);
        let in_flight: u32 = parts.iter().map(|ready| ready.workload.in_flight()).sum();
        let (units, unit_ids) = units(start, &members, in_flight);
        let mut round = Self {
            own: (0..cost_table.own).map(|_| OwnServer::new()).collect(),
            cost_table,
            shared: Vec::new(),
            units,
            unit_ids,
            targets: Vec::new(),
            runners: Vec::new(),
            cards: Vec::new(),
            trainings: Vec::new(),
            flights: Flights::new(),
            agenda: BinaryHeap::new(),
            event_queue: EventQueue::new(0),
            // Inverted, so that waits do not repeat the numbers of the first issuer.
            chance: NoiseSource::new(!start.seed),
            submissions: Vec::new(),
            extents: Vec::new(),
            running: 0,
            steady: SteadySearch::default(),
        };
        for (ready, members) in parts.into_iter().zip(members) {
            round.add(start, ready, members, patience);
        }
        round.share_places();
        round.train(start);
        round.set_out();
        round
    }

    fn add(
        &mut self,
        start: &RoundStart<'a, '_>,
        ready: ReadyPart<'_>,
        members: Vec<Id>,
        patience: Nanos,
    ) {
        let task = self.targets.len();
        let ReadyPart { part, workload, issuers } = ready;
        let array = start.machine.arrays.get(&part.target);
        let layout = array.and_then(|array| {
            let cutting = self.cost_table.requests().cutting(task)?;
            let range = part.region.offset..part.region.offset + part.region.len;
            let layout =
                ArrayLayout::new(array.level, NonZeroUsize::new(array.each())?, cutting, range);
            Some(match (&array.over, NonZeroUsize::new(array.arrays())) {
                (Some(over), Some(arrays)) => layout.under(arrays, over.chunk()),
                _ => layout,
            })
        });
        let programs =
            [Direction::Read, Direction::Write].map(|way| self.cost_table.program(task, way));
        let most = self.cost_table.requests().held(task);
        let memory = most.map(|most| ArrayMemory { most, out: 0, waiting: VecDeque::new() });
        let around = around(start, members.first());
        let numbered = |id: &Id| self.unit_ids.get(id).map(|unit| (*unit, id.clone()));
        let members: Vec<(u32, Id)> = members.iter().filter_map(numbered).collect();
        let fills = asks(&workload, Direction::Write) && memory.is_some();
        let target = SimTarget {
            members,
            layout,
            block: workload.block.as_f64(),
            random: workload.pattern == Pattern::Random,
            on_card: array.is_some_and(|array| array.controller.is_some()),
            costs: programs.each_ref().map(cost),
            programs,
            bills: [[0; 2]; 2],
            turn: 0,
            memory,
            acknowledged_after: Picos::ZERO,
            moved: 0,
            helpers: Picos::ZERO,
            around,
            enough: enough(&workload, array, fills),
            shortened: false,
        };
        self.targets.push(target);
        self.prepare(task, &workload);
        for (stream, issuer) in issuers.into_iter().enumerate() {
            let base = self.flights.len() as u32;
            let number = self.runners.len() as u32;
            // One after the other from `base` on, so that a slot's number finds its request.
            for slot in 0..issuer.depth() as u32 {
                let owner = CompletionOwner::Slot { runner: number, slot };
                self.flights.take(Flight::new(owner, task as u32));
            }
            let runner = ThreadRunner::new(issuer, task, stream as u64, base, patience);
            self.runners.push(runner);
        }
    }

    /// Calculates the bills of whole requests, and gives drives their stations.
    fn prepare(&mut self, task: usize, workload: &Workload) {
        let target = &mut self.targets[task];
        for (member, (unit, drive)) in target.members.iter().enumerate() {
            for direction in [Direction::Read, Direction::Write] {
                let kind =
                    MemberRequestKind { direction, bytes: workload.block.get(), requested: 0.0 };
                let bills = self.cost_table.extent(task, member, drive, kind);
                let bill = &self.cost_table.bills[bills[0] as usize];
                if asks(workload, direction) {
                    self.units[*unit as usize].prepare_for(bill);
                }
                // Writes come second, so that the wait that stays is theirs.
                if member == 0 {
                    target.bills[way(direction)] = bills;
                    // For an array with its own memory, the wait is the memory's.
                    target.acknowledged_after = bill.wait;
                }
            }
        }
    }

    fn share_places(&mut self) {
        let tasks = self.targets.len();
        let blocks: Vec<f64> = self.targets.iter().map(|target| target.block).collect();
        let rates: Vec<f64> = self.cost_table.requests().card_rates().collect();
        let largest = |user: usize| match user.checked_sub(tasks) {
            None => blocks[user],
            Some(card) => rates.get(card).map_or(0.0, |rate| (rate * CARD_STEP).max(TURN)),
        };
        let shared = self.cost_table.shared.iter().map(|sharing| {
            let each: Vec<f64> = sharing.users.iter().map(|(_, each)| *each).collect();
            let whole = sharing.users.iter().all(|(user, _)| largest(*user) <= TURN);
            SharedServer::new(&each, whole)
        });
        self.shared = shared.collect();
        for (card, rate) in rates.iter().enumerate() {
            let bytes = (rate * CARD_STEP).max(TURN);
            let lines = self.cost_table.card_lines(tasks, card, bytes);
            self.cards.push(TrafficCard { lines, every: Picos::secs(bytes / rate), out: 0 });
        }
    }

    /// Sets up links that train down during the round.
    fn train(&mut self, start: &RoundStart<'a, '_>) {
        for fault in start.faults {
            let Some((width, limits)) = link_of(start, self.cost_table.requests(), fault) else {
                continue;
            };
            let (from, until) = spell_of(fault, start.now);
            let slower = |(limit, carries): (usize, f64)| {
                let (_, usual) = self.cost_table.place(limit);
                (limit, (usual / carries.max(1e-3)).clamp(1e-6, 1e6))
            };
            let slower = limits.into_iter().map(slower).collect();
            let node = node_of(start.machine, &fault.what);
            let sees = |target: &SimTarget| {
                let drive = target.members.first().map(|(_, id)| id);
                drive.is_some_and(|drive| node_of(start.machine, drive) == node)
            };
            let seen_by = self.targets.iter().enumerate().filter(|(_, target)| sees(target));
            let seen_by = seen_by.map(|(at, _)| at).collect();
            let usual = width_of(start.machine, node);
            self.trainings.push(Training { from, until, width, seen_by, usual, slower });
        }
    }

    /// Fills the event queue with the first events.
    fn set_out(&mut self) {
        self.event_queue = EventQueue::new(self.runners.len() + self.shared.len() + 1);
        self.running = self.runners.len();
        for runner in 0..self.runners.len() {
            self.set_runner(runner);
        }
        let changes = self.units.iter().flat_map(|unit| unit.fault_state.changes());
        let trainings = self.trainings.iter().flat_map(|it| [it.from, it.until]);
        let mut changes: Vec<Picos> = changes.chain(trainings).collect();
        // What holds already when the round begins takes effect with the first event.
        changes.push(Picos::ZERO);
        changes.into_iter().for_each(|at| self.later(at, RareEvent::Change));
        for unit in 0..self.units.len() {
            if let Some(warmth) = self.units[unit].warmth {
                self.later(warmth.step(), RareEvent::Warm { unit: unit as u32 });
            }
        }
        for card in 0..self.cards.len() {
            if !self.cards[card].lines.is_empty() {
                self.later(Picos::ZERO, RareEvent::Card { card: card as u32 });
            }
        }
    }
}

/// Whether any of its requests go in this direction.
fn asks(workload: &Workload, direction: Direction) -> bool {
    match direction {
        Direction::Read => workload.read_percent > 0,
        Direction::Write => workload.read_percent < 100,
    }
}

fn members(machine: &Machine, target: &Id) -> Vec<Id> {
    let array = machine.arrays.get(target);
    array.map_or_else(|| vec![target.clone()], |array| array.members.clone())
}

/// The drives of all parts, each once.
fn units(
    start: &RoundStart<'_, '_>,
    members: &[Vec<Id>],
    in_flight: u32,
) -> (Vec<DriveUnit>, BTreeMap<Id, u32>) {
    let (mut units, mut ids) = (Vec::new(), BTreeMap::new());
    for id in members.iter().flatten() {
        ids.entry(id.clone()).or_insert_with(|| {
            units.push(unit(start, id, in_flight));
            units.len() as u32 - 1
        });
    }
    (units, ids)
}

fn unit(start: &RoundStart<'_, '_>, id: &Id, in_flight: u32) -> DriveUnit {
    let remembered = start.remembered.get(id).copied().unwrap_or_default();
    let of_it = || start.faults.iter().filter(|fault| fault.what == *id);
    let heat = of_it().find_map(|fault| match fault.kind {
        SimFaultKind::Heat(heat) => Some((heat, spell_of(fault, start.now))),
        _ => None,
    });
    let warmth = heat.map(|(heat, spell)| match remembered.warmth {
        Some(warmth) => warmth.again(spell),
        None => DriveTemperature::new(heat, spell),
    });
    let fault_state = FaultState::new(of_it(), start.now);
    DriveUnit::new(start.machine.figures.get(id), remembered.held, warmth, fault_state, in_flight)
}

/// The node of a link fault: the named one, or the controller of the named drive.
fn node_of<'m>(machine: &'m Machine, what: &'m Id) -> &'m Id {
    let drive = machine.topology.drives.get(what);
    drive.and_then(|drive| drive.controller.as_ref()).unwrap_or(what)
}

fn width_of(machine: &Machine, node: &Id) -> Option<LinkWidth> {
    machine.topology.nodes.get(node)?.link.as_ref()?.current
}

/// The width of a link that a fault changes in or after this round, and the capacity of its limits
/// then.
fn link_of(
    start: &RoundStart<'_, '_>,
    requests: &RequestPricing<'_>,
    fault: &SimFault,
) -> Option<(LinkWidth, Vec<(usize, f64)>)> {
    let SimFaultKind::Link { lanes, gts } = fault.kind else { return None };
    let (from, until) = spell_of(fault, start.now);
    let changed = requests.at_width(node_of(start.machine, &fault.what), lanes, gts);
    changed.filter(|_| from < until)
}

fn around(start: &RoundStart<'_, '_>, drive: Option<&Id>) -> PartMonitoring {
    let width = drive.and_then(|drive| width_of(start.machine, node_of(start.machine, drive)));
    let links = width.map(|width| LinkObservation { at: Nanos::ZERO, width }).into_iter().collect();
    PartMonitoring { links, ..PartMonitoring::default() }
}

/// The minimum time for each request, even if the processor takes none (a GPU): without it a drive
/// without figures would complete requests endlessly at one moment.
const FASTEST: Nanos = Nanos::new(20);

fn cost(bill: &RequestBill) -> ThreadCost {
    let busy = bill.thread.max(Picos::from(FASTEST));
    ThreadCost { busy, own: busy.min(Picos::from(ENGINE_OWN)) }
}
