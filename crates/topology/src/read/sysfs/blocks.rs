//! Block devices: drives, their partitions and the controller above each.
//!
//! Source: Documentation/ABI/stable/sysfs-block; drivers/nvme/host/sysfs.c and multipath.c for
//! NVMe; drivers/scsi/scsi_sysfs.c for SCSI and SATA.

use std::collections::{BTreeMap, BTreeSet};

use narrows_messages::Message;
use narrows_units::Bytes;

use super::MOST_DEVICES;
use super::folder::{MOST_NAMES, SysfsFolder, numbered, temperature};
use super::{stacks, transport};
use crate::evidence::{BlockDevice, BlockPartition, CaptureEvidence};
use crate::pci::PciAddress;
use crate::read::FileTree;

/// sysfs counts sizes and starts in sectors of 512 bytes, whatever the device's own block size.
const SECTOR: u64 = 512;

/// Reads every block device that could hold its own data.
pub(super) fn read(tree: &FileTree, evidence: &mut CaptureEvidence) {
    let folders = folders(tree);
    // The functions below each multipath drive: `nvme0c1n1` is the path through controller 1 to
    // `nvme0n1` (drivers/nvme/host/multipath.c, nvme_mpath_set_disk_name).
    let mut paths: BTreeMap<String, BTreeSet<PciAddress>> = BTreeMap::new();
    for (name, folder) in &folders {
        if let (Some(head), Some(function)) = (multipath_head(name), folder.function()) {
            paths.entry(head).or_default().insert(function);
        }
    }
    for (name, folder) in folders.iter().filter(|(name, folder)| is_drive(name, folder)) {
        let mut block = block(folder);
        let functions = functions(name, folder, &paths);
        block.function = functions.first().copied();
        if functions.len() > 1 {
            let note = Message::new("read-sysfs-multipath").with("device", name);
            evidence.notes.push(note.count("paths", functions.len()));
        }
        evidence.blocks.insert(name.clone(), block);
    }
    partitions(&folders, &mut evidence.blocks);
}

/// Every block device's and partition's folder, by kernel name.
fn folders(tree: &FileTree) -> BTreeMap<String, SysfsFolder<'_>> {
    let class = "sys/class/block";
    let all = if tree.exists(class) { class } else { "sys/block" };
    let mut folders = BTreeMap::new();
    for name in tree.names(all).take(MOST_DEVICES) {
        let folder = SysfsFolder::at(tree, &format!("{all}/{name}"));
        let Some(folder) = folder.filter(|folder| tree.exists(&folder.path)) else { continue };
        // sys/block lists no partitions; they are folders of their disk.
        for inside in folder.names().take(MOST_NAMES).filter(|part| part.starts_with(name)) {
            if let Some(part) = folder.folder(inside).filter(|part| part.has("start")) {
                folders.insert(inside.to_owned(), part);
            }
        }
        folders.insert(name.to_owned(), folder);
    }
    folders
}

/// Whether it is a whole device worth showing: not a partition, path of a multipath drive, memory
/// disk, floppy or optical drive, and not a loop or network device without anything behind it.
fn is_drive(name: &str, folder: &SysfsFolder) -> bool {
    let is = |prefix: &str| numbered(name, prefix).is_some();
    let memory = is("ram") || is("zram") || is("fd") || is("sr");
    let unused = (is("loop") || is("nbd")) && folder.number("size").unwrap_or(0u64) == 0;
    let part = folder.has("start") || folder.has("partition");
    !(memory || unused || part || folder.flag("hidden") == Some(true))
}

fn block(folder: &SysfsFolder) -> BlockDevice {
    let sectors: Option<u64> = folder.number("size");
    let mut block = BlockDevice {
        size: sectors.map(|sectors| Bytes::new(sectors.saturating_mul(SECTOR))),
        serial: folder.owned("serial"),
        wwn: folder.owned("wwid"),
        transport: transport::of(folder),
        ..BlockDevice::default()
    };
    // `removable` is the kernel's word for media that can be taken out of the drive.
    block.read_only =
        sectors == Some(0) || [folder.flag("ro"), folder.flag("removable")].contains(&Some(true));
    if let Some(queue) = folder.folder("queue") {
        block.rotational = queue.flag("rotational");
        block.scheduler = queue.text("scheduler").map(|text| chosen(text).to_owned());
        block.logical_block = queue.number("logical_block_size").map(Bytes::new);
        block.volatile_write_cache = queue.text("write_cache").map(|text| text == "write back");
        block.discard = queue.flag("discard_max_bytes");
    }
    block.queues = folder.folder("mq").and_then(|mq| mq.count(MOST_NAMES));
    if let Some(device) = folder.folder("device") {
        // Reads the identity of the device: an NVMe controller or subsystem, a SCSI or MMC device.
        block.model = model(&device);
        let page = || unit_serial(device.tree.bytes(&device.inside("vpd_pg80"))?);
        block.serial = block.serial.take().or_else(|| device.owned("serial")).or_else(page);
        block.wwn = block.wwn.take().or_else(|| device.owned("wwid"));
        block.firmware = device.owned("firmware_rev").or_else(|| device.owned("rev"));
    }
    health(folder, &mut block);
    stacks::describe(folder, &mut block);
    block
}

