//! Which slot is which slot of the board.

use narrows_catalog::board::{Board, BoardSlot, CHIPSET, CPU, Settings, SlotBus, SlotForm};
use narrows_topology::graph::{AttachmentPoint, NodeKind};

use super::super::path::port_path;
use crate::adapter;
use crate::device::{DeviceShape, FormFit};
use crate::inventory::{InventorySlot, SlotInventory};
use crate::placement::DeviceLocation;

/// A slot that is a slot of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SlotMatch {
    pub observed: usize,
    pub slot: usize,
    pub device: Option<usize>,
    /// Whether its name says so, rather than its order among others.
    pub by_name: bool,
}

/// All PCIe slots that can be identified: first those whose port the board names, then by name, then by order within the same attachment, then
/// those attached elsewhere than the manual says.
pub(super) fn pairs(inventory: &SlotInventory, board: &Board) -> Vec<SlotMatch> {
    let mut matcher = SlotMatcher { inventory, board, pairs: Vec::new() };
    // A slot whose port was observed is that of the port, whatever the firmware calls it.
    for observed in matcher.open_observed() {
        let port = port_path(&inventory.fixed.topology, &inventory.slots[observed].on);
        let slot = matcher.open_slots().find(|&it| port.is_some() && board.slots[it].port == port);
        matcher.name(observed, slot);
    }
    for observed in matcher.open_observed() {
        let name = plain(&inventory.slots[observed].id);
        // Short names such as M2 are part of too many others.
        let named = matcher.open_slots().filter(|&slot| {
            let slot = plain(&board.slots[slot].id);
            name == slot || (slot.len() > 3 && name.contains(&slot))
        });
        // `PCIEX16_1` contains the name `PCIEX1` as well: the longest is meant.
        let longest = named.max_by_key(|&slot| board.slots[slot].id.len());
        matcher.name(observed, longest);
    }
    matcher.in_order(|attachment, device, slot| {
        device.is_some() && attachment == attachment_of(board, slot)
    });
    matcher.in_order(|_, device, _| device.is_some());
    // An empty port elsewhere than the manual says proves no slot: only occupied ones override the
    // manual.
    matcher.in_order(|attachment, device, slot| {
        device.is_none() && attachment == attachment_of(board, slot)
    });
    matcher.pairs
}

struct SlotMatcher<'a> {
    inventory: &'a SlotInventory,
    board: &'a Board,
    pairs: Vec<SlotMatch>,
}

impl SlotMatcher<'_> {
    /// The slot of the board that the observed one is by its name, if its device fits there.
    fn name(&mut self, observed: usize, slot: Option<usize>) {
        let device = device_in(self.inventory, observed);
        let fits = |slot: &usize| self.fit(device, &self.board.slots[*slot]).is_some();
        if let Some(slot) = slot.filter(fits) {
            self.pairs.push(SlotMatch { observed, slot, device, by_name: true });
        }
    }

    /// Each slot that is left gets the first slot that fits it best and is one that it may be.
    fn in_order(&mut self, may_be: impl Fn(AttachmentPoint, Option<usize>, &BoardSlot) -> bool) {
        for observed in self.open_observed() {
            let device = device_in(self.inventory, observed);
            let attachment = attachment_of_slot(self.inventory, &self.inventory.slots[observed]);
            let slots = self.open_slots().filter_map(|slot| {
                let it = &self.board.slots[slot];
                let fit = self.fit(device, it).filter(|_| may_be(attachment, device, it))?;
                // Whether the slot is too narrow for the observed link, whatever its rules.
                let lanes = self.inventory.slots[observed].link.map(|link| link.lanes);
                let wide = lanes > it.link.map(|link| link.lanes);
                Some((fit, wide, slot))
            });
            if let Some((.., slot)) = slots.min() {
                self.pairs.push(SlotMatch { observed, slot, device, by_name: false });
            }
        }
    }

    fn open_observed(&self) -> Vec<usize> {
        let taken = |observed: &usize| self.pairs.iter().any(|pair| pair.observed == *observed);
        let slots = self.inventory.slots.iter().enumerate();
        let pcie = slots.filter(|(_, observed)| observed.devices.contains(&SlotBus::Pcie));
        pcie.map(|(index, _)| index).filter(|observed| !taken(observed)).collect()
    }

    fn open_slots(&self) -> impl Iterator<Item = usize> {
        let taken = |slot: usize| self.pairs.iter().any(|pair| pair.slot == slot);
        let slots = self.board.slots.iter().enumerate();
        slots
            .filter(|(_, slot)| slot.devices.contains(&SlotBus::Pcie) && slot.link.is_some())
            .map(|(index, _)| index)
            .filter(move |slot| !taken(*slot))
    }

    /// How a slot's device fits the slot; a drive of unknown shape likeliest as it is.
    fn fit(&self, device: Option<usize>, slot: &BoardSlot) -> Option<FormFit> {
        let Some(device) = device.and_then(|index| self.inventory.devices.get(index)) else {
            return Some(FormFit::Direct);
        };
        let of = |shape| {
            let takes = slot.devices.contains(&device.bus);
            takes.then(|| adapter::usual(shape, device.bus, slot.form))?
        };
        match device.shape {
            DeviceShape::Card(_) => of(device.shape),
            // Whether a drive is a module was concluded from its port: either can be.
            _ if matches!(slot.form, SlotForm::SataExpress | SlotForm::MiniPcie | SlotForm::X1) => {
                None
            }
            _ => [of(DeviceShape::M2), of(DeviceShape::U2)].into_iter().flatten().min(),
        }
    }
}

