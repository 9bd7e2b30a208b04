//! FreeBSD: `pciconf -lv` and `-lvc`, `nvmecontrol devlist`, `camcontrol devlist` and `identify`.
//!
//! ```text
//! nvme0@pci0:3:0:0:  class=0x010802 rev=0x00 hdr=0x00 vendor=0x144d device=0xa80a ...
//!     device     = 'NVMe SSD Controller PM9A1/PM9A3/980PRO'
//!     cap 10[70] = PCI-Express 2 endpoint max data 256(256) FLR RO NS
//!                  link x4(x4) speed 8.0(16.0) ASPM disabled(L1)
//! ```
//!
//! Places are decimal, `domain:bus:device:function`. In brackets stands what the end can do.
//! Source: FreeBSD, usr.sbin/pciconf/pciconf.c and cap.c, sbin/nvmecontrol/devlist.c,
//! sbin/camcontrol/camcontrol.c.

use narrows_units::{Lanes, LinkWidth, TransferRate};

use super::evidence::{CommandEvidence, DriveBus, fill, word};
use super::keys;
use super::section::CommandSection;
use crate::evidence::{BlockDevice, BusRange, DriveTransport, PciFunction, PortType};
use crate::pci::{ClassCode, PciAddress, PciId, hex};
use crate::read::firmware;

pub(super) fn begins_pciconf(line: &str) -> bool {
    place(line).is_some()
}

/// `nvme0@pci0:3:0:0:`, with the driver's name for the device.
fn place(line: &str) -> Option<(&str, PciAddress)> {
    let (own, rest) = line.split_once("@pci")?;
    let place = rest.split_whitespace().next()?.strip_suffix(':')?;
    let mut numbers = place.split(':').map(|number| number.parse::<u32>().ok());
    let mut next = || numbers.next().flatten();
    let (domain, bus, device, function) = (next()?, next()?, next()?, next()?);
    let is_one = own.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    (is_one && bus < 256 && device < 32 && function < 8).then_some((
        own,
        PciAddress { domain, bus: bus as u8, device: device as u8, function: function as u8 },
    ))
}

pub(super) fn read_pciconf(section: &CommandSection<'_>, evidence: &mut CommandEvidence) {
    let starts: Vec<usize> =
        (0..section.lines.len()).filter(|at| begins_pciconf(section.lines[*at].trim())).collect();
    for (number, start) in starts.iter().enumerate() {
        let end = starts.get(number + 1).copied().unwrap_or(section.lines.len());
        let lines = &section.lines[*start..end];
        let Some((own, address)) = place(lines[0].trim()) else { continue };
        let Some(function) = evidence.function(address) else { continue };
        function.fill(described(lines));
        if own.starts_with("nvme") {
            function.kernel_name = Some(own.to_owned());
            evidence.controllers.insert(own.to_owned(), address);
        }
    }
}

fn described(lines: &[&str]) -> PciFunction {
    let word_of = |key: &str| lines[0].split_whitespace().find_map(|word| word.strip_prefix(key));
    let digits = |key: &str, count| word_of(key).and_then(|text| hex(text, count));
    // Releases before 13 write both numbers of an id as one, the device's first.
    let pair = |vendor: &str, device: &str, both: &str| {
        let one = digits(both, 8).map(|both| (both as u16, (both >> 16) as u16));
        let two = || Some((digits(vendor, 4)? as u16, digits(device, 4)? as u16));
        one.or_else(two).map(|(vendor, device)| PciId { vendor, device })
    };
    let quoted = |key: &str| {
        lines.iter().find_map(|line| {
            let (own, value) = line.split_once(" = ")?;
            let value = value.trim().trim_matches('\'');
            (own.trim() == key).then(|| value.to_owned())
        })
    };
    let mut function = PciFunction {
        id: pair("vendor=0x", "device=0x", "chip=0x").unwrap_or_default(),
        class: digits("class=0x", 6).map(ClassCode::from_u24).unwrap_or_default(),
        name: firmware::joined(&[quoted("vendor").as_deref(), quoted("device").as_deref()]),
        ..PciFunction::default()
    };
    let express = lines.iter().position(|line| line.contains("= PCI-Express "));
    if let Some(at) = express {
        function.port = port(lines[at]);
        // The link stands in the same line or in those below it.
        let is_more = |line: &&&str| !line.contains(" = ");
        let more = lines[at + 1..].iter().take_while(is_more).copied();
        let text = [lines[at]].into_iter().chain(more).collect::<Vec<_>>().join(" ");
        let ends = |key: &str| {
            let (now, rest) = text.split_once(key)?.1.split_once('(')?;
            Some((
                now.trim().to_owned(),
                rest.split(')').next()?.trim_start_matches('x').to_owned(),
            ))
        };
        if let (Some(lanes), Some(speed)) = (ends(" link x"), ends(" speed ")) {
            let width = |lanes: &str, speed: &str| {
                let rate = TransferRate::from_gt_s(speed.parse().ok()?)?;
                Some(LinkWidth { rate, lanes: Lanes::new(lanes.parse().ok()?)? })
            };
            function.link.current = width(&lanes.0, &speed.0);
            function.link.possible = width(&lanes.1, &speed.1);
        }
    }
    function.buses = quoted("bus range").as_deref().and_then(|range| {
        let (first, last) = range.split_once('-')?;
        Some(BusRange {
            secondary: first.trim().parse().ok()?,
            subordinate: last.trim().parse().ok()?,
        })
    });
    function
}