/// The entry in use: in brackets in `mq-deadline kyber [bfq] none`; a single one needs none.
fn chosen(text: &str) -> &str {
    let inside = text.split_once('[').and_then(|(_, rest)| rest.split_once(']'));
    inside.map_or(text, |(name, _)| name)
}

/// SCSI splits the name into vendor and model; behind SATA the vendor is always "ATA" (SAT-5,
/// section 10.3.2), and virtio's vendor is a number.
fn model(device: &SysfsFolder) -> Option<String> {
    let model = device.text("model")?;
    let vendor = device.text("vendor").filter(|vendor| *vendor != "ATA");
    let vendor = vendor.filter(|vendor| !vendor.starts_with("0x") && !model.starts_with(vendor));
    Some(vendor.map_or(model.to_owned(), |vendor| format!("{vendor} {model}")))
}

/// Unit Serial Number VPD page (SPC-5, section 7.7.20): length in bytes 2 and 3, then the text.
fn unit_serial(page: &[u8]) -> Option<String> {
    let [_, 0x80, high, low, text @ ..] = page else { return None };
    let text = text.get(..usize::from(u16::from_be_bytes([*high, *low])))?;
    let text = std::str::from_utf8(text).ok()?.trim_matches(|c: char| c == '\0' || c == ' ');
    (!text.is_empty()).then(|| text.to_owned())
}

fn health(folder: &SysfsFolder, block: &mut BlockDevice) {
    let Some(device) = folder.folder("device") else { return };
    block.temperature_c = temperature(&device);
    let log = format!("{}/{}/smart", super::NVME_SMART_FOLDER, device.name());
    if let Some(log) = folder.tree.bytes(&log) {
        smart(log, block);
    }
}

/// SMART / Health Information log page (NVM Express Base Specification 2.0, figure 207): composite
/// temperature in kelvin in bytes 1 and 2, percentage used in byte 5, which may pass 100.
fn smart(log: &[u8], block: &mut BlockDevice) {
    let [_, low, high, _, _, used, ..] = *log else { return };
    block.percentage_used = Some(used);
    let kelvin = u16::from_le_bytes([low, high]);
    // A drive without a sensor reports 0.
    if block.temperature_c.is_none() && kelvin > 0 {
        block.temperature_c = Some(i32::from(kelvin) - 273);
    }
}

/// The functions that lead to a device, lowest first: one by its path, or those of an NVMe
/// subsystem's controllers.
fn functions(
    name: &str,
    folder: &SysfsFolder,
    paths: &BTreeMap<String, BTreeSet<PciAddress>>,
) -> Vec<PciAddress> {
    if let Some(function) = folder.function() {
        return vec![function];
    }
    if let Some(functions) = paths.get(name) {
        return functions.iter().copied().collect();
    }
    let subsystem = folder.folder("device").filter(|_| name.starts_with("nvme"));
    let Some(subsystem) = subsystem else { return Vec::new() };
    let names = subsystem.names().take(MOST_NAMES);
    let links = names.filter(|name| numbered(name, super::NVME_SUBSYSTEM_PREFIX).is_some());
    let functions: BTreeSet<_> =
        links.filter_map(|name| subsystem.folder(name)?.function()).collect();
    functions.into_iter().collect()
}

fn multipath_head(name: &str) -> Option<String> {
    let (subsystem, rest) = name.strip_prefix("nvme")?.split_once('c')?;
    let (controller, namespace) = rest.split_once('n')?;
    let all = [subsystem, controller, namespace];
    let numbers = all.iter().all(|part| part.parse::<u32>().is_ok());
    numbers.then(|| format!("nvme{subsystem}n{namespace}"))
}

/// Puts each partition into its disk: the folder around it, or for flat captures the longest name
/// that the partition's begins with.
fn partitions(folders: &BTreeMap<String, SysfsFolder>, blocks: &mut BTreeMap<String, BlockDevice>) {
    for (name, folder) in folders.iter().filter(|(_, folder)| folder.has("start")) {
        let around = folder.above().map(|above| above.name().to_owned());
        let around = around.filter(|disk| blocks.contains_key(disk));
        let Some(disk) = around.or_else(|| disk_named(name, blocks)) else { continue };
        let bytes = |attribute| {
            let sectors: u64 = folder.number(attribute).unwrap_or(0);
            Bytes::new(sectors.saturating_mul(SECTOR))
        };
        let partition =
            BlockPartition { name: name.clone(), start: bytes("start"), size: bytes("size") };
        blocks.entry(disk).or_default().partitions.push(partition);
    }
    for block in blocks.values_mut() {
        block.partitions.sort_by_key(|partition| (partition.start, partition.name.clone()));
    }
}

/// `sda` for `sda1`, `nvme0n1` for `nvme0n1p2`.
fn disk_named(partition: &str, blocks: &BTreeMap<String, BlockDevice>) -> Option<String> {
    let disk = partition.trim_end_matches(|c: char| c.is_ascii_digit());
    let longer = disk.strip_suffix('p');
    let mut names = [Some(disk), longer].into_iter().flatten();
    names.find(|disk| blocks.contains_key(*disk)).map(str::to_owned)
}
