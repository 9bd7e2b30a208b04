//! Later platforms, and arrays of Linux.

use FeasibilityVerdict::{No, NotKnown, Yes};
use narrows_catalog::{Confidence, chipset};
use narrows_plan::feasibility::{
    BootClass, BootFiles, BootSituation, DriveBootFacts, DriveInSlot, DriveProtocol, Esp,
    FactEvidence, FeasibilityVerdict, OsKind, RaidEngineKind, RaidLevelKind, RaidMenuEntry,
    SlotFacts, SourcedFact, VrocKey, known,
};

fn fact<T>(value: T) -> SourcedFact<T> {
    SourcedFact::new(value, FactEvidence::documented("a datasheet", Confidence::High))
}

fn placed(on_chipset: bool, vmd_domain: u8) -> DriveInSlot {
    let drive = DriveBootFacts {
        name: "a drive".into(),
        speaks: fact(DriveProtocol::Nvme),
        listed_after_update: fact(false),
        intel: fact(false),
        lanes: fact(4),
        ..DriveBootFacts::default()
    };
    let slot = SlotFacts {
        name: format!("M2_{vmd_domain}"),
        on_chipset: fact(on_chipset),
        tried: fact(true),
        entry: fact(RaidMenuEntry::On),
        vmd_domain: fact(vmd_domain),
        ..SlotFacts::default()
    };
    DriveInSlot { drive, slot }
}

fn machine(chipset: &str) -> BootSituation {
    let evidence = FactEvidence::documented("a datasheet", Confidence::High);
    let mut it = BootSituation {
        board: known::of_class(BootClass::A, &evidence),
        platform: known::platform(chipset::chipset(chipset).unwrap()),
        drives: vec![placed(false, 1), placed(true, 1)],
        ..BootSituation::default()
    };
    it.settings.module_on = fact(false);
    it.system.kind = fact(OsKind::Windows(100));
    it.system.raid_driver = fact(true);
    it
}

/// From the 600 series on processor and chipset slots mix, below a Volume Management Device.
#[test]
fn rst_below_vmd_takes_any_slot_and_starts() {
    let mut it = machine("intel-z790");
    let answer = it.array_starts(RaidEngineKind::RstVmd, RaidLevelKind::Raid0);
    assert_eq!((answer.verdict, answer.as_set), (Yes, NotKnown));
    it.settings.vmd = fact(true);
    assert_eq!(it.array_starts(RaidEngineKind::RstVmd, RaidLevelKind::Raid0).as_set, Yes);
    it.settings.vmd = fact(false);
    assert_eq!(it.array_starts(RaidEngineKind::RstVmd, RaidLevelKind::Raid0).as_set, No);
    assert_eq!(
        machine("intel-z170").array(RaidEngineKind::RstVmd, RaidLevelKind::Raid0).verdict,
        No
    );
}

/// An installer without the driver sees nothing below a Volume Management Device.
#[test]
fn below_vmd_the_installer_needs_the_driver() {
    let mut it = machine("intel-z790");
    it.settings.vmd = fact(true);
    it.system.raid_driver = fact(false);
    let answer = it.installer_sees(&it.drives[0]);
    assert_eq!((answer.verdict, answer.as_set), (Yes, No));
    it.settings.vmd = fact(false);
    assert_eq!(it.installer_sees(&it.drives[0]).verdict, Yes);
}

fn vroc() -> BootSituation {
    let mut it = machine("intel-c621");
    it.board.vroc = fact(true);
    it.settings.vmd = fact(true);
    it.settings.vroc_key = fact(VrocKey::Standard);
    it.drives = vec![placed(false, 1), placed(false, 1), placed(false, 1)];
    it
}