fn port(line: &str) -> Option<PortType> {
    // Longer names come first: plain `endpoint` is a part of two of them.
    let kinds = [
        ("legacy endpoint", PortType::LegacyEndpoint),
        ("root endpoint", PortType::IntegratedEndpoint),
        ("endpoint", PortType::Endpoint),
        ("root port", PortType::RootPort),
        ("upstream port", PortType::SwitchUpstream),
        ("downstream port", PortType::SwitchDownstream),
        ("PCI bridge", PortType::ToPciBridge),
        ("PCI to PCIe bridge", PortType::FromPciBridge),
    ];
    kinds.into_iter().find(|(name, _)| line.contains(name)).map(|(_, kind)| kind)
}

pub(super) fn begins_nvmecontrol(line: &str) -> bool {
    controller(line).is_some()
}

/// `nvme0: Samsung SSD 970 EVO Plus 1TB`, below which each namespace stands: `nvme0ns1 (953869MB)`.
fn controller(line: &str) -> Option<(&str, &str)> {
    let (own, model) = line.split_once(": ")?;
    let number = own.strip_prefix("nvme")?;
    let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    let is_model =
        model.starts_with(|c: char| c.is_ascii_uppercase()) && !model.contains(['<', ':']);
    (is_number && is_model).then_some((own, model.trim()))
}

pub(super) fn read_nvmecontrol(section: &CommandSection<'_>, evidence: &mut CommandEvidence) {
    let mut model = None;
    for line in section.lines.iter().map(|line| line.trim()) {
        if let Some((_, name)) = controller(line) {
            model = word(name);
            continue;
        }
        let Some((own, size)) = line.split_once(" (") else { continue };
        let Some((own, namespace)) = own.split_once("ns").filter(|_| own.starts_with("nvme"))
        else {
            continue;
        };
        let mib: Option<u64> = size.strip_suffix("MB)").and_then(|size| size.parse().ok());
        let name = format!("{own}n{namespace}");
        let size = mib.map(|mib| narrows_units::Bytes::new(mib.saturating_mul(1 << 20)));
        evidence.size(&name, size, false);
        let Some((name, block)) = evidence.block(&name) else { continue };
        fill(&mut block.model, model.clone());
        block.rotational = Some(false);
        evidence.buses.insert(name, DriveBus::Nvme);
    }
}

/// A drive's lines in the kernel's log: `ada0: <Samsung SSD 860 EVO RVT04B6Q> ACS-4 ATA SATA 3.x device`,
/// `ada0: 600.000MB/s transfers (SATA 3.x, ...)`, `ada0: 476940MB (976773168 512 byte sectors)`.
pub(super) fn is_log(line: &str) -> bool {
    let Some((own, rest)) = line.split_once(": ") else { return false };
    let kind = own.trim_end_matches(|c: char| c.is_ascii_digit());
    let is_drive = matches!(kind, "da" | "ada" | "nda" | "nvd") && kind.len() < own.len();
    is_drive
        && (rest.starts_with('<')
            || rest.contains("MB/s transfers")
            || rest.contains(" byte sectors"))
}

pub(super) fn read_log(section: &CommandSection<'_>, evidence: &mut CommandEvidence) {
    for line in section.lines.iter().map(|line| line.trim()) {
        let Some((own, rest)) = line.split_once(": ") else { continue };
        let size = rest.split_once("MB (").and_then(|(mib, _)| mib.parse::<u64>().ok());
        let size = size.map(|mib| narrows_units::Bytes::new(mib.saturating_mul(1 << 20)));
        evidence.size(own, size, false);
        let is_nvme = own.starts_with('n');
        let Some((own, block)) = evidence.block(own) else { continue };
        if let Some((named, _)) = rest.strip_prefix('<').and_then(|rest| rest.split_once('>')) {
            // The older driver of NVMe prints the model alone.
            let model = if own.starts_with("nvd") {
                named
            } else {
                named.rsplit_once(' ').map_or(named, |it| it.0)
            };
            fill(&mut block.model, word(model.strip_prefix("ATA ").unwrap_or(model)));
        }
        let usb = usb(rest).filter(|_| own.starts_with("da"));
        fill(&mut block.transport, sata(rest).or(usb));
        if is_nvme {
            evidence.buses.insert(own, DriveBus::Nvme);
        }
    }
}

