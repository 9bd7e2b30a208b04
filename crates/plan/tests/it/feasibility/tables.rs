//! The write-ups' tables: boot classes against option ROMs, the conditions of the chipset's RAID,
//! statements on CSM, installers and arrays of the operating system.

use FeasibilityVerdict::{No, NotKnown, Yes};
use narrows_catalog::{Confidence, chipset, drive};
use narrows_plan::feasibility::{
    BootClass, BootSituation, DriveBootFacts, DriveInSlot, DriveProtocol, FactEvidence,
    FeasibilityAnswer, FeasibilityVerdict, OsKind, RaidEngineKind, RaidLevelKind, RaidMenuEntry,
    SataMode, SlotFacts, SourcedFact, StorageStart, known,
};

fn source() -> FactEvidence {
    FactEvidence::documented("write-up 003", Confidence::High)
}

fn fact<T>(value: T) -> SourcedFact<T> {
    SourcedFact::new(value, source())
}

fn nvme(uefi_rom: bool, legacy_rom: bool) -> DriveBootFacts {
    DriveBootFacts {
        name: "a drive".into(),
        speaks: fact(DriveProtocol::Nvme),
        uefi_rom: fact(uefi_rom),
        legacy_rom: fact(legacy_rom),
        listed_after_update: fact(false),
        lanes: fact(4),
        ..DriveBootFacts::default()
    }
}

/// A slot of a remappable set with four lanes.
fn slot(name: &str, lanes: (u8, u8)) -> SlotFacts {
    SlotFacts {
        name: name.into(),
        on_chipset: fact(true),
        raid: fact(true),
        lanes: fact(lanes),
        width: fact(4),
        widest: fact(4),
        tried: fact(true),
        entry: fact(RaidMenuEntry::On),
        ..SlotFacts::default()
    }
}

/// A machine for which all conditions of the chipset's RAID hold, with two drives.
fn all_conditions() -> BootSituation {
    let mut it = BootSituation {
        board: known::of_class(BootClass::A, &source()),
        platform: known::platform(chipset::chipset("intel-z170").unwrap()),
        ..BootSituation::default()
    };
    it.board.remaps = fact(true);
    it.platform.rst = fact(14);
    it.settings.module_on = fact(false);
    it.settings.sata = fact(SataMode::Raid);
    it.system.kind = fact(OsKind::Windows(100));
    it.system.raid_driver = fact(true);
    let placed = |name, lanes| DriveInSlot { drive: nvme(false, false), slot: slot(name, lanes) };
    it.drives = vec![placed("M2_1", (9, 12)), placed("M2_2", (13, 16))];
    it
}

fn rst(it: &BootSituation) -> FeasibilityAnswer {
    it.array(RaidEngineKind::Rst, RaidLevelKind::Raid0)
}

/// Rows: class; with no option ROM, one for UEFI, one for a legacy BIOS.
#[test]
fn boot_classes_start_the_drives_of_the_table() {
    let table = [
        (BootClass::A, [Yes, Yes, Yes]),
        (BootClass::B, [No, Yes, No]),
        (BootClass::C, [No, No, Yes]),
        (BootClass::D, [No, No, No]),
    ];
    for (class, row) in table {
        for ((uefi, legacy), expected) in
            [(false, false), (true, false), (false, true)].iter().zip(row)
        {
            let mut it = all_conditions();
            it.board = known::of_class(class, &source());
            it.settings.module_on = SourcedFact::UNKNOWN;
            it.settings.sata = fact(SataMode::Ahci);
            let placed = DriveInSlot { drive: nvme(*uefi, *legacy), slot: slot("M2", (9, 12)) };
            let answer = it.starts(&placed);
            assert_eq!(answer.verdict, expected, "{class:?} {uefi} {legacy}");
            assert_eq!(it.system_sees(&placed).verdict, Yes);
        }
    }
}

/// No source states whether a class B board runs legacy option ROMs: the No rests on a conclusion,
/// names what would settle it, and evidence from the machine reverses it.
#[test]
fn class_b_with_a_legacy_option_rom_is_a_weak_no() {
    let mut it = all_conditions();
    it.board = known::of_class(BootClass::B, &source());
    it.settings.sata = fact(SataMode::Ahci);
    let placed = DriveInSlot { drive: nvme(false, true), slot: slot("M2", (9, 12)) };
    let answer = it.starts(&placed);
    assert_eq!(answer.verdict, No);
    assert!(!answer.settle.is_empty());
    it.board.runs_legacy_rom.add(true, FactEvidence::observed("this machine"));
    let answer = it.starts(&placed);
    assert_eq!((answer.verdict, answer.as_set), (Yes, No), "CSM is off");
    assert!(!answer.set.is_empty());
}

