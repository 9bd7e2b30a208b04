//! Free slots on an unknown board: those of most boards with its chipset, less those in use.
//!
//! For: `plan` on a capture, so that "add two drives to this machine" has an answer, and the questions of
//! `learn`. Nothing here was observed; the inventory's notes say so and name the slots, and each has the
//! basis *assumed*.
//!
//! Not here: the board's real slots (`--board`, a board file).

use narrows_catalog::board::{CHIPSET, CPU, SlotBus, SlotForm};
use narrows_catalog::chipset::{self, Chipset};
use narrows_catalog::cpu;
use narrows_messages::Message;
use narrows_model::Machine;
use narrows_plan::device::MovableDevice;
use narrows_plan::inventory::{InventorySlot, SlotInventory};
use narrows_plan::placement::DeviceLocation;
use narrows_topology::graph::{Node, NodeKind, TopologyNote};
use narrows_topology::pci::APPLE;
use narrows_topology::{Id, Topology};

use super::of_chipset;

/// A card with this many lanes is in a slot of the processor.
const WIDE: u8 = 8;

/// The inventory with the free slots that its board may have. Unchanged if the chipset or its lanes are
/// unknown, if the chipset is emulated and on no board, or in a machine by Apple.
pub fn drafted(mut inventory: SlotInventory) -> SlotInventory {
    let Some((chipset, free)) = free(&inventory) else { return inventory };
    let free: Vec<InventorySlot> =
        free.into_iter().filter_map(|slot| placed(&inventory, slot)).collect();
    if free.is_empty() {
        return inventory;
    }
    let names: Vec<&str> = free.iter().map(|slot| slot.id.as_str()).collect();
    let text =
        Message::new("seen-drafted").with("chipset", &chipset.name).with("slots", names.join(", "));
    inventory.fixed.topology.notes.push(TopologyNote { about: None, text });
    inventory.slots.extend(free);
    inventory.with_lanes()
}

/// The free slots that its board may have, on `cpu` and `chipset`; empty if nothing is known.
pub fn usual_free(inventory: &SlotInventory) -> Vec<InventorySlot> {
    free(inventory).map(|(_, free)| free).unwrap_or_default()
}

fn free(inventory: &SlotInventory) -> Option<(&'static Chipset, Vec<InventorySlot>)> {
    let topology = &inventory.fixed.topology;
    let is_apples = |node: &Node| node.pci_id.is_some_and(|id| id.vendor == APPLE);
    if topology.host.hypervisor.is_some() || topology.nodes.values().any(is_apples) {
        return None;
    }
    let likeliest = chipset::likeliest(topology.chipset.as_deref()?, chipsets(topology).count())?;
    let processor = topology.host.cpu.as_deref().and_then(cpu::find);
    let chipset = processor.and_then(|row| chipset::only_with(likeliest, row)).unwrap_or(likeliest);
    let mut free = of_chipset(chipset).ok()?.slots;
    // Occupied so far: devices where they are today, and devices soldered to ports of the chipset.
    let whole = inventory.machine(&inventory.devices, &inventory.today, &[]).unwrap_or_default();
    let placed = inventory.devices.iter().zip(&inventory.today.locations).filter_map(
        |(device, location)| {
            let DeviceLocation::Slot(slot) = location else { return None };
            let slot = inventory.slots.get(*slot)?;
            Some(of_device(device, attachment(&whole, &slot.on)))
        },
    );
    let empty =
        inventory.slots.iter().enumerate().filter(|(index, _)| {
            !inventory.today.locations.contains(&DeviceLocation::Slot(*index))
        });
    let empty = empty.map(|(_, slot)| {
        of_lanes(attachment(&whole, &slot.on), slot.link.map(|link| link.lanes.get()))
    });
    let soldered = inventory.fixed.topology.nodes.iter().filter(|(_, node)| {
        // A separate device with lanes, other than a bridge or a function inside processor or
        // chipset.
        let is_device = matches!(
            node.kind,
            NodeKind::Network
                | NodeKind::Usb
                | NodeKind::Storage(_)
                | NodeKind::Other
                | NodeKind::Gpu
        );
        let is_first = node.address.is_none_or(|address| address == address.first_function());
        is_device && is_first && node.link.as_ref().is_some_and(|link| !link.internal)
    });
    let soldered = soldered.map(|(id, node)| of_lanes(attachment(&whole, id), lanes(node)));
    for kind in placed.chain(empty).chain(soldered).collect::<Vec<SlotReservation>>() {
        // One slot fewer, of the first form of which one is left.
        let place = kind.forms.iter().find_map(|form| {
            let is_it =
                |slot: &InventorySlot| slot.on.as_str() == kind.on && slot.form == Some(*form);
            free.iter().position(is_it)
        });
        if let Some(at) = place {
            free.remove(at);
        }
    }
    Some((chipset, free))
}

/// The slot on the nodes of this machine, under a name that nothing else has.
fn placed(inventory: &SlotInventory, slot: InventorySlot) -> Option<InventorySlot> {
    let topology = &inventory.fixed.topology;
    let on = if slot.on.as_str() == CHIPSET {
        // The chipset nearest to the processor: others hang on it.
        chipsets(topology).min_by_key(|id| topology.path(id).count())
    } else {
        topology.nodes.iter().find(|(_, node)| node.kind == NodeKind::Processor).map(|(id, _)| id)
    };
    let is_taken =
        |name: &str| inventory.slot(name).is_some() || topology.nodes.contains_key(&Id::new(name));
    let id = if is_taken(&slot.id) { format!("free {}", slot.id) } else { slot.id };
    Some(InventorySlot { id, on: on?.clone(), ..slot })
}

fn chipsets(topology: &Topology) -> impl Iterator<Item = &Id> {
    let chipsets = topology.nodes.iter().filter(|(_, node)| node.kind == NodeKind::Chipset);
    chipsets.map(|(id, _)| id)
}

/// A slot taken away from the usual ones.
struct SlotReservation {
    on: &'static str,
    /// The forms that it may be in, the likeliest first.
    forms: &'static [SlotForm],
}

fn attachment(machine: &Machine, id: &Id) -> &'static str {
    if machine.topology.is_below_chipset(id) { CHIPSET } else { CPU }
}

fn of_device(device: &MovableDevice, on: &'static str) -> SlotReservation {
    if device.bus == SlotBus::Sata {
        return SlotReservation { on: CHIPSET, forms: &[SlotForm::Sata, SlotForm::Sata3g] };
    }
    match device.link.map(|link| link.lanes.get()) {
        _ if device.is_graphics() => SlotReservation { on, forms: &[SlotForm::X16] },
        Some(WIDE..) => SlotReservation { on, forms: &[SlotForm::X16] },
        _ if device.drive().is_some() => {
            SlotReservation { on, forms: &[SlotForm::M2, SlotForm::X16] }
        }
        lanes => of_lanes(on, lanes),
    }
}

fn of_lanes(on: &'static str, lanes: Option<u8>) -> SlotReservation {
    match lanes {
        Some(WIDE..) => SlotReservation { on, forms: &[SlotForm::X16, SlotForm::M2] },
        Some(2..) => SlotReservation { on, forms: &[SlotForm::M2, SlotForm::X16] },
        _ => SlotReservation { on, forms: &[SlotForm::X1] },
    }
}

fn lanes(node: &Node) -> Option<u8> {
    let link = node.link.as_ref()?;
    link.current.or(link.possible).map(|link| link.lanes.get())
}
