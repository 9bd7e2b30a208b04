//! From a machine and what is asked of it to flows over resources.
//!
//! Each target is one flow. It uses every link between its drives and the processor in the way its
//! data goes, the drives themselves, processor time, memory, and its own depth. Links inside
//! silicon, and what nothing is known of, limit nothing.

mod adapter;
mod arbitration;
mod card;
mod complex;
mod copies;
mod cost;
mod depth;
mod drive;
mod flow;
mod limits;
mod path;
mod queue;
mod request;
mod spread;
mod wait;

use std::cell::RefCell;
use std::collections::BTreeMap;

use narrows_topology::Id;
use narrows_topology::capacity::Way;
use narrows_units::Bytes;
use narrows_workload::Workload;

use crate::figures::DriveFigures;
use crate::job::Application;
use crate::limit::Limit;
use crate::machine::{Arbitration, Machine};
use crate::processor::Core;
use crate::solver::{Flow, Use};

use drive::Both;
pub use flow::before_full;
pub use queue::{at_other_depth, in_the_long_run};
pub use request::{Charge, Piece, Price, Requests, Role, below_program};

/// A workload on a target.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Task<'a> {
    /// The drive or array.
    pub target: &'a Id,
    /// The requests.
    pub workload: &'a Workload,
    /// The card that data goes to or comes from; memory where none.
    pub to: Option<&'a Id>,
    /// What the program does between its requests.
    pub application: Option<Application>,
    /// How much it reads and writes together; none for no more than write caches hold.
    pub amount: Option<Bytes>,
}

impl<'a> Task<'a> {
    /// Between memory and `target`, with nothing in between.
    pub fn new(target: &'a Id, workload: &'a Workload) -> Self {
        Self { target, workload, to: None, application: None, amount: None }
    }
}

/// Whether drives still write into their caches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Caches {
    /// As fast as they can.
    Fresh,
    /// At the rate that is left when the cache is full.
    Full,
}

/// Equations: limits, and one flow a task in the order of the tasks, then what cards move.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Equations {
    /// The resources.
    pub limits: Vec<Limit>,
    /// The flows; rates are bytes per second.
    pub flows: Vec<Flow>,
    /// Limits that only say how near a flow comes to another limit at its depth: the other one.
    pub stands_for: BTreeMap<usize, usize>,
    /// Drives that some flows read (true) and others write, and these flows: such a drive loses time
    /// between them, how much depends on their rates.
    pub shared_by_both: Vec<(usize, Vec<(usize, bool)>)>,
    /// The flows' weights if shared places divided themselves the other way, by port instead of by
    /// flow or the reverse; none where that is the same.
    pub weights_otherwise: Option<Vec<f64>>,
}

/// Lowers `tasks` running at once.
pub fn lower(machine: &Machine, tasks: &[Task<'_>], caches: Caches) -> Equations {
    let mut lowering = Lowering::new(machine, caches);
    let (flows, weights_otherwise) = lowering.flows(tasks);
    let shared_by_both = lowering.shared_by_both();
    for (drive, _) in &shared_by_both {
        // What shows its link to a reader may be itself to a writer.
        lowering.stands_for.remove(drive);
    }
    let Lowering { limits, stands_for, .. } = lowering;
    Equations { limits, flows, stands_for, shared_by_both, weights_otherwise }
}

/// What of a node, drive, array or machine a limit is. Numbers are those of flows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Part {
    Link(Way),
    Transport(Option<Way>),
    Bandwidth,
    Operations,
    Ceiling(usize, Side),
    Adapter,
    AdapterOperations,
    Complex(Way),
    Cores,
    Memory,
    Layer,
    Depth(usize),
    Thread(usize),
    /// Threads that several flows share.
    Pool,
    /// What these have in flight.
    PoolDepth,
    Application(usize),
    Demand(usize),
}

/// Which traffic a ceiling is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Side {
    Read,
    Write,
    Both,
    Operations,
}

struct Lowering<'a> {
    machine: &'a Machine,
    core: Core,
    caches: Caches,
    limits: Vec<Limit>,
    seen: BTreeMap<(Id, Part), usize>,
    stands_for: BTreeMap<usize, usize>,
    /// Who uses each drive's bandwidth.
    users: BTreeMap<usize, Vec<User>>,
    /// The limits of root complexes and processors that nobody has measured, where they have one.
    complexes: BTreeMap<(Id, Way), Option<usize>>,
    /// How many flows share the threads of each name.
    pools: BTreeMap<String, u32>,
    /// What drives with the same figures do with the same requests: it takes long to work out.
    speeds: RefCell<Vec<(DriveFigures, Workload, Both)>>,
}

