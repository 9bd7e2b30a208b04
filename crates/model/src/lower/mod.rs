//! From a machine and its workloads to flows over resources.
//!
//! Each target is one flow. It uses every link between its drives and the processor in the
//! direction of its data, the drives themselves, processor time, memory, and its own queue depth.
//! Links inside silicon and unknown capacities limit nothing.

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
use narrows_topology::capacity::LinkDirection;
use narrows_units::Bytes;
use narrows_workload::Workload;

use crate::figures::DriveFigures;
use crate::job::ApplicationWork;
use crate::limit::ResourceLimit;
use crate::machine::{Arbitration, Machine};
use crate::processor::CoreSpeed;
use crate::solver::{FlowShares, ResourceUse, SolverFlow, share};

use drive::DriveSpeeds;
pub use flow::before_full;
pub use queue::{at_other_depth, in_the_long_run};
pub use request::{
    LimitCharge, LimitRole, MemberExtent, RequestPrice, RequestPricing, below_program,
};

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WorkloadTask<'a> {
    pub target: &'a Id,
    pub workload: &'a Workload,
    /// The card that data goes to or comes from; `None` for memory.
    pub to: Option<&'a Id>,
    /// The program's work between its requests.
    pub application: Option<ApplicationWork>,
    /// The total amount that it reads and writes; `None` if it fits into write caches.
    pub amount: Option<Bytes>,
    /// Writes of each thread after which it waits for a flush (fsync(2)); none where it never flushes.
    pub flush_every: Option<u32>,
}

impl<'a> WorkloadTask<'a> {
    /// A workload between memory and `target`, without an application in between.
    pub fn new(target: &'a Id, workload: &'a Workload) -> Self {
        Self { target, workload, to: None, application: None, amount: None, flush_every: None }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WriteCacheState {
    /// Not full: writes at the full rate.
    Fresh,
    /// Full: writes at the rate that is left then.
    Full,
}

/// Equations: limits, and one flow per task in the order of the tasks, then the flows of cards.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Equations {
    pub limits: Vec<ResourceLimit>,
    /// The flows; rates are bytes per second.
    pub flows: Vec<SolverFlow>,
    /// Limits that only describe how near a flow comes to another limit at its queue depth, with
    /// that other limit.
    pub stands_for: BTreeMap<usize, usize>,
    /// Drives that some flows read (true) and others write, with these flows: such a drive loses
    /// time between them; how much depends on their rates.
    pub shared_by_both: Vec<(usize, Vec<(usize, bool)>)>,
    /// The flows' weights if shared locations were divided the other way, by port instead of by
    /// flow or the reverse; `None` if that is the same.
    pub weights_otherwise: Option<Vec<f64>>,
}

impl Equations {
    /// The fair shares of the flows.
    pub fn shares(&self) -> FlowShares {
        let capacities: Vec<f64> = self.limits.iter().map(|limit| limit.capacity).collect();
        share(&capacities, &self.flows)
    }
}

/// Lowers `tasks` that run at once.
pub fn lower(machine: &Machine, tasks: &[WorkloadTask<'_>], caches: WriteCacheState) -> Equations {
    let mut lowering = Lowering::new(machine, caches);
    let (flows, weights_otherwise) = lowering.flows(tasks);
    let shared_by_both = lowering.shared_by_both();
    for (drive, _) in &shared_by_both {
        // A drive that represents its link when read may be its own limit when written.
        lowering.stands_for.remove(drive);
    }
    let Lowering { limits, stands_for, .. } = lowering;
    Equations { limits, flows, stands_for, shared_by_both, weights_otherwise }
}

/// The part of a node, drive, array or machine that a limit belongs to. Numbers are those of flows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum LimitPart {
    Link(LinkDirection),
    Transport(Option<LinkDirection>),
    Bandwidth,
    Operations,
    Ceiling(usize, CeilingTraffic),
    Adapter,
    AdapterOperations,
    Complex(LinkDirection),
    Cores,
    Memory,
    Layer,
    Depth(usize),
    Thread(usize),
    /// Threads that several flows share.
    Pool,
    /// The queue depth of these threads.
    PoolDepth,
    Application(usize),
    Demand(usize),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum CeilingTraffic {
    Read,
    Write,
    Both,
    Operations,
}

struct Lowering<'a> {
    machine: &'a Machine,
    core: CoreSpeed,
    caches: WriteCacheState,
    limits: Vec<ResourceLimit>,
    numbers: BTreeMap<(Id, LimitPart), usize>,
    stands_for: BTreeMap<usize, usize>,
    /// The users of each drive's bandwidth.
    users: BTreeMap<usize, Vec<BandwidthUser>>,
    /// The limits of root complexes and processors without measured ceilings, if they have one.
    complexes: BTreeMap<(Id, LinkDirection), Option<usize>>,
    /// The number of flows that share the threads of each name.
    pools: BTreeMap<String, u32>,
    /// Cached speeds of drives by figures and workload: they take long to calculate.
    speeds: RefCell<Vec<(DriveFigures, Workload, DriveSpeeds)>>,
}

/// A flow that uses a drive's bandwidth, for reads, writes or both.
#[derive(Clone, Copy)]
struct BandwidthUser {
    flow: usize,
    reads: bool,
    writes: bool,
}

/// The loss of drives that alternate between reads and writes, greatest when both take as long: a
/// copy inside one stripe of two SSD 750 ran at 1,000 MB/s where their figures allow 1,277
/// (write-up 002; its figure calibrates this, see the casebook).
const MIX_LOSS: f64 = 0.34;

/// How much longer a drive takes for both than the sum of the two times alone.
pub fn mixed(reading: f64, writing: f64) -> f64 {
    let share = reading / (reading + writing).max(f64::MIN_POSITIVE);
    1.0 + MIX_LOSS * 4.0 * share * (1.0 - share)
}

impl<'a> Lowering<'a> {
    fn new(machine: &'a Machine, caches: WriteCacheState) -> Self {
        let (numbers, stands_for, users) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
        let (limits, speeds) = (Vec::new(), RefCell::default());
        let (complexes, pools) = (BTreeMap::new(), BTreeMap::new());
        let core = machine.core();
        Self { machine, core, caches, limits, numbers, stands_for, users, complexes, pools, speeds }
    }