#[test]
fn vroc_needs_a_key_and_starts_within_one_domain_only() {
    let mut it = vroc();
    assert_eq!(it.array_starts(RaidEngineKind::Vroc, RaidLevelKind::Raid0).as_set, Yes);
    it.drives[2] = placed(false, 2);
    assert_eq!(it.array(RaidEngineKind::Vroc, RaidLevelKind::Raid0).as_set, Yes);
    assert_eq!(it.array_starts(RaidEngineKind::Vroc, RaidLevelKind::Raid0).verdict, No);
    it.settings.vroc_key = fact(VrocKey::None);
    let answer = it.array(RaidEngineKind::Vroc, RaidLevelKind::Raid0);
    assert_eq!((answer.verdict, answer.as_set), (Yes, No));
}

#[test]
fn vroc_keys_allow_levels_and_makers() {
    let mut it = vroc();
    assert_eq!(it.array(RaidEngineKind::Vroc, RaidLevelKind::Raid5).as_set, No);
    it.settings.vroc_key = fact(VrocKey::Premium);
    assert_eq!(it.array(RaidEngineKind::Vroc, RaidLevelKind::Raid5).as_set, Yes);
    it.settings.vroc_key = fact(VrocKey::IntelOnly);
    assert_eq!(it.array(RaidEngineKind::Vroc, RaidLevelKind::Raid5).as_set, No);
    it.drives.iter_mut().for_each(|placed| placed.drive.intel = fact(true));
    assert_eq!(it.array(RaidEngineKind::Vroc, RaidLevelKind::Raid5).as_set, Yes);
}

#[test]
fn raidxpert2_takes_processor_and_chipset_slots_once_its_mode_is_on() {
    let mut it = machine("amd-x570");
    let answer = it.array_starts(RaidEngineKind::Raidxpert2, RaidLevelKind::Raid1);
    assert_eq!((answer.verdict, answer.as_set), (Yes, NotKnown));
    it.settings.nvme_raid = fact(true);
    assert_eq!(it.array_starts(RaidEngineKind::Raidxpert2, RaidLevelKind::Raid1).as_set, Yes);
    assert_eq!(it.array(RaidEngineKind::Raidxpert2, RaidLevelKind::Raid5).verdict, No);
}

/// On some Z370 boards, and for Intel's own drives only.
#[test]
fn z370_has_processor_attached_raid_on_some_boards() {
    let mut it = machine("intel-z370");
    it.drives = vec![placed(false, 1)];
    let verdict = |it: &BootSituation| it.takes(&it.drives[0], RaidEngineKind::Rst).verdict;
    assert_eq!(verdict(&it), No, "not one of Intel's own");
    it.drives[0].drive.intel = fact(true);
    assert_eq!(verdict(&it), NotKnown);
    it.board.cpu_attached = fact(true);
    assert_eq!(verdict(&it), Yes);
    it.platform = known::platform(chipset::chipset("intel-z170").unwrap());
    assert_eq!(verdict(&it), No);
}

/// Of a chipset without a row nothing is known, and nothing is denied.
#[test]
fn of_an_unlisted_chipset_nothing_is_known() {
    let it = machine("intel-w790");
    for means in RaidEngineKind::ALL.into_iter().filter(|means| means.is_firmware()) {
        assert_ne!(it.array(means, RaidLevelKind::Raid0).verdict, Yes, "{means}");
    }
    assert_eq!(it.takes_in_firmware(&it.drives[0]).verdict, NotKnown);
}

fn linux() -> BootSituation {
    let mut it = machine("intel-z790");
    it.settings.vmd = fact(false);
    it.system = Default::default();
    it.system.kind = fact(OsKind::Linux(6, 12));
    it.system.esp = fact(Esp::Plain);
    it.system.boot_files = fact(BootFiles::Readable);
    it.system.initramfs = fact(true);
    it
}

