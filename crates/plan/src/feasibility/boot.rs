//! Whether the machine starts from a drive.

use narrows_catalog::Confidence;
use narrows_topology::FactBasis;

use super::answer::{FeasibilityAnswer, FeasibilityVerdict, NOTHING};
use super::fact::{FactEvidence, SourcedFact};
use super::member::holds;
use super::rules;
use super::situation::{
    BootSituation, DriveInSlot, DriveProtocol, OsKind, RaidMenuEntry, SataMode, StorageStart,
};

/// Of boards since this year nothing is said about Windows 7 and kernels before NVMe: Windows 10 is the first that
/// Microsoft supports on processors of 2017 (Kaby Lake, Ryzen).
const FIRST_OF_TODAYS_SYSTEMS: u16 = 2017;
/// Boards since this year are delivered with the compatibility module off: Intel ended the support of legacy
/// BIOS in 2020, and Windows 11 needs UEFI.
const FIRST_WITH_MODULE_OFF: u16 = 2020;
/// The first chipsets whose RAIDXpert2 takes NVMe drives; AMD's guide to it has the mode switched on before arrays
/// are made.
const FIRST_WITH_RAIDXPERT2: u16 = 2017;

/// Intel's own condition for starting from an option ROM.
const UEFI_WITH_NVME: (u8, u8, u8) = (2, 3, 1);
/// Windows 8.1 is the first with an NVMe driver in its setup.
const WINDOWS_WITH_NVME: u16 = 63;

impl BootSituation {
    /// Whether the machine boots from this drive where it is.
    pub fn starts(&self, placed: &DriveInSlot) -> FeasibilityAnswer {
        let firmware = FeasibilityAnswer::any(vec![
            own_driver(self, placed),
            uefi_rom(self, placed),
            legacy_rom(self, placed),
        ]);
        let pcie = FeasibilityAnswer::all(vec![
            firmware,
            self.lists(placed),
            tried(placed),
            os_driver(self),
            module_for_windows_7(self),
            reached_at_start(self, placed),
        ]);
        FeasibilityAnswer::any(vec![
            FeasibilityAnswer::all(vec![is_sata(placed), card_starts(placed)]),
            pcie,
        ])
    }

    /// Whether the machine boots from one of these drives, by what is known of the likeliest: the facts about
    /// the others decide nothing.
    pub fn starts_from_any(
        &self,
        placed: impl IntoIterator<Item = DriveInSlot>,
    ) -> FeasibilityAnswer {
        let answers = placed.into_iter().map(|placed| self.starts(&placed));
        // Of equals the one named first.
        let chance = |answer: &FeasibilityAnswer| (answer.verdict, answer.as_set);
        let best =
            answers.reduce(|best, next| if chance(&next) > chance(&best) { next } else { best });
        best.unwrap_or_else(|| FeasibilityAnswer::any(Vec::new()))
    }

    /// Whether the board's menus list this drive.
    pub fn lists(&self, placed: &DriveInSlot) -> FeasibilityAnswer {
        let drive = &placed.drive;
        let rule = &rules::DRIVE_LISTED;
        FeasibilityAnswer::any(vec![
            FeasibilityAnswer::fact(rule, &drive.name, &drive.listed_after_update, |late| !*late),
            FeasibilityAnswer::setting(rule, &drive.name, &drive.updated, |updated| *updated),
        ])
    }

    /// A setting; if it is unknown, an assumption: how boards since a year are delivered.
    fn usual<T: Clone>(&self, known: &SourcedFact<T>, since: u16, usual: T) -> SourcedFact<T> {
        match self.platform.year {
            Some(year) if known.is_unknown() && year >= since => {
                let source = format!("as usual since {since}");
                let evidence = FactEvidence::inferred(source, Confidence::Medium);
                SourcedFact::new(usual, FactEvidence { basis: FactBasis::Assumed, ..evidence })
            }
            _ => known.clone(),
        }
    }

    /// The operating system, or one of today if it is not named.
    fn system_kind(&self) -> SourcedFact<OsKind> {
        self.usual(&self.system.kind, FIRST_OF_TODAYS_SYSTEMS, OsKind::Windows(100))
    }

    /// Whether the compatibility module (CSM) can be off: the menu has it, and the first graphics card
    /// needs no legacy option ROM.
    pub fn module_can_be_off(&self) -> FeasibilityAnswer {
        let board = &self.board;
        FeasibilityAnswer::all(vec![
            holds(&rules::MODULE_SWITCH, &board.name, &board.module_can_be_off),
            holds(&rules::GRAPHICS_UEFI, &board.name, &board.graphics_uefi),
        ])
    }
}

