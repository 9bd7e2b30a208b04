//! ESXi: `esxcli storage core device list`, `esxcli storage core adapter list`, `esxcli hardware pci list`.
//!
//! ```text
//!    Display Name: Local NVMe Disk (t10.NVMe____INTEL_SSDPE2KX010T8_____________________F0B8A3D1)
//!    Size: 953869
//!    Model: INTEL SSDPE2KX01
//! vmhba2    nvme_pcie   link-n/a    pcie.0100    (0000:01:00.0) Intel Corporation NVMe Datacenter SSD
//!    Address: 0000:04:00.0
//!    Parent Device: PCI 0:0:2:0
//! ```
//!
//! Sizes are in powers of 1024, and models end after sixteen letters; the identifier in brackets has all of the name.
//! Parents have decimal numbers. Source: VMware, ESXCLI reference of vSphere 5.1 to 8.0 (`storage core`, `hardware pci`).

use narrows_units::Bytes;

use super::evidence::{CommandEvidence, DriveBus, fill, name, word};
use super::section::CommandSection;
use crate::evidence::{BlockDevice, SlotClaim, SlotSource};
use crate::pci::{ClassCode, PciAddress, hex};

/// The first key of a device.
pub(super) fn begins(line: &str) -> bool {
    identifier(line).is_some()
}

/// `t10.ATA_____...` of `Display Name: Local ATA Disk (t10.ATA_____...)`.
fn identifier(line: &str) -> Option<&str> {
    let (_, own) = line.strip_prefix("Display Name: ")?.strip_suffix(')')?.rsplit_once('(')?;
    let kinds = ["t10.", "naa.", "eui.", "mpx."];
    kinds.iter().any(|kind| own.starts_with(kind)).then_some(own)
}

pub(super) fn read(section: &CommandSection<'_>, evidence: &mut CommandEvidence) {
    let starts: Vec<usize> =
        (0..section.lines.len()).filter(|at| begins(section.lines[*at].trim())).collect();
    for (number, start) in starts.iter().enumerate() {
        let end = starts.get(number + 1).copied().unwrap_or(section.lines.len());
        device(&section.lines[*start..end], evidence);
    }
}

fn field(lines: &[&str], key: &str) -> Option<String> {
    let value = |line: &&str| {
        let (own, value) = line.trim().split_once(':')?;
        (own == key).then(|| value.trim().to_owned())
    };
    lines.iter().find_map(value)
}

fn device(lines: &[&str], evidence: &mut CommandEvidence) {
    let get = |key: &str| field(lines, key);
    let is_disk = get("Device Type").is_none_or(|kind| kind.starts_with("Direct-Access"));
    let Some(own) = lines.first().and_then(|line| identifier(line.trim())).filter(|_| is_disk)
    else {
        return;
    };
    let title = get("Display Name").unwrap_or_default();
    let (full, serial) = named(own);
    let short = get("Model").as_deref().and_then(word);
    let vendor = get("Vendor").as_deref().and_then(word);
    // Disks of SATA and NVMe have the kind of their bus for a maker.
    let vendor = vendor.filter(|vendor| !matches!(vendor.as_str(), "ATA" | "NVMe"));
    let model = match (full, short) {
        (Some(full), Some(short)) if full.starts_with(&short) => Some(full),
        (Some(full), None) => Some(full),
        (_, Some(short)) => {
            Some(vendor.map_or(short.clone(), |vendor| format!("{vendor} {short}")))
        }
        (None, None) => None,
    };
    let is = |key: &str| get(key).map(|value| value == "true");
    let mib = get("Size").and_then(|text| text.split(' ').next()?.parse::<u64>().ok());
    let block = BlockDevice {
        model,
        serial,
        firmware: get("Revision").as_deref().and_then(word),
        size: mib.filter(|mib| *mib > 0).map(|mib| Bytes::new(mib.saturating_mul(1 << 20))),
        rotational: is("Is SSD").map(|is_ssd| !is_ssd),
        ..BlockDevice::default()
    };
    let bus = if own.starts_with("t10.NVMe") || title.contains(" NVMe ") {
        DriveBus::Nvme
    } else if own.starts_with("t10.ATA") || title.contains(" ATA ") {
        DriveBus::Sata
    } else if is("Is USB") == Some(true) || title.contains(" USB ") {
        DriveBus::Usb
    } else if is("Is SAS") == Some(true) {
        DriveBus::Sas
    } else {
        DriveBus::Other
    };
    // Names as in `/dev/disk/by-id`.
    let path = match (bus, &block.model, &block.serial) {
        (DriveBus::Nvme, ..) => name(own).map(|own| own.replacen("t10.NVMe____", "nvme-", 1)),
        (DriveBus::Sata, Some(model), Some(serial)) => {
            Some(format!("ata-{model}_{serial}").replace(' ', "_"))
        }
        _ => None,
    };
    let Some(path) = path else {
        evidence.add_unnamed([block]);
        return;
    };
    if let Some((own, known)) = evidence.block(&path) {
        known.fill(block);
        evidence.buses.insert(own, bus);
    }
}