#[test]
fn the_catalogue_has_the_option_roms_of_the_table() {
    let roms = |id: &str| {
        let drive = known::drive(drive::drive(id).unwrap());
        (drive.uefi_rom.value().copied(), drive.legacy_rom.value().copied())
    };
    assert_eq!(roms("samsung-sm961-128gb"), (Some(false), Some(false)));
    assert_eq!(roms("intel-ssd-600p-256gb"), (Some(false), Some(false)));
    assert_eq!(roms("intel-ssd-750-400gb"), (Some(true), Some(false)));
    assert_eq!(roms("plextor-px-256m8pe"), (Some(false), Some(true)));
    assert_eq!(roms("samsung-950-pro-512gb"), (Some(false), Some(true)));
}

/// UEFI before 2.3.1 runs no NVMe option ROM; the maker's firmware version says nothing.
#[test]
fn an_old_uefi_speaks_against_an_option_rom() {
    let mut it = all_conditions();
    it.board = known::of_class(BootClass::D, &source());
    it.board.runs_uefi_rom = SourcedFact::UNKNOWN;
    it.settings.sata = fact(SataMode::Ahci);
    let placed = DriveInSlot { drive: nvme(true, false), slot: slot("M2", (9, 12)) };
    assert_eq!(it.starts(&placed).verdict, NotKnown);
    it.board.uefi = fact((2, 3, 0));
    assert_eq!(it.starts(&placed).verdict, No);
    it.board.uefi = fact((2, 3, 1));
    assert_eq!(it.starts(&placed).verdict, NotKnown);
}

#[test]
fn with_all_conditions_two_drives_are_an_array() {
    let answer = rst(&all_conditions());
    assert_eq!((answer.verdict, answer.as_set), (Yes, Yes));
    assert!(answer.set.is_empty());
}

/// R1 to R8: without any one of them there is no array as things are set; possible settings are
/// named.
#[test]
fn each_condition_of_the_chipsets_raid_is_needed() {
    type Break = fn(&mut BootSituation);
    let conditions: [(&str, Break, FeasibilityVerdict); 12] = [
        ("chipset-remaps", |it| it.platform.remaps = fact(false), No),
        ("firmware-remaps", |it| it.board.remaps = fact(false), No),
        ("slot-on-chipset", |it| it.drives[0].slot.on_chipset = fact(false), No),
        ("slot-in-set", |it| it.drives[0].slot.raid = fact(false), No),
        ("rst-speaks", |it| it.platform.rst = fact(13), No),
        ("raid-os-driver", |it| it.system.raid_driver = fact(false), Yes),
        ("sata-mode", |it| it.settings.sata = fact(SataMode::Ahci), Yes),
        ("slot-entry", |it| it.drives[1].slot.entry = fact(RaidMenuEntry::Off), Yes),
        ("slot-width", |it| it.drives[1].slot.width = fact(2), Yes),
        (
            "uefi-start",
            |it| {
                it.settings.module_on = fact(true);
                it.settings.storage = fact(StorageStart::Legacy);
            },
            Yes,
        ),
        ("sets-differ", |it| it.drives[1].slot.lanes = fact((9, 12)), No),
        ("level-members", |it| it.drives.truncate(1), No),
    ];
    for (rule, break_it, verdict) in conditions {
        let mut it = all_conditions();
        break_it(&mut it);
        let answer = rst(&it);
        assert_eq!((answer.verdict, answer.as_set), (verdict, No), "{rule}");
        let names_it = |reason: &narrows_plan::feasibility::FeasibilityReason| {
            reason.rule == rule && reason.holds == No
        };
        assert!(answer.reasons.iter().any(names_it), "{rule}: {:?}", answer.reasons);
        assert!(answer.deciding().any(names_it), "{rule}");
        assert!(answer.deciding().all(|reason| reason.holds == No), "{rule}");
        assert_eq!(answer.set.is_empty(), verdict == No, "{rule}");
    }
}

