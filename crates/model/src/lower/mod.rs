//! From a machine and what is asked of it to flows over resources.
//!
//! Each target is one flow. It uses every link between its drives and the processor in the way its
//! data goes, the drives themselves, processor time, memory, and its own depth. Links inside
//! silicon, and what nothing is known of, limit nothing.

mod cost;
mod drive;
mod flow;
mod limits;
mod path;
mod queue;
mod spread;

use std::collections::BTreeMap;

use narrows_topology::Id;
use narrows_topology::capacity::Way;
use narrows_units::Bytes;
use narrows_workload::Workload;

use crate::job::Application;
use crate::limit::Limit;
use crate::machine::Machine;
use crate::solver::{Flow, Use};

pub use flow::before_full;

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
}

/// Lowers `tasks` running at once.
pub fn lower(machine: &Machine, tasks: &[Task<'_>], caches: Caches) -> Equations {
    let mut lowering = Lowering::new(machine, caches);
    let mut flows: Vec<Flow> = Vec::with_capacity(tasks.len());
    for (at, task) in tasks.iter().enumerate() {
        flows.push(lowering.flow(at, task));
    }
    for at in 0..machine.demands.len() {
        flows.extend(lowering.demand(at));
    }
    lowering.lose_by_mixing();
    Equations { limits: lowering.limits, flows, stands_for: lowering.stands_for }
}

/// What of a node, drive, array or machine a limit is. Numbers are those of flows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Part {
    Link(Way),
    Transport(Option<Way>),
    Bandwidth,
    Operations,
    Ceiling(usize, Side),
    Cores,
    Memory,
    Layer,
    Depth(usize),
    Thread(usize),
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
    caches: Caches,
    limits: Vec<Limit>,
    seen: BTreeMap<(Id, Part), usize>,
    stands_for: BTreeMap<usize, usize>,
    /// Of each drive's bandwidth, the seconds that it reads and writes for a byte of every flow.
    seconds: BTreeMap<usize, (f64, f64)>,
}

/// Drives lose time between reads and writes, most when both take as long: a copy inside one stripe of two
/// SSD 750 ran at 1,000 MB/s where their figures allow 1,277 (write-up 002; its figure calibrates
/// this, see the casebook).
const MIX_LOSS: f64 = 0.34;

impl<'a> Lowering<'a> {
    fn new(machine: &'a Machine, caches: Caches) -> Self {
        let (seen, stands_for, seconds) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
        Self { machine, caches, limits: Vec::new(), seen, stands_for, seconds }
    }

    /// Takes what is lost between reads and writes off the drives that do both.
    fn lose_by_mixing(&mut self) {
        for (&at, &(reading, writing)) in &self.seconds {
            let share = reading / (reading + writing);
            self.limits[at].capacity /= 1.0 + MIX_LOSS * 4.0 * share * (1.0 - share);
        }
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
