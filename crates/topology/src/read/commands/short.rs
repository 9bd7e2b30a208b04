//! Short output about drives: `lsscsi`, `hwinfo --short`, `udevadm info`, `lstopo`.
//!
//! ```text
//! [4:0:0:0]    disk    ATA      WDC WD80EFZX-68U 0A83  /dev/sda
//! E: ID_MODEL_ENC=Samsung\x20SSD\x20860\x20EVO\x20500GB
//!       PCI 01:00.0 (NVMExp)
//!         Block(Disk) "nvme0n1"
//! ```
//!
//! Sources: lsscsi 0.32 (its columns); hwinfo 21; systemd, udevadm-info.c; hwloc 1.11 to 2.11, lstopo-text.c.

use std::collections::BTreeMap;

use super::amount;
use super::evidence::{CommandEvidence, DriveBus, fill, model, name, whole_of, word};
use super::paths;
use super::section::CommandSection;
use crate::evidence::{BusRange, PciFunction};
use crate::pci::{ClassCode, PciAddress, hex};
use crate::read::lspci_text;

/// `[4:0:0:0]` or `[N:0:2:1]`, and a kind of device.
pub(super) fn is_lsscsi(line: &str) -> bool {
    let Some((place, rest)) = line.strip_prefix('[').and_then(|line| line.split_once(']')) else {
        return false;
    };
    let is_part =
        |part: &str| part == "N" || (!part.is_empty() && part.bytes().all(|b| b.is_ascii_digit()));
    place.split(':').count() == 4 && place.split(':').all(is_part) && rest.contains("/dev/")
}

pub(super) fn read_lsscsi(section: &CommandSection<'_>, evidence: &mut CommandEvidence) {
    for line in &section.lines {
        let words: Vec<&str> = line.split_whitespace().collect();
        let Some(at) = words.iter().position(|word| word.starts_with("/dev/")) else { continue };
        // With `-t` a transport's address stands where the names are.
        if words[1] != "disk" || at < 3 || words[2].contains(':') {
            continue;
        }
        let own = words[at];
        let is_nvme = words[0].starts_with("[N");
        let names = if is_nvme { &words[2..at] } else { &words[2..at - 1] };
        let names = names.strip_prefix(&["ATA"]).unwrap_or(names).join(" ");
        let size = words.get(at + 1).and_then(|word| amount::size(word));
        evidence.size(own, size, false);
        let Some((own, block)) = evidence.block(own) else { continue };
        // With `-U` the number of a drive stands where the names are.
        let is_number = ["naa.", "eui.", "t10."].iter().any(|kind| names.starts_with(kind));
        if !is_number {
            fill(&mut block.model, word(names.split("__").next().unwrap_or_default()));
        }
        if is_nvme {
            evidence.buses.insert(own, DriveBus::Nvme);
        }
    }
}

pub(super) fn begins_hwinfo(line: &str) -> bool {
    line == "disk:"
}

pub(super) fn read_hwinfo(section: &CommandSection<'_>, evidence: &mut CommandEvidence) {
    let lines = section.lines.iter().map(|line| line.trim()).skip(1);
    for line in lines.take_while(|line| !line.ends_with(':')) {
        let Some((path, named)) = line.split_once("  ").filter(|_| line.starts_with("/dev/"))
        else {
            continue;
        };
        if let Some((_, block)) = evidence.block(path) {
            fill(&mut block.model, word(named));
        }
    }
}

/// A line of udev's database: `P: /devices/...`, `E: ID_MODEL=...`, `N: sda`.
pub(super) fn is_udev(line: &str) -> bool {
    let Some((kind, rest)) = line.split_once(':').filter(|(kind, _)| kind.len() == 1) else {
        return false;
    };
    let rest = rest.trim_start();
    match kind {
        "P" => rest.starts_with("/devices/"),
        "E" => rest.split_once('=').is_some_and(|(key, _)| {
            key.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit() || b == b'_')
        }),
        "N" | "S" | "L" | "M" | "R" | "U" | "T" | "D" | "Q" | "I" | "V" | "W" => {
            !rest.contains(' ') && !rest.is_empty()
        }
        _ => false,
    }
}

pub(super) fn begins_udev(line: &str) -> bool {
    is_udev(line) && line.starts_with(['P', 'E', 'N'])
}

pub(super) fn read_udev(section: &CommandSection<'_>, evidence: &mut CommandEvidence) {
    let mut way = None;
    let mut facts: BTreeMap<&str, &str> = BTreeMap::new();
    let lines = section.lines.iter().map(|line| line.trim()).filter(|line| is_udev(line));
    for line in lines.chain(["P:"]) {
        let (kind, rest) = line.split_once(':').unwrap_or_default();
        match kind {
            "P" => {
                put_udev(way.take(), &std::mem::take(&mut facts), evidence);
                way = Some(rest.trim());
            }
            "N" => drop(facts.insert("DEVNAME", rest.trim())),
            "E" => facts.extend(rest.trim().split_once('=')),
            _ => {}
        }
    }
}

