//! Whether the machine starts from a drive.

use super::answer::{FeasibilityAnswer, FeasibilityVerdict, NOTHING};
use super::fact::SourcedFact;
use super::rules::{self, FeasibilityRule};
use super::situation::{BootSituation, DriveInSlot, DriveProtocol, OsKind, StorageStart};

/// Intel's own condition for starting from an option ROM.
const UEFI_WITH_NVME: (u8, u8, u8) = (2, 3, 1);
/// Windows 8.1 is the first with an NVMe driver in its setup.
const WINDOWS_WITH_NVME: u16 = 63;

/// Whether the machine boots from the drive where it is.
pub(super) fn starts(it: &BootSituation, placed: &DriveInSlot) -> FeasibilityAnswer {
    let firmware = FeasibilityAnswer::any(vec![
        own_driver(it, placed),
        uefi_rom(it, placed),
        legacy_rom(it, placed),
    ]);
    let pcie = FeasibilityAnswer::all(vec![
        firmware,
        listed(placed),
        tried(placed),
        os_driver(it),
        module_for_windows_7(it),
        reached_at_start(it, placed),
    ]);
    FeasibilityAnswer::any(vec![
        FeasibilityAnswer::all(vec![is_sata(placed), card_starts(placed)]),
        pcie,
    ])
}

/// Whether the firmware starts from a card's ports is for the card's option ROM, of which nothing is
/// known here: many HBAs are run without one.
fn card_starts(placed: &DriveInSlot) -> FeasibilityAnswer {
    match &placed.slot.card {
        Some(card) => FeasibilityAnswer::fact(
            &rules::CARD_STARTS,
            card,
            &SourcedFact::UNKNOWN,
            |it: &bool| *it,
        ),
        None => FeasibilityAnswer::all(Vec::new()),
    }
}

/// Whether the board lists the drive.
pub(super) fn listed(placed: &DriveInSlot) -> FeasibilityAnswer {
    let drive = &placed.drive;
    let rule = &rules::DRIVE_LISTED;
    FeasibilityAnswer::any(vec![
        FeasibilityAnswer::fact(rule, &drive.name, &drive.listed_after_update, |late| !*late),
        FeasibilityAnswer::setting(rule, &drive.name, &drive.updated, |updated| *updated),
    ])
}

pub(super) fn is_sata(placed: &DriveInSlot) -> FeasibilityAnswer {
    let drive = &placed.drive;
    FeasibilityAnswer::fact(&rules::SATA_DRIVE, &drive.name, &drive.speaks, |it| {
        *it == DriveProtocol::Sata
    })
}

pub(super) fn is_pcie(placed: &DriveInSlot) -> FeasibilityAnswer {
    let drive = &placed.drive;
    FeasibilityAnswer::fact(&rules::PCIE_DRIVE, &drive.name, &drive.speaks, |it| {
        *it != DriveProtocol::Sata
    })
}

/// No source says how a firmware's NVMe driver treats a drive that speaks AHCI over PCIe.
pub(super) fn is_nvme(placed: &DriveInSlot) -> FeasibilityAnswer {
    let drive = &placed.drive;
    FeasibilityAnswer::fact(&rules::NVME_DRIVE, &drive.name, &drive.speaks, |it| match it {
        DriveProtocol::Nvme => FeasibilityVerdict::Yes,
        DriveProtocol::AhciPcie => FeasibilityVerdict::NotKnown,
        DriveProtocol::Sata => FeasibilityVerdict::No,
    })
}

fn own_driver(it: &BootSituation, placed: &DriveInSlot) -> FeasibilityAnswer {
    let board = &it.board;
    FeasibilityAnswer::all(vec![
        is_nvme(placed),
        FeasibilityAnswer::fact(&rules::OWN_DRIVER, &board.name, &board.own_driver, |has| *has),
        uefi_start(it),
    ])
}

