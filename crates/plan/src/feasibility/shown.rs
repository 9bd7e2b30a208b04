//! Observations of a running or captured machine, which take precedence over written sources.
//!
//! Not here: facts that no capture has, such as the firmware's menus; whoever reads them adds
//! those.

use narrows_topology::graph::{Drive as ShownDrive, Node, NodeKind, StorageControllerKind};
use narrows_topology::{AttachmentPoint, Id, Topology};

use super::fact::{FactEvidence, SourcedFact};
use super::situation::{
    BootSituation, DriveInSlot, DriveProtocol, OsKind, RaidMenuEntry, SataMode,
};

const INTEL: u16 = 0x8086;
/// Where EFI system partitions are mounted.
const ESP: [&str; 3] = ["/boot/efi", "/efi", "/boot"];

/// Adds observations of the machine as a whole: how it was booted, its kernel, the mode of its SATA
/// controller and Volume Management Devices.
pub fn machine(it: &mut BootSituation, shown: &Topology) {
    if let Some(uefi) = shown.host.uefi {
        // UEFI firmware that started the machine like a legacy BIOS has its compatibility module
        // on.
        if uefi {
            it.board.is_uefi.add(true, FactEvidence::observed("it was started by UEFI"));
        } else if it.board.is_uefi.value() == Some(&true) {
            let evidence = FactEvidence::observed("it was started by a legacy BIOS or module");
            it.settings.module_on.add(true, evidence);
        }
    }
    if let Some((major, minor)) = shown.host.kernel.as_deref().and_then(version) {
        it.system.kind.add(OsKind::Linux(major, minor), FactEvidence::observed("its kernel"));
    }
    for node in shown.nodes.values() {
        controller(it, node);
    }
    if shown.host.uefi == Some(true) && shown.drives.values().any(|drive| starts_bare(shown, drive))
    {
        let evidence =
            FactEvidence::observed("it was started by UEFI from an NVMe drive without option ROM");
        it.board.own_driver.add(true, evidence);
    }
}

/// Major and minor number of a release such as `6.12.9-amd64`.
fn version(release: &str) -> Option<(u16, u16)> {
    let mut numbers = release.split(|c: char| !c.is_ascii_digit());
    Some((numbers.next()?.parse().ok()?, numbers.next()?.parse().ok()?))
}

fn controller(it: &mut BootSituation, node: &Node) {
    let by_intel = node.pci_id.is_some_and(|id| id.vendor == INTEL);
    let is_vmd = node.driver.as_ref().is_some_and(|driver| driver.name == "vmd");
    let evidence = || FactEvidence::observed("a storage controller's class and driver");
    match node.kind {
        _ if is_vmd => it.settings.vmd.add(true, evidence()),
        // A controller that hides NVMe drives is in RAID mode, though its class still is AHCI: it
        // must come before the plain one.
        NodeKind::Storage(StorageControllerKind::Ahci)
            if by_intel && node.remapped_nvme > Some(0) =>
        {
            it.settings.sata.add(SataMode::Raid, evidence());
            it.platform.remaps.add(true, evidence());
            it.board.remaps.add(true, evidence());
        }
        NodeKind::Storage(StorageControllerKind::Ahci) if by_intel => {
            it.settings.sata.add(SataMode::Ahci, evidence());
        }
        // A Volume Management Device has the RAID class as well, but not on the chipset.
        NodeKind::Storage(StorageControllerKind::Raid)
            if by_intel && node.attachment == AttachmentPoint::Chipset =>
        {
            it.settings.sata.add(SataMode::Raid, evidence());
        }
        _ => {}
    }
}

/// Whether it has the EFI system partition, or whatever is mounted there, and no option ROM.
fn starts_bare(shown: &Topology, drive: &ShownDrive) -> bool {
    let has_esp =
        drive.mounts.iter().any(|mount| mount.fs == "vfat" && ESP.contains(&mount.target.as_str()));
    let is_nvme = shown.storage_kind(drive) == Some(StorageControllerKind::Nvme);
    has_esp && is_nvme && option_rom(shown, drive) == Some(false)
}

fn node_of<'a>(shown: &'a Topology, drive: &ShownDrive) -> Option<&'a Node> {
    shown.nodes.get(drive.controller.as_ref()?)
}

fn option_rom(shown: &Topology, drive: &ShownDrive) -> Option<bool> {
    node_of(shown, drive)?.option_rom
}

/// Adds observations of a drive where it is: its protocol, whether it has an option ROM, its side of
/// the machine, its lanes, and that no firmware RAID hides it.
pub fn drive(placed: &mut DriveInSlot, shown: &Topology, id: &Id) {
    drive_as(placed, shown, id, &format!("{id} on the machine"));
}

/// As [`drive`], under another name for the place of observation: twins are distinguished by
/// theirs.
pub fn drive_as(placed: &mut DriveInSlot, shown: &Topology, id: &Id, source: &str) {
    let Some(drive) = shown.drives.get(id) else { return };
    let Some(node) = node_of(shown, drive) else { return };
    // A drive behind an NVMe controller is one, even if its namespaces were not listed.
    if drive.assumed && node.kind != NodeKind::Storage(StorageControllerKind::Nvme) {
        return;
    }
    let evidence = || FactEvidence::observed(source);
    let speaks = match node.kind {
        NodeKind::Storage(StorageControllerKind::Nvme) => Some(DriveProtocol::Nvme),
        NodeKind::Storage(StorageControllerKind::Ahci)
            if node.link.as_ref().is_none_or(|it| it.internal) =>
        {
            Some(DriveProtocol::Sata)
        }
        _ => None,
    };
    add(&mut placed.drive.speaks, speaks, evidence());
    // An option ROM that exists does not show whether it is for UEFI or a legacy BIOS; only its
    // absence settles both.
    if node.option_rom == Some(false) && speaks == Some(DriveProtocol::Nvme) {
        placed.drive.uefi_rom.add(false, evidence());
        placed.drive.legacy_rom.add(false, evidence());
    }
    let on_chipset = match node.attachment {
        AttachmentPoint::Chipset => Some(true),
        AttachmentPoint::Cpu => Some(false),
        AttachmentPoint::Unknown => None,
    };
    add(&mut placed.slot.on_chipset, on_chipset, evidence());
    if speaks == Some(DriveProtocol::Nvme) {
        placed.slot.entry.add(RaidMenuEntry::Off, evidence());
        add(&mut placed.drive.lanes, lanes(node, |link| link.possible), evidence());
        add(&mut placed.slot.width, lanes(node, |link| link.port_possible), evidence());
    }
}

fn lanes(
    node: &Node,
    which: impl Fn(&narrows_topology::graph::NodeLink) -> Option<narrows_units::LinkWidth>,
) -> Option<u8> {
    Some(which(node.link.as_ref()?)?.lanes.get())
}

fn add<T>(fact: &mut SourcedFact<T>, value: Option<T>, evidence: FactEvidence) {
    if let Some(value) = value {
        fact.add(value, evidence);
    }
}
