//! Cutting a thing and all that hangs on it out of a machine.

use std::collections::BTreeMap;

use narrows_model::Machine;
use narrows_plan::device::DeviceBody;
use narrows_topology::Id;
use narrows_topology::graph::Node;

/// A machine with the children of each node.
pub(super) struct MachineTree<'a> {
    machine: &'a Machine,
    nodes: BTreeMap<&'a Id, Vec<&'a Id>>,
    drives: BTreeMap<&'a Id, Vec<&'a Id>>,
}

impl<'a> MachineTree<'a> {
    pub fn of(machine: &'a Machine) -> Self {
        let mut tree = Self { machine, nodes: BTreeMap::new(), drives: BTreeMap::new() };
        for (id, node) in &machine.topology.nodes {
            if let Some(parent) = &node.parent {
                tree.nodes.entry(parent).or_default().push(id);
            }
        }
        for (id, drive) in &machine.topology.drives {
            if let Some(controller) = &drive.controller {
                tree.drives.entry(controller).or_default().push(id);
            }
        }
        tree
    }

    /// A node or drive with all that hangs on it.
    pub fn body(&self, id: &Id) -> DeviceBody {
        let mut body = DeviceBody { nodes: self.nodes(id), ..DeviceBody::default() };
        let below = body.nodes.iter().filter_map(|(id, _)| self.drives.get(id)).flatten();
        let alone = self.machine.topology.drives.get_key_value(id).map(|(id, _)| id);
        let drives: Vec<&Id> = below.copied().chain(alone).collect();
        for id in drives {
            if let Some(drive) = self.machine.topology.drives.get(id) {
                body.drives.insert(id.clone(), drive.clone());
            }
            if let Some(figures) = self.machine.figures.get(id) {
                body.figures.insert(id.clone(), figures.clone());
            }
        }
        for (id, _) in &body.nodes {
            if let Some(ceilings) = self.machine.ceilings.get(id) {
                body.ceilings.insert(id.clone(), ceilings.clone());
            }
            let demands = self.machine.demands.iter().filter(|demand| demand.node == *id);
            body.demands.extend(demands.cloned());
        }
        body
    }

    /// The node and those below it, each after the one that it hangs on.
    fn nodes(&self, id: &Id) -> Vec<(Id, Node)> {
        let mut nodes = Vec::new();
        let mut left = vec![id];
        while let Some(id) = left.pop() {
            let Some(node) = self.machine.topology.nodes.get(id) else { continue };
            nodes.push((id.clone(), node.clone()));
            left.extend(self.nodes.get(id).into_iter().flatten().copied());
        }
        nodes
    }
}