/// RST 13 takes AHCI drives, 14 NVMe drives too.
#[test]
fn the_generation_of_rst_decides_by_what_a_drive_speaks() {
    let mut it = all_conditions();
    it.platform.rst = fact(13);
    for placed in &mut it.drives {
        placed.drive.speaks = fact(DriveProtocol::AhciPcie);
    }
    assert_eq!(rst(&it).verdict, Yes);
    it.platform.rst = fact(12);
    assert_eq!(rst(&it).verdict, No);
}

/// CSM may stay on if UEFI drivers start storage first.
#[test]
fn csm_may_be_on_if_uefi_drivers_come_first() {
    let mut it = all_conditions();
    it.settings.module_on = fact(true);
    it.settings.storage = fact(StorageStart::Uefi);
    assert_eq!(rst(&it).as_set, Yes);
    assert_eq!(it.starts(&it.drives[0].clone()).verdict, Yes);
}

/// Booting from one drive requires neither RAID mode nor CSM on a board with a driver of its own,
/// and works from processor slots too.
#[test]
fn starting_from_one_drive_takes_neither_raid_nor_csm() {
    let mut it = all_conditions();
    it.settings.sata = fact(SataMode::Ahci);
    it.drives[0].slot.on_chipset = fact(false);
    it.drives[0].slot.raid = fact(false);
    let answer = it.starts(&it.drives[0]);
    assert_eq!((answer.verdict, answer.as_set), (Yes, Yes));
}

/// CSM can be off only if the first graphics card has a UEFI driver.
#[test]
fn legacy_devices_that_work_before_the_system_keep_csm_on() {
    let mut it = all_conditions();
    it.board.module_can_be_off = fact(true);
    assert_eq!(it.module_can_be_off().verdict, NotKnown);
    it.board.graphics_uefi = fact(false);
    assert_eq!(it.module_can_be_off().verdict, No);
    it.board.graphics_uefi = fact(true);
    assert_eq!(it.module_can_be_off().verdict, Yes);
}

/// The installer sees the drive whatever the firmware can boot; whether it accepts the drive is
/// unknown if the firmware cannot boot from it.
#[test]
fn what_an_installer_sees_says_nothing_about_starting() {
    let mut it = all_conditions();
    it.board = known::of_class(BootClass::D, &source());
    it.settings.sata = fact(SataMode::Ahci);
    let placed = it.drives[0].clone();
    assert_eq!(it.installer_sees(&placed).verdict, Yes);
    assert_eq!(it.starts(&placed).verdict, No);
    assert_eq!(it.installer_takes(&placed).verdict, NotKnown);
}

/// Windows 7 ships without an NVMe driver.
#[test]
fn windows_7_must_be_given_a_driver() {
    let mut it = all_conditions();
    it.settings.sata = fact(SataMode::Ahci);
    it.system = Default::default();
    it.system.kind = fact(OsKind::Windows(61));
    let answer = it.installer_sees(&it.drives[0]);
    assert_eq!((answer.verdict, answer.as_set), (Yes, No));
    assert!(!answer.set.is_empty());
}

/// Arrays of Windows: any mix of slots, any chipset, none to start from if striped.
#[test]
fn windows_stripes_over_any_slots_and_never_starts_from_it() {
    for chipset in ["intel-z68", "intel-z170", "amd-x570", "intel-z790"] {
        let mut it = all_conditions();
        it.platform = known::platform(chipset::chipset(chipset).unwrap());
        it.drives[0].slot.on_chipset = fact(false);
        it.drives[0].slot.raid = fact(false);
        assert_eq!(
            it.array(RaidEngineKind::Windows, RaidLevelKind::Raid0).verdict,
            Yes,
            "{chipset}"
        );
        assert_eq!(
            it.array_starts(RaidEngineKind::Windows, RaidLevelKind::Raid0).verdict,
            No,
            "{chipset}"
        );
    }
}

/// One source has NVMe in Linux since 3.1, another since 3.3.
#[test]
fn linux_sources_contradict_each_other_on_two_kernels() {
    let mut it = all_conditions();
    it.settings.sata = fact(SataMode::Ahci);
    let mut sees = |kernel| {
        it.system.kind = fact(kernel);
        it.system_sees(&it.drives[0]).as_set
    };
    assert_eq!(sees(OsKind::Linux(3, 0)), No);
    assert_eq!(sees(OsKind::Linux(3, 2)), FeasibilityVerdict::Contradicted);
    assert_eq!(sees(OsKind::Linux(3, 3)), Yes);
}

