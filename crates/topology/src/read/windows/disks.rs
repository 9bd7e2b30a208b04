//! Disks, their volumes, and the storage spaces made of them.

use std::collections::BTreeMap;

use narrows_messages::Message;
use narrows_units::Bytes;
use serde_json::Value;

use super::functions::InstanceTree;
use super::{flag, list, number, short, word};
use crate::evidence::{BlockDevice, BlockPartition, CaptureEvidence, DeviceMount, StackedDevice};
use crate::pci::PciAddress;

/// `BusType` of `MSFT_PhysicalDisk`.
const RAID: u8 = 8;
const FILE_BACKED: u8 = 15;
/// `MediaType` of `MSFT_PhysicalDisk`.
const HARD_DISK: u8 = 3;
const SOLID_STATE: [u8; 2] = [4, 5];

pub(super) fn read(root: &Value, tree: &InstanceTree, evidence: &mut CaptureEvidence) {
    let mut by_id = BTreeMap::new();
    for disk in list(root, "disks") {
        let Some(name) = name(disk) else { continue };
        // Images of disks are files on drives that are there already.
        if number(disk, "bus_type") == Some(FILE_BACKED) {
            continue;
        }
        if let Some(id) = word(disk, "id") {
            by_id.insert(id, name.clone());
        }
        let function = function(disk, tree, evidence);
        if number(disk, "bus_type") == Some(RAID) {
            let note = Message::new("note-windows-raid-volume").with("disk", name.as_str());
            let model = short(word(disk, "model").unwrap_or_default());
            evidence.notes.push(note.with("model", model));
        }
        evidence.blocks.insert(name, block(disk, function));
    }
    for space in list(root, "spaces") {
        add_space(space, &by_id, evidence);
    }
    for volume in list(root, "volumes") {
        add_volume(volume, evidence);
    }
}

/// `disk0`, as Disk Management counts them.
fn name(disk: &Value) -> Option<String> {
    Some(format!("disk{}", number::<u16>(disk, "number")?))
}

/// The controller from the chain of devices above the disk; else from the disk's own location.
fn function(disk: &Value, tree: &InstanceTree, evidence: &CaptureEvidence) -> Option<PciAddress> {
    let by_device = word(disk, "device").and_then(|device| tree.function_of(device));
    let by_location = || word(disk, "location").and_then(located);
    by_device.or_else(by_location).filter(|address| evidence.functions.contains_key(address))
}

/// `PCI Slot 4 : Bus 3 : Device 0 : Function 0 : Adapter 1`, in decimal digits.
fn located(text: &str) -> Option<PciAddress> {
    let part = |name: &str| {
        let mut parts = text.split(':').map(str::trim);
        parts.find_map(|part| part.strip_prefix(name)?.trim().parse::<u8>().ok())
    };
    let (device, function) = (part("Device")?, part("Function")?);
    (device < 32 && function < 8).then_some(PciAddress {
        domain: 0,
        bus: part("Bus")?,
        device,
        function,
    })
}

fn block(disk: &Value, function: Option<PciAddress>) -> BlockDevice {
    let owned = |key| word(disk, key).map(str::to_owned);
    let rotational = match number::<u8>(disk, "media") {
        Some(HARD_DISK) => Some(true),
        Some(kind) if SOLID_STATE.contains(&kind) => Some(false),
        _ => None,
    };
    BlockDevice {
        function,
        size: number(disk, "bytes").map(Bytes::new),
        model: owned("model"),
        serial: owned("serial"),
        firmware: owned("firmware"),
        rotational,
        logical_block: number(disk, "sector").map(Bytes::new),
        temperature_c: number::<u16>(disk, "temperature").filter(|it| *it > 0).map(i32::from),
        percentage_used: number(disk, "wear"),
        read_only: flag(disk, "read_only").unwrap_or_default(),
        ..BlockDevice::default()
    }
}

/// A virtual disk of a storage pool; its members are known if the capture has the pool's disks.
fn add_space(space: &Value, by_id: &BTreeMap<&str, String>, evidence: &mut CaptureEvidence) {
    let Some(name) = name(space) else { return };
    let members = space.get("members").and_then(Value::as_array).map(Vec::as_slice);
    let members = members.unwrap_or_default().iter().filter_map(Value::as_str);
    let members: Vec<String> =
        members.filter_map(|id| by_id.get(id.trim())).filter(|it| **it != name).cloned().collect();
    let columns: u32 = number(space, "columns").unwrap_or(1);
    let level = match word(space, "resiliency").unwrap_or_default() {
        "Simple" => "0",
        "Mirror" if columns > 1 => "10",
        "Mirror" => "1",
        "Parity" => "5",
        other => &short(other),
    };
    let stack = StackedDevice::Described {
        engine: "storage-spaces".to_owned(),
        level: level.to_owned(),
        chunk: number(space, "interleave").map(Bytes::new),
    };
    let block = evidence.blocks.entry(name).or_default();
    block.size = block.size.or(number(space, "bytes").map(Bytes::new));
    (block.members, block.stack) = (members, Some(stack));
}

fn add_volume(volume: &Value, evidence: &mut CaptureEvidence) {
    let (Some(disk), Some(part)) = (name(volume), number::<u16>(volume, "partition")) else {
        return;
    };
    let Some(block) = evidence.blocks.get_mut(&disk) else { return };
    let device = format!("{disk}p{part}");
    let bytes = |key| number(volume, key).map(Bytes::new).unwrap_or_default();
    block.partitions.push(BlockPartition {
        name: device.clone(),
        start: bytes("start"),
        size: bytes("bytes"),
    });
    if let Some(target) = word(volume, "letter") {
        let fs = word(volume, "fs").unwrap_or_default().to_owned();
        evidence.mounts.push(DeviceMount { device, target: target.to_owned(), fs });
    }
}
