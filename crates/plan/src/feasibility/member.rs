//! Whether a drive can be a member of a RAID, by each RAID engine.

use super::RaidEngineKind;
use super::answer::{FeasibilityAnswer, FeasibilityVerdict};
use super::boot::{is_nvme, is_pcie, is_sata, uefi_start};
use super::fact::SourcedFact;
use super::rules::{self, FeasibilityRule};
use super::situation::{
    BootSituation, DriveInSlot, DriveProtocol, OsKind, RaidMenuEntry, SataMode, VrocKey,
};
use super::system;

impl BootSituation {
    /// Whether the engine takes this drive where it is.
    pub fn takes(&self, placed: &DriveInSlot, means: RaidEngineKind) -> FeasibilityAnswer {
        takes_under(self, &system::taken_for(self, means), placed, means)
    }
}

/// The same, with questions about the operating system asked `under` a situation that has one.
pub(super) fn takes_under(
    it: &BootSituation,
    under: &BootSituation,
    placed: &DriveInSlot,
    means: RaidEngineKind,
) -> FeasibilityAnswer {
    match means {
        RaidEngineKind::Rst => FeasibilityAnswer::any(vec![
            sata(it, placed),
            remapped(it, placed),
            cpu_attached(it, placed),
        ]),
        RaidEngineKind::RstVmd => below_vmd(it, placed),
        RaidEngineKind::Vroc => vroc(it, placed),
        RaidEngineKind::Raidxpert2 => raidxpert2(it, placed),
        RaidEngineKind::Windows => {
            let is_windows = |kind: &OsKind| matches!(kind, OsKind::Windows(_));
            let is_it = system::is_kind(it, &rules::WINDOWS_OS, is_windows);
            FeasibilityAnswer::all(vec![is_it, under.system_sees(placed)])
        }
        RaidEngineKind::LinuxMd => {
            let is_linux = |kind: &OsKind| matches!(kind, OsKind::Linux(..));
            let is_it = system::is_kind(it, &rules::LINUX_OS, is_linux);
            FeasibilityAnswer::all(vec![is_it, under.system_sees(placed)])
        }
    }
}

pub(super) fn holds(
    rule: &FeasibilityRule,
    what: &str,
    fact: &SourcedFact<bool>,
) -> FeasibilityAnswer {
    FeasibilityAnswer::fact(rule, what, fact, |holds| *holds)
}

fn sata(it: &BootSituation, placed: &DriveInSlot) -> FeasibilityAnswer {
    FeasibilityAnswer::all(vec![
        is_sata(placed),
        holds(&rules::CHIPSET_SATA_RAID, &it.platform.name, &it.platform.sata_raid),
        holds(&rules::RAID_PORT, &placed.slot.name, &placed.slot.raid),
        sata_mode(it),
    ])
}

pub(super) fn sata_mode(it: &BootSituation) -> FeasibilityAnswer {
    let settings = &it.settings;
    FeasibilityAnswer::setting(&rules::SATA_MODE, &it.board.name, &settings.sata, |it| {
        *it == SataMode::Raid
    })
}

/// Intel's conditions for a PCIe drive that shows as one of the chipset's SATA drives.
fn remapped(it: &BootSituation, placed: &DriveInSlot) -> FeasibilityAnswer {
    let slot = &placed.slot;
    let in_set = slot.raid.clone().and(slot.lanes.infer(|lanes| in_a_set(it, *lanes)));
    FeasibilityAnswer::all(vec![
        is_pcie(placed),
        holds(&rules::CHIPSET_REMAPS, &it.platform.name, &it.platform.remaps),
        holds(&rules::FIRMWARE_REMAPS, &it.board.name, &it.board.remaps),
        holds(&rules::SLOT_ON_CHIPSET, &slot.name, &slot.on_chipset),
        holds(&rules::SLOT_IN_SET, &slot.name, &in_set),
        rst_speaks(it, placed),
        sata_mode(it),
        uefi_start(it),
        entry(placed),
        width(placed, &rules::SLOT_WIDEST),
        width(placed, &rules::SLOT_WIDTH),
    ])
}

/// `None` if the chipset's sets are unknown.
fn in_a_set(it: &BootSituation, (first, last): (u8, u8)) -> Option<bool> {
    let sets = &it.platform.sets;
    let within = |set: &(u8, u8)| set.0 <= first && last <= set.1;
    (!sets.is_empty()).then(|| sets.iter().any(within))
}

/// RST takes AHCI drives from generation 13 on, NVMe drives from 14 on.
fn rst_speaks(it: &BootSituation, placed: &DriveInSlot) -> FeasibilityAnswer {
    let speaks = &placed.drive.speaks;
    FeasibilityAnswer::fact(&rules::RST_SPEAKS, &it.board.name, &it.platform.rst, |rst| match rst {
        14.. => FeasibilityVerdict::Yes,
        13 => speaks.query(|it| FeasibilityVerdict::from(*it != DriveProtocol::Nvme)).says,
        _ => FeasibilityVerdict::No,
    })
}

