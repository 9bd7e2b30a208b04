//! Evidence from a captured machine takes precedence over documentation of such machines.

use std::path::Path;

use narrows_catalog::{Confidence, board, chipset};
use narrows_plan::feasibility::{
    BootSituation, DriveInSlot, DriveProtocol, FactEvidence, FeasibilityVerdict, OsKind, SataMode,
    SourcedFact, known, shown,
};
use narrows_topology::evidence::DeviceMount;
use narrows_topology::graph::{Drive, Id, NodeKind, StorageControllerKind};
use narrows_topology::{Topology, build, read};

fn captured() -> Topology {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures");
    let capture = std::fs::read(folder.join("z170-trio.tar.gz")).unwrap();
    build::build(&read::kind::evidence(&capture).unwrap())
}

fn an_nvme_drive(machine: &Topology) -> Id {
    let is_nvme = |drive: &Drive| {
        machine.storage_kind(drive) == Some(StorageControllerKind::Nvme) && !drive.assumed
    };
    machine.drives.iter().find(|(_, drive)| is_nvme(drive)).unwrap().0.clone()
}

/// The machine as if its EFI system partition were on that drive, which has no option ROM.
fn started_from(machine: &mut Topology, id: &Id) {
    machine.host.uefi = Some(true);
    let drive = machine.drives.get_mut(id).unwrap();
    let device = format!("{id}p1");
    drive.mounts.push(DeviceMount { device, target: "/boot/efi".into(), fs: "vfat".into() });
    let node = machine.nodes.get_mut(drive.controller.as_ref().unwrap()).unwrap();
    node.option_rom = Some(false);
}

fn written() -> BootSituation {
    BootSituation {
        board: known::board(board::board("gigabyte-ga-z68x-ud3h-b3").unwrap()),
        platform: known::platform(chipset::chipset("intel-z68").unwrap()),
        ..BootSituation::default()
    }
}

#[test]
fn a_machine_that_was_started_from_a_bare_nvme_drive_has_a_driver_of_its_own() {
    let mut machine = captured();
    let id = an_nvme_drive(&machine);
    let mut it = written();
    shown::machine(&mut it, &machine);
    assert_eq!(it.board.own_driver.value(), Some(&false), "only the catalogue says something");
    started_from(&mut machine, &id);
    shown::machine(&mut it, &machine);
    assert_eq!(it.board.own_driver.value(), Some(&true));
}

#[test]
fn a_drive_shows_what_it_speaks_and_that_no_raid_hides_it() {
    let mut machine = captured();
    let id = an_nvme_drive(&machine);
    started_from(&mut machine, &id);
    let evidence = FactEvidence::documented("a page", Confidence::High);
    let mut placed = DriveInSlot::default();
    placed.drive.uefi_rom = SourcedFact::new(true, evidence.clone());
    placed.slot.tried = SourcedFact::new(true, evidence.clone());
    placed.drive.listed_after_update = SourcedFact::new(false, evidence);
    shown::drive(&mut placed, &machine, &id);
    assert_eq!(placed.drive.speaks.value(), Some(&DriveProtocol::Nvme));
    assert_eq!(placed.drive.uefi_rom.value(), Some(&false), "seen beats written");
    let mut it = written();
    shown::machine(&mut it, &machine);
    it.settings.module_on = SourcedFact::observed(false);
    let answer = it.starts(&placed);
    assert_eq!((answer.verdict, answer.as_set), (FeasibilityVerdict::Yes, FeasibilityVerdict::Yes));
}

#[test]
fn a_machine_shows_its_kernel_and_the_mode_of_its_sata_controller() {
    let mut machine = captured();
    machine.host.kernel = Some("6.12.9-amd64".into());
    machine.host.uefi = Some(false);
    let mut it = written();
    it.board.is_uefi = SourcedFact::new(true, FactEvidence::documented("a page", Confidence::High));
    shown::machine(&mut it, &machine);
    assert_eq!(it.system.kind.value(), Some(&OsKind::Linux(6, 12)));
    assert_eq!(it.settings.module_on.value(), Some(&true), "UEFI, started like a legacy BIOS");
    // The emulated q35 board has Intel's AHCI controller, which hides nothing.
    assert_eq!(it.settings.sata.value(), Some(&SataMode::Ahci));
}

#[test]
fn drives_that_the_capture_does_not_show_say_nothing() {
    let mut placed = DriveInSlot::default();
    shown::drive(&mut placed, &captured(), &Id::new("nvme99n1"));
    assert_eq!(placed, DriveInSlot::default());
}

/// A driver that counts hidden drives has seen the chipset remap them.
#[test]
fn hidden_drives_show_that_firmware_and_chipset_remap() {
    let mut machine = captured();
    let is_ahci = |kind| matches!(kind, NodeKind::Storage(StorageControllerKind::Ahci));
    let ahci = machine.nodes.values_mut().find(|node| is_ahci(node.kind)).unwrap();
    ahci.remapped_nvme = Some(1);
    let mut it = BootSituation::default();
    shown::machine(&mut it, &machine);
    assert_eq!(it.settings.sata.value(), Some(&SataMode::Raid));
    assert_eq!((it.board.remaps.value(), it.platform.remaps.value()), (Some(&true), Some(&true)));
}

/// A drive beside the one that was started from says nothing about the firmware.
#[test]
fn a_drive_that_was_not_started_from_shows_no_driver() {
    let mut machine = captured();
    let id = an_nvme_drive(&machine);
    started_from(&mut machine, &id);
    machine.drives.get_mut(&id).unwrap().mounts.clear();
    let mut it = written();
    shown::machine(&mut it, &machine);
    assert_eq!(it.board.own_driver.value(), Some(&false));
}
