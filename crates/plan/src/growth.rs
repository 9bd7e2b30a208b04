//! More drives like a present one, for as long as there are slots.
//!
//! For: reporting the gain of another drive only if there is room for one. Each goes to the place
//! that gives it most, as it does for a budget of lanes (`lanes::placed`).
//!
//! Not here: the rates of the drives then (`narrows-model`), and whether present devices should make
//! room (`search`).

use narrows_model::Machine;
use narrows_topology::Id;

use crate::device::{DeviceBody, MovableDevice};
use crate::inventory::SlotInventory;
use crate::lanes;

/// The outcome for a machine that is to get more drives.
#[derive(Clone, Debug, PartialEq)]
pub enum DriveGrowth {
    /// The machine with all of them in place, and their names.
    Grown(Box<Machine>, Vec<Id>),
    /// There are slots for only this many more.
    Full(usize),
    /// The drive itself is in no place that is known, so that places for others are unknown.
    Unplaced,
}

/// Returns the machine of this inventory with `more` drives like `like`, everything else where it
/// is today.
pub fn grown(inventory: &SlotInventory, like: &Id, more: usize) -> DriveGrowth {
    let is_whole = inventory.today.locations.len() == inventory.devices.len();
    let there = inventory.devices.iter().find(|device| device.drive() == Some(like));
    let Some(there) = there.filter(|_| is_whole) else { return DriveGrowth::Unplaced };
    let mut devices = inventory.devices.clone();
    let mut latest = inventory.machine(&devices, &inventory.today, &[]).ok();
    let mut drives: Vec<Id> = Vec::new();
    // One by one: for a machine that fills up, the answer is how many found a place.
    while drives.len() < more {
        let twin = twin(there, &devices);
        drives.extend(twin.drive().cloned());
        devices.push(twin);
        let placed = lanes::placed(inventory, &devices).ok();
        let machine = placed.and_then(|at| inventory.machine(&devices, &at, &[]).ok());
        if machine.is_none() {
            // The last twin is the one that found no place.
            return DriveGrowth::Full(drives.len().saturating_sub(1));
        }
        latest = machine;
    }
    latest.map_or(DriveGrowth::Unplaced, |machine| DriveGrowth::Grown(Box::new(machine), drives))
}

/// A copy of the device, with unique names.
fn twin(device: &MovableDevice, devices: &[MovableDevice]) -> MovableDevice {
    let is_taken = |id: &Id| {
        let bodies = devices.iter().map(|device| &device.body);
        let mut names =
            bodies.flat_map(|it| it.nodes.iter().map(|(id, _)| id).chain(it.drives.keys()));
        names.any(|known| known == id)
    };
    let own: Vec<&Id> =
        device.body.nodes.iter().map(|(id, _)| id).chain(device.body.drives.keys()).collect();
    let mut number = 1_usize;
    while own.iter().any(|id| is_taken(&numbered(id, number))) {
        number += 1;
    }
    let renamed = |id: &Id| if own.contains(&id) { numbered(id, number) } else { id.clone() };
    MovableDevice {
        id: numbered(&Id::new(&device.id), number).to_string(),
        body: with_names(&device.body, &renamed),
        ..device.clone()
    }
}

fn numbered(id: &Id, number: usize) -> Id {
    Id::new(format!("{id}+{number}"))
}

fn with_names(body: &DeviceBody, renamed: &dyn Fn(&Id) -> Id) -> DeviceBody {
    let mut twin = body.clone();
    for (id, node) in &mut twin.nodes {
        *id = renamed(id);
        node.parent = node.parent.as_ref().map(renamed);
    }
    twin.drives = twin.drives.iter().map(|(id, drive)| (renamed(id), drive.clone())).collect();
    for drive in twin.drives.values_mut() {
        drive.controller = drive.controller.as_ref().map(renamed);
    }
    twin.figures = twin.figures.into_iter().map(|(id, it)| (renamed(&id), it)).collect();
    twin.ceilings = twin.ceilings.into_iter().map(|(id, it)| (renamed(&id), it)).collect();
    twin.demands.iter_mut().for_each(|demand| demand.node = renamed(&demand.node));
    twin
}
