//! Ways through sysfs to a drive, as `ls -l /sys/block`, `ls -l /dev/disk/by-path` and `udevadm info` print.
//!
//! ```text
//! nvme0n1 -> ../devices/pci0000:00/0000:00:1d.0/0000:02:00.0/nvme/nvme0/nvme0n1
//! pci-0000:02:00.0-nvme-1 -> ../../nvme0n1
//! ```

use super::evidence::{CommandEvidence, name, whole_of};
use super::section::CommandSection;
use crate::evidence::DriveTransport;
use crate::pci::{ClassCode, PciAddress};

pub(super) fn is_line(line: &str) -> bool {
    let is_by_path = line.contains(" pci-") && line.contains("-> ../../");
    is_by_path || (line.contains("devices/pci") && way(line).is_some_and(|(_, own)| is_drive(own)))
}

pub(super) fn read(section: &CommandSection<'_>, evidence: &mut CommandEvidence) {
    for line in &section.lines {
        match line.split_once(" pci-").and_then(|(_, rest)| rest.split_once(" -> ../../")) {
            Some((path, own)) => by_path(path, own.trim(), evidence),
            None => take(line, evidence),
        }
    }
}

/// `/dev/nvme0n1:`, with which hdparm begins.
pub(super) fn is_heading(line: &str) -> bool {
    let own = line.strip_prefix("/dev/").and_then(|own| own.strip_suffix(':'));
    own.is_some_and(|own| is_drive(own) && name(own).is_some() && whole_of(own) == own)
}

pub(super) fn read_heading(section: &CommandSection<'_>, evidence: &mut CommandEvidence) {
    for line in &section.lines {
        evidence.block(line.trim());
    }
}

pub(super) fn by_path(path: &str, own: &str, evidence: &mut CommandEvidence) {
    let Some(address) = path.split('-').next().and_then(|text| text.parse().ok()) else { return };
    place(own, address, path.contains("-usb-"), evidence);
}

/// The last function on a way and the device that it leads to.
fn way(line: &str) -> Option<(Vec<PciAddress>, &str)> {
    let at = line.find("devices/pci")?;
    let path = line[at..].split_whitespace().next()?;
    let parts: Vec<&str> = path.split('/').collect();
    // The first two parts are `devices` and the root bus. VMD has one for its domain below itself.
    let is_bus = |part: &&&str| part.strip_prefix("pci").is_some_and(|rest| rest.contains(':'));
    let on_way = parts.iter().skip(2).filter(|part| !is_bus(part));
    let on_way = on_way.map_while(|part| part.parse().ok()).collect();
    Some((on_way, *parts.last()?))
}

pub(super) fn is_drive(own: &str) -> bool {
    let is = |start: &str, next: fn(char) -> bool| {
        own.strip_prefix(start).is_some_and(|rest| rest.starts_with(next))
    };
    is("sd", |c| c.is_ascii_lowercase())
        || is("vd", |c| c.is_ascii_lowercase())
        || is("nvme", |c| c.is_ascii_digit())
}

/// A way says which function a drive is on, and which bridge is above each function.
pub(super) fn take(line: &str, evidence: &mut CommandEvidence) {
    let Some((on_way, own)) = way(line).filter(|(_, own)| is_drive(own)) else { return };
    for pair in on_way.windows(2) {
        let [above, below] = [pair[0], pair[1]];
        // Above another domain is VMD, a controller of RAID.
        let class = if above.domain == below.domain { 0x06_04_00 } else { 0x01_04_00 };
        if let Some(bridge) = evidence.function(above) {
            bridge.class = ClassCode::from_u24(class);
        }
        if let Some(function) = evidence.function(below) {
            function.parent = Some(above);
        }
    }
    if let Some(address) = on_way.last() {
        place(own, *address, line.contains("/usb"), evidence);
    }
}

pub(super) fn place(own: &str, address: PciAddress, is_usb: bool, evidence: &mut CommandEvidence) {
    let Some(own) = name(own).filter(|own| is_drive(own)) else { return };
    let whole = whole_of(own);
    if let Some(rest) = whole.strip_prefix("nvme") {
        let number = rest.split('n').next().unwrap_or_default();
        evidence.controller(&format!("nvme{number}"), address);
        if !rest.contains('n') {
            return;
        }
    }
    let class = match () {
        () if whole.starts_with("nvme") => None,
        () if is_usb => Some(0x0c_03_30),
        // The way does not show the kind of storage controller.
        () => Some(0x01_80_00),
    };
    if let (Some(class), Some(function)) = (class, evidence.function(address))
        && function.class == ClassCode::default()
    {
        function.class = ClassCode::from_u24(class);
    }
    if let Some((_, block)) = evidence.block(&whole) {
        block.function = Some(address);
        if whole.starts_with("vd") {
            block.transport = Some(DriveTransport::Virtio);
        }
    }
}
