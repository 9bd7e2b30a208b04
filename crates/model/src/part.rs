//! The part of a large machine that decides about a few targets.
//!
//! What one drive does alone depends on its way to memory, the cards, the processor and the sum of
//! what comes up to a root complex. A machine cut down to these gives the same equations, in a time
//! that does not grow with the drives beside it.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use narrows_topology::Id;
use narrows_topology::capacity::{self, Way};
use narrows_topology::graph::{NodeKind, Topology};
use narrows_units::{BytesPerSec, TransferRate};

use crate::carries::with_likely_payload;
use crate::machine::Machine;
use crate::workload_on_target::WorkloadOnTarget;

/// Smaller machines are predicted as they are: cutting them down would gain nothing.
const FEWEST_DRIVES: usize = 32;

/// What comes up to each root complex and processor of a whole machine, and which way.
pub type Whole = BTreeMap<(Id, Way), Arrivals>;

/// The links through which the data of drives comes up to a node.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Arrivals {
    /// For each root complex on the way, or none, the bytes per second of each link that enters.
    pub links: BTreeMap<Option<Id>, BTreeMap<Id, f64>>,
    /// The transfer rate of the fastest link.
    pub newest: Option<TransferRate>,
}

impl Arrivals {
    /// What comes up to `id` from the links below it that drives use, each counted where it enters.
    fn of(machine: &Machine, id: &Id, way: Way) -> Self {
        let topology = &machine.topology;
        let mut found = Self::default();
        for controller in topology.drives.values().filter_map(|drive| drive.controller.as_ref()) {
            let below = topology.path(controller).take_while(|(own, _)| *own != id);
            let (mut last, mut complex) = (None, None);
            for (own, node) in below {
                if node.kind == NodeKind::RootComplex {
                    complex = Some(own);
                }
                if let Some(link) = node.link.as_ref().filter(|link| !link.internal) {
                    let (link, _) = with_likely_payload(machine, own, link);
                    let carries = capacity::of_link(&link, way);
                    found.newest = found.newest.max(link.current.map(|width| width.rate));
                    let wire = node.link.as_ref().and_then(|link| link.port.as_ref());
                    let each = |carries: BytesPerSec| carries.get() * machine.times(own);
                    last = carries.map(|it| (wire.unwrap_or(own), each(it))).or(last);
                }
            }
            if topology.path(controller).any(|(own, _)| own == id) {
                let links = found.links.entry(complex.cloned()).or_default();
                links.extend(last.map(|(wire, carries)| (wire.clone(), carries)));
            }
        }
        found
    }

    /// Whether each of its links is among those of `other`, and carries as much there.
    fn is_within(&self, other: &Self) -> bool {
        self.newest <= other.newest
            && self.links.iter().all(|(complex, links)| {
                let known = other.links.get(complex);
                links.iter().all(|(wire, carries)| {
                    known.and_then(|known| known.get(wire)).is_some_and(|known| known == carries)
                })
            })
    }

    /// The same with the links of a part, which may have changed since.
    fn with(&self, part: Self) -> Self {
        let mut all = self.clone();
        all.newest = all.newest.max(part.newest);
        for (complex, links) in part.links {
            all.links.entry(complex).or_default().extend(links);
        }
        all
    }
}

/// What comes up to a node of a machine, or to that of the whole that it is a part of.
pub(crate) fn arrivals<'m>(machine: &'m Machine, id: &Id, way: Way) -> Cow<'m, Arrivals> {
    let own = Arrivals::of(machine, id, way);
    let whole = machine.whole.as_ref().and_then(|whole| whole.get(&(id.clone(), way)));
    match whole {
        Some(whole) if own.is_within(whole) => Cow::Borrowed(whole),
        Some(whole) => Cow::Owned(whole.with(own)),
        None => Cow::Owned(own),
    }
}

/// A machine that parts are taken from.
pub struct Parts<'m> {
    machine: &'m Machine,
    whole: Arc<Whole>,
    /// A drive that is its own controller, by that controller.
    own_controllers: BTreeMap<&'m Id, &'m Id>,
}