fn uefi_rom(it: &BootSituation, placed: &DriveInSlot) -> FeasibilityAnswer {
    let (board, drive) = (&it.board, &placed.drive);
    // An older UEFI proves that the ROM is not run; a newer one proves nothing.
    let too_old = board.uefi.infer(|version| (*version < UEFI_WITH_NVME).then_some(false));
    let runs = board.runs_uefi_rom.clone().and(too_old);
    FeasibilityAnswer::all(vec![
        is_pcie(placed),
        FeasibilityAnswer::fact(&rules::RUNS_UEFI_ROM, &board.name, &runs, |runs| *runs),
        FeasibilityAnswer::fact(&rules::HAS_UEFI_ROM, &drive.name, &drive.uefi_rom, |has| *has),
        uefi_start(it),
    ])
}

fn legacy_rom(it: &BootSituation, placed: &DriveInSlot) -> FeasibilityAnswer {
    let (board, drive) = (&it.board, &placed.drive);
    FeasibilityAnswer::all(vec![
        is_pcie(placed),
        FeasibilityAnswer::fact(
            &rules::RUNS_LEGACY_ROM,
            &board.name,
            &board.runs_legacy_rom,
            |runs| *runs,
        ),
        FeasibilityAnswer::fact(&rules::HAS_LEGACY_ROM, &drive.name, &drive.legacy_rom, |has| *has),
        legacy_start(it),
    ])
}

/// UEFI drivers start storage: the compatibility module is off, or prefers them.
pub(super) fn uefi_start(it: &BootSituation) -> FeasibilityAnswer {
    let settings = &it.settings;
    let is_off = |on: &bool| !*on;
    let name = &it.board.name;
    let is_uefi = |storage: &StorageStart| *storage == StorageStart::Uefi;
    // The module is off; or it is on and prefers UEFI drivers; or it can be switched off.
    FeasibilityAnswer::any(vec![
        FeasibilityAnswer::fact(&rules::MODULE_OFF, name, &settings.module_on, is_off),
        FeasibilityAnswer::setting(&rules::UEFI_START, name, &settings.storage, is_uefi),
        FeasibilityAnswer::all(vec![
            FeasibilityAnswer::setting(&rules::MODULE_OFF, name, &settings.module_on, is_off),
            module_can_be_off(it),
        ]),
    ])
}

/// Whether the compatibility module can be off: the menu has it, and the first graphics card needs
/// no legacy option ROM.
pub(super) fn module_can_be_off(it: &BootSituation) -> FeasibilityAnswer {
    let board = &it.board;
    let fact = |rule: &FeasibilityRule, fact| {
        FeasibilityAnswer::fact(rule, &board.name, fact, |holds: &bool| *holds)
    };
    FeasibilityAnswer::all(vec![
        fact(&rules::MODULE_SWITCH, &board.module_can_be_off),
        fact(&rules::GRAPHICS_UEFI, &board.graphics_uefi),
    ])
}

fn legacy_start(it: &BootSituation) -> FeasibilityAnswer {
    let (settings, name) = (&it.settings, &it.board.name);
    let is_legacy = |storage: &StorageStart| *storage == StorageStart::Legacy;
    // Firmware that has a version of UEFI is UEFI: nothing weaker than that says the opposite.
    let is_uefi = it.board.is_uefi.clone().and(it.board.uefi.implies(|_| true));
    FeasibilityAnswer::any(vec![
        FeasibilityAnswer::fact(&rules::LEGACY_BIOS, name, &is_uefi, |is_uefi| !*is_uefi),
        FeasibilityAnswer::all(vec![
            FeasibilityAnswer::setting(&rules::LEGACY_MODULE, name, &settings.module_on, |on| *on),
            FeasibilityAnswer::setting(&rules::LEGACY_STORAGE, name, &settings.storage, is_legacy),
        ]),
    ])
}

fn tried(placed: &DriveInSlot) -> FeasibilityAnswer {
    let slot = &placed.slot;
    FeasibilityAnswer::fact(&rules::SLOT_TRIED, &slot.name, &slot.tried, |tried| *tried)
}

/// The operating system speaks NVMe, or is given a driver while it is installed.
///
/// Of Linux 3.1 and 3.2 one source says so and another denies it.
pub(super) fn os_driver(it: &BootSituation) -> FeasibilityAnswer {
    FeasibilityAnswer::setting(&rules::OS_DRIVER, NOTHING, &it.system.kind, |kind| match *kind {
        OsKind::Windows(version) => FeasibilityVerdict::from(version >= WINDOWS_WITH_NVME),
        // The NVMe driver is part of the kernel since Linux 3.3.
        OsKind::Linux(major, minor) if (major, minor) >= (3, 3) => FeasibilityVerdict::Yes,
        OsKind::Linux(major, minor) if (major, minor) >= (3, 1) => FeasibilityVerdict::Contradicted,
        OsKind::Linux(..) => FeasibilityVerdict::No,
    })
}

