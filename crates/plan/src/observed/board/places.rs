//! Observed nodes to which the board's slots are attached.

use std::collections::BTreeMap;

use narrows_catalog::board::{Board, BoardSwitch, CHIPSET, CPU};
use narrows_topology::graph::{
    AttachmentPoint, FactBasis, Id, Node, NodeKind, NodeLink, StorageControllerKind, Topology,
};

use super::matching::{self, SlotMatch};
use crate::inventory::SlotInventory;

/// `cpu`, `chipset` and the board's switches as nodes, and the chipset's SATA controller.
pub(super) struct BoardNodes {
    by_name: BTreeMap<String, Id>,
    sata: Option<Id>,
}

impl BoardNodes {
    /// The observed nodes; a switch not observed because nothing is attached to it is added.
    pub fn of(inventory: &mut SlotInventory, board: &Board, pairs: &[SlotMatch]) -> Self {
        let topology = &inventory.fixed.topology;
        let mut by_name = BTreeMap::new();
        if let Some(id) = processor(inventory, board, pairs) {
            by_name.insert(CPU.to_owned(), id);
        }
        // The chipset that is nearest to the processor: others hang on it.
        let chipsets = topology.nodes.iter().filter(|(_, node)| node.kind == NodeKind::Chipset);
        if let Some(id) =
            chipsets.min_by_key(|(id, _)| topology.path(id).count()).map(|(id, _)| id.clone())
        {
            by_name.insert(CHIPSET.to_owned(), id);
        }
        let sata = sata(topology);
        let mut places = Self { by_name, sata };
        for switch in &board.switches {
            if let Some(id) = places.switch(inventory, board, pairs, switch) {
                places.by_name.insert(switch.id.clone(), id);
            }
        }
        places
    }

    /// The node of that name; `None` if the machine has none.
    pub fn get(&self, name: &str) -> Option<&Id> {
        self.by_name.get(name)
    }

    /// The chipset's SATA controller.
    pub fn sata(&self) -> Option<&Id> {
        self.sata.as_ref()
    }

    fn switch(
        &self,
        inventory: &mut SlotInventory,
        board: &Board,
        pairs: &[SlotMatch],
        switch: &BoardSwitch,
    ) -> Option<Id> {
        let on_it = |pair: &&SlotMatch| board.slots[pair.slot].on == switch.id;
        let observed = pairs.iter().filter(on_it).find_map(|pair| {
            let mut path = inventory.fixed.topology.path(&inventory.slots[pair.observed].on);
            path.find(|(_, node)| node.kind == NodeKind::Switch).map(|(id, _)| id.clone())
        });
        if observed.is_some() {
            return observed;
        }
        let above = self.get(&switch.on)?.clone();
        let id = Id::new(&switch.id);
        let parent = inventory.fixed.topology.nodes.get(&above);
        let link = NodeLink {
            current: Some(switch.link),
            possible: Some(switch.link),
            basis: FactBasis::Documented,
            ..NodeLink::default()
        };
        let node = Node {
            name: Some(switch.name.clone()),
            parent: Some(above.clone()),
            link: Some(link),
            attachment: parent.map_or(AttachmentPoint::Unknown, attachment_below),
            attachment_basis: FactBasis::Documented,
            package: parent.and_then(|node| node.package),
            numa_node: parent.and_then(|node| node.numa_node),
            ..Node::bare(NodeKind::Switch)
        };
        inventory.fixed.topology.nodes.entry(id.clone()).or_insert(node);
        Some(id)
    }
}

/// Attachment of the nodes directly below a node.
fn attachment_below(node: &Node) -> AttachmentPoint {
    match node.kind {
        NodeKind::Chipset => AttachmentPoint::Chipset,
        NodeKind::Processor | NodeKind::RootComplex => AttachmentPoint::Cpu,
        _ => node.attachment,
    }
}

/// The processor on which the board's slots were observed, else the first one.
fn processor(inventory: &SlotInventory, board: &Board, pairs: &[SlotMatch]) -> Option<Id> {
    let topology = &inventory.fixed.topology;
    let is_processor = |node: &Node| node.kind == NodeKind::Processor;
    let of_cpu = pairs.iter().filter(|pair| {
        matching::attachment_of(board, &board.slots[pair.slot]) == AttachmentPoint::Cpu
    });
    let observed = of_cpu.filter_map(|pair| {
        let mut path = topology.path(&inventory.slots[pair.observed].on);
        path.find(|(_, node)| is_processor(node)).map(|(id, _)| id.clone())
    });
    let all = topology.nodes.iter().filter(|(_, node)| is_processor(node));
    observed.chain(all.map(|(id, _)| id.clone())).next()
}

fn sata(topology: &Topology) -> Option<Id> {
    let is_sata = |node: &Node| {
        let kind = matches!(
            node.kind,
            NodeKind::Storage(
                StorageControllerKind::Ahci
                    | StorageControllerKind::Ide
                    | StorageControllerKind::Raid
            )
        );
        // An added controller has a link that PCIe trains; the one within the chipset has none.
        kind && node.attachment == AttachmentPoint::Chipset
            && node.link.as_ref().is_none_or(|link| link.internal)
    };
    topology.nodes.iter().find(|(_, node)| is_sata(node)).map(|(id, _)| id.clone())
}
