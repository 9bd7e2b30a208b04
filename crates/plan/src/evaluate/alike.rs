//! Which devices can be exchanged for each other.

use narrows_model::{Demand, RaidLevel};
use narrows_topology::Id;
use narrows_topology::graph::{Drive, Node};

use crate::device::{FormFit, MovableDevice};
use crate::inventory::{InventorySlot, SlotInventory};
use crate::placement::DeviceConnection;
use crate::request::{Constraint, PlacementRequest, PlanObjective};
use crate::search::options::{self, SlotOffering};

/// For each device the first one that it is interchangeable with: of the same model, shape and
/// figures, and named by the request in the same way. Carriers are always themselves: the devices in
/// their bays name them.
pub fn classes(devices: &[MovableDevice], request: &PlacementRequest) -> Vec<usize> {
    let kinds: Vec<String> =
        devices.iter().enumerate().map(|(index, device)| kind(index, device, request)).collect();
    let first = |kind: &String| kinds.iter().position(|other| other == kind).unwrap_or_default();
    kinds.iter().map(first).collect()
}

/// The same where some have other things in places in which they were seen: those are themselves.
pub fn with_apart(classes: &[usize], apart: &[bool]) -> Vec<usize> {
    let of = |index: usize| (if apart[index] { index } else { classes[index] }, apart[index]);
    let first = |index| (0..index).find(|&other| of(other) == of(index)).unwrap_or(index);
    (0..classes.len()).map(first).collect()
}

/// For each device, whether a place has something particular to it; see
/// [`SlotInventory::is_apart`].
pub fn apart(inventory: &SlotInventory, devices: &[MovableDevice]) -> Vec<bool> {
    let offerings = options::offerings(inventory);
    devices.iter().map(|device| may_be_apart(inventory, &offerings, device)).collect()
}

fn may_be_apart(
    inventory: &SlotInventory,
    offerings: &[SlotOffering],
    device: &MovableDevice,
) -> bool {
    let own = |id: &Id| device.body.nodes.iter().any(|(node, _)| node == id);
    let parents = device.body.nodes.iter().filter_map(|(_, node)| node.parent.as_ref());
    let parents: Vec<&Id> = parents.filter(|id| !own(id)).collect();
    let in_slot = |(slot, offering): (&InventorySlot, &SlotOffering)| {
        let at = |on: &Id, offered| {
            let place = DeviceConnection {
                on: on.clone(),
                offered,
                slot: slot.id.clone(),
                fit: FormFit::Direct,
            };
            inventory.is_apart(device, &place)
        };
        let mut ons = offering.on.iter().filter(|on| parents.contains(on));
        ons.any(|on| offering.links.iter().any(|link| at(on, *link)))
    };
    // Below a card that carries it there is no need to look closer.
    let on_card = parents.iter().any(|id| !inventory.fixed.topology.nodes.contains_key(*id));
    on_card || inventory.slots.iter().zip(offerings).any(in_slot)
}

fn kind(index: usize, device: &MovableDevice, request: &PlacementRequest) -> String {
    let MovableDevice { model, shape, bus, link, bays, bay, raid, body, .. } = device;
    let of_itself = if *bays > 0 { Some(index) } else { None };
    let named = named(index, device, request);
    // A body without its names.
    let number = |id: &Id| body.nodes.iter().position(|(node, _)| node == id);
    let node = |(id, node): &(Id, Node)| {
        let parent = node.parent.as_ref().and_then(number);
        let link = node.link.as_ref().map(|link| (link.current, link.possible, link.max_payload));
        let ceilings = body.ceilings.get(id);
        format!("{:?} {parent:?} {link:?} {:?} {ceilings:?}", node.kind, node.offers)
    };
    let drive = |(id, drive): (&Id, &Drive)| {
        let controller = drive.controller.as_ref().and_then(number);
        let like = (&drive.size, drive.rotational, &drive.transport);
        format!("{controller:?} {like:?} {:?}", body.figures.get(id))
    };
    let demand = |it: &Demand| format!("{:?} {} {}", number(&it.node), it.sends, it.receives);
    let nodes: Vec<String> = body.nodes.iter().map(node).collect();
    let drives: Vec<String> = body.drives.iter().map(drive).collect();
    let demands: Vec<String> = body.demands.iter().map(demand).collect();
    // Devices are compared as text, because figures hold floats, which have no `Ord`.
    let body = format!("{nodes:?} {drives:?} {demands:?}");
    let rows = device.thickness().rows_covered();
    format!(
        "{model} {shape:?} {bus:?} {link:?} {raid:?} {of_itself:?} {bay:?} {rows} {named:?} {body}"
    )
}

/// Entries and roles in which the request names a device.
fn named(
    index: usize,
    device: &MovableDevice,
    request: &PlacementRequest,
) -> Vec<(char, usize, usize)> {
    let constraints = request.constraints.iter().enumerate().filter_map(|(at, constraint)| {
        let role = match constraint {
            Constraint::StartsFromAny(devices) => devices.contains(&index).then_some(0),
            _ => constraint.devices().iter().position(|device| *device == Some(index)),
        };
        Some(('w', at, role?))
    });
    let objectives = request.objectives.iter().enumerate().filter_map(|(at, objective)| {
        let is_named = match objective {
            PlanObjective::Of(name, _) => {
                *name == device.id || device.body.drives.keys().any(|id| id.as_str() == name)
            }
            objective => objective.device() == Some(index),
        };
        is_named.then_some(('a', at, 0))
    });
    let arrays = request.arrays.iter().enumerate().filter_map(|(at, array)| {
        let place = array.members.iter().position(|&member| member == index)?;
        // Members of these are all the same to the engine; those of others are ordered.
        let any =
            matches!(array.level, RaidLevel::Stripe | RaidLevel::Mirror | RaidLevel::Parity(_));
        Some(('r', at, if any { 0 } else { place }))
    });
    constraints.chain(objectives).chain(arrays).collect()
}
