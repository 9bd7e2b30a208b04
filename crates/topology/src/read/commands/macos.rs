//! `system_profiler SPNVMeDataType` of macOS: a paragraph a drive, which its BSD name closes.
//!
//! Source: macOS 10.13 to 15, the keys as printed.

use narrows_units::{Lanes, LinkWidth, TransferRate};

use super::amount;
use super::found::{CommandEvidence, DriveBus, fill, word};
use super::section::CommandSection;
use crate::evidence::BlockDevice;

pub(super) fn begins(line: &str) -> bool {
    matches!(line, "NVMExpress:" | "NVMe:")
}

pub(super) fn read(section: &CommandSection<'_>, found: &mut CommandEvidence) {
    let mut drive = BlockDevice::default();
    let (mut rate, mut lanes) = (None, None);
    for line in section.lines.iter().map(|line| line.trim()) {
        if let Some(title) = line.strip_suffix(':').filter(|title| !title.contains(": ")) {
            // Above the drives stands their controller, such as `Apple SSD Controller`.
            drive.model = word(title).filter(|title| !title.ends_with("Controller"));
            continue;
        }
        let Some((key, value)) = line.split_once(": ") else { continue };
        match key {
            "Capacity" => {
                let bytes = value.split_once('(').and_then(|(_, bytes)| amount::size(bytes));
                drive.size = bytes.or_else(|| amount::size(value));
            }
            "Model" => drive.model = word(value),
            "Revision" => drive.firmware = word(value),
            "Serial Number" => drive.serial = word(value),
            "Link Width" => {
                let lane_count = value.trim_start_matches('x').parse().ok();
                lanes = lane_count.and_then(Lanes::new);
            }
            "Link Speed" => {
                let number = value.split(' ').next().and_then(|number| number.parse().ok());
                rate = number.and_then(TransferRate::from_gt_s);
            }
            "BSD Name" => {
                let own = std::mem::take(&mut drive);
                let link = rate.take().zip(lanes.take());
                let Some((name, block)) = found.block(value) else { continue };
                block.fill(own);
                fill(&mut block.rotational, Some(false));
                block.link.current = link.map(|(rate, lanes)| LinkWidth { rate, lanes });
                found.buses.insert(name, DriveBus::Nvme);
            }
            _ => {}
        }
    }
}
