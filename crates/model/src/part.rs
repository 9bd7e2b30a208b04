//! The part of a large machine that decides about a few targets.
//!
//! A drive's rate alone depends on its path to memory, the cards, the processor and the total
//! traffic that reaches a root complex. A machine cut down to these gives the same equations, in a
//! time that does not grow with the drives beside it.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use narrows_topology::Id;
use narrows_topology::capacity::LinkDirection;
use narrows_topology::graph::{NodeKind, Topology};

use crate::arrivals::coming_up;
use crate::machine::Machine;
use crate::whole::MachineArrivals;
use crate::workload_on_target::WorkloadOnTarget;

/// Smaller machines are predicted as they are: cutting them down would gain nothing.
const FEWEST_DRIVES: usize = 32;

pub struct MachineParts<'m> {
    machine: &'m Machine,
    whole: Arc<MachineArrivals>,
    /// Drives that are their own controllers, by controller.
    own_controllers: BTreeMap<&'m Id, &'m Id>,
}

impl<'m> MachineParts<'m> {
    /// Looks at all of the machine once.
    pub fn of(machine: &'m Machine) -> Self {
        // A part would take its own traffic for that of the whole machine if it were cut down
        // again.
        let is_large = machine.topology.drives.len() >= FEWEST_DRIVES && machine.whole.is_none();
        let drives = machine.topology.drives.iter().filter(|_| is_large);
        let own = drives.filter(|(_, drive)| drive.transport.is_none());
        let own_controllers = own.filter_map(|(id, drive)| Some((drive.controller.as_ref()?, id)));
        let receives = |kind| matches!(kind, NodeKind::RootComplex | NodeKind::Processor);
        let nodes =
            machine.topology.nodes.iter().filter(|(_, node)| is_large && receives(node.kind));
        let both = nodes.flat_map(|(id, _)| [(id, LinkDirection::Up), (id, LinkDirection::Down)]);
        let arrivals =
            |(id, way): (&Id, LinkDirection)| ((id.clone(), way), coming_up(machine, id, way));
        Self {
            machine,
            whole: Arc::new(both.map(arrivals).collect()),
            own_controllers: own_controllers.collect(),
        }
    }

    /// The part of the machine that determines `workloads`: its predictions for these are the same. The
    /// machine itself if they are most of it.
    pub fn deciding(&self, workloads: &[WorkloadOnTarget]) -> Cow<'m, Machine> {
        let machine = self.machine;
        let targets = workloads.iter().map(|it| &it.target);
        let arrays = || targets.clone().filter_map(|id| machine.arrays.get_key_value(id));
        let members = arrays().flat_map(|(_, array)| &array.members);
        let drives: Vec<&Id> = targets.clone().chain(members).collect();
        if self.whole.is_empty() || drives.len() * 2 > machine.topology.drives.len() {
            return Cow::Borrowed(machine);
        }
        let mut part = self.without_drives();
        part.arrays = arrays().map(|(id, array)| (id.clone(), array.clone())).collect();
        let cards = workloads.iter().filter_map(|it| it.to.as_ref());
        let demands = machine.demands.iter().map(|demand| &demand.node);
        let over = arrays().filter_map(|(_, array)| array.over.as_ref());
        let raid_cards = arrays().filter_map(|(_, array)| array.controller.as_ref());
        let above = over.flat_map(|over| over.controllers.iter().flatten()).chain(raid_cards);
        cards.chain(demands).chain(above).for_each(|id| self.add_path(&mut part, id));
        drives.into_iter().for_each(|id| self.add_drive(&mut part, id));
        Cow::Owned(part)
    }

    fn without_drives(&self) -> Machine {
        let Machine { topology, demands, host, widths, .. } = self.machine;
        let (host_facts, chipset) = (topology.host.clone(), topology.chipset.clone());
        let topology = Topology { host: host_facts, chipset, ..Topology::default() };
        let whole = Some(Arc::clone(&self.whole));
        let (demands, host) = (demands.clone(), host.clone());
        Machine { topology, demands, host, whole, widths: *widths, ..Machine::default() }
    }

    /// A drive with its way up, and those whose names its twins would get.
    fn add_drive(&self, part: &mut Machine, id: &Id) {
        self.add_one(part, id);
        let prefix = format!("{id}+");
        let twins = self.machine.topology.drives.range(Id::new(prefix.as_str())..);
        let twins = twins.take_while(|(twin, _)| twin.as_str().starts_with(&prefix));
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
            // With a node all nodes above it were added.
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
