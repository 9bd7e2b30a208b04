//! The picture of an arrangement: processors, chipset and switches with their places and flows.

use std::collections::{BTreeMap, BTreeSet};

use narrows_catalog::board::{Offers, SlotOffer};
use narrows_messages::DocumentText;
use narrows_model::{LoadedLimit, Machine};
use narrows_plan::device::MovableDevice;
use narrows_plan::inventory::{self, SlotInventory};
use narrows_plan::placement::{DeviceLocation, Placement};
use narrows_record::plan::{ArrangementSlot, ArrangementSlotState, PlanAttachment, PlanUplink};
use narrows_record::round_mb_s;
use narrows_record::see::{LinkState, PortKind};
use narrows_topology::capacity::{self, LinkDirection};
use narrows_topology::graph::{Node, NodeKind};
use narrows_topology::{Id, Topology};

use super::says;

/// All that the picture is drawn from.
pub(super) struct PictureInputs<'a> {
    pub(super) inventory: &'a SlotInventory,
    pub(super) devices: &'a [MovableDevice],
    pub(super) placement: &'a Placement,
    pub(super) machine: &'a Machine,
    /// Rate of every drive, MB/s.
    pub(super) flows: &'a BTreeMap<Id, f64>,
    /// Drives run one after the other: a link carries the rate of the fastest, not the sum.
    pub(super) one_by_one: bool,
    /// The drives' limits.
    pub(super) limits: &'a [&'a LoadedLimit],
    pub(super) way: LinkDirection,
}

impl PictureInputs<'_> {
    /// Every attachment, each before those below it.
    pub(super) fn attachments(&self) -> Vec<PlanAttachment> {
        let offers = self.inventory.offers(self.devices, self.placement);
        let mut ids: BTreeSet<Id> = BTreeSet::new();
        let topology = &self.machine.topology;
        let slots = self.inventory.slots.iter().map(|slot| node_of(slot, &offers));
        let fixed =
            self.fixed().into_iter().filter_map(|id| topology.drives.get(id)?.controller.clone());
        for from in slots.chain(fixed) {
            ids.extend(attachments_above(topology, &from).map(|(id, _)| id.clone()));
        }
        let mut roots: Vec<&Id> = ids.iter().filter(|id| above(topology, id).is_none()).collect();
        roots.sort_by_key(|id| topology.nodes.get(*id).map(|node| node.kind));
        let mut attachments = Vec::new();
        for root in roots {
            self.descend(root, &ids, &offers, &mut attachments);
        }
        attachments
    }

    fn descend(
        &self,
        id: &Id,
        ids: &BTreeSet<Id>,
        offers: &Offers,
        attachments: &mut Vec<PlanAttachment>,
    ) {
        let topology = &self.machine.topology;
        attachments.extend(topology.nodes.get(id).map(|node| self.attachment(id, node, offers)));
        for below in ids.iter().filter(|below| above(topology, below) == Some(id)) {
            self.descend(below, ids, offers, attachments);
        }
    }

    fn attachment(&self, id: &Id, node: &Node, offers: &Offers) -> PlanAttachment {
        let topology = &self.machine.topology;
        let is_here =
            |from: &Id| attachments_above(topology, from).next().map(|(at, _)| at) == Some(id);
        let slots = self.inventory.slots.iter().enumerate();
        let slots = slots.filter(|(_, slot)| is_here(&node_of(slot, offers)));
        let has_controller_here = |drive: &&Id| {
            let controller = topology.drives.get(*drive).and_then(|it| it.controller.as_ref());
            controller.is_some_and(is_here)
        };
        let fixed = self.fixed().into_iter().filter(has_controller_here);
        PlanAttachment {
            id: id.to_string(),
            name: attachment_name(id, node, topology),
            kind: kind(node.kind),
            above: above(topology, id).map(Id::to_string),
            uplink: self.uplink(id, node),
            slots: slots.map(|(at, slot)| self.slot(at, slot, offers)).collect(),
            fixed: fixed.map(Id::to_string).collect(),
        }
    }

    fn uplink(&self, id: &Id, node: &Node) -> Option<PlanUplink> {
        let link = node.link.as_ref().filter(|link| !link.internal)?;
        let carries = capacity::of_link(link, self.way)?;
        // Rates of the drives below a node.
        let topology = &self.machine.topology;
        let is_below = |drive: &Id| {
            let controller = topology.drives.get(drive).and_then(|it| it.controller.as_ref());
            controller.is_some_and(|from| topology.path(from).any(|(at, _)| at == id))
        };
        // Not `sum`: that of nothing is -0.
        let below = self.flows.iter().filter(|(drive, _)| is_below(drive));
        let load = self.joined(below.map(|(_, rate)| *rate));
        Some(PlanUplink {
            name: link.name.clone(),
            link: LinkState::of(link.current?),
            carries_mb_s: round_mb_s(carries.as_mb_s()),
            load_mb_s: round_mb_s(load),
            is_limit: self.limits.iter().any(|bound| bound.limit.id == *id),
        })
    }

    fn joined(&self, rates: impl Iterator<Item = f64>) -> f64 {
        match self.one_by_one {
            true => rates.fold(0.0, f64::max),
            false => rates.fold(0.0, |sum, rate| sum + rate),
        }
    }

    fn slot(&self, at: usize, slot: &inventory::InventorySlot, offers: &Offers) -> ArrangementSlot {
        let inside = self.inside(at);
        let offer = offers.get(&slot.id).and_then(Option::as_ref);
        let drives = inside.iter().flat_map(|device| device.body.drives.keys());
        let load = self.joined(drives.filter_map(|drive| self.flows.get(drive)).copied());
        let state = match (offer, inside.is_empty()) {
            (None, true) => ArrangementSlotState::Off,
            (_, false) => ArrangementSlotState::Used,
            (Some(_), true) => ArrangementSlotState::Empty,
        };
        ArrangementSlot {
            slot: slot.id.clone(),
            state,
            devices: inside.iter().flat_map(|device| with_expanders(device)).collect(),
            link: offer.and_then(|offer| offer.link).map(LinkState::of),
            load_mb_s: round_mb_s(load),
            because: self.because(slot, offer),
        }
    }

    /// The devices in a slot, a carrier before its drives.
    fn inside(&self, slot: usize) -> Vec<&MovableDevice> {
        let locations = || self.devices.iter().zip(&self.placement.locations);
        let is_in = |location: &DeviceLocation| *location == DeviceLocation::Slot(slot);
        let carried = |location: &DeviceLocation| match location {
            DeviceLocation::Bay(carrier, _) => {
                self.placement.locations.get(*carrier).is_some_and(is_in)
            }
            DeviceLocation::Slot(_) => false,
        };
        let direct = locations().filter(|(_, location)| is_in(location));
        direct
            .chain(locations().filter(|(_, location)| carried(location)))
            .map(|(device, _)| device)
            .collect()
    }

    /// Why a slot is off, narrower than it could be, or elsewhere.
    fn because(
        &self,
        slot: &inventory::InventorySlot,
        offer: Option<&SlotOffer>,
    ) -> Option<DocumentText> {
        let uses = self.inventory.uses(self.devices, self.placement);
        let settings = self.inventory.all_settings(self.placement);
        let holding = self.inventory.rules.iter().filter(|rule| rule.holds(&uses, &settings));
        let is_less = |offer: &SlotOffer| match (offer.link, slot.link) {
            (Some(now), Some(most)) => now.is_below(most),
            (now, most) => now.is_none() && most.is_some(),
        };
        let rule = match offer {
            None => says::last_rule(holding, &slot.id, |effect| effect.off),
            Some(offer) if is_less(offer) => {
                says::last_rule(holding, &slot.id, |effect| effect.link.is_some())
            }
            Some(_) => None,
        };
        says::rule_holds(rule?, &slot.id).map(Into::into)
    }

    /// Drives that stay where they are.
    fn fixed(&self) -> Vec<&Id> {
        self.inventory.fixed.topology.drives.keys().collect()
    }
}