/// Drives on the chipset's SATA controller, in order, on the ports that are on.
pub(super) fn sata(
    inventory: &SlotInventory,
    board: &Board,
    pairs: &[SlotMatch],
    settings: &Settings,
) -> Vec<SlotMatch> {
    let offers = super::offers(inventory, board, pairs, settings);
    let is_on = |slot: &BoardSlot| offers.get(&slot.id).is_some_and(Option::is_some);
    let ports = board.slots.iter().enumerate();
    let ports = ports.filter(|(_, slot)| is_port(slot.form) && is_on(slot));
    let slots = inventory.slots.iter().enumerate();
    let slots = slots.filter(|(_, observed)| {
        observed.devices == [SlotBus::Sata]
            && attachment_of_slot(inventory, observed) == AttachmentPoint::Chipset
    });
    let pair = |((observed, _), (slot, _)): ((usize, &InventorySlot), (usize, &BoardSlot))| {
        SlotMatch { observed, slot, device: device_in(inventory, observed), by_name: false }
    };
    slots.zip(ports).map(pair).collect()
}

pub(super) const fn is_port(form: SlotForm) -> bool {
    matches!(form, SlotForm::Sata | SlotForm::Sata3g)
}

/// The device in a slot today.
pub(super) fn device_in(inventory: &SlotInventory, observed: usize) -> Option<usize> {
    inventory.today.device_at(DeviceLocation::Slot(observed))
}

/// Letters and digits of a name.
fn plain(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).collect::<String>().to_lowercase()
}

/// The attachment of a slot as the manual has it.
pub(super) fn attachment_of(board: &Board, slot: &BoardSlot) -> AttachmentPoint {
    attachment_on(board, &slot.on)
}

/// The attachment of `cpu`, `chipset` or a switch of the board.
pub(super) fn attachment_on(board: &Board, on: &str) -> AttachmentPoint {
    let mut on = on;
    // Switches come before their children: no chain is longer than their number.
    for _ in &board.switches {
        let Some(switch) = board.switches.iter().find(|switch| switch.id == on) else { break };
        on = &switch.on;
    }
    match on {
        CPU => AttachmentPoint::Cpu,
        CHIPSET => AttachmentPoint::Chipset,
        _ => AttachmentPoint::Unknown,
    }
}

pub(super) fn attachment_of_slot(
    inventory: &SlotInventory,
    observed: &InventorySlot,
) -> AttachmentPoint {
    let node = inventory.fixed.topology.nodes.get(&observed.on);
    node.map_or(AttachmentPoint::Unknown, |node| match node.kind {
        NodeKind::Chipset => AttachmentPoint::Chipset,
        NodeKind::Processor | NodeKind::RootComplex => AttachmentPoint::Cpu,
        _ => node.attachment,
    })
}
