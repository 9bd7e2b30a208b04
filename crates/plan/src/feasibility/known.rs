//! The catalogue's knowledge, as facts. Observations of a machine are added to these and override
//! them.

use narrows_catalog::board::{self, NvmeBoot};
use narrows_catalog::chipset::{self, Chipset};
use narrows_catalog::drive::{DriveInterface, DriveModel, OptionRom};
use narrows_catalog::entry::{CatalogEntry as _, SourceConflict};
use narrows_catalog::raid::{self, NvmeRaidPath};
use narrows_catalog::{Confidence, board::SlotBus};

use super::fact::{FactEvidence, SourcedFact};
use super::situation::{
    BoardFirmware, BootClass, ChipsetPlatform, DriveBootFacts, DriveProtocol, SlotFacts,
};

pub fn board(entry: &board::Board) -> BoardFirmware {
    let evidence = evidence(&entry.source, entry.confidence);
    let class = match entry.nvme_boot {
        Some(NvmeBoot::BuiltIn) => of_class(BootClass::A, &evidence),
        Some(NvmeBoot::UefiOptionRom) => of_class(BootClass::B, &evidence),
        Some(NvmeBoot::LegacyOptionRom) => of_class(BootClass::C, &evidence),
        Some(NvmeBoot::NotBuiltIn) => BoardFirmware {
            own_driver: SourcedFact::new(false, evidence),
            ..BoardFirmware::default()
        },
        None => BoardFirmware::default(),
    };
    BoardFirmware { name: entry.name.clone(), remaps: remaps(entry), ..class }
}

/// A board's firmware by its boot class. That it runs only one kind of option ROM is a conclusion:
/// the classes name the requirements for booting, and the other kind is untried.
pub fn of_class(class: BootClass, evidence: &FactEvidence) -> BoardFirmware {
    let says = |holds| SourcedFact::new(holds, evidence.clone());
    let concluded = |holds| {
        SourcedFact::new(holds, FactEvidence::inferred(evidence.source.clone(), Confidence::Medium))
    };
    let mut board =
        BoardFirmware { own_driver: says(class == BootClass::A), ..BoardFirmware::default() };
    match class {
        BootClass::A => board.is_uefi = says(true),
        BootClass::B => {
            board.is_uefi = says(true);
            board.runs_uefi_rom = says(true);
            board.runs_legacy_rom = concluded(false);
        }
        BootClass::C => {
            board.runs_uefi_rom = says(false);
            board.runs_legacy_rom = says(true);
            board.is_uefi = says(false);
        }
        BootClass::D => {
            board.runs_uefi_rom = says(false);
            board.runs_legacy_rom = says(false);
        }
    }
    board
}

/// A board on which a RAID takes drives in a PCIe slot remaps; of others only the maker knows.
fn remaps(entry: &board::Board) -> SourcedFact<bool> {
    let takes =
        |slot: &&board::BoardSlot| slot.raid.is_some() && slot.devices.contains(&SlotBus::Pcie);
    let mut fact = SourcedFact::UNKNOWN;
    for slot in entry.slots.iter().filter(takes) {
        fact = fact.and(slot_raid(entry, slot));
    }
    fact
}

/// All slots of a board, under a firmware version if one is known.
pub fn slots(entry: &board::Board, firmware: Option<&str>) -> Vec<SlotFacts> {
    entry.slots.iter().map(|it| slot(entry, it, firmware)).collect()
}

/// A slot of a board, with a device of this kind in it, under a firmware version if one is known.
/// Width is the board's offer with nothing else in use.
pub fn slot(entry: &board::Board, slot: &board::BoardSlot, firmware: Option<&str>) -> SlotFacts {
    let evidence = slot_evidence(entry, slot);
    let (width, widest) = widths(entry, slot);
    SlotFacts {
        name: slot.id.clone(),
        on_chipset: SourcedFact::new(on_chipset(entry, &slot.on), evidence.clone()),
        raid: slot_raid(entry, slot),
        width: optional(width, &evidence),
        widest: optional(widest, &evidence),
        tried: tried(slot, firmware, &evidence),
        ..SlotFacts::default()
    }
}

fn on_chipset(entry: &board::Board, on: &str) -> bool {
    let mut on = on;
    // Switches come before their children: no chain is longer than their number.
    for _ in &entry.switches {
        let Some(switch) = entry.switches.iter().find(|switch| switch.id == on) else { break };
        on = &switch.on;
    }
    on == board::CHIPSET
}