/// Model and serial number in an identifier, which has underscores for blanks and, of ATA disks, `2D` for a hyphen;
/// that of other kinds is a number.
fn named(own: &str) -> (Option<String>, Option<String>) {
    let ata = own.strip_prefix("t10.ATA");
    let Some(rest) = ata.or_else(|| own.strip_prefix("t10.NVMe")) else { return (None, None) };
    let rest = rest.trim_matches('_');
    let Some((model, _)) = rest.split_once("__") else { return (None, None) };
    let model = model.replace('_', " ");
    let model = if ata.is_some() { model.replace("2D", "-") } else { model };
    // What follows the model of an NVMe drive is a number of its namespace.
    let serial = ata.and_then(|rest| rest.trim_matches('_').rsplit('_').next());
    (word(&model), serial.and_then(word))
}

/// A row of the adapters' table, with the driver behind the adapter's name and the address before its own.
pub(super) fn is_adapter(line: &str) -> bool {
    line.starts_with("vmhba") && adapter(line).is_some()
}

fn adapter(line: &str) -> Option<(&str, &str, &str)> {
    let driver = line.split_whitespace().nth(1)?;
    let (_, rest) = line.split_once('(')?;
    let (address, name) = rest.split_once(") ")?;
    Some((driver, address, name.trim()))
}

pub(super) fn read_adapters(section: &CommandSection<'_>, evidence: &mut CommandEvidence) {
    for line in &section.lines {
        let Some((driver, address, called)) = adapter(line.trim()) else { continue };
        let Ok(address) = address.parse() else { continue };
        let class = match driver {
            "nvme_pcie" | "nvme" | "intel-nvme" | "intel-nvme-vmd" => 0x01_08_02,
            "vmw_ahci" | "ahci" => 0x01_06_01,
            "lsi_mr3" | "megaraid_sas" | "nhpsa" | "hpsa" | "smartpqi" | "dell_perc" => 0x01_04_00,
            "lsi_msgpt2" | "lsi_msgpt3" | "lsi_msgpt35" | "mpt2sas" | "mpt3sas" => 0x01_07_00,
            // Adapters of USB, of networks and of Fibre Channel have no drives of their own.
            _ => continue,
        };
        let Some(function) = evidence.function(address) else { continue };
        if function.class == ClassCode::default() {
            function.class = ClassCode::from_u24(class);
        }
        fill(&mut function.name, word(called));
    }
}

/// The first key of a function, below its address.
pub(super) fn begins_pci(line: &str) -> bool {
    let address = line.strip_prefix("Address: ").filter(|address| address.len() == 12);
    address.is_some_and(|address| address.parse::<PciAddress>().is_ok())
}

/// A function, with the port above it and the board's name of its slot.
pub(super) fn read_pci(section: &CommandSection<'_>, evidence: &mut CommandEvidence) {
    let get = |key: &str| field(&section.lines, key);
    let Some(address) = get("Address").and_then(|text| text.parse::<PciAddress>().ok()) else {
        return;
    };
    let number = |key: &str| hex(get(key)?.strip_prefix("0x")?, 4);
    let parent = get("Parent Device").as_deref().and_then(place).filter(|it| *it != address);
    let named = [get("Vendor Name"), get("Device Name")];
    let label = get("Slot Description").as_deref().and_then(word);
    let Some(function) = evidence.function(address) else { return };
    if let Some(class) = number("Device Class") {
        let interface = number("Programming Interface").unwrap_or_default() & 0xff;
        function.class = ClassCode::from_u24(class << 8 | interface);
    }
    if let (Some(vendor), Some(device)) = (number("Vendor ID"), number("Device ID")) {
        (function.id.vendor, function.id.device) = (vendor as u16, device as u16);
    }
    fill(&mut function.name, word(&named.into_iter().flatten().collect::<Vec<_>>().join(" ")));
    function.parent = parent;
    if let Some(label) = label {
        let claim = SlotClaim { address, label, source: SlotSource::Smbios };
        evidence.capture.slots.push(claim);
    }
    let above = parent.and_then(|parent| evidence.function(parent));
    if let Some(port) = above.filter(|port| port.class == ClassCode::default()) {
        port.class = ClassCode::from_u24(0x06_04_00);
    }
}

/// `PCI 0:0:2:0`.
fn place(text: &str) -> Option<PciAddress> {
    let mut numbers = text.strip_prefix("PCI ")?.split(':').map(|text| text.parse::<u32>().ok());
    let mut next = || numbers.next().flatten();
    let (domain, bus, device, function) = (next()?, next()?, next()?, next()?);
    format!("{domain:04x}:{bus:02x}:{device:02x}.{function}").parse().ok()
}