fn put_udev(way: Option<&str>, facts: &BTreeMap<&str, &str>, evidence: &mut CommandEvidence) {
    let get = |key: &str| facts.get(key).copied();
    let is_part = get("DEVTYPE").is_some_and(|kind| kind != "disk");
    let is_disk =
        |own: &&str| paths::is_drive(own) || (own.starts_with("mmcblk") && whole_of(own) == **own);
    // Management controllers present floppies without media.
    let is_virtual = get("ID_MODEL").is_some_and(|model| model.starts_with("Virtual_Floppy"));
    let Some(own) =
        get("DEVNAME").and_then(name).filter(|own| is_disk(own) && !is_part && !is_virtual)
    else {
        return;
    };
    match (way.filter(|way| !way.is_empty()), get("ID_PATH").and_then(|it| it.strip_prefix("pci-")))
    {
        (Some(way), _) => paths::take(way, evidence),
        (None, Some(path)) => paths::by_path(path, own, evidence),
        (None, None) => {}
    }
    let Some((own, block)) = evidence.block(own) else { return };
    fill(&mut block.model, get("ID_MODEL_ENC").or(get("ID_MODEL")).and_then(model));
    fill(&mut block.serial, get("ID_SERIAL_SHORT").and_then(word));
    fill(&mut block.firmware, get("ID_REVISION").and_then(word));
    let turns = get("ID_ATA_ROTATION_RATE_RPM").and_then(|rpm| rpm.parse::<u32>().ok());
    fill(&mut block.rotational, turns.map(|rpm| rpm > 0));
    if get("ID_BUS") == Some("usb") {
        evidence.buses.insert(own, DriveBus::Usb);
    }
}

pub(super) fn begins_lstopo(line: &str) -> bool {
    line.strip_prefix("Machine").is_some_and(|rest| {
        rest.trim_start().starts_with(['(', 'L']) && rest.contains("B") && rest.ends_with(')')
    })
}

/// Devices by their addresses; with `-v` bridges have theirs, too.
pub(super) fn read_lstopo(section: &CommandSection<'_>, evidence: &mut CommandEvidence) {
    let mut current: Option<(usize, PciAddress)> = None;
    for line in &section.lines {
        let text = line.trim_start();
        let depth = line.len() - text.len();
        current = current.filter(|(above, _)| depth > *above);
        if text.starts_with("PCI") {
            if let Some((address, function)) = function_of_lstopo(text)
                && let Some(known) = evidence.function(address)
            {
                known.fill(function);
                current = Some((depth, address));
            }
        } else if let (true, Some((_, address))) = (text.starts_with("Block"), current) {
            let quoted = text.split('"').nth(1).unwrap_or_default();
            let Some(own) = name(quoted).filter(|own| paths::is_drive(own)) else { continue };
            paths::place(own, address, false, evidence);
        }
    }
}

/// `PCI 01:00.0 (NVMExp)`, and with `-v` `PCI L#3 (busid=0000:01:00.0 id=144d:a808 class=0108(NVMExp) ...)`.
fn function_of_lstopo(text: &str) -> Option<(PciAddress, PciFunction)> {
    const CLASSES: [(&str, u32); 10] = [
        ("NVMExp", 0x01_08_02),
        ("SATA", 0x01_06_01),
        ("SAS", 0x01_07_00),
        ("RAID", 0x01_04_00),
        ("SCSI", 0x01_00_00),
        ("Ethernet", 0x02_00_00),
        ("InfiniBand", 0x02_07_00),
        ("VGA", 0x03_00_00),
        ("3D", 0x03_02_00),
        ("PCIBridge", 0x06_04_00),
    ];
    let value = |key: &str| text.split_once(key)?.1.split([' ', ')']).next();
    let place = value("busid=").or_else(|| text.strip_prefix("PCI ")?.split(' ').next())?;
    let address = place.parse().ok()?;
    let called = text.rsplit_once('(').map_or("", |(_, name)| name.trim_end_matches(')'));
    let class = value("class=").unwrap_or(called);
    let known = CLASSES.iter().find(|(name, _)| class.contains(name) || text.starts_with(name));
    let class = known.map(|(_, code)| *code).or_else(|| Some(hex(class.get(..4)?, 4)? << 8));
    let buses = value("buses=").and_then(|buses| {
        let (first, last) = buses.split_once('[')?.1.trim_end_matches(']').split_once('-')?;
        Some(BusRange { secondary: hex(first, 2)? as u8, subordinate: hex(last, 2)? as u8 })
    });
    let function = PciFunction {
        id: value(" id=").and_then(lspci_text::id).unwrap_or_default(),
        class: class.map(ClassCode::from_u24).unwrap_or_default(),
        buses,
        ..PciFunction::default()
    };
    Some((address, function))
}