/// Unknown without a statement, contradicted if a later reading denies the slot's statement.
fn slot_raid(entry: &board::Board, slot: &board::BoardSlot) -> SourcedFact<bool> {
    if slot.raid_unknown {
        return SourcedFact::UNKNOWN;
    }
    let about_it = |conflict: &&SourceConflict| {
        conflict.about == slot.id && conflict.key.as_deref() == Some("raid")
    };
    let stated = slot.raid.is_some();
    let mut readings = entry.conflicts.iter().filter(about_it).flat_map(|conflict| {
        // The first source of a conflict is the one that the entry follows.
        let value = |index: usize| if index == 0 { stated } else { !stated };
        conflict.says.iter().enumerate().map(move |(index, says)| {
            (value(index), FactEvidence::documented(says.source.clone(), says.confidence))
        })
    });
    let Some((value, evidence)) = readings.next() else {
        return SourcedFact::new(stated, slot_evidence(entry, slot));
    };
    let mut fact = SourcedFact::new(value, evidence);
    readings.for_each(|(value, evidence)| fact.add(value, evidence));
    fact
}

/// Its offered width and its maximum; the first is open if a firmware setting decides.
fn widths(entry: &board::Board, slot: &board::BoardSlot) -> (Option<u8>, Option<u8>) {
    let Some(link) = slot.link else { return (None, None) };
    let by_setting = entry.rules.iter().filter(|rule| !rule.settings.is_empty());
    let set: Vec<u8> = by_setting
        .flat_map(|rule| &rule.then)
        .filter(|effect| effect.slot == slot.id)
        .filter_map(|effect| effect.link.map(|link| link.lanes.get()))
        .collect();
    let widest = set.iter().copied().max().unwrap_or_default().max(link.lanes.get());
    (set.is_empty().then_some(link.lanes.get()), Some(widest))
}

fn tried(
    slot: &board::BoardSlot,
    firmware: Option<&str>,
    evidence: &FactEvidence,
) -> SourcedFact<bool> {
    let Some(from) = &slot.started_from else { return SourcedFact::new(true, evidence.clone()) };
    match firmware {
        // Untried: that is no No.
        Some(version) if version_parts(version) < version_parts(from) => SourcedFact::UNKNOWN,
        Some(_) => SourcedFact::new(true, evidence.clone()),
        None => SourcedFact::new(
            true,
            FactEvidence::inferred(evidence.source.clone(), Confidence::Medium),
        ),
    }
}

/// A version as makers count them, letters and numbers by turns: `F5` is before `F20`, which is before
/// `F20a`.
fn version_parts(version: &str) -> Vec<(&str, u64)> {
    let is_digit = |letter: char| letter.is_ascii_digit();
    let (mut parts, mut rest) = (Vec::new(), version);
    while !rest.is_empty() {
        let (letters, after) = rest.split_at(rest.find(is_digit).unwrap_or(rest.len()));
        let (number, after) = after.split_at(after.find(|c| !is_digit(c)).unwrap_or(after.len()));
        parts.push((letters, number.parse().unwrap_or_default()));
        rest = after;
    }
    parts
}

/// The chipset of a board of the catalogue; without a chipset, the facts of its processor's socket.
pub fn platform_of(entry: &board::Board) -> ChipsetPlatform {
    let known = entry.chipset.as_deref().and_then(chipset::chipset);
    let of_socket = || {
        let is_amd = entry.socket.as_deref().is_some_and(|it| AMD_SOCKETS.contains(&it));
        if is_amd { without_intel(&entry.name) } else { ChipsetPlatform::default() }
    };
    let platform = known.map_or_else(of_socket, platform);
    let name = if platform.name.is_empty() { entry.name.clone() } else { platform.name };
    ChipsetPlatform { name, ..platform }
}

/// Sockets of AMD's processors; of boards without a chipset nothing else says whose they are.
const AMD_SOCKETS: [&str; 10] =
    ["AM4", "AM5", "SP3", "SP5", "SP6", "TR4", "sTRX4", "sTR5", "sWRX8", "sWRX9"];

/// A platform without any of Intel's ways to make arrays.
fn without_intel(name: &str) -> ChipsetPlatform {
    let no = || SourcedFact::new(false, FactEvidence::documented("it is AMD's", Confidence::High));
    ChipsetPlatform {
        name: name.to_owned(),
        sata_raid: no(),
        remaps: no(),
        rst_vmd: no(),
        vroc: no(),
        cpu_attached: no(),
        ..ChipsetPlatform::default()
    }
}