impl<'m> Parts<'m> {
    /// Looks at all of the machine once.
    pub fn of(machine: &'m Machine) -> Self {
        let is_large = machine.topology.drives.len() >= FEWEST_DRIVES && machine.whole.is_none();
        let drives = machine.topology.drives.iter().filter(|_| is_large);
        let own = drives.filter(|(_, drive)| drive.transport.is_none());
        let own_controllers = own.filter_map(|(id, drive)| Some((drive.controller.as_ref()?, id)));
        let receives = |kind| matches!(kind, NodeKind::RootComplex | NodeKind::Processor);
        let nodes =
            machine.topology.nodes.iter().filter(|(_, node)| is_large && receives(node.kind));
        let both = nodes.flat_map(|(id, _)| [(id, Way::Up), (id, Way::Down)]);
        let arrivals = |(id, way): (&Id, Way)| ((id.clone(), way), Arrivals::of(machine, id, way));
        Self {
            machine,
            whole: Arc::new(both.map(arrivals).collect()),
            own_controllers: own_controllers.collect(),
        }
    }

    /// All of the machine that decides about `asked`: what it predicts of these is the same. The machine
    /// itself where they are most of it.
    pub fn deciding(&self, asked: &[WorkloadOnTarget]) -> Cow<'m, Machine> {
        let machine = self.machine;
        let targets = asked.iter().map(|asked| &asked.target);
        let arrays = || targets.clone().filter_map(|id| machine.arrays.get_key_value(id));
        let members = arrays().flat_map(|(_, array)| &array.members);
        let drives: Vec<&Id> = targets.clone().chain(members).collect();
        if self.whole.is_empty() || drives.len() * 2 > machine.topology.drives.len() {
            return Cow::Borrowed(machine);
        }
        let mut part = self.without_drives();
        part.arrays = arrays().map(|(id, array)| (id.clone(), array.clone())).collect();
        let cards = asked.iter().filter_map(|asked| asked.to.as_ref());
        let demands = machine.demands.iter().map(|demand| &demand.node);
        let over = arrays().filter_map(|(_, array)| array.over.as_ref());
        let raid_cards = arrays().filter_map(|(_, array)| array.controller.as_ref());
        let above = over.flat_map(|over| over.controllers.iter().flatten()).chain(raid_cards);
        cards.chain(demands).chain(above).for_each(|id| self.add_path(&mut part, id));
        drives.into_iter().for_each(|id| self.add_drive(&mut part, id));
        Cow::Owned(part)
    }

    fn without_drives(&self) -> Machine {
        let Machine { topology, demands, host, .. } = self.machine;
        let (host_facts, chipset) = (topology.host.clone(), topology.chipset.clone());
        let topology = Topology { host: host_facts, chipset, ..Topology::default() };
        let whole = Some(Arc::clone(&self.whole));
        let (demands, host) = (demands.clone(), host.clone());
        Machine { topology, demands, host, whole, ..Machine::default() }
    }

    /// A drive with its way up, and those whose names its twins would get.
    fn add_drive(&self, part: &mut Machine, id: &Id) {
        self.add_one(part, id);
        let twins = self.machine.topology.drives.range(Id::new(format!("{id}+"))..);
        let twins = twins.take_while(|(twin, _)| twin.as_str().starts_with(id.as_str()));
        twins.for_each(|(twin, _)| self.add_one(part, twin));
    }

    fn add_one(&self, part: &mut Machine, id: &Id) {
        let machine = self.machine;
        let Some(drive) = machine.topology.drives.get(id) else { return };
        part.topology.drives.insert(id.clone(), drive.clone());
        part.figures.extend(machine.figures.get(id).map(|it| (id.clone(), it.clone())));
        part.drivers.extend(machine.drivers.get(id).map(|it| (id.clone(), it.clone())));
        if let Some(controller) = &drive.controller {
            self.add_path(part, controller);
        }
    }

    /// A node with those above it. Of each it stays known whether it is a drive.
    fn add_path(&self, part: &mut Machine, id: &Id) {
        let machine = self.machine;
        for (id, node) in machine.topology.path(id) {
            if part.topology.nodes.contains_key(id) {
                break;
            }
            part.topology.nodes.insert(id.clone(), node.clone());
            part.ceilings.extend(machine.ceilings.get(id).map(|it| (id.clone(), it.clone())));
            let drive = self.own_controllers.get(id).copied();
            let drive = drive.and_then(|id| machine.topology.drives.get_key_value(id));
            part.topology.drives.extend(drive.map(|(id, drive)| (id.clone(), drive.clone())));
        }
    }
}
