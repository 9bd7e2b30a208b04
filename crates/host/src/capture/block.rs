//! Block devices, partitions, the stacks over them, and the controllers and links below them.
//!
//! Source: kernel Documentation/ABI/stable/sysfs-block, testing/sysfs-ata, sysfs-class-nvme,
//! sysfs-fs-btrfs. Every attribute read here is kept by the kernel, so that no disk spins up for
//! it; temperatures are not, and see [`temperature`].

use narrows_topology::read::{FileTreeEntry, sysfs};

use super::TreeGatherer;

pub(super) fn gather(gatherer: &mut TreeGatherer) {
    for (_, place) in gatherer.shelf("sys/class/nvme") {
        gatherer.files(&place, sysfs::NVME_ATTRIBUTES);
        sensors(gatherer, &place);
    }
    for (_, place) in gatherer.shelf("sys/class/nvme-subsystem") {
        gatherer.files(&place, sysfs::NVME_ATTRIBUTES);
        gatherer.names(&place, sysfs::NVME_SUBSYSTEM_PREFIX);
    }
    // Before 2.6.26 there was no class for block devices, and partitions only in disk folders.
    let class = gatherer.shelf("sys/class/block");
    let old = if class.is_empty() { gatherer.shelf("sys/block") } else { Vec::new() };
    for (name, place) in class.iter().chain(&old) {
        block(gatherer, name, place);
    }
    for (name, place) in &old {
        let inside =
            gatherer.list(place).into_iter().filter(|part| part.starts_with(name.as_str()));
        for part in inside {
            gatherer.files(&format!("{place}/{part}"), sysfs::BLOCK_ATTRIBUTES);
        }
    }
    for (_, place) in gatherer.shelf("sys/class/ata_link") {
        gatherer.files(&place, sysfs::ATA_LINK_ATTRIBUTES);
    }
    for (_, place) in gatherer.shelf("sys/class/sas_phy") {
        gatherer.files(&place, sysfs::SAS_PHY_ATTRIBUTES);
    }
    // SCSI hosts are kept as folders: they identify a controller without a disk.
    for (_, place) in gatherer.shelf("sys/class/scsi_host") {
        gatherer.existence(&place, FileTreeEntry::Folder);
    }
    for (_, place) in gatherer.shelf("sys/fs/btrfs") {
        for names in sysfs::BTRFS_NAMES {
            gatherer.names(&format!("{place}/{names}"), "");
        }
    }
}

fn block(gatherer: &mut TreeGatherer, name: &str, place: &str) {
    // Whether it is a loop, network or memory device without anything in it; some systems have
    // dozens. Their size is kept, as it shows that.
    let spare = ["loop", "nbd", "ram", "zram"].iter().any(|prefix| name.starts_with(prefix));
    let size = format!("{place}/size");
    if spare && gatherer.peek_text(&size).is_some_and(|text| text == "0") && gatherer.file(&size) {
        return;
    }
    gatherer.files(place, sysfs::BLOCK_ATTRIBUTES);
    for names in sysfs::BLOCK_NAMES {
        gatherer.names(&format!("{place}/{names}"), "");
    }
    // A partition has no queue and no device of its own.
    if gatherer.peek(&format!("{place}/partition"), 16).is_some() {
        return;
    }
    gatherer.files(&format!("{place}/queue"), sysfs::QUEUE_ATTRIBUTES);
    for names in sysfs::BLOCK_QUEUES {
        gatherer.names(&format!("{place}/{names}"), "");
    }
    let stacks: [(&str, &str, &[&str]); 3] = [
        ("md", "md", sysfs::MD_ATTRIBUTES),
        ("dm-", "dm", sysfs::DM_ATTRIBUTES),
        ("loop", "loop", sysfs::LOOP_ATTRIBUTES),
    ];
    for (prefix, folder, attributes) in stacks {
        if name.starts_with(prefix) {
            gatherer.files(&format!("{place}/{folder}"), attributes);
        }
    }
    device(gatherer, place);
    usb(gatherer, place);
    sas(gatherer, place);
}

/// The device behind a block device. An NVMe controller was read already, and its sensors with
/// it; reading a temperature twice would ask the drive twice.
fn device(gatherer: &mut TreeGatherer, place: &str) {
    let Some(device) = gatherer.link(&format!("{place}/device")) else { return };
    if place.contains("/nvme/") || place.contains("/nvme-subsystem/") {
        return;
    }
    gatherer.files(&device, sysfs::DEVICE_ATTRIBUTES);
    let spins = gatherer.peek_text(&format!("{place}/queue/rotational"));
    // A request to a spinning disk can keep it from going to sleep, or reset its timer (kernel
    // Documentation/hwmon/drivetemp.rst).
    if spins.is_none_or(|spins| spins != "1") {
        sensors(gatherer, &format!("{device}/hwmon"));
    }
}

/// The temperature sensors in a folder: `hwmon<N>/`.
fn sensors(gatherer: &mut TreeGatherer, folder: &str) {
    for name in gatherer.list(folder) {
        if name.starts_with("hwmon") && name != "hwmon" {
            gatherer.files(&format!("{folder}/{name}"), sysfs::HWMON_ATTRIBUTES);
        }
    }
}

/// The nearest USB device above a disk is the first folder upwards that has a `speed`.
fn usb(gatherer: &mut TreeGatherer, place: &str) {
    let mut above = place;
    while let Some((folder, _)) = above.rsplit_once('/') {
        above = folder;
        if !above.contains("/usb") {
            return;
        }
        if gatherer.peek(&format!("{above}/speed"), 16).is_some() {
            return gatherer.files(above, sysfs::USB_ATTRIBUTES);
        }
    }
}

/// The names of the phys of the SAS port nearest to a disk.
fn sas(gatherer: &mut TreeGatherer, place: &str) {
    let Some(port) = place.rfind("/port-") else { return };
    let end = place[port + 1..].find('/').map_or(place.len(), |end| port + 1 + end);
    gatherer.names(&place[..end], sysfs::SAS_PORT_PREFIX);
}