pub fn platform(chipset: &Chipset) -> ChipsetPlatform {
    let name = chipset.name().to_owned();
    let year = Some(chipset.year);
    let Some(row) = raid::of_chipset(&chipset.id) else {
        return match chipset.id.split_once('-') {
            Some(("amd", _)) => ChipsetPlatform { year, ..without_intel(&name) },
            Some(("intel", _)) => {
                // A platform on which AMD's way to make arrays is none.
                let no = SourcedFact::new(
                    false,
                    FactEvidence::documented("it is Intel's", Confidence::High),
                );
                ChipsetPlatform { name, year, raidxpert2: no, ..ChipsetPlatform::default() }
            }
            _ => ChipsetPlatform { name, year, ..ChipsetPlatform::default() },
        };
    };
    let evidence = evidence(&row.source, row.confidence);
    let has = |way| SourcedFact::new(row.nvme.contains(&way), evidence.clone());
    ChipsetPlatform {
        name,
        year,
        // AMD's RAID of SATA drives is another than Intel's.
        sata_raid: optional(
            row.sata.map(|has| has && !row.nvme.contains(&NvmeRaidPath::Raidxpert2)),
            &evidence,
        ),
        remaps: has(NvmeRaidPath::RstRemapping),
        devices: optional(row.devices, &evidence),
        rst: row.rst.map_or(SourcedFact::UNKNOWN, |rst| {
            SourcedFact::new(
                u16::from(rst),
                FactEvidence::inferred(evidence.source.clone(), Confidence::Medium),
            )
        }),
        sets: row.sets.clone(),
        sata_lanes: row.sata_lanes.clone(),
        rst_vmd: has(NvmeRaidPath::RstVmd),
        vroc: has(NvmeRaidPath::Vroc),
        cpu_attached: has(NvmeRaidPath::RstCpuAttached),
        raidxpert2: has(NvmeRaidPath::Raidxpert2),
    }
}

fn optional<T>(value: Option<T>, evidence: &FactEvidence) -> SourcedFact<T> {
    value.map_or(SourcedFact::UNKNOWN, |value| SourcedFact::new(value, evidence.clone()))
}

pub fn drive(model: &DriveModel) -> DriveBootFacts {
    let evidence = evidence(&model.source, model.confidence);
    let speaks = match model.interface {
        DriveInterface::Nvme => DriveProtocol::Nvme,
        DriveInterface::AhciPcie => DriveProtocol::AhciPcie,
        DriveInterface::Sata3g | DriveInterface::Sata6g => DriveProtocol::Sata,
    };
    // Whether it has an option ROM for UEFI and for a legacy BIOS. If the catalogue names one kind,
    // the lack of the other is a conclusion.
    let says = |has| SourcedFact::new(has, evidence.clone());
    let lacks = || {
        SourcedFact::new(false, FactEvidence::inferred(evidence.source.clone(), Confidence::Medium))
    };
    let (uefi_rom, legacy_rom) = match model.option_rom {
        OptionRom::None | OptionRom::NotNeeded => (says(false), says(false)),
        OptionRom::Uefi => (says(true), lacks()),
        OptionRom::Legacy => (lacks(), says(true)),
        OptionRom::Unknown => (SourcedFact::UNKNOWN, SourcedFact::UNKNOWN),
    };
    DriveBootFacts {
        name: model.name.clone(),
        speaks: SourcedFact::new(
            speaks,
            FactEvidence { confidence: Confidence::High, ..evidence.clone() },
        ),
        uefi_rom,
        legacy_rom,
        listed_after_update: match model.listed_after_update {
            true => says(true),
            // Of most models there is no word that boards do not list them.
            false => SourcedFact::new(
                false,
                FactEvidence::inferred(evidence.source.clone(), Confidence::High),
            ),
        },
        updated: SourcedFact::UNKNOWN,
        intel: SourcedFact::new(model.name.starts_with("Intel "), evidence.clone()),
        lanes: optional(model.link.map(|link| link.lanes.get()), &evidence),
    }
}

fn slot_evidence(entry: &board::Board, slot: &board::BoardSlot) -> FactEvidence {
    let source = if slot.source.is_empty() { &entry.source } else { &slot.source };
    evidence(source, slot.confidence.unwrap_or(entry.confidence))
}

fn evidence(source: &[String], confidence: Confidence) -> FactEvidence {
    FactEvidence::documented(source.join("; "), confidence)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_in_their_makers_order() {
        for pair in [["0902", "1407"], ["F5", "F20"], ["F20", "F20a"], ["P1.40", "P1.100"]] {
            let [older, newer] = pair.map(version_parts);
            assert!(older < newer, "{pair:?}");
        }
    }
}