/// The first remapped drive can be in a slot that costs no SATA port; the second costs two, the
/// third all six.
#[test]
fn remapped_drives_cost_sata_ports() {
    let it = all_conditions();
    let lost = |drives| it.fewest_ports_lost(drives);
    assert_eq!([0, 1, 2, 3].map(lost), [Some(0), Some(0), Some(2), Some(6)]);
    assert_eq!(lost(4), None);
}

/// A chipset remaps three drives; mixing SATA drives in is no volume.
#[test]
fn an_array_has_no_more_drives_than_the_chipset_remaps_and_one_kind() {
    let mut it = all_conditions();
    let third = DriveInSlot { drive: nvme(false, false), slot: slot("M2_3", (17, 20)) };
    it.drives.push(third.clone());
    assert_eq!(it.array(RaidEngineKind::Rst, RaidLevelKind::Raid5).verdict, Yes);
    it.drives.push(DriveInSlot { slot: slot("M2_4", (5, 8)), ..third });
    assert_eq!(it.array(RaidEngineKind::Rst, RaidLevelKind::Raid0).verdict, No);
    it.drives.truncate(2);
    it.drives[1].drive.speaks = fact(DriveProtocol::Sata);
    assert_eq!(it.array(RaidEngineKind::Rst, RaidLevelKind::Raid0).verdict, No);
}

/// Not all boards with remapping start from such a volume.
#[test]
fn whether_a_remapped_volume_starts_is_the_boards_own() {
    let mut it = all_conditions();
    let answer = it.array_starts(RaidEngineKind::Rst, RaidLevelKind::Raid0);
    assert_eq!(answer.verdict, NotKnown);
    assert!(!answer.settle.is_empty());
    it.board.starts_remapped = fact(true);
    assert_eq!(it.array_starts(RaidEngineKind::Rst, RaidLevelKind::Raid0).as_set, Yes);
    it.board.starts_remapped = fact(false);
    assert_eq!(it.array_starts(RaidEngineKind::Rst, RaidLevelKind::Raid0).verdict, No);
}

/// The guide to a drive of the time sets CSM otherwise for Windows 7 alone.
#[test]
fn windows_7_starts_with_csm_on_and_uefi_drivers_first() {
    let mut it = all_conditions();
    it.settings.sata = fact(SataMode::Ahci);
    it.system.kind = fact(OsKind::Windows(61));
    let answer = it.starts(&it.drives[0]);
    assert_eq!((answer.verdict, answer.as_set), (Yes, No));
    it.settings.module_on = fact(true);
    it.settings.storage = fact(StorageStart::Uefi);
    let answer = it.starts(&it.drives[0]);
    let ids: Vec<&str> = answer.set.iter().map(|message| message.id()).collect();
    assert_eq!(ids, ["feasible-set-os-driver"], "what is left is the driver");
}

/// Which slots of a board take a drive, and at which levels two of them make an array.
#[test]
fn some_slots_take_a_drive_and_some_levels_two_of_them() {
    use narrows_catalog::board;
    let board = board::board("asus-z170-a").unwrap();
    let mut it = all_conditions();
    it.board = known::board(board);
    let mut slots = known::slots(board, Some("3401"));
    slots.retain(|slot| {
        let placed = DriveInSlot { drive: nvme(false, false), slot: slot.clone() };
        it.takes(&placed, RaidEngineKind::Rst).verdict == Yes
    });
    let names: Vec<&str> = slots.iter().map(|slot| slot.name.as_str()).collect();
    assert_eq!(names, ["PCIEX16_3", "M2"]);
    let mut levels = RaidLevelKind::ALL.to_vec();
    levels.retain(|level| all_conditions().array(RaidEngineKind::Rst, *level).verdict == Yes);
    assert_eq!(levels, [RaidLevelKind::Raid0, RaidLevelKind::Raid1]);
}

/// Both sides of a contradiction stay, each with its source.
#[test]
fn a_contradiction_shows_both_sides() {
    use narrows_catalog::board;
    let board = board::board("asus-maximus-viii-gene").unwrap();
    let mut it = all_conditions();
    it.board = known::board(board);
    let slot = known::slot(board, board.slot("PCIEX4_3").unwrap(), None);
    let answer = it.takes(&DriveInSlot { drive: nvme(false, false), slot }, RaidEngineKind::Rst);
    assert_eq!(answer.verdict, FeasibilityVerdict::Contradicted);
    let in_set = answer.reasons.iter().find(|reason| reason.rule == "slot-in-set").unwrap();
    let sides: Vec<FeasibilityVerdict> = in_set.rests_on.iter().map(|word| word.says).collect();
    assert_eq!(sides, [Yes, No]);
    assert!(in_set.rests_on[1].evidence.source.contains("ASUS's answer"));
}

