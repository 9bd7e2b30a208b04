//! macOS: `system_profiler SPNVMeDataType` and `SPSerialATADataType`, a paragraph a drive, which its BSD name closes;
//! `diskutil list`.
//!
//! Sources: macOS 10.6 to 15, the keys as printed; diskutil(8).

use narrows_units::{Bytes, Lanes, LinkWidth, TransferRate};

use super::amount;
use super::evidence::{CommandEvidence, DriveBus, fill, word};
use super::section::CommandSection;
use crate::evidence::{BlockDevice, DriveTransport};

pub(super) fn begins(line: &str) -> bool {
    is_nvme(line) || matches!(line, "Serial-ATA:" | "SATA:" | "SATA/SATA Express:")
}

fn is_nvme(title: &str) -> bool {
    matches!(title, "NVMExpress:" | "NVMe:")
}

pub(super) fn read(section: &CommandSection<'_>, evidence: &mut CommandEvidence) {
    let indent = |line: &str| line.len() - line.trim_start().len();
    let first = section.lines.first().map_or(0, |line| indent(line));
    let is_indented = section.lines.iter().any(|line| indent(line) > first);
    let mut drive = BlockDevice::default();
    let (mut rate, mut lanes, mut gbit_s) = (None, None, None);
    // In a whole report the parts about other things follow.
    let (mut bus, mut is_of_drives) = (DriveBus::Nvme, true);
    for (line, depth) in section.lines.iter().map(|line| (line.trim(), indent(line))) {
        if begins(line) {
            bus = if is_nvme(line) { DriveBus::Nvme } else { DriveBus::Sata };
            is_of_drives = true;
        } else if is_indented && depth <= first && line.ends_with(':') {
            is_of_drives = false;
        }
        if !is_of_drives {
            continue;
        }
        if let Some(title) = line.strip_suffix(':').filter(|title| !title.contains(": ")) {
            // Above the drives stands their controller, such as `Apple SSD Controller`.
            let model = word(title).filter(|title| !title.ends_with("Controller"));
            drive = BlockDevice { model, ..BlockDevice::default() };
            continue;
        }
        let Some((key, value)) = line.split_once(": ") else { continue };
        match key {
            // That of a volume follows the drive's.
            "Capacity" if drive.size.is_none() => {
                drive.size = bytes_of(value).or_else(|| amount::size(value));
            }
            "Model" => drive.model = word(value),
            "Revision" => drive.firmware = word(value),
            "Serial Number" => drive.serial = word(value),
            "Link Width" => {
                let lane_count = value.trim_start_matches('x').parse().ok();
                lanes = lane_count.and_then(Lanes::new);
            }
            "Link Speed" if bus == DriveBus::Nvme => {
                let number = value.split(' ').next().and_then(|number| number.parse().ok());
                rate = number.and_then(TransferRate::from_gt_s);
            }
            // Of a port, above its drive.
            "Negotiated Link Speed" => {
                let number = value.strip_suffix(" Gigabit").and_then(|it| it.parse().ok());
                gbit_s = number.filter(|it| (1.0..=6.0).contains(it));
            }
            "Medium Type" => drive.rotational = Some(value.starts_with("Rotational")),
            "BSD Name" if is_whole(value) => {
                let own = std::mem::take(&mut drive);
                let link = rate.take().zip(lanes.take());
                let Some((name, block)) = evidence.block(value) else { continue };
                block.fill(own);
                if bus == DriveBus::Nvme {
                    fill(&mut block.rotational, Some(false));
                    block.link.current = link.map(|(rate, lanes)| LinkWidth { rate, lanes });
                } else {
                    let transport = gbit_s.take().map(|gbit_s| DriveTransport::Sata { gbit_s });
                    fill(&mut block.transport, transport);
                }
                evidence.buses.insert(name, bus);
            }
            _ => {}
        }
    }
}

/// `disk0`, but no part of it such as `disk0s1`.
fn is_whole(name: &str) -> bool {
    name.strip_prefix("disk").is_some_and(|rest| rest.bytes().all(|byte| byte.is_ascii_digit()))
}

/// The bytes in `160,04 GB (160 041 885 696 bytes)`, whatever groups the language makes of their digits.
fn bytes_of(value: &str) -> Option<Bytes> {
    let (_, inside) = value.split_once('(')?;
    let number = inside.split(|c: char| c.is_alphabetic()).next()?;
    let digits: String = number.chars().filter(char::is_ascii_digit).collect();
    digits.parse().ok().map(Bytes::new).filter(|bytes| bytes.get() > 0)
}

/// `/dev/disk0 (internal, physical):`.
pub(super) fn begins_diskutil(line: &str) -> bool {
    diskutil(line).is_some()
}

fn diskutil(line: &str) -> Option<(&str, &str)> {
    let (own, kind) = line.strip_prefix("/dev/")?.strip_suffix("):")?.split_once(" (")?;
    is_whole(own).then_some((own, kind))
}

/// The first row of each disk is the disk itself; synthesized ones and images lie on others.
pub(super) fn read_diskutil(section: &CommandSection<'_>, evidence: &mut CommandEvidence) {
    let mut current = None;
    for line in section.lines.iter().map(|line| line.trim()) {
        if let Some((own, kind)) = diskutil(line) {
            current = Some(own).filter(|_| kind.contains("physical"));
        } else if let (Some(own), true) = (current, line.starts_with("0: ")) {
            // `0:  GUID_partition_scheme  *500.3 GB  disk0`.
            let words: Vec<&str> = line.split_whitespace().collect();
            if let [.., number, unit, _] = words[..] {
                let number = number.trim_start_matches(['*', '+']);
                evidence.size(own, amount::size(&format!("{number} {unit}")), false);
            }
            current = None;
        }
    }
}
