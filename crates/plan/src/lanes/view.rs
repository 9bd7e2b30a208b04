//! An inventory with its devices in place, looked at from all sides that the budget needs.

use std::collections::BTreeMap;

use narrows_catalog::board::{self, Board, CHIPSET, CPU, Offers, SlotBus, SlotUse};
use narrows_messages::Message;
use narrows_model::Machine;
use narrows_topology::Id;
use narrows_topology::graph::{AttachmentPoint, Node, NodeKind};

use crate::device::MovableDevice;
use crate::doubts;
use crate::inventory::{InventorySlot, SlotInventory};
use crate::placement::{DeviceLocation, Placement, PlacementClash};

/// An inventory with its devices in place.
pub(super) struct LaneView<'a> {
    pub inventory: &'a SlotInventory,
    pub devices: &'a [MovableDevice],
    pub at: &'a Placement,
    pub machine: Machine,
    /// The catalogue's board, if it has it.
    pub board: Option<&'static Board>,
    pub now: Offers,
    /// The offer of each slot when all of them are in use.
    pub filled: Offers,
    /// The device in each slot, by their indices.
    in_slot: BTreeMap<usize, usize>,
    /// The device that each node belongs to, by its index.
    device_of: BTreeMap<Id, usize>,
    drives_on: BTreeMap<Id, Vec<Id>>,
}

impl<'a> LaneView<'a> {
    pub fn new(
        inventory: &'a SlotInventory,
        devices: &'a [MovableDevice],
        at: &'a Placement,
    ) -> Result<Self, Vec<PlacementClash>> {
        let machine = inventory.machine(devices, at, &[])?;
        let board = inventory.board.as_deref().and_then(board::board);
        let mut in_slot = BTreeMap::new();
        for (device, location) in at.locations.iter().enumerate() {
            if let DeviceLocation::Slot(slot) = *location {
                in_slot.insert(slot, device);
            }
        }
        let mut device_of = BTreeMap::new();
        for (index, device) in devices.iter().enumerate() {
            device_of.extend(device.body.nodes.iter().map(|(id, _)| (id.clone(), index)));
        }
        let mut drives_on: BTreeMap<Id, Vec<Id>> = BTreeMap::new();
        for (id, drive) in &machine.topology.drives {
            if let Some(controller) = &drive.controller {
                drives_on.entry(controller.clone()).or_default().push(id.clone());
            }
        }
        // All slots in use, each with the first kind of device that takes lanes.
        let used = |slot: &InventorySlot| {
            let takes_pcie = slot.devices.contains(&SlotBus::Pcie);
            let bus = if takes_pcie { SlotBus::Pcie } else { SlotBus::Sata };
            SlotUse { slot: slot.id.clone(), bus: Some(bus) }
        };
        let filled = inventory.offers_in(&inventory.slots.iter().map(used).collect(), at);
        let now = inventory.offers(devices, at);
        Ok(Self {
            inventory,
            devices,
            at,
            machine,
            board,
            now,
            filled,
            in_slot,
            device_of,
            drives_on,
        })
    }

    /// The slots with the device in each; `None` for an empty one.
    pub fn slots(&self) -> impl Iterator<Item = (&InventorySlot, Option<&MovableDevice>)> {
        let slots = self.inventory.slots.iter().enumerate();
        slots.map(|(at, slot)| {
            (slot, self.in_slot.get(&at).and_then(|&device| self.devices.get(device)))
        })
    }

    pub fn device(&self, node: &Id) -> Option<&'a MovableDevice> {
        self.devices.get(*self.device_of.get(node)?)
    }

    /// The slot of the device that a node belongs to, with its index; none in a bay.
    pub fn slot(&self, node: &Id) -> Option<(usize, &'a InventorySlot)> {
        match self.at.locations.get(*self.device_of.get(node)?) {
            Some(&DeviceLocation::Slot(slot)) => Some((slot, self.inventory.slots.get(slot)?)),
            _ => None,
        }
    }

    pub fn drives_on(&self, node: &Id) -> &[Id] {
        self.drives_on.get(node).map_or(&[], Vec::as_slice)
    }

    /// The provider for this node: itself, or the nearest one above.
    pub fn provider(&self, on: &Id) -> Option<Id> {
        let mut path = self.machine.topology.path(on);
        path.find(|(_, node)| is_provider(node)).map(|(id, _)| id.clone())
    }

    /// The node that the catalogue's boards call this.
    pub fn named(&self, on: &str) -> Option<Id> {
        let nodes = &self.machine.topology.nodes;
        let first = |fits: &dyn Fn(&Node) -> bool| {
            nodes.iter().find(|(_, node)| fits(node)).map(|(id, _)| id.clone())
        };
        match on {
            CPU => first(&|node| node.kind == NodeKind::Processor),
            CHIPSET => first(&|node| self.is_chipset(node)),
            switch => nodes.get_key_value(&Id::new(switch)).map(|(id, _)| id.clone()),
        }
    }

    /// A chipset, or the switch that one is: a switch whose own attachment is the chipset's, below one
    /// of the processor's ports.
    pub fn is_chipset(&self, node: &Node) -> bool {
        let above = node.parent.as_ref().and_then(|above| self.machine.topology.nodes.get(above));
        let is_outer = || above.is_some_and(|above| above.attachment == AttachmentPoint::Cpu);
        match node.kind {
            NodeKind::Chipset => true,
            NodeKind::Switch => node.attachment == AttachmentPoint::Chipset && is_outer(),
            _ => false,
        }
    }

    /// A device behind a port whose link's width is not to be seen, as in captures made without the
    /// rights to read it.
    pub fn hides_its_link(&self, node: &Node) -> bool {
        let above = node.parent.as_ref().and_then(|above| self.machine.topology.nodes.get(above));
        let is_port =
            |node: &Node| matches!(node.kind, NodeKind::RootPort | NodeKind::DownstreamPort);
        let is_first = node.address.is_some_and(|address| address == address.first_function());
        let width = node.link.as_ref().and_then(|link| link.current);
        is_first && width.is_none() && !is_port(node) && above.is_some_and(is_port)
    }

    /// Omissions from the count, and weak assumptions.
    pub fn notes(&self) -> Vec<Message> {
        let mut notes = Vec::new();
        let nodes = &self.machine.topology.nodes;
        let has_links = nodes.values().any(|node| node.link.is_some());
        if self.machine.topology.host.hypervisor.is_some() && !has_links {
            notes.push(Message::new("lanes-virtual"));
        }
        let unseen = nodes.values().filter(|node| self.hides_its_link(node)).count();
        if unseen > 0 {
            notes.push(Message::new("lanes-no-widths").count("count", unseen));
        }
        let uncounted = self.board.into_iter().flat_map(|board| &board.users);
        for user in uncounted.filter(|user| user.lanes.is_none()) {
            notes.push(Message::new("lanes-uncounted").with("name", &user.name));
        }
        notes.extend(self.board.into_iter().flat_map(|it| doubts::of_board(self.inventory, it)));
        notes
    }
}

/// Whether it offers lanes.
pub(super) fn is_provider(node: &Node) -> bool {
    matches!(node.kind, NodeKind::Processor | NodeKind::Chipset | NodeKind::Switch)
}