/// Whether the firmware starts from a card's ports is for the card's option ROM, of which nothing is
/// known here: many HBAs are run without one.
fn card_starts(placed: &DriveInSlot) -> FeasibilityAnswer {
    match &placed.slot.card {
        Some(card) => holds(&rules::CARD_STARTS, card, &SourcedFact::UNKNOWN),
        None => FeasibilityAnswer::all(Vec::new()),
    }
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
        holds(&rules::OWN_DRIVER, &board.name, &board.own_driver),
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
        holds(&rules::RUNS_UEFI_ROM, &board.name, &runs),
        holds(&rules::HAS_UEFI_ROM, &drive.name, &drive.uefi_rom),
        uefi_start(it),
    ])
}

fn legacy_rom(it: &BootSituation, placed: &DriveInSlot) -> FeasibilityAnswer {
    let (board, drive) = (&it.board, &placed.drive);
    FeasibilityAnswer::all(vec![
        is_pcie(placed),
        holds(&rules::RUNS_LEGACY_ROM, &board.name, &board.runs_legacy_rom),
        holds(&rules::HAS_LEGACY_ROM, &drive.name, &drive.legacy_rom),
        legacy_start(it),
    ])
}

/// UEFI drivers start storage: the compatibility module is off, or prefers them.
pub(super) fn uefi_start(it: &BootSituation) -> FeasibilityAnswer {
    let settings = &it.settings;
    let module_on = it.usual(&settings.module_on, FIRST_WITH_MODULE_OFF, false);
    let is_off = |on: &bool| !*on;
    let name = &it.board.name;
    let is_uefi = |storage: &StorageStart| *storage == StorageStart::Uefi;
    // The module is off; or it is on and prefers UEFI drivers; or it can be switched off.
    FeasibilityAnswer::any(vec![
        FeasibilityAnswer::fact(&rules::MODULE_OFF, name, &module_on, is_off),
        FeasibilityAnswer::setting(&rules::UEFI_START, name, &settings.storage, is_uefi),
        FeasibilityAnswer::all(vec![
            FeasibilityAnswer::setting(&rules::MODULE_OFF, name, &module_on, is_off),
            it.module_can_be_off(),
        ]),
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
    holds(&rules::SLOT_TRIED, &slot.name, &slot.tried)
}

/// The operating system speaks NVMe, or is given a driver while it is installed.
///
/// Of Linux 3.1 and 3.2 one source says so and another denies it.
pub(super) fn os_driver(it: &BootSituation) -> FeasibilityAnswer {
    let kind = it.system_kind();
    FeasibilityAnswer::setting(&rules::OS_DRIVER, NOTHING, &kind, |kind| match *kind {
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
        FeasibilityAnswer::fact(rule, &it.board.name, &it.system_kind(), is_later),
        FeasibilityAnswer::setting(rule, &it.board.name, &it.settings.module_on, |on| *on),
    ])
}

/// The drive is not hidden by the firmware's RAID, or the firmware starts it through that.
fn reached_at_start(it: &BootSituation, placed: &DriveInSlot) -> FeasibilityAnswer {
    let starts = &it.board.starts_remapped;
    let through = holds(&rules::STARTS_BEHIND_RAID, &placed.slot.name, starts);
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
    let lacks = |has| FeasibilityAnswer::fact(rule, &platform.name, has, is_off);
    let is_set_off = |on| FeasibilityAnswer::setting(rule, &platform.name, on, is_off);
    let nvme_raid = it.usual(&settings.nvme_raid, FIRST_WITH_RAIDXPERT2, false);
    FeasibilityAnswer::any(vec![
        FeasibilityAnswer::all(vec![
            lacks(&platform.rst_vmd),
            lacks(&platform.vroc),
            lacks(&platform.raidxpert2),
        ]),
        FeasibilityAnswer::all(vec![
            FeasibilityAnswer::any(vec![lacks(&platform.raidxpert2), is_set_off(&nvme_raid)]),
            FeasibilityAnswer::any(vec![
                FeasibilityAnswer::all(vec![lacks(&platform.rst_vmd), lacks(&platform.vroc)]),
                is_set_off(&settings.vmd),
            ]),
        ]),
        has_raid_driver(it),
    ])
}

/// The operating system has the driver of the firmware's RAID, or is given it.
pub(super) fn has_raid_driver(it: &BootSituation) -> FeasibilityAnswer {
    let driver = &it.system.raid_driver;
    FeasibilityAnswer::setting(&rules::RAID_OS_DRIVER, NOTHING, driver, |has| *has)
}
