//! Devices made of other devices: md, device mapper, loop, btrfs and, judging by the mounts, ZFS.
//!
//! Source: Documentation/admin-guide/md.rst (the `md` folder), Documentation/ABI/testing/
//! sysfs-block-dm, sysfs-block-loop, and fs/btrfs/sysfs.c.

use std::collections::{BTreeMap, BTreeSet};

use narrows_messages::Message;
use narrows_units::Bytes;

use super::folder::{MOST_NAMES, SysfsFolder};
use super::mounts;
use crate::evidence::{BlockDevice, CaptureEvidence, StackedDevice};
use crate::read::FileTree;

/// Most btrfs file systems that are read; the rest of a hostile list is left out.
const MOST_FILE_SYSTEMS: usize = 1024;

/// How metadata begin that only name a set.
const IN_SET: &str = "external:/";

/// Reads the kind of stack of a device, and its members.
pub(super) fn describe(folder: &SysfsFolder, block: &mut BlockDevice) {
    block.stack = md(folder).or_else(|| dm(folder)).or_else(|| loop_over(folder));
    if let Some(slaves) = folder.folder("slaves") {
        let names: BTreeSet<&str> = slaves.names().take(MOST_NAMES).collect();
        block.members = names.into_iter().map(str::to_owned).collect();
    }
}

fn md(folder: &SysfsFolder) -> Option<StackedDevice> {
    let md = folder.folder("md").filter(|_| folder.has("md"))?;
    let chunk = md.number("chunk_size").filter(|bytes| *bytes > 0).map(Bytes::new);
    // A stopped array, and the container of an Intel RST array, have no level.
    let level = md.owned("level").unwrap_or_else(|| "inactive".to_owned());
    Some(StackedDevice::Md { level, chunk, metadata: md.owned("metadata_version") })
}

fn dm(folder: &SysfsFolder) -> Option<StackedDevice> {
    let dm = folder.folder("dm").filter(|_| folder.has("dm"))?;
    Some(StackedDevice::Dm { name: dm.owned("name"), uuid: dm.owned("uuid") })
}

fn loop_over(folder: &SysfsFolder) -> Option<StackedDevice> {
    // The folder exists only while a file is behind the device.
    let over = folder.folder("loop").filter(|_| folder.has("loop"))?;
    Some(StackedDevice::Loop { backing_file: over.owned("backing_file") })
}

/// Adds the stacks that are not block devices of the kernel, once blocks and mounts are read, and
/// finds the device under each loop device's file.
pub(super) fn read(tree: &FileTree, evidence: &mut CaptureEvidence) {
    // A volume of the firmware's RAID names only the set that it is in (`external:/md127/0`,
    // md.rst): its metadata are the set's.
    let of_set = |(name, block): (&String, &BlockDevice)| match &block.stack {
        Some(StackedDevice::Md { metadata: Some(own), .. }) if !own.starts_with(IN_SET) => {
            Some((name.clone(), own.clone()))
        }
        _ => None,
    };
    let sets: BTreeMap<String, String> = evidence.blocks.iter().filter_map(of_set).collect();
    for block in evidence.blocks.values_mut() {
        let Some(StackedDevice::Md { metadata: Some(own), .. }) = &mut block.stack else {
            continue;
        };
        let set = own.strip_prefix(IN_SET).and_then(|rest| rest.split('/').next());
        if let Some(metadata) = set.and_then(|set| sets.get(set)) {
            own.clone_from(metadata);
        }
    }
    btrfs(tree, evidence);
    // Each mounted pool becomes a block named `zfs-` and the pool. sysfs does not show a pool's
    // members.
    let pools = evidence.mounts.iter().filter(|mount| mount.fs == "zfs");
    let pools: BTreeSet<String> = pools.map(|mount| mount.device.clone()).collect();
    for pool in pools {
        evidence.notes.push(Message::new("read-sysfs-zfs-members").with("pool", &pool));
        let block = BlockDevice { stack: Some(StackedDevice::Zfs), ..BlockDevice::default() };
        evidence.blocks.insert(pool, block);
    }
    // A loop device over a device has it as member; over a file, the device that the file's folder
    // is mounted from; none if that is in memory or on a network.
    let places: &[(String, Option<String>)] = &mounts::places(tree, evidence);
    // The file system that each device of a btrfs over several belongs to.
    let of = |(name, block): (&String, &BlockDevice)| {
        let is_btrfs = matches!(block.stack, Some(StackedDevice::Btrfs { .. }));
        let members = if is_btrfs { block.members.clone() } else { Vec::new() };
        members.into_iter().map(|member| (member, name.clone())).collect::<Vec<_>>()
    };
    let btrfs: BTreeMap<String, String> = evidence.blocks.iter().flat_map(of).collect();
    for (name, block) in &mut evidence.blocks {
        let Some(StackedDevice::Loop { backing_file: Some(file) }) = &block.stack else { continue };
        // The kernel marks a file that was unlinked while open.
        let file = file.strip_suffix(" (deleted)").unwrap_or(file);
        if let Some(device) = file.strip_prefix("/dev/").filter(|rest| !rest.contains('/')) {
            block.members = vec![device.to_owned()];
            continue;
        }
        // A mount may also be on the very file, as servers in user space (FUSE) and containers do.
        let around = places.iter().filter(|(target, _)| file == target || within(file, target));
        let around = around.max_by_key(|(target, _)| target.len());
        let device = around.and_then(|(_, device)| device.as_ref());
        let device = device.map(|device| btrfs.get(device).unwrap_or(device));
        block.members.extend(device.filter(|device| *device != name).cloned());
    }
}

/// btrfs over several devices becomes a block named `btrfs-` and the UUID's first eight digits; its
/// mounts, which name one of the devices, move to it.
fn btrfs(tree: &FileTree, evidence: &mut CaptureEvidence) {
    for uuid in tree.names("sys/fs/btrfs").take(MOST_FILE_SYSTEMS) {
        let Some(folder) = SysfsFolder::at(tree, &format!("sys/fs/btrfs/{uuid}")) else { continue };
        let Some(devices) = folder.folder("devices") else { continue };
        let members: BTreeSet<&str> = devices.names().take(MOST_NAMES).collect();
        if members.len() < 2 {
            continue;
        }
        let name = format!("btrfs-{}", uuid.chars().take(8).collect::<String>());
        for mount in &mut evidence.mounts {
            if mount.fs == "btrfs" && members.contains(mount.device.as_str()) {
                mount.device.clone_from(&name);
            }
        }
        let stack = StackedDevice::Btrfs { data_profile: data_profile(&folder) };
        let members = members.into_iter().map(str::to_owned).collect();
        let block = BlockDevice { members, stack: Some(stack), ..BlockDevice::default() };
        evidence.blocks.insert(name, block);
    }
}

/// The profile is the folder's name below `allocation/data`. While a balance converts it there are
/// two; then none is named.
fn data_profile(folder: &SysfsFolder) -> Option<String> {
    let data = folder.folder("allocation/data")?;
    let known = |name: &&str| name.starts_with("raid") || ["single", "dup"].contains(name);
    let profiles: BTreeSet<&str> = data.names().take(MOST_NAMES).filter(known).collect();
    let mut profiles = profiles.into_iter();
    let first = profiles.next().map(str::to_owned);
    if profiles.next().is_some() { None } else { first }
}

fn within(file: &str, folder: &str) -> bool {
    let rest = file.strip_prefix(folder.trim_end_matches('/'));
    rest.is_some_and(|rest| rest.starts_with('/'))
}