/// Firmware with a UEFI version is UEFI: that it is a legacy BIOS may be a user's word, and does not
/// win against it.
#[test]
fn a_uefi_version_is_as_good_as_the_word_that_it_is_uefi() {
    let mut it = all_conditions();
    it.settings.module_on = fact(true);
    it.settings.storage = fact(StorageStart::Neither);
    it.board.uefi = fact((2, 0, 0));
    it.board.own_driver = fact(false);
    it.board.is_uefi = SourcedFact::UNKNOWN;
    let placed = DriveInSlot { drive: nvme(true, true), slot: slot("M2_1", (9, 12)) };
    let before = it.starts(&placed).as_set;
    it.board.is_uefi = fact(false);
    let after = it.starts(&placed).as_set;
    assert_eq!(before, No);
    assert_ne!(after, Yes);
}

/// Two remapped drives on the first two sets leave the last two ports.
#[test]
fn remapping_says_what_it_takes_away() {
    let it = all_conditions();
    assert_eq!(it.ports_left().unwrap().kept, [4, 5]);
    let ids: Vec<&str> = it.remapping_effects().iter().map(|message| message.id()).collect();
    assert_eq!(ids, ["feasible-effect-tools", "feasible-effect-ports"]);
    let unknown = BootSituation { drives: it.drives, ..BootSituation::default() };
    assert_eq!(unknown.ports_left(), None);
}

/// Two slots of one lane set are in each other's way only with PCIe drives in them.
#[test]
fn sata_drives_need_no_lane_set() {
    let mut it = all_conditions();
    it.drives[1].slot.lanes = fact((9, 12));
    for placed in &mut it.drives {
        placed.drive.speaks = SourcedFact::UNKNOWN;
    }
    assert_eq!(rst(&it).verdict, NotKnown);
    it.drives.iter_mut().for_each(|placed| placed.drive.speaks = fact(DriveProtocol::Sata));
    assert_eq!(rst(&it).verdict, Yes);
    it.drives.iter_mut().for_each(|placed| placed.drive.speaks = fact(DriveProtocol::Nvme));
    assert_eq!(rst(&it).verdict, No);
}

/// If the board's documentation does not cover a slot, its lanes decide: 9 to 20 are the chipset's
/// sets.
#[test]
fn lanes_tell_of_a_slot_that_nobody_wrote_about() {
    let taken = |lanes| {
        let mut it = all_conditions();
        it.drives[0].slot.raid = SourcedFact::UNKNOWN;
        it.drives[0].slot.lanes = fact(lanes);
        it.takes(&it.drives[0], RaidEngineKind::Rst)
    };
    assert_eq!(taken((17, 20)).verdict, Yes);
    assert_eq!(taken((5, 8)).verdict, No);
    assert!(!taken((5, 8)).settle.is_empty(), "a conclusion");
}

/// A slot whose width the firmware sets has no width until that is known.
#[test]
fn a_slot_with_a_width_setting_can_be_set_wider() {
    use narrows_catalog::board;
    let board = board::board("asus-z170-a").unwrap();
    let slot = known::slot(board, board.slot("PCIEX16_3").unwrap(), None);
    assert_eq!((slot.width.value(), slot.widest.value()), (None, Some(&4)));
    let slot = known::slot(board, board.slot("PCIEX1_1").unwrap(), None);
    assert_eq!((slot.width.value(), slot.widest.value()), (Some(&1), Some(&1)));
}

#[test]
fn a_slot_on_a_switch_is_where_the_switch_is() {
    use narrows_catalog::board;
    let mut board = board::board("gigabyte-ga-z170x-gaming-g1").unwrap().clone();
    let side = |board: &board::Board| {
        let slot = known::slot(board, board.slot("PCIEX16_1").unwrap(), None);
        slot.on_chipset.value().copied()
    };
    assert_eq!(side(&board), Some(false));
    board.switches[0].on = board::CHIPSET.into();
    assert_eq!(side(&board), Some(true));
}

/// If nothing can make it so, there is nothing to set.
#[test]
fn a_no_names_no_settings() {
    let mut it = all_conditions();
    it.platform.remaps = fact(false);
    it.settings.sata = fact(SataMode::Ahci);
    assert!(rst(&it).set.is_empty());
}