    /// The flows of tasks, then of cards, and their weights if locations were divided the other
    /// way.
    fn flows(&mut self, tasks: &[WorkloadTask<'_>]) -> (Vec<SolverFlow>, Option<Vec<f64>>) {
        for pool in tasks.iter().filter_map(|task| task.workload.pool.as_ref()) {
            *self.pools.entry(pool.clone()).or_default() += 1;
        }
        let mut flows: Vec<SolverFlow> =
            tasks.iter().enumerate().map(|(at, task)| self.flow(at, task)).collect();
        let by_port = arbitration::weights_by_port(self.machine, tasks);
        let mut weights = by_port.as_ref().map(|by_port| by_port.tasks.clone()).unwrap_or_default();
        // A card's flows, one for each direction, have the same weight.
        for at in 0..self.machine.demands.len() {
            let of_card = self.demand(at);
            let weight = by_port.as_ref().map(|by_port| by_port.cards[at]);
            weights.extend(of_card.iter().filter_map(|_| weight));
            flows.extend(of_card);
        }
        // However the machine is taken to divide, bands are solved with the other way, too
        // (`corners` in `predict.rs`).
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
        // A flow that does both itself already pays for alternating (`mixed` in `path.rs`).
        let both = |users: &[BandwidthUser]| {
            users.iter().any(|user| !user.writes) && users.iter().any(|user| !user.reads)
        };
        let of =
            |users: &[BandwidthUser]| users.iter().map(|user| (user.flow, user.reads)).collect();
        let shared = self.users.iter().filter(|(_, users)| both(users));
        shared.map(|(&at, users)| (at, of(users))).collect()
    }

    /// The number of a limit, which is created on first use.
    fn resource(
        &mut self,
        id: &Id,
        part: LimitPart,
        limit: impl FnOnce() -> ResourceLimit,
    ) -> usize {
        let limits = &mut self.limits;
        *self.numbers.entry((id.clone(), part)).or_insert_with(|| {
            limits.push(limit());
            limits.len() - 1
        })
    }
}

/// The uses of a flow; uses of one resource add up.
#[derive(Clone, Debug, Default)]
struct FlowUses(BTreeMap<usize, f64>);

impl FlowUses {
    fn add(&mut self, resource: usize, coefficient: f64) {
        if coefficient > 0.0 {
            *self.0.entry(resource).or_default() += coefficient;
        }
    }

    fn into_flow(self) -> SolverFlow {
        let uses =
            self.0.into_iter().map(|(resource, coefficient)| ResourceUse { resource, coefficient });
        SolverFlow { weight: 1.0, uses: uses.collect() }
    }
}

#[cfg(test)]
mod tests;