/// A device's id, then those of the SAS expanders on it.
pub(super) fn with_expanders(device: &MovableDevice) -> Vec<String> {
    let expanders = device.expanders().into_iter().map(Id::to_string);
    std::iter::once(device.id.clone()).chain(expanders).collect()
}

/// The node that a slot hangs on as things are.
fn node_of(slot: &inventory::InventorySlot, offers: &Offers) -> Id {
    let offer = offers.get(&slot.id).and_then(Option::as_ref);
    offer.map_or_else(|| slot.on.clone(), |offer| Id::new(&offer.on))
}

/// The attachments from a node up to its processor.
fn attachments_above<'a>(
    topology: &'a Topology,
    from: &Id,
) -> impl Iterator<Item = (&'a Id, &'a Node)> {
    let start = topology.nodes.get_key_value(from).map(|(id, _)| id);
    let path = start.into_iter().flat_map(|id| topology.path(id));
    path.filter(|(_, node)| is_attachment(node.kind))
}

/// The attachment above an attachment.
fn above<'a>(topology: &'a Topology, id: &Id) -> Option<&'a Id> {
    attachments_above(topology, id).map(|(at, _)| at).find(|at| *at != id)
}

/// The attachment that a node hangs on; the node itself if there is none.
pub(super) fn attachment_of(topology: &Topology, from: &Id) -> String {
    let attachment = attachments_above(topology, from).next();
    attachment.map_or_else(|| from.to_string(), |(id, _)| id.to_string())
}

fn is_attachment(kind: NodeKind) -> bool {
    matches!(
        kind,
        NodeKind::Processor
            | NodeKind::RootComplex
            | NodeKind::Chipset
            | NodeKind::Switch
            | NodeKind::NetworkLink
    )
}

fn kind(kind: NodeKind) -> PortKind {
    match kind {
        NodeKind::Processor => PortKind::Processor,
        NodeKind::RootComplex => PortKind::RootComplex,
        NodeKind::Chipset => PortKind::Chipset,
        NodeKind::NetworkLink => PortKind::NetworkLink,
        _ => PortKind::Switch,
    }
}

fn attachment_name(id: &Id, node: &Node, topology: &Topology) -> Option<String> {
    let host = &topology.host;
    let of_machine = match node.kind {
        NodeKind::Processor => host.cpu.clone(),
        NodeKind::Chipset => topology.chipset.clone(),
        _ => None,
    };
    let own = node.name.clone().filter(|name| *name != id.as_str());
    own.or(of_machine)
}