/// The speed of `600.000MB/s transfers (SATA 3.x, UDMA6, PIO 8192bytes)`.
fn sata(transfers: &str) -> Option<DriveTransport> {
    let gbit_s = match transfers.split_once("MB/s transfers (SATA")?.0 {
        "600.000" => 6.0,
        "300.000" => 3.0,
        "150.000" => 1.5,
        _ => return None,
    };
    Some(DriveTransport::Sata { gbit_s })
}

/// What a USB disk is attached by: its driver prints a round rate for each speed, and nothing behind it (FreeBSD,
/// sys/dev/usb/storage/umass.c, 40,000 and 400,000 kB/s).
fn usb(transfers: &str) -> Option<DriveTransport> {
    let mbit_s = match transfers.trim() {
        "40.000MB/s transfers" => 480,
        "400.000MB/s transfers" => 5000,
        _ => return None,
    };
    Some(DriveTransport::Usb { mbit_s })
}

/// `pass0: <Samsung SSD 860 EVO RVT04B6Q> ACS-4 ATA SATA 3.x device`, the first line of `identify`; the kernel's
/// log has none of this name.
pub(super) fn begins_identify(line: &str) -> bool {
    passes(line).is_some_and(|rest| rest.starts_with('<'))
}

/// What stands behind `pass0: `.
fn passes(line: &str) -> Option<&str> {
    let (number, rest) = line.strip_prefix("pass")?.split_once(": ")?;
    (!number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())).then_some(rest)
}

/// Drives one behind the other, each under the name that was typed, if there are as many.
pub(super) fn read_identify(section: &CommandSection<'_>, evidence: &mut CommandEvidence) {
    let lines: Vec<&str> = section.lines.iter().map(|line| line.trim()).collect();
    let typed = section.prompt.and_then(|typed| typed.split_once("identify ")).map(|it| it.1);
    let typed = typed.and_then(|names| names.split_whitespace().find(|it| !it.starts_with('-')));
    let drives: Vec<&[&str]> = lines.split(|line| begins_identify(line)).skip(1).collect();
    for drive in &drives {
        let value = |key: &str| drive.iter().find_map(|line| line.strip_prefix(key)).and_then(word);
        let Some(model) = value("device model") else { continue };
        let sectors = value("LBA48 supported").or_else(|| value("LBA supported"));
        let sectors = sectors.and_then(|text| text.strip_suffix(" sectors")?.parse::<u64>().ok());
        let sector = value("sector size").and_then(|text| {
            let (number, _) = text.strip_prefix("logical ")?.split_once(',')?;
            number.parse::<u64>().ok()
        });
        let block = BlockDevice {
            size: sectors
                .map(|it| narrows_units::Bytes::new(it.saturating_mul(sector.unwrap_or(512)))),
            model: Some(model),
            serial: value("serial number"),
            firmware: value("firmware revision"),
            rotational: value("media RPM").map(|text| text != "non-rotating"),
            transport: drive.iter().find_map(|line| sata(passes(line)?)),
            ..BlockDevice::default()
        };
        keys::put_smart(typed.filter(|_| drives.len() == 1), block, None, evidence);
    }
}

/// `<ATA WDC WD80EFAX-68L 0A83>  at scbus0 target 8 lun 0 (pass0,da0)`.
pub(super) fn is_peripheral(line: &str) -> bool {
    line.starts_with('<') && line.contains("> ") && line.contains(" at scbus")
}

pub(super) fn read_peripherals(section: &CommandSection<'_>, evidence: &mut CommandEvidence) {
    for line in section.lines.iter().map(|line| line.trim()) {
        let Some((named, rest)) = line.strip_prefix('<').and_then(|it| it.split_once('>')) else {
            continue;
        };
        let own = rest.rsplit_once('(').and_then(|(_, names)| {
            let mut names = names.trim_end_matches(')').split(',');
            names.find(|name| {
                let kind = name.trim_end_matches(|c: char| c.is_ascii_digit());
                // Disks of SCSI, SATA and NVMe; `pass0` is the same device without a disk driver.
                matches!(kind, "da" | "ada" | "nda") && kind.len() < name.len()
            })
        });
        let Some(own) = own else { continue };
        let (model, firmware) = named.rsplit_once(' ').unwrap_or((named, ""));
        let is_sata = own.starts_with("ada");
        let Some((own, block)) = evidence.block(own) else { continue };
        // A SAS adapter presents SATA disks under the vendor `ATA`.
        fill(&mut block.model, word(model.strip_prefix("ATA ").unwrap_or(model)));
        fill(&mut block.firmware, word(firmware));
        if is_sata {
            evidence.buses.insert(own, DriveBus::Sata);
        }
    }
}