/// The firmware reads an EFI partition outside arrays, or a mirror with its metadata at the end; the
/// boot loader reads /boot; the initramfs assembles the rest. Processor and chipset slots mix.
#[test]
fn linux_starts_from_md_if_firmware_loader_and_initramfs_each_read_their_part() {
    let start = |it: &BootSituation| it.array_starts(RaidEngineKind::LinuxMd, RaidLevelKind::Raid0);
    assert_eq!(start(&linux()).as_set, Yes);
    let breaks: [fn(&mut BootSituation); 3] = [
        |it| it.system.esp = fact(Esp::OtherArray),
        |it| it.system.boot_files = fact(BootFiles::Unreadable),
        |it| it.system.initramfs = fact(false),
    ];
    for break_it in breaks {
        let mut it = linux();
        break_it(&mut it);
        let answer = start(&it);
        assert_eq!((answer.verdict, answer.as_set, answer.set.len()), (Yes, No, 1));
    }
    let mut it = linux();
    it.system.esp = fact(Esp::MirrorEnd);
    assert_eq!(start(&it).as_set, Yes);
}

/// Nothing below a firmware that cannot start any member starts either.
#[test]
fn linux_md_needs_one_drive_that_the_firmware_starts() {
    let mut it = linux();
    it.board = known::of_class(BootClass::D, &FactEvidence::documented("tried", Confidence::High));
    it.drives.iter_mut().for_each(|placed| {
        placed.drive.uefi_rom = fact(false);
        placed.drive.legacy_rom = fact(false);
    });
    assert_eq!(it.array(RaidEngineKind::LinuxMd, RaidLevelKind::Raid0).verdict, Yes);
    assert_eq!(it.array_starts(RaidEngineKind::LinuxMd, RaidLevelKind::Raid0).verdict, No);
}

/// Linux does not see drives that a chipset remaps.
#[test]
fn linux_loses_remapped_drives() {
    let mut it = linux();
    it.platform = known::platform(chipset::chipset("intel-z170").unwrap());
    it.settings.sata = fact(narrows_plan::feasibility::SataMode::Raid);
    it.drives[1].slot.raid = fact(true);
    let answer = it.system_sees(&it.drives[1]);
    assert_eq!((answer.verdict, answer.as_set), (Yes, No));
    it.drives[1].slot.entry = fact(RaidMenuEntry::Off);
    assert_eq!(it.system_sees(&it.drives[1]).as_set, Yes);
}

/// Linux reads Intel's arrays without an extra driver, but neither remapped drives nor AMD's
/// arrays.
#[test]
fn linux_knows_intels_volumes() {
    let mut it = linux();
    it.settings.vmd = fact(true);
    assert_eq!(it.array(RaidEngineKind::RstVmd, RaidLevelKind::Raid0).as_set, Yes);
    it.platform = known::platform(chipset::chipset("intel-z170").unwrap());
    it.board.remaps = fact(true);
    it.platform.rst = fact(14);
    it.drives = vec![placed(true, 1), placed(true, 1)];
    for (placed, lanes) in it.drives.iter_mut().zip([(9, 12), (13, 16)]) {
        placed.slot.raid = fact(true);
        placed.slot.lanes = fact(lanes);
        placed.slot.width = fact(4);
        placed.slot.widest = fact(4);
    }
    assert_eq!(it.array(RaidEngineKind::Rst, RaidLevelKind::Raid0).verdict, No);
    it.drives.iter_mut().for_each(|placed| placed.drive.speaks = fact(DriveProtocol::Sata));
    assert_eq!(it.array(RaidEngineKind::Rst, RaidLevelKind::Raid0).verdict, Yes);
    let mut amd = machine("amd-x570");
    amd.settings.nvme_raid = fact(true);
    amd.system = it.system;
    assert_eq!(amd.array(RaidEngineKind::Raidxpert2, RaidLevelKind::Raid0).as_set, NotKnown);
}

/// The processor's Volume Management Devices do not reach the chipset's slots.
#[test]
fn vroc_takes_no_chipset_slot() {
    let mut it = vroc();
    it.drives[0].slot.on_chipset = fact(true);
    assert_eq!(it.array(RaidEngineKind::Vroc, RaidLevelKind::Raid0).verdict, No);
}
