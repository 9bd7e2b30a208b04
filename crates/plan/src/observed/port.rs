//! A port or slot as a slot.

use narrows_catalog::board::{SlotBus, SlotForm};
use narrows_topology::FactBasis;
use narrows_topology::graph::{
    AttachmentPoint, Id, Node, NodeKind, StorageControllerKind, Topology,
};
use narrows_units::LinkWidth;

use super::{body, words};
use crate::feasibility::{self, FactEvidence, SourcedFact};
use crate::inventory::InventorySlot;

/// So many lanes an M.2 or U.2 drive has at most: a wider port is one of a slot for cards.
const DRIVE_LANES: u8 = 4;
/// More drives than boards have M.2 slots are in bays.
const BAYS: usize = 6;

/// A port or slot that is a slot, and its contents.
pub(super) struct ObservedPort {
    pub name: String,
    pub on: Id,
    /// Its contents, each node before those below it; empty for an empty slot.
    pub body: Vec<Id>,
    label: Option<String>,
}

impl ObservedPort {
    pub fn new(topology: &Topology, on: &Id, body: Vec<Id>) -> Self {
        let slot_of = |id: &Id| Some(topology.nodes.get(id)?.slot.clone()?.0);
        let label = body.first().and_then(slot_of).or_else(|| slot_of(on));
        let name = label.as_deref().map_or_else(|| on.to_string(), words::slot);
        Self { name, on: on.clone(), body, label }
    }

    /// A name that nothing else has.
    pub fn address(&self, topology: &Topology) -> String {
        let is_port = topology.nodes.get(&self.on).is_some_and(is_port);
        let first = self.body.first().filter(|_| !is_port);
        first.unwrap_or(&self.on).to_string()
    }

    pub fn slot(&self, topology: &Topology) -> InventorySlot {
        let link = self.link(topology);
        let label = self.label.as_deref().and_then(words::form);
        InventorySlot {
            id: self.name.clone(),
            link,
            form: label.or_else(|| self.form(topology, link)),
            devices: vec![SlotBus::Pcie],
            basis: FactBasis::Observed,
            raid: self.raid(topology, link),
            ..InventorySlot::below(self.on.clone())
        }
    }

    /// The port's possible link; if unknown, the link that its device runs.
    fn link(&self, topology: &Topology) -> Option<LinkWidth> {
        let offers = topology.nodes.get(&self.on).filter(|node| is_port(node));
        let offers = offers.and_then(|node| node.offers);
        let above = self.body.first().and_then(|id| topology.nodes.get(id)?.link.as_ref());
        let any = |link: &narrows_topology::graph::NodeLink| {
            link.port_possible.or(link.current).or(link.possible)
        };
        above.and_then(|link| link.port_possible).or(offers).or_else(|| above.and_then(any))
    }

    /// The likeliest form of a slot whose label names none: that of the card that is in it, that of
    /// the drive that is in it, the longest that its lanes fill.
    fn form(&self, topology: &Topology, link: Option<LinkWidth>) -> Option<SlotForm> {
        let lanes = link.map_or(0, |link| link.lanes.get());
        let card = body::card_length(topology, &self.body).unwrap_or_default();
        // Long slots can have few lanes: the card in it shows how long it is at least.
        match lanes.max(card) {
            0 => None,
            _ if self.is_drive(topology) && lanes <= DRIVE_LANES => {
                Some(body::sold_as(topology, &self.body).unwrap_or_else(|| drive_form(topology)))
            }
            1 => Some(SlotForm::X1),
            2..=4 => Some(SlotForm::X4),
            5..=8 => Some(SlotForm::X8),
            _ => Some(SlotForm::X16),
        }
    }

    /// Whether a drive is in it rather than a card.
    pub fn is_drive(&self, topology: &Topology) -> bool {
        let first = self.body.first().and_then(|id| topology.nodes.get(id));
        first.is_some_and(|node| node.kind == NodeKind::Storage(StorageControllerKind::Nvme))
    }

    fn raid(&self, topology: &Topology, link: Option<LinkWidth>) -> feasibility::SlotFacts {
        let evidence = || FactEvidence::observed(body::SOURCE);
        let attachment =
            topology.nodes.get(&self.on).map_or(AttachmentPoint::Unknown, |node| node.attachment);
        let on_chipset = match attachment {
            AttachmentPoint::Chipset => SourcedFact::new(true, evidence()),
            AttachmentPoint::Cpu => SourcedFact::new(false, evidence()),
            AttachmentPoint::Unknown => SourcedFact::UNKNOWN,
        };
        let width = link
            .map_or(SourcedFact::UNKNOWN, |link| SourcedFact::new(link.lanes.get(), evidence()));
        feasibility::SlotFacts { name: self.name.clone(), on_chipset, width, ..Default::default() }
    }
}

pub(super) fn is_port(node: &Node) -> bool {
    matches!(node.kind, NodeKind::RootPort | NodeKind::DownstreamPort)
}

/// Few drives are taken to be in M.2 slots; many, or those of a machine with two processors, in
/// bays.
fn drive_form(topology: &Topology) -> SlotForm {
    let nodes = || topology.nodes.values();
    let drives =
        nodes().filter(|n| n.kind == NodeKind::Storage(StorageControllerKind::Nvme)).count();
    let sockets = nodes().filter(|node| node.kind == NodeKind::Processor).count();
    if drives > BAYS || sockets > 1 { SlotForm::U2 } else { SlotForm::M2 }
}