/// A flow that uses a drive's bandwidth, to read, to write or both.
#[derive(Clone, Copy)]
struct User {
    flow: usize,
    reads: bool,
    writes: bool,
}

/// Drives lose time between reads and writes, most when both take as long: a copy inside one stripe
/// of two SSD 750 ran at 1,000 MB/s where their figures allow 1,277 (write-up 002; its figure
/// calibrates this, see the casebook).
const MIX_LOSS: f64 = 0.34;

/// How much longer a drive takes for both than for each by itself, the two times added up.
pub fn mixed(reading: f64, writing: f64) -> f64 {
    let share = reading / (reading + writing).max(f64::MIN_POSITIVE);
    1.0 + MIX_LOSS * 4.0 * share * (1.0 - share)
}

impl<'a> Lowering<'a> {
    fn new(machine: &'a Machine, caches: Caches) -> Self {
        let (seen, stands_for, users) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
        let (limits, speeds) = (Vec::new(), RefCell::default());
        let (complexes, pools) = (BTreeMap::new(), BTreeMap::new());
        let core = machine.core();
        Self { machine, core, caches, limits, seen, stands_for, users, complexes, pools, speeds }
    }

    /// The flows of tasks, then of cards, and their weights if places divided themselves otherwise.
    fn flows(&mut self, tasks: &[Task<'_>]) -> (Vec<Flow>, Option<Vec<f64>>) {
        for pool in tasks.iter().filter_map(|task| task.workload.pool.as_ref()) {
            *self.pools.entry(pool.clone()).or_default() += 1;
        }
        let mut flows: Vec<Flow> =
            tasks.iter().enumerate().map(|(at, task)| self.flow(at, task)).collect();
        let by_port = arbitration::weights_by_port(self.machine, tasks);
        let mut weights = by_port.as_ref().map(|found| found.tasks.clone()).unwrap_or_default();
        for at in 0..self.machine.demands.len() {
            let of_card = self.demand(at);
            weights
                .extend(by_port.iter().flat_map(|found| of_card.iter().map(|_| found.cards[at])));
            flows.extend(of_card);
        }
        let otherwise = by_port.map(|_| {
            let flat = flows.iter().map(|flow| flow.weight).collect();
            match self.machine.host.arbitration {
                Arbitration::Flat => weights,
                Arbitration::PerPort => {
                    flows.iter_mut().zip(weights).for_each(|(flow, weight)| flow.weight = weight);
                    flat
                }
            }
        });
        (flows, otherwise)
    }

    /// The drives that some flows read and others write.
    fn shared_by_both(&self) -> Vec<(usize, Vec<(usize, bool)>)> {
        let both = |users: &[User]| {
            users.iter().any(|user| !user.writes) && users.iter().any(|user| !user.reads)
        };
        let found = self.users.iter().filter(|(_, users)| both(users));
        let of = |users: &[User]| users.iter().map(|user| (user.flow, user.reads)).collect();
        found.map(|(&at, users)| (at, of(users))).collect()
    }

    /// The number of a limit, which is made when it is used first.
    fn resource(&mut self, id: &Id, part: Part, limit: impl FnOnce() -> Limit) -> usize {
        let limits = &mut self.limits;
        *self.seen.entry((id.clone(), part)).or_insert_with(|| {
            limits.push(limit());
            limits.len() - 1
        })
    }
}

/// What a flow uses; uses of one resource add up.
#[derive(Clone, Debug, Default)]
struct Uses(BTreeMap<usize, f64>);

impl Uses {
    fn add(&mut self, resource: usize, coefficient: f64) {
        if coefficient > 0.0 {
            *self.0.entry(resource).or_default() += coefficient;
        }
    }

    fn into_flow(self) -> Flow {
        let uses = self.0.into_iter().map(|(resource, coefficient)| Use { resource, coefficient });
        Flow { weight: 1.0, uses: uses.collect() }
    }
}

#[cfg(test)]
mod tests;