pub(super) fn entry(placed: &DriveInSlot) -> FeasibilityAnswer {
    let slot = &placed.slot;
    FeasibilityAnswer::setting(&rules::SLOT_ENTRY, &slot.name, &slot.entry, |entry| {
        *entry == RaidMenuEntry::On
    })
}

/// A drive of four lanes in a slot of two was rejected when tried.
fn width(placed: &DriveInSlot, rule: &FeasibilityRule) -> FeasibilityAnswer {
    let (slot, drive) = (&placed.slot, &placed.drive);
    let fits = |width: &u8| match *width {
        4.. => FeasibilityVerdict::Yes,
        width => drive.lanes.query(|lanes| FeasibilityVerdict::from(*lanes <= width)).says,
    };
    match rule.set {
        Some(_) => FeasibilityAnswer::setting(rule, &slot.name, &slot.width, fits),
        None => FeasibilityAnswer::fact(rule, &slot.name, &slot.widest, fits),
    }
}

fn cpu_attached(it: &BootSituation, placed: &DriveInSlot) -> FeasibilityAnswer {
    FeasibilityAnswer::all(vec![
        is_pcie(placed),
        holds(&rules::CPU_ATTACHED, &it.platform.name, &it.platform.cpu_attached),
        holds(&rules::CPU_ATTACHED_BOARD, &it.board.name, &it.board.cpu_attached),
        on_processor(placed),
        holds(&rules::INTEL_DRIVE, &placed.drive.name, &placed.drive.intel),
        sata_mode(it),
        uefi_start(it),
    ])
}

fn on_processor(placed: &DriveInSlot) -> FeasibilityAnswer {
    let slot = &placed.slot;
    FeasibilityAnswer::fact(&rules::SLOT_ON_CPU, &slot.name, &slot.on_chipset, |on_chipset| {
        !*on_chipset
    })
}

fn vmd_on(it: &BootSituation) -> FeasibilityAnswer {
    FeasibilityAnswer::setting(&rules::VMD_ON, &it.board.name, &it.settings.vmd, |on| *on)
}

fn below_vmd(it: &BootSituation, placed: &DriveInSlot) -> FeasibilityAnswer {
    let nvme = FeasibilityAnswer::all(vec![
        is_nvme(placed),
        holds(&rules::CHIPSET_VMD, &it.platform.name, &it.platform.rst_vmd),
        vmd_on(it),
        entry(placed),
        uefi_start(it),
    ]);
    let sata = FeasibilityAnswer::all(vec![
        holds(&rules::CHIPSET_VMD, &it.platform.name, &it.platform.rst_vmd),
        sata(it, placed),
    ]);
    FeasibilityAnswer::any(vec![nvme, sata])
}

fn vroc(it: &BootSituation, placed: &DriveInSlot) -> FeasibilityAnswer {
    let key = &it.settings.vroc_key;
    let has_key = |key: &VrocKey| *key != VrocKey::None;
    let is_for_it = |key: &VrocKey| match key {
        VrocKey::IntelOnly => {
            placed.drive.intel.query(|intel| FeasibilityVerdict::from(*intel)).says
        }
        _ => FeasibilityVerdict::Yes,
    };
    FeasibilityAnswer::all(vec![
        is_nvme(placed),
        holds(&rules::CPU_VMD, &it.platform.name, &it.platform.vroc),
        holds(&rules::VROC_PLATFORM, &it.board.name, &it.board.vroc),
        on_processor(placed),
        vmd_on(it),
        FeasibilityAnswer::setting(&rules::VROC_KEY, &it.board.name, key, has_key),
        FeasibilityAnswer::setting(&rules::VROC_DRIVE, &placed.drive.name, key, is_for_it),
        uefi_start(it),
    ])
}

/// The firmware's RAID has no ports of cards.
fn on_board(placed: &DriveInSlot) -> FeasibilityAnswer {
    let slot = &placed.slot;
    match slot.card {
        Some(_) => holds(&rules::RAID_PORT, &slot.name, &slot.raid),
        None => FeasibilityAnswer::all(Vec::new()),
    }
}

fn raidxpert2(it: &BootSituation, placed: &DriveInSlot) -> FeasibilityAnswer {
    let amd = || holds(&rules::AMD_RAID, &it.platform.name, &it.platform.raidxpert2);
    let (board, sata, nvme) = (&it.board.name, &it.settings.sata, &it.settings.nvme_raid);
    let mode = &rules::AMD_SATA_MODE;
    let sata_mode = FeasibilityAnswer::setting(mode, board, sata, |it| *it == SataMode::Raid);
    FeasibilityAnswer::any(vec![
        FeasibilityAnswer::all(vec![is_sata(placed), amd(), on_board(placed), sata_mode]),
        FeasibilityAnswer::all(vec![
            is_nvme(placed),
            amd(),
            FeasibilityAnswer::setting(&rules::AMD_NVME_MODE, board, nvme, |on| *on),
            uefi_start(it),
        ]),
    ])
}
