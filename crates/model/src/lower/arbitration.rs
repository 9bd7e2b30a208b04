//! How a shared location is divided: by flow, or by port of each switch below it.
//!
//! Switches may give each of their ports the same turns (round robin, PCI Express Base
//! Specification 6.0, section 6.3.3), so that a drive with a port to itself gets as much of the
//! link above as a whole group behind another. Then a flow's weight is the product, over the
//! switches above it, of 1 / the number of busy ports there. No register shows which of the two a
//! machine does.

use std::collections::BTreeMap;

use narrows_topology::Id;
use narrows_topology::graph::{NodeKind, Topology};

use super::WorkloadTask;
use crate::machine::Machine;

/// A flow's weight for each task, then for each card, if locations are divided by port; `None` if
/// all are equal, so that it makes no difference.
pub(super) fn weights_by_port(
    machine: &Machine,
    tasks: &[WorkloadTask<'_>],
) -> Option<PortWeights> {
    let of_tasks: Vec<Vec<&Id>> = tasks.iter().map(|task| places(machine, task)).collect();
    let cards: Vec<&Id> = machine.demands.iter().map(|demand| &demand.node).collect();
    let mut busy: BTreeMap<&Id, BTreeMap<&Id, f64>> = BTreeMap::new();
    for place in of_tasks.iter().flatten().chain(&cards) {
        for (switch, port) in ports(&machine.topology, place) {
            // Drives that one represents have a port each.
            busy.entry(switch).or_default().insert(port, machine.times(port));
        }
    }
    let weight = |place: &&Id| {
        let above = ports(&machine.topology, place);
        above.map(|(switch, _)| 1.0 / busy[switch].values().sum::<f64>()).product::<f64>()
    };
    let mean = |places: &Vec<&Id>| match places.len() {
        0 => 1.0,
        count => places.iter().map(weight).sum::<f64>() / count as f64,
    };
    let tasks: Vec<f64> = of_tasks.iter().map(mean).collect();
    let cards: Vec<f64> = cards.iter().map(weight).collect();
    let mut all = tasks.iter().chain(&cards);
    let first = all.next().copied()?;
    let differ = all.any(|weight| *weight != first);
    differ.then_some(PortWeights { tasks, cards })
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct PortWeights {
    pub tasks: Vec<f64>,
    pub cards: Vec<f64>,
}

/// The nodes to which a task's drives are attached.
fn places<'m>(machine: &'m Machine, task: &WorkloadTask<'m>) -> Vec<&'m Id> {
    let array = machine.arrays.get(task.target);
    let members = array.map_or(std::slice::from_ref(task.target), |array| &array.members);
    let drives = members.iter().filter_map(|drive| machine.topology.drives.get(drive));
    drives.filter_map(|drive| drive.controller.as_ref()).collect()
}

/// The switches above a node, each with the port through which it is reached.
fn ports<'m>(topology: &'m Topology, place: &'m Id) -> impl Iterator<Item = (&'m Id, &'m Id)> {
    let above = topology.path(place).skip(1);
    let pairs = topology.path(place).zip(above);
    pairs
        .filter(|(_, (_, node))| node.kind == NodeKind::Switch)
        .map(|((port, _), (id, _))| (id, port))
}

#[cfg(test)]
mod tests {
    use narrows_topology::graph::{Drive, Node};
    use narrows_workload::profile;

    use super::*;

    /// One drive at a port of a switch, two behind a second switch at its other port: a half, and
    /// two quarters. A drive beside the switch is not affected.
    #[test]
    fn each_port_has_the_same_part() {
        let mut machine = Machine::default();
        let mut node = |id: &str, kind, parent: Option<&str>| {
            let node = Node { parent: parent.map(Id::new), ..Node::bare(kind) };
            machine.topology.nodes.insert(Id::new(id), node);
        };
        node("cpu", NodeKind::Processor, None);
        node("one", NodeKind::Switch, Some("cpu"));
        node("two", NodeKind::Switch, Some("one"));
        for (drive, place) in [("a", "one"), ("b", "two"), ("c", "two"), ("d", "cpu")] {
            node(drive, NodeKind::Other, Some(place));
            let own = Drive { controller: Some(Id::new(drive)), ..Drive::default() };
            machine.topology.drives.insert(Id::new(drive), own);
        }
        let workload = profile("seq-read-128k-q32").unwrap();
        let ids = ["a", "b", "c", "d"].map(Id::new);
        let tasks = ids.each_ref().map(|id| WorkloadTask::new(id, &workload));
        let weights = weights_by_port(&machine, &tasks).unwrap();
        assert_eq!(weights.tasks, [0.5, 0.25, 0.25, 1.0]);
        assert_eq!(weights_by_port(&machine, &tasks[1..3]), None, "as good as flat");
    }
}