/// Windows 7 starts by UEFI only with the compatibility module on, UEFI drivers first.
fn module_for_windows_7(it: &BootSituation) -> FeasibilityAnswer {
    let rule = &rules::WINDOWS_7_MODULE;
    // Versions are those of NT: 61 is Windows 7.
    let is_later = |kind: &OsKind| !matches!(kind, OsKind::Windows(..=61));
    FeasibilityAnswer::any(vec![
        FeasibilityAnswer::fact(rule, &it.board.name, &it.system.kind, is_later),
        FeasibilityAnswer::setting(rule, &it.board.name, &it.settings.module_on, |on| *on),
    ])
}

/// The drive is not hidden by the firmware's RAID, or the firmware starts it through that.
fn reached_at_start(it: &BootSituation, placed: &DriveInSlot) -> FeasibilityAnswer {
    let starts = &it.board.starts_remapped;
    let through =
        FeasibilityAnswer::fact(&rules::STARTS_BEHIND_RAID, &placed.slot.name, starts, |it| *it);
    FeasibilityAnswer::all(vec![
        FeasibilityAnswer::any(vec![
            not_remapped(it, placed),
            FeasibilityAnswer::all(vec![through, uefi_start(it)]),
        ]),
        known_to_system(it),
    ])
}

/// The drive appears as itself, and not as one of the chipset's SATA drives.
pub(super) fn not_remapped(it: &BootSituation, placed: &DriveInSlot) -> FeasibilityAnswer {
    use super::situation::{RaidMenuEntry, SataMode};
    let (slot, settings) = (&placed.slot, &it.settings);
    let rule = &rules::NOT_BEHIND_RAID;
    FeasibilityAnswer::any(vec![
        FeasibilityAnswer::fact(rule, &slot.name, &it.platform.remaps, |remaps| !*remaps),
        FeasibilityAnswer::fact(rule, &slot.name, &slot.raid, |raid| !*raid),
        FeasibilityAnswer::fact(rule, &slot.name, &settings.sata, |mode| *mode == SataMode::Ahci),
        FeasibilityAnswer::setting(rule, &slot.name, &slot.entry, |entry| {
            *entry != RaidMenuEntry::On
        }),
    ])
}

/// Below a Volume Management Device or in AMD's RAID mode the firmware starts drives as ever, but the
/// operating system needs the driver of that.
pub(super) fn known_to_system(it: &BootSituation) -> FeasibilityAnswer {
    let (platform, settings) = (&it.platform, &it.settings);
    let rule = &rules::NOT_BEHIND_VMD;
    let is_off = |on: &bool| !*on;
    let has_driver = FeasibilityAnswer::setting(
        &rules::RAID_OS_DRIVER,
        NOTHING,
        &it.system.raid_driver,
        |has| *has,
    );
    let lacks = |has| FeasibilityAnswer::fact(rule, &platform.name, has, is_off);
    FeasibilityAnswer::any(vec![
        FeasibilityAnswer::all(vec![
            lacks(&platform.rst_vmd),
            lacks(&platform.vroc),
            lacks(&platform.raidxpert2),
        ]),
        FeasibilityAnswer::all(vec![
            FeasibilityAnswer::any(vec![
                lacks(&platform.raidxpert2),
                FeasibilityAnswer::setting(
                    &rules::NOT_BEHIND_VMD,
                    &platform.name,
                    &settings.nvme_raid,
                    is_off,
                ),
            ]),
            FeasibilityAnswer::any(vec![
                FeasibilityAnswer::all(vec![lacks(&platform.rst_vmd), lacks(&platform.vroc)]),
                FeasibilityAnswer::setting(
                    &rules::NOT_BEHIND_VMD,
                    &platform.name,
                    &settings.vmd,
                    is_off,
                ),
            ]),
        ]),
        has_driver,
    ])
}
