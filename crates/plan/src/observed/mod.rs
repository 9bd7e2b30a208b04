//! Turns an observed machine into an inventory: fixed parts, possible places, and today's devices.
//!
//! For: planning from the running machine, or from its capture, rather than from a manual. The
//! rules for what counts as a device are in `ports`, the meaning of labels in `words`. [`on_board`]
//! adds the catalogue's data on its board; observations take precedence.
//!
//! Not here: machine files, which list the contents of slots themselves (`narrows-files`).

mod board;
mod body;
mod path;
mod port;
mod ports;
pub(crate) mod words;

use std::collections::BTreeMap;

use narrows_catalog::board::{SlotBus, SlotForm};
use narrows_catalog::chipset;
use narrows_messages::Message;
use narrows_model::Machine;
use narrows_topology::graph::{Node, StorageControllerKind, Topology, TopologyNote};
use narrows_topology::{FactBasis, Id};
use narrows_units::Bytes;

use self::body::DeviceExtractor;
use crate::device::MovableDevice;
use crate::feasibility::{self, BootSituation, known, shown};
use crate::inventory::{InventorySlot, SlotInventory};
use crate::placement::DeviceLocation;

pub use board::{board_of, on_board};
pub use path::port_path;

/// The inventory of an observed machine, with everything where it is: the placement `today` of its
/// devices yields the same machine again.
///
/// Devices that cannot be distinguished from soldered ones stay where they are. Remarks on
/// omissions are among the notes of the fixed topology.
pub fn inventory(machine: &Machine) -> SlotInventory {
    let topology = &machine.topology;
    let ports = ports::find(topology);
    let mut bodies = DeviceExtractor::of(machine);
    // The board's name, else the processor's.
    let host = &topology.host;
    let name: String = host.board.clone().or_else(|| host.cpu.clone()).unwrap_or_default();
    let mut inventory = SlotInventory {
        name,
        max_payload: usual_payload(topology),
        situation: situation(topology),
        ..SlotInventory::default()
    };
    for port in &ports {
        let mut slot = port.slot(topology);
        if !port.body.is_empty() {
            let location = DeviceLocation::Slot(inventory.slots.len());
            let device = bodies.take(port, slot.form);
            // The device in it fits, whatever its label says.
            slot.form = slot.form.filter(|form| device.fit(Some(*form), &slot.devices).is_some());
            slot_device(&mut inventory, device, location);
        }
        inventory.slots.push(slot);
    }
    for (number, drive) in sata_drives(topology).into_iter().enumerate() {
        let Some((slot, device)) = on_sata(&mut bodies, topology, number, &drive) else { continue };
        let location = DeviceLocation::Slot(inventory.slots.len());
        slot_device(&mut inventory, device, location);
        inventory.slots.push(slot);
    }
    inventory.fixed = bodies.left();
    inventory.fixed.topology.notes.extend(remarks(topology));
    inventory.with_lanes()
}

fn slot_device(inventory: &mut SlotInventory, device: MovableDevice, location: DeviceLocation) {
    inventory.devices.push(device);
    inventory.today.locations.push(location);
}

/// The payload that most links have; the smaller of two as common.
fn usual_payload(topology: &Topology) -> Option<Bytes> {
    let mut counts: BTreeMap<Bytes, usize> = BTreeMap::new();
    let links = topology.nodes.values().filter_map(|node| node.link.as_ref());
    for payload in links.filter(|link| !link.internal).filter_map(|link| link.max_payload) {
        *counts.entry(payload).or_default() += 1;
    }
    let most = counts.values().copied().max()?;
    // In rising order, so that of two that are as common the smaller is met first.
    counts.into_iter().find(|(_, count)| *count == most).map(|(payload, _)| payload)
}

fn situation(topology: &Topology) -> BootSituation {
    let mut situation = BootSituation::default();
    situation.board.name = topology.host.board.clone().unwrap_or_default();
    if let Some(row) = topology.chipset.as_deref().and_then(chipset::named) {
        situation.platform = known::platform(row);
    }
    shown::machine(&mut situation, topology);
    situation
}

/// Drives on the ports of a SATA controller that stays. How many ports are empty no capture says.
fn sata_drives(topology: &Topology) -> Vec<Id> {
    let on_sata =
        |kind| matches!(kind, Some(StorageControllerKind::Ahci | StorageControllerKind::Ide));
    let drives = topology.drives.iter();
    let drives = drives.filter(|(_, drive)| on_sata(topology.storage_kind(drive)));
    drives.map(|(id, _)| id.clone()).collect()
}

/// The slot of a drive on a SATA controller, with the drive; `None` if it went with a card.
fn on_sata(
    bodies: &mut DeviceExtractor<'_>,
    topology: &Topology,
    number: usize,
    id: &Id,
) -> Option<(InventorySlot, MovableDevice)> {
    let (controller, device) = bodies.take_drive(id)?;
    let name = format!("sata{}", number + 1);
    let mut placed = feasibility::DriveInSlot::default();
    shown::drive_as(&mut placed, topology, id, body::SOURCE);
    let slot = InventorySlot {
        raid: feasibility::SlotFacts { name: name.clone(), ..placed.slot },
        id: name,
        form: Some(SlotForm::Sata),
        devices: vec![SlotBus::Sata],
        basis: FactBasis::Observed,
        ..InventorySlot::below(controller)
    };
    Some((slot, device))
}

/// Devices that must keep their slot for reasons we cannot detect.
fn remarks(topology: &Topology) -> Vec<TopologyNote> {
    let hidden = topology.nodes.iter().filter(|(_, node)| node.remapped_nvme > Some(0));
    let mut notes: Vec<TopologyNote> = hidden
        .map(|(id, _)| TopologyNote {
            about: Some(id.clone()),
            text: Message::new("seen-remapped-stays").with("controller", id),
        })
        .collect();
    if topology.nodes.values().any(Node::is_behind_vmd) {
        notes.push(TopologyNote { about: None, text: Message::new("seen-vmd-stays") });
    }
    notes
}
