//! CrystalDiskInfo's report as text: a list of the drives, and a paragraph on each.
//!
//! ```text
//!  (01) Samsung SSD 980 PRO 1TB : 1000.2 GB [1/0/0, sq] - nv
//! ...
//!            Model : Samsung SSD 980 PRO 1TB
//!    Transfer Mode : PCIe 3.0 x4 | PCIe 4.0 x4
//! ```
//!
//! The transfer mode in use stands before the bar, the drive's highest behind it. Keys are English in all
//! languages of the program. Source: CrystalDiskInfo 9.4, DiskInfoDlg.cpp (SaveText), AtaSmart.cpp.

use std::collections::{BTreeMap, BTreeSet};

use narrows_units::LinkWidth;

use super::amount;
use super::evidence::{CommandEvidence, fill, word};
use super::section::CommandSection;
use crate::evidence::{BlockDevice, DriveTransport, LinkFacts};

pub(super) fn begins(line: &str) -> bool {
    line.starts_with("CrystalDiskInfo ")
        || line.starts_with("-- Disk List --")
        || line.starts_with("Model : ")
}

pub(super) fn read(section: &CommandSection<'_>, evidence: &mut CommandEvidence) {
    let mut drives: BTreeMap<u32, BlockDevice> = BTreeMap::new();
    // The number in the heading of the next paragraph, and the drive of the current one.
    let (mut heading, mut current) = (None, None);
    // Drives in USB enclosures report the mode of the drive, not of the cable.
    let mut external = BTreeSet::new();
    for line in section.lines.iter().map(|line| line.trim()) {
        if let Some((number, rest)) = numbered(line) {
            match rest.rsplit_once(" : ") {
                Some((model, size)) => {
                    let drive = drives.entry(number).or_default();
                    fill(&mut drive.model, word(model));
                    fill(&mut drive.size, amount::size(size));
                }
                None => heading = Some(number),
            }
            continue;
        }
        let Some((key, value)) = line.split_once(" : ").map(|(key, value)| (key.trim(), value))
        else {
            continue;
        };
        if key == "Model" {
            let next = || drives.last_key_value().map_or(1, |(last, _)| last + 1);
            current = Some(heading.take().unwrap_or_else(next));
        }
        let Some(number) = current else { continue };
        fact(drives.entry(number).or_default(), key, value.trim());
        if key == "Interface" && (value.starts_with("USB") || value.starts_with("UASP")) {
            external.insert(number);
        }
    }
    for (number, mut drive) in drives {
        if external.contains(&number) {
            (drive.transport, drive.link) = (None, LinkFacts::default());
        }
        evidence.add_unnamed(drive.model.is_some().then_some(drive));
    }
}

/// `(01) Samsung SSD 980 PRO 1TB`.
fn numbered(line: &str) -> Option<(u32, &str)> {
    let (number, rest) = line.strip_prefix('(')?.split_once(") ")?;
    Some((number.parse().ok()?, rest))
}

fn fact(drive: &mut BlockDevice, key: &str, value: &str) {
    match key {
        "Model" => drive.model = word(value),
        "Firmware" => fill(&mut drive.firmware, word(value)),
        "Serial Number" => fill(&mut drive.serial, word(value)),
        "Disk Size" => fill(&mut drive.size, amount::size(value)),
        "Rotation Rate" => drive.rotational = Some(value.ends_with("RPM")),
        "Interface" if value.starts_with("NVM Express") => drive.rotational = Some(false),
        "Transfer Mode" => {
            let (current, possible) = value.split_once('|').unwrap_or((value, ""));
            drive.link.current = pcie(current);
            drive.link.possible = pcie(possible);
            drive.transport = sata(current).map(|gbit_s| DriveTransport::Sata { gbit_s });
        }
        _ => {}
    }
}

/// `PCIe 4.0 x4`.
fn pcie(text: &str) -> Option<LinkWidth> {
    let (generation, lanes) = text.trim().strip_prefix("PCIe ")?.split_once(" x")?;
    LinkWidth::new(generation.strip_suffix(".0")?.parse().ok()?, lanes.parse().ok()?)
}

/// Gigabits a second of `SATA/600`, which counts megabytes.
fn sata(text: &str) -> Option<f64> {
    match text.trim() {
        "SATA/150" => Some(1.5),
        "SATA/300" => Some(3.0),
        "SATA/600" => Some(6.0),
        _ => None,
    }
}
